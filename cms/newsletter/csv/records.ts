import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { UnreadableFileError } from './encoding.ts'

const separators = [',', ';', '\t', '|'] as const
const maxRecordBytes = 4 * 1024 * 1024
// How many characters are parsed at a time. Longer slices would block the event loop for too long.
const sliceLength = 16 * 1024

/** The separator of a list, guessed from its first line. */
export function separatorOf(firstLine: string): string {
  const bare = firstLine.replace(/"(?:[^"]|"")*"/g, '')
  const counts = separators.map((each) => bare.split(each).length - 1)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * Parses CSV (RFC 4180, also with `;`, tab or `|`). The first record is the header. Empty lines are skipped.
 * @throws UnreadableFile
 */
export async function* recordsOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  const source = text[Symbol.asyncIterator]()
  let head = ''
  while (!/[\r\n]./s.test(head) && head.length < sliceLength) {
    const { value, done } = await source.next()
    if (done) break
    head += value
  }
  // Excel and other programs may write a line such as `sep=;` before the header.
  const [prefix = '', separator] = /^sep=(.)\r?\n/i.exec(head) ?? []
  const bare = head.slice(prefix.length)
  const [firstLine = ''] = bare.split(/[\r\n]/, 1)
  const parser = parse({
    delimiter: separator ?? separatorOf(firstLine),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRecordBytes,
  })
  const feeding = pipeline(Readable.from(slicesOf(bare, source), { objectMode: false }), parser)
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

async function* slicesOf(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  let text = head
  for (;;) {
    for (let at = 0; at < text.length; at += sliceLength) yield text.slice(at, at + sliceLength)
    const { value, done } = await rest.next()
    if (done) return
    text = value
  }
}

function problemOf({ code, records }: CsvError & { records?: number }): string {
  // `records` counts the header and all records before the invalid one.
  const row = `row ${(records ?? 0) + 1}`
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return `A quotation mark in ${row} is opened and never closed, so the rest of the file is one cell.`
  }
  return `The file can’t be read from ${row} on. Export it anew as CSV.`
}
