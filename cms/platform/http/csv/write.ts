import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import type { Result } from '../respond.ts'
import { guardCell, guardText } from './cells.ts'

/**
 * Rows as CSV (RFC 4180). Spreadsheets do not run the cells as formulas. With `isText` they leave all cells as they are,
 * also those that look like numbers or days. Cells with a semicolon or a tab are quoted
 * too, because some spreadsheets split at these instead of at commas.
 */
export const toCsv = (
  rows: readonly (readonly string[])[],
  { isText = false }: { isText?: boolean } = {},
): string =>
  stringify(
    rows.map((cells) => cells.map(isText ? guardText : guardCell)),
    { record_delimiter: '\r\n', quoted_match: /[;\t\r\n]/ },
  )

/** Excel needs a byte order mark to detect UTF-8. */
export const byteOrderMark = '\ufeff'

/** A CSV file as the result of a call, streamed. */
export function csvFile(
  parts: AsyncIterable<string> | readonly string[],
  { name, hasByteOrderMark }: { name: string; hasByteOrderMark: boolean },
): Result {
  async function* encoded() {
    if (hasByteOrderMark) yield Buffer.from(byteOrderMark)
    for await (const part of parts) yield Buffer.from(part)
  }
  const content = Readable.toWeb(Readable.from(encoded())) as ReadableStream<Uint8Array>
  return { download: { name: `${name}.csv`, type: 'text/csv; charset=utf-8', content } }
}

/**
 * Rows as CSV, yielded in batches.
 * @param findAfter finds at most `limit` rows after the row whose id or number is `after`, which is 0 at first
 * @param toCells returns the cells of a row, or null if the row is left out, and its id or number as `after`
 * @param options see `toCsv`
 */
export async function* csvPages<Row>(
  header: readonly string[],
  findAfter: (after: number, limit: number) => Promise<Row[]>,
  toCells: (row: Row) => { after: number; cells: readonly string[] | null },
  options: { isText?: boolean } = {},
): AsyncGenerator<string> {
  const limit = 1000
  yield toCsv([header], options)
  for (let after = 0, hasMore = true; hasMore; ) {
    const rows = (await findAfter(after, limit)).map(toCells)
    const shown = rows.flatMap(({ cells }) => (cells ? [cells] : []))
    if (shown.length) yield toCsv(shown, options)
    after = rows.at(-1)?.after ?? 0
    hasMore = rows.length === limit
  }
}
