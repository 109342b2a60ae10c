import { formatMoney } from '../../../platform/ui/money.ts'
import type { ReservationRow } from '../contract.ts'
import type { ReservationStatus } from '../rules.ts'

/** A guest in the admin's list. `email` is null if the guest gave none; only publishers get it. */
export type ListedGuest = {
  id: number
  name: string
  email: string | null
  party: number
  inside: number
  status: ReservationStatus
  /** The position on the waitlist; 1 is the first. Null if the guest does not wait. */
  position: number | null
  note: string | null
  version: number
  /** Further facts in words, such as the payment. */
  facts: string[]
}

/** The calls of a list: their path below /api, and what each request says besides the reservation. */
export type ListCalls = { path: string; about: Readonly<Record<string, string | number>> }

type Options = {
  currency: string
  /** Whether email addresses are shown. */
  isPublisher: boolean
}

/** Guests as the admin lists them: cancelled ones last, the waitlist in its order, the others by name. */
export const listGuests = (guests: readonly ReservationRow[], options: Options): ListedGuest[] =>
  [...guests]
    .sort(
      (one, other) =>
        Number(one.status === 'cancelled') - Number(other.status === 'cancelled') ||
        (one.queue?.position ?? 0) - (other.queue?.position ?? 0) ||
        (one.name ?? '').localeCompare(other.name ?? '', 'en-GB'),
    )
    .map((guest) => toListed(guest, options))

export function toListed(guest: ReservationRow, { currency, isPublisher }: Options): ListedGuest {
  const { id, party, inside, status, note, queueReason, version, priceCents, payment } = guest
  const amount = priceCents ? formatMoney(priceCents, currency) : null
  const paymentText = guest.isPaid
    ? 'paid'
    : guest.isPriceHeld
      ? 'held'
      : payment === 'card'
        ? 'by card, not yet paid'
        : 'at the bar'
  return {
    ...{ id, party, inside, status, note, version },
    name: guest.name ?? 'No name',
    email: isPublisher ? guest.email : null,
    position: guest.queue?.position ?? null,
    facts: [
      amount ? `${amount} ${paymentText}` : '',
      queueReason ? `Out of turn: ${queueReason}` : '',
      note ?? '',
    ].filter(Boolean),
  }
}
