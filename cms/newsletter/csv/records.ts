import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { UnreadableFile } from './encoding.ts'

const separators = [',', ';', '\t', '|'] as const
const mostOfRecord = 4 * 1024 * 1024
// As much as is parsed before others have their turn.
const slice = 16 * 1024

/** What stands between the cells of a list, by its first line. */
export function separatorOf(firstLine: string): string {
  const bare = firstLine.replace(/"(?:[^"]|"")*"/g, '')
  const counts = separators.map((each) => bare.split(each).length - 1)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}

/**
 * The records of a list (RFC 4180; `;`, tab and `|` instead of the comma too), its header first. Empty
 * lines are none.
 * @throws UnreadableFile
 */
export async function* recordsOf(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  const source = text[Symbol.asyncIterator]()
  let head = ''
  while (!/[\r\n]./s.test(head) && head.length < slice) {
    const { value, done } = await source.next()
    if (done) break
    head += value
  }
  // Excel reads, and some programs write, a first line that says only this.
  const [told = '', said] = /^sep=(.)\r?\n/i.exec(head) ?? []
  const bare = head.slice(told.length)
  const [firstLine = ''] = bare.split(/[\r\n]/, 1)
  const parser = parse({
    delimiter: said ?? separatorOf(firstLine),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostOfRecord,
  })
  const fed = pipeline(Readable.from(sliced(bare, source), { objectMode: false }), parser)
  // Whoever reads the parser hears of it.
  fed.catch(() => {})
  try {
    for await (const record of parser) yield record as string[]
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(faultOf(error), { cause: error }) : error
  }
}

async function* sliced(head: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  let text = head
  for (;;) {
    for (let at = 0; at < text.length; at += slice) yield text.slice(at, at + slice)
    const { value, done } = await rest.next()
    if (done) return
    text = value
  }
}

function faultOf({ code, records }: CsvError & { records?: number }): string {
  // The header is the first record, and the one that is at fault comes after the last good one.
  const row = `row ${(records ?? 0) + 1}`
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return `A quotation mark in ${row} is opened and never closed, so the rest of the file is one cell.`
  }
  return `The file can’t be read from ${row} on. Export it anew as CSV.`
}
