/**
 * A QR code's dark modules as an SVG path in module units. Each run of dark modules in a row is one
 * rectangle.
 * @param rows of modules, dark where true
 */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.map(rowPath).join('')
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  let from: number | null = null
  for (let x = 0; x <= row.length; x++) {
    if (row[x]) {
      from ??= x
    } else if (from !== null) {
      path += `M${from} ${y}h${x - from}v1h-${x - from}z`
      from = null
    }
  }
  return path
}
