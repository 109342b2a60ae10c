const maxLineLength = 76
const [tab, lineFeed, carriageReturn, blank, equals, tilde] = [9, 10, 13, 32, 61, 126]
const hex = Buffer.from('0123456789ABCDEF')

/** Encodes a text as quoted-printable (RFC 2045, section 6.7), in one pass for speed. */
export function quotedPrintable(text: string): Buffer {
  const input = Buffer.from(text.replace(/\r\n?|\n/g, '\r\n'))
  // Upper bound: three bytes for each byte, and a soft line break of three bytes after every 73 bytes.
  const output = Buffer.allocUnsafe(Math.ceil(input.length * 3 * (1 + 3 / (maxLineLength - 3))) + 3)
  let length = 0
  let column = 0
  for (let index = 0; index < input.length; index++) {
    const byte = input[index] as number
    if (byte === carriageReturn) {
      output[length++] = carriageReturn
      output[length++] = lineFeed
      index++
      column = 0
      continue
    }
    const next = input[index + 1]
    const isLast = next === undefined || next === carriageReturn
    // Mail servers may remove blanks at the end of a line.
    const isPlain =
      byte === blank || byte === tab ? !isLast : byte > blank && byte <= tilde && byte !== equals
    const width = isPlain ? 1 : 3
    if (column + width > (isLast ? maxLineLength : maxLineLength - 1)) {
      output[length++] = equals
      output[length++] = carriageReturn
      output[length++] = lineFeed
      column = 0
    }
    if (isPlain) output[length++] = byte
    else {
      output[length++] = equals
      output[length++] = hex[byte >> 4] as number
      output[length++] = hex[byte & 15] as number
    }
    column += width
  }
  return output.subarray(0, length)
}
