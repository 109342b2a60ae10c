/** A file that can’t be read as a list; the message is for whoever sent it. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

type Label = 'utf-8' | 'utf-16le' | 'utf-16be'

const lookAhead = 1024
const workbooks = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]
const startsWith = (bytes: Uint8Array, mark: number[]) =>
  mark.every((byte, place) => bytes[place] === byte)

/** What a file is written in: UTF-8, or the UTF-16 of Excel’s “Unicode text”, marked or not. */
export function encodingOf(start: Uint8Array): Label {
  if (startsWith(start, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(start, [0xfe, 0xff])) return 'utf-16be'
  const looked = start.subarray(0, lookAhead)
  const zeros = [0, 0]
  for (const [place, byte] of looked.entries())
    if (!byte) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = looked.length / 8
  if (odd > many && even === 0) return 'utf-16le'
  if (even > many && odd === 0) return 'utf-16be'
  return 'utf-8'
}

/**
 * The text of a file that comes in parts, without its byte order mark.
 * @throws UnreadableFile
 */
export async function* textOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let start = new Uint8Array()
  const begin = () => {
    if (!start.length) throw new UnreadableFile('The file is empty.')
    if (workbooks.some((mark) => startsWith(start, mark))) {
      throw new UnreadableFile(
        'This is an Excel workbook. Save it as “CSV UTF-8 (comma delimited)” and choose that file.',
      )
    }
    const begun = new TextDecoder(encodingOf(start), { fatal: true })
    decoder = begun
    return decode(begun, start)
  }
  for await (const part of parts) {
    if (decoder) yield decode(decoder, part)
    else {
      start = Buffer.concat([start, part])
      if (start.length >= lookAhead) yield begin()
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
    throw new UnreadableFile(message, { cause })
  }
}
