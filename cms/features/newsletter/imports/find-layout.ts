import type { BirthdayOrder } from '../csv/birthday-orders.ts'
import { type Column, type Columns, cellTextsOf, columnsOf, isOwnExport } from '../csv/columns.ts'
import { createOrderFinder } from '../csv/days.ts'
import type { FileRow } from '../queries/import-rows.ts'
import type { FileLayout, StoredSettings } from './settings.ts'

const sampleSize = 200
/** How many rows are searched for days that show their order. */
const maxSearched = 20_000
const dayColumns = [
  'birthday',
  'joined_at',
  'left_at',
  'consent_at',
  'paused_until',
] as const satisfies Column[]

/**
 * Finds out what the columns of a file hold, and in which order its days are written.
 * @param rows reads the file from the start
 * @throws UnreadableFile if no column holds addresses
 */
export async function findLayout(
  header: readonly string[],
  rows: () => AsyncIterable<FileRow>,
  settings: Pick<StoredSettings, 'birthdays' | 'columns'>,
): Promise<Pick<FileLayout, 'columns' | 'isOrderKnown'> & { order: BirthdayOrder }> {
  const columns = settings.columns ?? columnsOf(header, await findSample(rows()))
  const stated = settings.birthdays ?? (isOwnExport(header) ? 'day/month' : null)
  const found = stated ?? (await findOrder(rows, columns))
  return {
    columns,
    isOrderKnown: found !== 'unknown',
    order: found === 'month/day' ? found : 'day/month',
  }
}

async function findSample(rows: AsyncIterable<FileRow>): Promise<string[][]> {
  const sample: string[][] = []
  for await (const { cells } of rows) {
    sample.push(cells)
    if (sample.length === sampleSize) break
  }
  return sample
}

async function findOrder(rows: () => AsyncIterable<FileRow>, columns: Columns) {
  const used = dayColumns.filter((each) => columns.includes(each))
  if (!used.length) return null
  const finder = createOrderFinder()
  for await (const { number, cells } of rows()) {
    const texts = cellTextsOf(cells, columns)
    for (const each of used) finder.add(texts[each] ?? '')
    if (number >= maxSearched) break
  }
  return finder.result()
}
