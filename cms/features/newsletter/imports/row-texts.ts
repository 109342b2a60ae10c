import { parseAddress } from '../../../platform/mail/address.ts'
import {
  addressIn,
  type Column,
  type Columns,
  cellTextsOf,
  columnLabels,
  isSignColumn,
  type RowTexts,
} from '../csv/columns.ts'
import { isPlainDeparture, signsAnywhere } from '../csv/signs.ts'
import { isOwnReason } from '../csv/survey-columns.ts'
import type { FileRow } from '../queries/import-rows.ts'
import { momentOfDay } from '../staff/past-day.ts'
import type { EvaluationOptions, Omission, RowOutcome } from './evaluate-row.ts'
import { consentColumns, consentText, type StoredSettings } from './settings.ts'

/** The columns of a file. `isAssigned`: staff have said what they hold; else the headers say it. */
export type ReadColumns = { columns: Columns; header: readonly string[]; isAssigned: boolean }

/** Columns whose texts are the words of the people themselves, or say who gets letters anyway. */
const undoubted: Column[] = ['email', 'name', 'first_name', 'last_name', 'consent_wording']

/** Whether a departure that a cell of a column names is one that the column is not known for. */
const mayDoubt = (column: Column | null, isAssigned: boolean): boolean =>
  column === null || (!isAssigned && !isSignColumn(column) && !undoubted.includes(column))

/**
 * The cells and the address of a row. If the row as a whole can't be taken, its cells may be in the wrong columns: then
 * every cell counts that names a departure, and the only address in the row is its address.
 */
export function readRow(
  { cells, problem }: Pick<FileRow, 'cells' | 'problem'>,
  { columns, header, isAssigned }: ReadColumns,
): { texts: RowTexts; email: string | null } {
  const place = cells.findIndex(
    (cell, index) =>
      mayDoubt(columns[index] ?? null, isAssigned) &&
      isPlainDeparture(cell) &&
      !isOwnReason(cell, index, header),
  )
  const column = place < 0 ? null : (columnLabels(header)[place] ?? '')
  const texts: RowTexts = {
    ...cellTextsOf(cells, columns),
    ...(column !== null && { doubt: { column, text: cells[place] ?? '' } }),
  }
  const email = parseAddress(texts.email ?? '')
  if (!problem) return { texts, email }
  const addresses = new Set(cells.flatMap((each) => parseAddress(addressIn(each)) ?? []))
  const [only, other] = addresses
  const found = email ?? (other ? null : (only ?? null))
  return {
    texts: {
      ...texts,
      ...(found && { email: found }),
      signs: [...(texts.signs ?? []), ...signsAnywhere(cells)],
    },
    email: found,
  }
}

/** What staff should look at in a row that is taken; null if there is nothing. */
export function omissionsOf(
  { problem, remark }: Pick<FileRow, 'problem' | 'remark'>,
  { omitted }: Pick<RowOutcome, 'omitted'>,
): Omission[] | null {
  const whole = [problem, remark].flatMap((reason) => (reason ? [{ reason, cell: null }] : []))
  const all = [...whole, ...omitted]
  return all.length ? all : null
}

export function evaluationOptions(
  { consent, renames, leavers }: StoredSettings,
  order: EvaluationOptions['order'],
): EvaluationOptions {
  const column = consentColumns.find((each) => each === consent?.when)
  return {
    order,
    now: new Date(),
    renames,
    leavers,
    consent: consent && { at: column ?? momentOfDay(consent.when), how: consentText(consent) },
  }
}
