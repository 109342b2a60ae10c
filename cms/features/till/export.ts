import type { Payload, PayloadRequest } from 'payload'
import { formatAmount } from '../../platform/admin/shell/money.ts'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { toCsv } from '../../platform/http/csv/write.ts'
import { entriesOf, findLedgerSettings } from '../ledger/service.ts'
import type { ExportQuery } from './contract.ts'
import { tillError } from './errors.ts'
import { type AccountField, accountField, defaultAccountingCodes, kindText } from './rules.ts'

const header = [
  'Transfer',
  'Booked on',
  'Happened on',
  'Kind',
  'Area',
  'Reference',
  'Reverses',
  'Reversed kind',
  'Account',
  'Account code',
  'Debit',
  'Credit',
  'Currency',
]
const transfersOnPage = 500

/** The codes of the venue's accounting, see `collections/accounting.ts`. */
async function findAccountingCodes(payload: Payload): Promise<Record<AccountField, string>> {
  const written = await payload.findGlobal({ slug: 'accounting' })
  const names = Object.keys(defaultAccountingCodes) as AccountField[]
  const codes = names.map((name) => [name, written[name] || defaultAccountingCodes[name]])
  return Object.fromEntries(codes) as Record<AccountField, string>
}

/**
 * The entries of a range of days as CSV, page by page: a line for each account of each transfer. Members appear with
 * the code of their account (`member:12`), not with their name. The audit trail records the export.
 * @throws HttpError `wrong_range`
 */
export async function exportBooks(
  req: PayloadRequest,
  { from, to }: ExportQuery,
): Promise<AsyncGenerator<string>> {
  if (from > to) throw tillError('wrong_range', { field: 'from' })
  const [{ timeZone }, codes] = await Promise.all([
    findLedgerSettings(req.payload),
    findAccountingCodes(req.payload),
  ])
  await record(req, {
    action: 'books_exported',
    subject: `the books, ${from} to ${to}`,
    of_collection: 'till',
    document: 'export',
  })
  return linesOf(databaseOf(req.payload), { from, to, timeZone, codes })
}

async function* linesOf(
  db: Database,
  { codes, ...range }: ExportQuery & { timeZone: string; codes: Record<AccountField, string> },
): AsyncGenerator<string> {
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: range.timeZone })
  const dayOf = (at: string) => format.format(new Date(at))
  yield toCsv([header])
  for (let after = 0; ; ) {
    const entries = await entriesOf(db, { ...range, after, limit: transfersOnPage })
    const last = entries.at(-1)?.transfer
    if (last === undefined) return
    after = last
    yield toCsv(
      entries.map((each) => [
        String(each.transfer),
        dayOf(each.created_at),
        dayOf(each.event_at),
        kindText(each.kind),
        each.area ?? '',
        each.reference ?? '',
        String(each.reverses ?? ''),
        each.reversed_kind ? kindText(each.reversed_kind) : '',
        each.account,
        codes[accountField(each.account)],
        each.amount < 0 ? formatAmount(-each.amount) : '',
        each.amount > 0 ? formatAmount(each.amount) : '',
        each.currency,
      ]),
    )
  }
}
