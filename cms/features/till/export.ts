import type { Payload, PayloadRequest } from 'payload'
import { dayText } from '../../platform/admin/shell/format.ts'
import { formatAmount } from '../../platform/admin/shell/money.ts'
import { record } from '../../platform/audit/service.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { toCsv } from '../../platform/http/csv/write.ts'
import { entriesOf, findLedgerSettings } from '../ledger/service.ts'
import { venueAreas } from '../venue/rules.ts'
import type { ExportQuery } from './contract.ts'
import { tillError } from './errors.ts'
import {
  type AccountField,
  accountField,
  defaultAccountingCodes,
  isSale,
  kindText,
  vatField,
  vatIn,
} from './rules.ts'

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
  'VAT rate',
  'VAT',
]
const transfersOnPage = 500

/** The codes of the venue's accounting, see `collections/accounting.ts`. */
async function findAccountingCodes(payload: Payload): Promise<Record<AccountField, string>> {
  const written = await payload.findGlobal({ slug: 'accounting' })
  const names = Object.keys(defaultAccountingCodes) as AccountField[]
  const codes = names.map((name) => [name, written[name] || defaultAccountingCodes[name]])
  return Object.fromEntries(codes) as Record<AccountField, string>
}

/** The rates of VAT by the area's field, in percent; areas without a rate are left out. */
async function findVatRates(payload: Payload): Promise<Map<string, number>> {
  const written = await payload.findGlobal({ slug: 'accounting' })
  const rates = venueAreas.map((area) => [area, written[vatField(area)]] as const)
  return new Map(rates.flatMap(([area, rate]) => (typeof rate === 'number' ? [[area, rate]] : [])))
}

/**
 * The entries of a range of days as CSV, page by page: a line for each account of each transfer. Members appear with
 * the code of their account (`member:12`), not with their name. The audit trail records the export. Sales have the
 * VAT that their price contains; what is taken back is in brackets.
 * @throws HttpError `wrong_range`
 */
export async function exportBooks(
  req: PayloadRequest,
  { from, to }: ExportQuery,
): Promise<AsyncGenerator<string>> {
  if (from > to) throw tillError('wrong_range', { field: 'from' })
  const [{ timeZone }, codes, rates] = await Promise.all([
    findLedgerSettings(req.payload),
    findAccountingCodes(req.payload),
    findVatRates(req.payload),
  ])
  await record(req, {
    action: 'books_exported',
    subject: `the books, ${dayText(from)} to ${dayText(to)}`,
    of_collection: 'till',
    document: 'export',
  })
  return linesOf(databaseOf(req.payload), { from, to, timeZone, codes, rates })
}

async function* linesOf(
  db: Database,
  {
    codes,
    rates,
    ...range
  }: ExportQuery & {
    timeZone: string
    codes: Record<AccountField, string>
    rates: ReadonlyMap<string, number>
  },
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
    const gross = grossAmounts(entries)
    // What the guest paid contains the VAT, also the part of it that the Common Good got.
    const vatOf = (each: (typeof entries)[number]): [string, string] => {
      const rate =
        each.account === 'venue:sales' && isSale(each) ? rates.get(each.area ?? '') : undefined
      if (rate === undefined) return ['', '']
      const vat = vatIn(Math.sign(each.amount) * (gross.get(each.transfer) ?? 0), rate)
      return [String(rate), vat < 0 ? `(${formatAmount(-vat)})` : formatAmount(vat)]
    }
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
        ...vatOf(each),
      ]),
    )
  }
}

/** What each transfer moved, by its id. */
function grossAmounts(entries: readonly { transfer: number; amount: number }[]) {
  const gross = new Map<number, number>()
  for (const { transfer, amount } of entries) {
    if (amount > 0) gross.set(transfer, (gross.get(transfer) ?? 0) + amount)
  }
  return gross
}
