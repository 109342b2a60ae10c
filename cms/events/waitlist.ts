import type { Payload, PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { databaseOf } from '../database/query.ts'
import { HttpError } from '../http/errors.ts'
import { formatVenueTime } from '../venue/venue-time.ts'
import type { ChangedBy, RsvpState } from './contract.ts'
import { describePostponed } from './describe-changes.ts'
import { eventError } from './errors.ts'
import { forEachDate, type LockedDate, withLockedDate, withLockedRsvp } from './locked.ts'
import { holdPrice } from './money.ts'
import { queuePushes } from './pushes.ts'
import { type Rsvp, updateRsvp } from './queries/rsvps.ts'
import { expireDue, listDatesToOffer, listWaiting, markOffered } from './queries/waitlist.ts'
import { type EventDate, offerEnd, partiesThatFit, placesLeft, takesPlaces } from './rules.ts'
import { stateOf } from './state.ts'

/** Whether places of a date can still be offered. */
const canOffer = ({ status, startsAt }: EventDate, now: Date) =>
  status === 'published' && startsAt > now

/** Offers places to locked parties. The caller must first take the places for them. */
async function offer(locked: LockedDate, ids: readonly number[]): Promise<Rsvp[]> {
  const { db, mailer, ledgerSettings, date } = locked
  const until = offerEnd(new Date(), date.startsAt)
  const offered = await markOffered(db, ids, until)
  const words = { until: formatVenueTime(until, ledgerSettings.timeZone) }
  await locked.enqueueMails(
    await Promise.all(
      offered.map((rsvp) => mailer('offer', { date, rsvp, words, occasion: rsvp.version })),
    ),
  )
  await queuePushes(db, 'offer', offered, ({ version }) => version)
  return offered
}

/** Offers the free places of a locked date to the parties that fit, in their order. */
export async function offerFreePlaces(locked: LockedDate): Promise<void> {
  const { db, date } = locked
  const free = placesLeft(date)
  if (free < 1 || !canOffer(date, new Date())) return
  const chosen = partiesThatFit(await listWaiting(db, date.id), free)
  const people = chosen.reduce((sum, { party }) => sum + party, 0)
  if (!people || !(await locked.take(people))) return
  await offer(
    locked,
    chosen.map(({ id }) => id),
  )
}

/**
 * Offers free places to the parties that wait: to the first party that fits, then to the next. Each change of a
 * reservation already does this, and so does saving a date with a larger capacity.
 * @throws HttpError `not_found`
 */
export const offerPlaces = (req: PayloadRequest, date: number): Promise<void> =>
  withLockedDate(req, date, async (locked) => {
    await cancelExpired(locked)
    await offerFreePlaces(locked)
  })

/** Cancels reservations that were not confirmed or accepted in time. Parties whose offer has expired get a mail. */
async function cancelExpired(locked: LockedDate): Promise<void> {
  const { db, date, mailer } = locked
  const expired = await expireDue(db, date.id)
  const freed = expired.filter(({ was }) => takesPlaces(was))
  await locked.take(-freed.reduce((sum, { rsvp }) => sum + rsvp.party, 0))
  await locked.enqueueMails(
    await Promise.all(
      expired
        .filter(({ was }) => was === 'offered')
        .map(({ rsvp }) => mailer('offer_expired', { date, rsvp, occasion: rsvp.version })),
    ),
  )
}

/** Cancels expired reservations and offers free places at all dates, each date in its own transaction. */
export async function expireAllDue(payload: Payload): Promise<void> {
  await forEachDate(payload, await listDatesToOffer(databaseOf(payload)), offerPlaces)
}

/** Sets a locked reservation to `going`. Its places must already be taken. */
export async function makeGoing(locked: LockedDate, rsvp: Rsvp): Promise<Rsvp> {
  const { db, ledgerSettings, date, mailer } = locked
  const payment = await holdPrice(db, ledgerSettings, { date, rsvp })
  const going = await updateRsvp(db, rsvp.id, {
    ...{ status: 'going', held_until: null, offered_until: null, ...payment },
    confirms: true,
  })
  const facts = { date, rsvp: going, occasion: going.version }
  // A postponed date has no time that the mail could name.
  const words = { changes: describePostponed(date, ledgerSettings.timeZone) }
  const mail =
    date.status === 'postponed' ? mailer('postponed', { ...facts, words }) : mailer('going', facts)
  await locked.enqueueMails([await mail])
  return going
}

/**
 * Accepts an offer. A second acceptance gets the same reply.
 * @throws HttpError `not_found`, `offer_expired`, `no_offer`, `cancelled`, `date_cancelled`
 */
export async function acceptOffer(req: PayloadRequest, rsvp: number): Promise<RsvpState> {
  // The error is thrown after the transaction, so offers to the next parties are kept.
  const result = await withLockedRsvp(req, rsvp, async (locked, found) => {
    const { db, date } = locked
    if (found.status === 'going' || found.status === 'attended') return stateOf(db, date, found)
    if (found.status === 'offered') {
      if (isPast(found.offeredUntil)) {
        await cancelExpired(locked)
        await offerFreePlaces(locked)
        return eventError('offer_expired')
      }
      return stateOf(db, locked.date, await makeGoing(locked, found))
    }
    if (found.status !== 'cancelled') return eventError('no_offer')
    if (found.cancelledBy === 'expiry') return eventError('offer_expired')
    return eventError(found.cancelledBy === 'event' ? 'date_cancelled' : 'cancelled')
  })
  if (result instanceof HttpError) throw result
  return result
}

const isPast = (until: Date | null) => until !== null && until <= new Date()

/**
 * Offers places to one party before its turn. The offer is mailed.
 * @throws HttpError `not_found`, `not_waiting`, `unconfirmed`, `full`, `started`
 */
export const offerTo = (
  req: PayloadRequest,
  { rsvp, by, reason }: { rsvp: number; by: ChangedBy; reason: string },
): Promise<RsvpState> =>
  withLockedRsvp(req, rsvp, async (locked, found) => {
    const { db, date } = locked
    if (found.status === 'offered') return stateOf(db, date, found)
    if (found.status !== 'waitlisted') throw eventError('not_waiting')
    if (!found.confirmedAt) throw eventError('unconfirmed')
    if (!canOffer(date, new Date())) throw eventError('started')
    await cancelExpired(locked)
    if (!(await locked.take(found.party))) throw eventError('full')
    await updateRsvp(db, found.id, { queue_reason: reason })
    const [offered = found] = await offer(locked, [found.id])
    await recordAudit(req, 'places_offered', locked.date, { party: found.party, by })
    return stateOf(db, locked.date, offered)
  })

/**
 * Moves a party in the waitlist. Places that become free later are offered in the new order.
 * @param request.position 1 is the first; a number beyond the end means the last
 * @throws HttpError `not_found`, `not_waiting`, `unconfirmed`
 */
export const moveInQueue = (
  req: PayloadRequest,
  { rsvp, position, by, reason }: { rsvp: number; position: number; by: ChangedBy; reason: string },
): Promise<RsvpState> =>
  withLockedRsvp(req, rsvp, async (locked, found) => {
    const { db, date } = locked
    if (found.status !== 'waitlisted') throw eventError('not_waiting')
    if (!found.confirmedAt) throw eventError('unconfirmed')
    const waiting = await listWaiting(db, date.id)
    const others = waiting.filter(({ id }) => id !== found.id)
    const index = Math.min(Math.max(1, Math.trunc(position) || 1), others.length + 1) - 1
    const previous = others[index - 1]?.queue
    const next = others[index]?.queue
    const queue =
      previous === undefined
        ? (next ?? 2) - 1
        : next === undefined
          ? previous + 1
          : (previous + next) / 2
    const moved = await updateRsvp(db, found.id, { queue, queue_reason: reason })
    const from = waiting.findIndex(({ id }) => id === found.id) + 1
    await recordAudit(req, 'queue_moved', date, { party: found.party, from, to: index + 1, by })
    return stateOf(db, date, moved)
  })

/**
 * Writes the audit trail. Its entries are kept longer than reservations, so they contain no guest and no reason. The
 * reason is stored with the reservation.
 */
const recordAudit = (
  req: PayloadRequest,
  action: string,
  { id, title }: EventDate,
  facts: Record<string, unknown>,
) => {
  const details = { ...facts, reason: 'with the reservation' }
  return record(req, {
    action,
    subject: title,
    of_collection: 'event_dates',
    document: id,
    details,
  })
}
