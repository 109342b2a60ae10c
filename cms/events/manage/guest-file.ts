import { formatAmount } from '../../admin/shell/money.ts'
import { toCsv } from '../../http/csv/write.ts'
import { localMoment } from '../../venue/opening-hours.ts'
import type { GuestRow } from '../contract.ts'

/**
 * A guest list as CSV.
 * @param options.withAddresses whether the file contains the guests' email addresses
 */
export function guestFile(
  guests: readonly GuestRow[],
  { timeZone, withAddresses }: { timeZone: string; withAddresses: boolean },
): string {
  const moment = (at: Date | null) => {
    if (!at) return ''
    const { date, minutes } = localMoment(at, timeZone)
    return `${date} ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  }
  const header = [
    'Name',
    ...(withAddresses ? ['Email'] : []),
    ...['Party', 'Status', 'Inside', 'Waits as no.', 'Price', 'Payment', 'Note'],
    ...['Reserved', 'Checked in'],
  ]
  const rows = guests.map((guest) => [
    guest.name ?? '',
    ...(withAddresses ? [guest.email ?? ''] : []),
    String(guest.party),
    guest.status,
    String(guest.inside),
    guest.queue ? String(guest.queue.position) : '',
    formatAmount(guest.priceCents),
    guest.payment,
    guest.note ?? '',
    moment(guest.createdAt),
    moment(guest.checkedInAt),
  ])
  return toCsv([header, ...rows])
}

const twoDigits = (number: number) => String(number).padStart(2, '0')
