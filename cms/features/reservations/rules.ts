import { graceMinutes } from '../payments/rules.ts'

/** What can be reserved. A feature declares each kind as a `ReservationKind`, see kind.ts. */
export const kindNames = ['event', 'table', 'desk', 'drop', 'space'] as const
export type KindName = (typeof kindNames)[number]

/**
 * How a party pays.
 * - `credit`: the price is held when a member reserves, and posted at the door
 * - `door`: it is paid at the bar
 * - `card`: it is paid by card before the reservation is `going`; until then the reservation is `held`
 */
export const paymentKinds = ['free', 'credit', 'door', 'card'] as const
export type Payment = (typeof paymentKinds)[number]

/**
 * - `held`: places are taken until the address is confirmed or the price is paid
 * - `going`: places are taken
 * - `waitlisted`: waits for places
 * - `offered`: freed places are taken until the offer is accepted, declined or expires
 * - `attended`, `no_show`: whether the party came
 */
export const reservationStatuses = [
  'held',
  'going',
  'waitlisted',
  'offered',
  'cancelled',
  'attended',
  'no_show',
] as const
export type ReservationStatus = (typeof reservationStatuses)[number]

/**
 * The values of `cancelled_by`: who or what cancelled a reservation. `event`: what was reserved was cancelled, such as
 * the date of an event. `expiry`: the reservation was not confirmed or paid, or the offer not accepted, in time.
 */
export const cancellers = ['guest', 'organiser', 'staff', 'event', 'expiry'] as const
export type ChangedBy = (typeof cancellers)[number]

/** The statuses of reservations whose guests get a mail about a change, if their address is confirmed. */
export const toldStatuses = ['going', 'waitlisted', 'offered'] as const
/** The same for a cancellation: also those who are inside already. */
export const toldOfCancellation = [...toldStatuses, 'attended'] as const

/** Whether a reservation with this status takes places. */
export const takesPlaces = (status: ReservationStatus): boolean =>
  ['held', 'going', 'offered', 'attended'].includes(status)

/** How long an unconfirmed address keeps its places, unless a kind says otherwise. */
export const heldMinutes = 15
/** How long an unconfirmed address stays on the waitlist. */
export const unconfirmedHours = 24
/** How long after the end names and addresses of reservations are erased. */
export const namesDays = 90

/**
 * Limits of the places that the unconfirmed reservations of one client, and of its network, hold at the same time:
 * `places`, and `share` of the capacity. Beyond these limits, places are taken only when the address is confirmed.
 */
export const heldShares = {
  client: { places: 12, share: 1 / 4 },
  network: { places: 36, share: 1 / 2 },
}

/** `party`: the most people in one reservation that staff enter; a kind may allow fewer. */
export const limits = { name: 120, note: 300, party: 20, places: 10_000 } as const

type Places = { capacity: number | null; taken: number }

/** The places left; Infinity without a capacity. */
export const placesLeft = ({ capacity, taken }: Places): number =>
  capacity === null ? Number.POSITIVE_INFINITY : Math.max(0, capacity - taken)

/**
 * The waiting parties that get places: in their order, each party that fits into the places that are still free.
 * @param free the number of free places; Infinity without a capacity
 */
export function partiesThatFit<Party extends { party: number }>(
  waiting: readonly Party[],
  free: number,
): Party[] {
  let left = free
  return waiting.filter(({ party }) => {
    if (party > left) return false
    left -= party
    return true
  })
}

/**
 * The path of a guest's page.
 * @param kind where the kind's pages are, see `ReservationKind`
 */
export const reservationPath = (
  { path, page = 'reservation' }: { path: string; page?: string },
  token: string,
): string => `${path}/${page}/${token}`

/** Whether a party has to pay by card before it is `going`. */
export const isUnpaid = ({
  payment,
  priceCents,
  transfer,
}: {
  payment: Payment
  priceCents: number
  transfer: number | null
}): boolean => paysByCard({ payment, priceCents }) && transfer === null

/** Whether a party has a price that is paid by card. */
export const paysByCard = ({
  payment,
  priceCents,
}: {
  payment: Payment
  priceCents: number
}): boolean => payment === 'card' && priceCents > 0

/** What a guest agreed to when the payment by card began; null if nothing is stored. */
export const agreedOf = ({
  refundUntil,
  agreedStart,
}: {
  refundUntil: Date | null
  agreedStart: Date | null
}) => agreedStart && { refundUntil, startsAt: agreedStart }

/**
 * The price of some people of a party, as it was when the party reserved, in whole minor units. A deposit that was kept when
 * the party became smaller cannot always be divided by it.
 */
export const priceOfSome = (
  { priceCents, party }: { priceCents: number; party: number },
  people: number,
): number => Math.round((priceCents * people) / party)

/** The prefix of references under which card payments name reservations: `reservation:12`. */
export const referencePrefix = 'reservation'
export const referenceOf = ({ id }: { id: number }): string => `${referencePrefix}:${id}`

/**
 * Until when a guest may confirm or pay. Once the guest has begun to pay, the places are kept a little longer, so that
 * what was paid in the last moment is accepted.
 */
export const payUntilOf = ({
  heldUntil,
  extendedAt,
}: {
  heldUntil: Date | null
  extendedAt: Date | null
}): Date | null =>
  heldUntil && extendedAt ? new Date(heldUntil.getTime() - graceMinutes * 60_000) : heldUntil
