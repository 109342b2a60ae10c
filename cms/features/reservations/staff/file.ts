import { formatAmount } from '../../../platform/admin/shell/money.ts'
import { toCsv } from '../../../platform/http/csv/write.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import { statusTexts } from '../admin/texts.ts'
import type { ReservationRow } from '../contract.ts'

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A moment on the venue's clock, as spreadsheets read it. */
export function csvMoment(at: Date | null, timeZone: string): string {
  if (!at) return ''
  const { date, minutes } = localMoment(at, timeZone)
  return `${date} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
}

const paymentTexts: Record<ReservationRow['payment'], string> = {
  free: 'Free',
  credit: 'From credit',
  door: 'At the bar',
  card: 'By card',
}

type Listed = ReservationRow & { of?: readonly string[] }

/**
 * A list of reservations as CSV.
 * @param options.withAddresses whether the file contains the guests' email addresses
 * @param options.of the names of the first columns, whose values are in `of` of each row
 */
export function reservationsFile(
  rows: readonly Listed[],
  {
    timeZone,
    withAddresses,
    of = [],
  }: { timeZone: string; withAddresses: boolean; of?: readonly string[] },
): string {
  const header = [
    ...of,
    'Name',
    ...(withAddresses ? ['Email'] : []),
    ...['Party', 'Status', 'Inside', 'Waits as no.', 'Price', 'Payment', 'Note'],
    ...['Reserved', 'Checked in'],
  ]
  const lines = rows.map((row) => [
    ...(row.of ?? []),
    row.name ?? '',
    ...(withAddresses ? [row.email ?? ''] : []),
    String(row.party),
    statusTexts[row.status],
    String(row.inside),
    row.queue ? String(row.queue.position) : '',
    formatAmount(row.priceCents),
    paymentTexts[row.payment],
    row.note ?? '',
    csvMoment(row.createdAt, timeZone),
    csvMoment(row.checkedInAt, timeZone),
  ])
  return toCsv([header, ...lines])
}
