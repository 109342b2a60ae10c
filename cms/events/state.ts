import type { Database } from '../database/query.ts'
import { env } from '../env.ts'
import type { GuestRow, PublicRsvp, QueuePosition, RsvpState } from './contract.ts'
import type { Rsvp } from './queries/rsvps.ts'
import { findPosition } from './queries/waitlist.ts'
import { reservationToken } from './reservation-token.ts'
import type { EventDate } from './rules.ts'

/** The position of a party on the waitlist; null if the party does not wait. */
export const positionOf = async (db: Database, rsvp: Rsvp): Promise<QueuePosition | null> =>
  rsvp.status === 'waitlisted' && rsvp.queue !== null
    ? findPosition(db, { date: rsvp.date, queue: rsvp.queue })
    : null

const factsOf = (rsvp: Rsvp, queue: QueuePosition | null): Omit<GuestRow, 'date'> => ({
  id: rsvp.id,
  status: rsvp.status,
  party: rsvp.party,
  member: rsvp.member,
  name: rsvp.name,
  email: rsvp.email,
  isConfirmed: rsvp.confirmedAt !== null,
  priceCents: rsvp.price,
  payment: rsvp.payment,
  isPriceHeld: rsvp.hold !== null,
  isPaid: rsvp.transfer !== null,
  heldUntil: rsvp.heldUntil,
  offeredUntil: rsvp.offeredUntil,
  queue,
  inside: rsvp.inside,
  checkedInAt: rsvp.checkedInAt,
  cancelledBy: rsvp.cancelledBy,
  note: rsvp.note,
  queueReason: rsvp.queueReason,
  createdAt: rsvp.createdAt,
  version: rsvp.version,
})

export const tokenOf = ({ id, linkVersion }: Rsvp): string =>
  reservationToken({ rsvp: id, version: linkVersion }, env().SECRET)

export const stateWith = (date: EventDate, rsvp: Rsvp, queue: QueuePosition | null): RsvpState => ({
  ...factsOf(rsvp, queue),
  date,
  token: tokenOf(rsvp),
})

export const stateOf = async (db: Database, date: EventDate, rsvp: Rsvp): Promise<RsvpState> =>
  stateWith(date, rsvp, await positionOf(db, rsvp))

/** Rows of a guest list, with the position of each party that waits. */
export function guestRows(rsvps: readonly Rsvp[]): GuestRow[] {
  const next = { position: 1, people: 0 }
  return rsvps.map((rsvp) => {
    const waits = rsvp.status === 'waitlisted'
    const queue = waits ? { ...next } : null
    if (waits && rsvp.confirmedAt) {
      next.position += 1
      next.people += rsvp.party
    }
    return { ...factsOf(rsvp, queue), date: rsvp.date }
  })
}

/** A reservation as the API returns it. */
export const publicRsvp = (state: RsvpState): PublicRsvp => ({
  token: state.token,
  status: state.status,
  party: state.party,
  is_confirmed: state.isConfirmed,
  price_cents: state.priceCents,
  payment: state.payment,
  held_until: state.heldUntil?.toISOString() ?? null,
  offered_until: state.offeredUntil?.toISOString() ?? null,
  queue: state.queue,
  version: state.version,
})
