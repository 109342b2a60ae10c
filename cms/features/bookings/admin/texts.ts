import type { SheetBooking } from '../evening/contract.ts'
import type { SheetStatus } from '../evening/rules.ts'

export const statusTexts: Record<SheetStatus, string> = {
  held: 'Being booked',
  waitlist: 'On the waitlist',
  waiting: 'Waits here',
  expected: 'To come',
  seated: 'Seated',
  finished: 'Gone',
  left: 'Left without a table',
  no_show: 'Did not come',
  cancelled: 'Cancelled',
}

export const nameOf = ({ name, source, status }: SheetBooking): string =>
  name ??
  (status === 'held' ? 'Somebody on the site' : source === 'walk_in' ? 'Walk-in' : 'A guest')

/** What staff should know about a party, each in a word or two. */
export function marksOf(booking: SheetBooking): { text: string; kind: 'alert' | 'plain' }[] {
  const plain = (text: string) => ({ text, kind: 'plain' as const })
  const alert = (text: string) => ({ text, kind: 'alert' as const })
  return [
    ...(booking.allergies ? [alert(`Allergies: ${booking.allergies}`)] : []),
    ...(booking.no_shows ? [alert(`Did not come ${booking.no_shows}×`)] : []),
    ...(booking.late_minutes ? [alert(`${booking.late_minutes} min late`)] : []),
    ...(booking.has_birthday ? [plain('Birthday')] : []),
    ...(booking.is_new ? [plain('New')] : []),
    ...(booking.is_member ? [plain('Member')] : []),
    ...(booking.high_chair ? [plain('High chair')] : []),
    ...(booking.step_free ? [plain('Step-free')] : []),
    ...(booking.quoted_for && booking.status === 'waiting'
      ? [plain(`Told ${booking.quoted_for}`)]
      : []),
    ...(booking.notes ? [plain(booking.notes)] : []),
  ]
}

/** How long ago a moment was: `3 minutes`. */
export function ageText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000))
  if (minutes < 1) return 'less than a minute'
  return minutes === 1 ? 'one minute' : `${minutes} minutes`
}
