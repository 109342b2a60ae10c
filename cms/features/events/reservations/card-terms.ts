import type { CardTerms } from '../../reservations/kind.ts'
import { formatVenueTime } from '../../venue/time/venue-time.ts'
import { type EventDate, refundedUntil } from '../rules.ts'

/** The rule by which a price by card is given back, in words that guests read before they pay. */
export function refundRule(
  date: Pick<EventDate, 'status' | 'startsAt' | 'refundUntilHours'>,
  timeZone: string,
): string {
  const always = 'If we cancel it, you get all of it back.'
  if (date.status === 'postponed')
    return `Cancel before there’s a new date, and you get it back. ${always}`
  const until = refundedUntil(date)
  return until
    ? `Cancel, or come with fewer, until ${formatVenueTime(until, timeZone)}, and that money goes back to your card. After that it stays with us. ${always}`
    : `Paid is paid: if you cancel, the money stays with us. ${always}`
}

const dayOf = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' }).format(at)

/** How the prices of events are paid by card. */
export const cardTerms: CardTerms<EventDate> = {
  use: 'sale',
  describe: ({ title, startsAt, status }, { party, timeZone }) =>
    [
      `${party === 1 ? 'One place' : `${party} places`} at ${title}`,
      ...(status === 'postponed' ? [] : [dayOf(startsAt, timeZone)]),
    ].join(', '),
  ruleOf: (date, { timeZone }) => refundRule(date, timeZone),
  isRefunded: (date, now) => {
    const until = refundedUntil(date)
    return date.status === 'postponed' || (until !== null && now < until)
  },
}
