import { inflateSync } from 'node:zlib'

/** Names of PDF dictionaries that run something, open something, or contain other files. */
const activeNames = [
  'JavaScript',
  'JS',
  'Launch',
  'EmbeddedFile',
  'EmbeddedFiles',
  'RichMedia',
  'XFA',
  'SubmitForm',
  'ImportData',
  'OpenAction',
  'AA',
  'Encrypt',
  'GoToE',
  'GoToR',
]
const active = new RegExp(`/(?:${activeNames.join('|')})(?![A-Za-z0-9])`)

/** The most that the streams of one file may contain, and how many are read. */
const mostInflated = 32 * 1024 * 1024
/** Deflate never makes data more than about 1030 times longer. */
const mostRatio = 1030
const mostStreams = 5000

/** Names may be written with escapes: `/J#61vaScript`. */
const withoutEscapes = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/**
 * Whether a PDF contains programs, other files or a password, also in compressed objects; or more than can be checked. Such
 * a file is refused, because nobody should have to trust the program that opens it.
 */
export function isActivePdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  if (active.test(withoutEscapes(text))) return true
  let inflated = 0
  let streams = 0
  let last = 0
  for (const { index } of text.matchAll(/stream\r?\n/g)) {
    // Inside of another stream, or at its end.
    if (index < last || text.slice(index - 3, index) === 'end') continue
    if (++streams > mostStreams) return true
    const start = index + (text[index + 6] === '\r' ? 8 : 7)
    const end = text.indexOf('endstream', start)
    if (end < 0) return true
    last = end
    const stream = bytes.subarray(start, end)
    // Of other streams, such as pictures, the dictionary is checked above.
    if (((stream[0] ?? 0) & 0x0f) !== 8) continue
    try {
      const maxOutputLength = Math.max(1, mostInflated - inflated)
      const content = inflateSync(stream, { finishFlush: 2, maxOutputLength })
      inflated += content.length
      if (isObjects(text, index) && active.test(withoutEscapes(content.toString('latin1')))) {
        return true
      }
    } catch (error) {
      if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') return true
      // It may have been inflated until it failed.
      inflated += stream.length * mostRatio
    }
    if (inflated > mostInflated) return true
  }
  return false
}

/** Whether a stream contains objects. In the content of a page or a picture, such names mean nothing. */
const isObjects = (text: string, index: number): boolean =>
  /\/ObjStm(?![A-Za-z0-9])/.test(withoutEscapes(text.slice(Math.max(0, index - 600), index)))
