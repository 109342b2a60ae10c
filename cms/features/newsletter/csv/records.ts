import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { closeQuotes, type QuoteNote } from './close-quotes.ts'
import { headingsIn } from './columns.ts'
import { UnreadableFileError } from './encoding.ts'
import { hasAddress } from './find-header.ts'

const separators = [',', ';', '\t', '|'] as const
const maxRecordBytes = 4 * 1024 * 1024
// How many characters are parsed at a time. Longer slices would block the event loop for too long.
const sliceLength = 16 * 1024
/** From how many lines the separator is guessed. */
const maxGuessedLines = 50

const cellsAt = (line: string, separator: string) =>
  line.split(separator).map((each) => each.replace(/^\s*"(.*)"\s*$/, '$1'))

/**
 * The separator of a list, guessed from the first of its lines that has the heading of a column of addresses, or an
 * address; else from its first line.
 */
export function separatorOf(lines: readonly string[]): string {
  const counted = (line: string) => {
    const bare = line.replace(/"(?:[^"]|"")*"/g, '')
    return separators.map((each) => ({ each, count: bare.split(each).length - 1 }))
  }
  for (const line of lines) {
    const fitting = counted(line).filter(({ each }) => {
      const cells = cellsAt(line, each)
      return hasAddress(cells) || headingsIn(cells).includes('email')
    })
    if (fitting.length) return mostCounted(fitting)
  }
  return mostCounted(counted(lines[0] ?? ''))
}

const mostCounted = (counts: readonly { each: string; count: number }[]): string => {
  const most = Math.max(...counts.map(({ count }) => count))
  return counts.find(({ count }) => count === most)?.each ?? ','
}

/**
 * Parses CSV (RFC 4180, also with `;`, tab or `|`). Empty lines are skipped.
 * @param onNote called about unclosed quotation marks, see `closeQuotes`, before their record is returned
 * @throws UnreadableFile
 */
export async function* recordsOf(
  text: AsyncIterable<string>,
  onNote: (note: QuoteNote) => void = () => {},
): AsyncGenerator<string[]> {
  const source = text[Symbol.asyncIterator]()
  let head = ''
  while (head.length < sliceLength) {
    const { value, done } = await source.next()
    if (done) break
    head += value
  }
  // Excel and other programs may write a line such as `sep=;` before the header.
  const [prefix = '', separator] = /^sep=(.)\r?\n/i.exec(head) ?? []
  const bare = head.slice(prefix.length)
  const firstLines = bare.slice(0, sliceLength).split(/\r\n|\n|\r/, maxGuessedLines)
  const delimiter = separator ?? separatorOf(firstLines)
  // The line that names the separator counts as a line of the file.
  const addLine = prefix ? 1 : 0
  const closed = closeQuotes(chain(bare, source), delimiter, (note) =>
    onNote({ ...note, line: note.line + addLine }),
  )
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
  })
  const feeding = pipeline(Readable.from(slicesOf(closed), { objectMode: false }), parser)
  // The error reaches the consumer through the parser.
  feeding.catch(() => {})
  try {
    for await (const record of parser) yield record as string[]
  } catch (error) {
    throw error instanceof CsvError
      ? new UnreadableFileError(problemOf(error), { cause: error })
      : error
  }
}

async function* chain(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield head
  for (;;) {
    const { value, done } = await rest.next()
    if (done) return
    yield value
  }
}

async function* slicesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = ''
  for await (const text of texts) {
    waiting += text
    if (waiting.length < sliceLength) continue
    for (let at = 0; at < waiting.length; at += sliceLength)
      yield waiting.slice(at, at + sliceLength)
    waiting = ''
  }
  if (waiting) yield waiting
}

function problemOf({ code, records }: CsvError & { records?: number }): string {
  // `records` counts the header and all records before the invalid one.
  const row = `row ${(records ?? 0) + 1}`
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return `A quotation mark in ${row} is opened and never closed, so the rest of the file is one cell.`
  }
  return `The file can’t be read from ${row} on. Export it anew as CSV.`
}
