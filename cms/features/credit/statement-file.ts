import type { Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { csvFile, csvPages } from '../../platform/http/csv/write.ts'
import type { Result } from '../../platform/http/respond.ts'
import { findLedgerSettings, linesOf } from '../ledger/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { ledger } from './fallback.ts'
import type { StatementView } from './rules.ts'

const kindNames: Record<string, string> = ledger.kinds

const header = [
  'Number',
  'Date',
  'Time',
  'Area',
  'Purpose',
  'Reference',
  'In',
  'Out',
  'Balance',
  'Currency',
]

/** Minor units as a decimal number: 495 is `4.95`. */
const decimal = (cents: number): string => (cents / 100).toFixed(2)

/**
 * A member's statement as a CSV file, oldest first, streamed. Received and paid amounts are in two columns: an amount
 * below zero would get an apostrophe, because spreadsheets may run a cell that begins with a minus sign as a formula.
 * @param view `month` null: all months
 */
export async function statementFile(
  payload: Payload,
  { id }: SignedIn,
  { month, kind, area }: Pick<StatementView, 'month' | 'kind' | 'area'>,
): Promise<Result> {
  const { timeZone } = await findLedgerSettings(payload)
  const db = databaseOf(payload)
  const timeFormat = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const query = {
    account: `member:${id}` as const,
    month: month ?? undefined,
    kind: kind ?? undefined,
    area,
    timeZone,
  }
  const lines = csvPages(
    header,
    (after, limit) => linesOf(db, { ...query, after, limit }),
    ({ version, created_at, amountCents, balanceCents, ...line }) => {
      const [day = '', time = ''] = timeFormat.format(new Date(created_at)).split(' ')
      const [received, given] = amountCents > 0 ? [amountCents, null] : [null, -amountCents]
      return {
        after: version,
        cells: [
          String(version),
          day,
          time,
          line.area ?? '',
          kindNames[line.kind] ?? line.kind,
          line.reference ?? '',
          received === null ? '' : decimal(received),
          given === null ? '' : decimal(given),
          decimal(balanceCents),
          line.currency,
        ],
      }
    },
  )
  return csvFile(lines, {
    name: ['ledger', month].filter(Boolean).join('-'),
    hasByteOrderMark: true,
  })
}
