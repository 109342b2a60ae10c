/** A file that cannot be read as CSV; the message is for staff. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFile'
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

const sampleLength = 1024
const workbookPrefixes = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const startsWith = (bytes: Uint8Array, prefix: number[]) =>
  prefix.every((byte, index) => bytes[index] === byte)

/** Detects UTF-8 or UTF-16 (Excel's "Unicode text"), with or without a byte order mark. */
export function encodingOf(start: Uint8Array): Encoding {
  if (startsWith(start, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(start, [0xfe, 0xff])) return 'utf-16be'
  const sample = start.subarray(0, sampleLength)
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries())
    if (!byte) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sample.length / 8
  if (odd > many && even === 0) return 'utf-16le'
  if (even > many && odd === 0) return 'utf-16be'
  return 'utf-8'
}

/** Decodes a file, without its byte order mark. @throws UnreadableFile */
export async function* decodeFile(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let start = new Uint8Array()
  const begin = () => {
    if (!start.length) throw new UnreadableFileError('The file is empty.')
    if (workbookPrefixes.some((prefix) => startsWith(start, prefix))) {
      throw new UnreadableFileError(
        'This is an Excel workbook. Save it as “CSV UTF-8 (comma delimited)” and choose that file.',
      )
    }
    const newDecoder = new TextDecoder(encodingOf(start), { fatal: true })
    decoder = newDecoder
    return decode(newDecoder, start)
  }
  for await (const part of parts) {
    if (decoder) yield decode(decoder, part)
    else {
      start = Buffer.concat([start, part])
      if (start.length >= sampleLength) yield begin()
    }
  }
  if (!decoder) yield begin()
  if (decoder) yield decode(decoder)
}

function decode(decoder: TextDecoder, part?: Uint8Array): string {
  try {
    return part ? decoder.decode(part, { stream: true }) : decoder.decode()
  } catch (cause) {
    const message =
      'The file is not written in UTF-8: letters with accents would be lost. In Excel, save it as “CSV UTF-8 (comma delimited)”; elsewhere choose UTF-8 when you export it.'
    throw new UnreadableFileError(message, { cause })
  }
}
