const maxLineLength = 76
const [tab, lineFeed, carriageReturn, blank, equals, tilde] = [9, 10, 13, 32, 61, 126]
const hex = Buffer.from('0123456789ABCDEF')

/** Encodes a text as quoted-printable (RFC 2045, section 6.7), in one pass for speed. */
export function quotedPrintable(text: string): Buffer {
  const from = Buffer.from(text.replace(/\r\n?|\n/g, '\r\n'))
  // Upper bound: three bytes for each byte, and a soft line break of three bytes after every 73 bytes.
  const to = Buffer.allocUnsafe(Math.ceil(from.length * 3 * (1 + 3 / (maxLineLength - 3))) + 3)
  let at = 0
  let column = 0
  for (let index = 0; index < from.length; index++) {
    const byte = from[index] as number
    if (byte === carriageReturn) {
      to[at++] = carriageReturn
      to[at++] = lineFeed
      index++
      column = 0
      continue
    }
    const next = from[index + 1]
    const isLast = next === undefined || next === carriageReturn
    // Mail servers may remove blanks at the end of a line.
    const isPlain =
      byte === blank || byte === tab ? !isLast : byte > blank && byte <= tilde && byte !== equals
    const width = isPlain ? 1 : 3
    if (column + width > (isLast ? maxLineLength : maxLineLength - 1)) {
      to[at++] = equals
      to[at++] = carriageReturn
      to[at++] = lineFeed
      column = 0
    }
    if (isPlain) to[at++] = byte
    else {
      to[at++] = equals
      to[at++] = hex[byte >> 4] as number
      to[at++] = hex[byte & 15] as number
    }
    column += width
  }
  return to.subarray(0, at)
}
