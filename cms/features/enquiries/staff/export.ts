import { formatAmount } from '../../../platform/admin/shell/money.ts'
import type { Database } from '../../../platform/database/query.ts'
import { toCsv } from '../../../platform/http/csv/write.ts'
import { asWords } from '../../../platform/ui/as-words.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { areaName } from '../../venue/names.ts'
import { lostNames, quoteNames, statusNames } from '../admin/texts.ts'
import { type Enquiry, listEnquiries } from '../queries/enquiries.ts'
import { listMainQuotes, type Quote } from '../queries/quotes.ts'

const rowsAtOnce = 1000

/** All enquiries, each with its quote. */
export async function findAll(db: Database): Promise<{ enquiry: Enquiry; quote: Quote | null }[]> {
  const found: Enquiry[] = []
  for (let isDone = false; !isDone; ) {
    const some = await listEnquiries(db, {
      ...{ closedDays: 36_500, skip: found.length, limit: rowsAtOnce },
    })
    found.push(...some)
    isDone = some.length < rowsAtOnce
  }
  const ids = found.map(({ id }) => id)
  const quotes = new Map((await listMainQuotes(db, ids)).map((quote) => [quote.enquiry, quote]))
  return found.map((enquiry) => ({ enquiry, quote: quotes.get(enquiry.id) ?? null }))
}

/** Enquiries as CSV, for spreadsheets. Days and times are on the venue’s clock. */
export const enquiriesFile = (
  rows: readonly { enquiry: Enquiry; quote: Quote | null }[],
  { nameOf, timeZone }: { nameOf: (staff: number | null) => string; timeZone: string },
): string => {
  const dayOf = (at: Date) => localMoment(at, timeZone).date
  const timeOf = (at: Date) => {
    const { date, minutes } = localMoment(at, timeZone)
    const clock = [Math.floor(minutes / 60), minutes % 60].map((part) =>
      String(part).padStart(2, '0'),
    )
    return `${date} ${clock.join(':')}`
  }
  return toCsv([
    [
      ...['No.', 'Status', 'What', 'Days', 'Time of day', 'People', 'Budget', 'Name', 'Email'],
      ...['Telephone', 'Confirmed', 'Who', 'Due', 'Lost because', 'Arrived', 'Words'],
      ...['Quote', 'Space', 'From', 'Until', 'Total', 'Deposit', 'Deposit paid'],
    ],
    ...rows.map(({ enquiry: each, quote }) => [
      ...[String(each.id), statusNames[each.status], each.kind, each.days.join(', '), each.dayPart],
      ...[String(each.people), each.budgetCents === null ? '' : formatAmount(each.budgetCents)],
      ...[each.name, each.email, each.phone ?? '', each.confirmedAt ? 'yes' : 'no'],
      ...[nameOf(each.owner), each.dueOn ?? ''],
      each.lostReason ? lostNames[each.lostReason] : '',
      ...[dayOf(each.createdAt), each.words],
      ...(quote
        ? [
            ...[
              asWords(quoteNames[quote.status]),
              areaName(quote.area),
              timeOf(quote.startsAt),
              timeOf(quote.endsAt),
            ],
            ...[formatAmount(quote.totalCents), formatAmount(quote.depositCents)],
            quote.payment === null ? 'no' : 'yes',
          ]
        : Array<string>(7).fill('')),
    ]),
  ])
}
