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

/** The most that the compressed objects of one file may contain together, in bytes. */
const mostInflated = 32 * 1024 * 1024
const mostStreams = 5000
/** The longest dictionary of a stream that is read. Those of object streams have about 100 characters. */
const longestDictionary = 64 * 1024

/** Names may be written with escapes: `/J#61vaScript`. */
const withoutEscapes = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )

/**
 * What makes a stream contain objects: its type, or a number in `/First`, with which some programs are content.
 */
const objectMarks = (text: string): number =>
  (text.match(/\/ObjStm(?![A-Za-z0-9])|\/First\s*\d+(?!\s+\d+\s+R|\d)/g) ?? []).length
/** All that is allowed to say how such a stream is compressed. */
const plainFlate = /\/Filter\s*(?:\/FlateDecode(?![A-Za-z0-9])|\[\s*\/FlateDecode\s*\])/
const furtherFilters = /\/(?:DecodeParms|DP|F|FFilter|FDecodeParms)(?![A-Za-z0-9])/

/**
 * Whether a PDF contains programs, other files or a password, also in compressed objects; or cannot be checked. Such a file is
 * refused, because nobody should have to trust the program that opens it. Programs open objects wherever a table in the
 * file says, so each stream is checked, also one that seems to be inside of another.
 */
export function isActivePdf(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  const plain = withoutEscapes(text)
  if (active.test(plain)) return true
  // Those that belong to no stream that was checked.
  let marks = objectMarks(plain)
  if (!marks) return false
  let inflated = 0
  let streams = 0
  for (const { index, 0: keyword } of text.matchAll(/stream\r?\n/g)) {
    if (text.slice(index - 3, index) === 'end') continue
    if (++streams > mostStreams) return true
    const dictionary = withoutEscapes(dictionaryBefore(text, index))
    const own = objectMarks(dictionary)
    if (!own) continue
    marks -= own
    const content = inflateObjects(bytes.subarray(index + keyword.length), {
      dictionary,
      most: mostInflated - inflated,
    })
    if (content === null || active.test(withoutEscapes(content))) return true
    inflated += content.length
  }
  return marks > 0
}

/** The dictionary before the word `stream`: what follows the nearest `obj`. */
function dictionaryBefore(text: string, index: number): string {
  const before = text.slice(Math.max(0, index - longestDictionary), index)
  return before.slice(before.lastIndexOf('obj') + 1)
}

/** The objects of a stream; null if they are packed in another way than the usual one, or do not fit. */
function inflateObjects(
  rest: Buffer,
  { dictionary, most }: { dictionary: string; most: number },
): string | null {
  if (!plainFlate.test(dictionary) || furtherFilters.test(dictionary)) return null
  if ((dictionary.match(/\/Filter(?![A-Za-z0-9])/g) ?? []).length > 1) return null
  try {
    // The compressed data says itself where it ends, which is not where the word `endstream` is first.
    return inflateSync(rest, { maxOutputLength: Math.max(1, most) }).toString('latin1')
  } catch {
    return null
  }
}
