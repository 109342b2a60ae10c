import { formatGuestTime } from '../../../platform/ui/format-time.ts'
import type { AgreedTerms, CardTerms } from '../../reservations/kind.ts'
import { type EventDate, refundedUntil } from '../rules.ts'

type Dated = Pick<EventDate, 'status' | 'startsAt' | 'refundUntilHours'>

const isMoved = ({ startsAt }: Dated, agreed: AgreedTerms | null): boolean =>
  agreed !== null && agreed.startsAt.getTime() !== startsAt.getTime()

/** Until when a guest gets the price back: until the start if the time has changed since the guest began to pay. */
function untilFor(date: Dated, agreed: AgreedTerms | null): Date | null {
  if (!agreed) return refundedUntil(date)
  return isMoved(date, agreed) ? date.startsAt : agreed.refundUntil
}

/**
 * The rule by which a price by card is given back, in words that guests read before they pay, and on the receipt.
 * @param agreed what a guest who has paid agreed to
 */
export function refundRule(
  date: Dated,
  timeZone: string,
  agreed: AgreedTerms | null = null,
): string {
  const always = 'If we cancel it, you get all of it back.'
  if (date.status === 'postponed')
    return `Cancel before there’s a new date, and you get it back. ${always}`
  if (isMoved(date, agreed))
    return `The time has changed since you paid: cancel, or come with fewer, before it starts, and that money goes back to your card. ${always}`
  const until = untilFor(date, agreed)
  return until
    ? `Cancel, or come with fewer, until ${formatGuestTime(until, timeZone)}, and that money goes back to your card. After that it stays with us. ${always}`
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
  ruleOf: (date, { timeZone, agreed }) => refundRule(date, timeZone, agreed),
  refundUntilOf: refundedUntil,
  isRefunded: (date, now, agreed) => {
    const until = untilFor(date, agreed)
    return date.status === 'postponed' || (until !== null && now < until)
  },
}
