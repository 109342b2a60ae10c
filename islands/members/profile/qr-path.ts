/**
 * The dark squares of a code as one path, in squares: each run of a row is one rectangle.
 * @param rows of squares, dark where true
 */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
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
