import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { env } from '../../platform/runtime/env.ts'
import type { PeopleCounts, ReservationRow, ReservationState } from './contract.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { countPeople, listReservations } from './queries/of-subject.ts'
import { findReservation, listUpcomingOf } from './queries/reservations.ts'
import { rowsOf, stateOf } from './state.ts'
import { readReservationToken } from './token.ts'

export { giveBackPart } from './card.ts'
export { cancelReservation, changeParty, declineOffer, mayMail, renewHold } from './change.ts'
export { checkIn, checkInLocked } from './check-in.ts'
export { confirmReservation } from './confirm.ts'
export {
  forEachSubject,
  type Locked,
  prepareChange,
  withLocked,
  withLockedReservation,
} from './locked.ts'
export { setNoShow } from './no-show.ts'
export { cancelAllOf, endAllOf, lockWith, notifyGuests, renewHolds } from './of-subject.ts'
export { type InventedReservation, insertInvented } from './queries/demo.ts'
export { insertDrawn } from './queries/draw.ts'
export { claimNotices, claimPush } from './queries/notices.ts'
export { listOfDay } from './queries/of-day.ts'
export { countWhoReserved, listReservationsOf } from './queries/of-subject.ts'
export {
  dueCondition,
  findAnyReservation,
  findExistingIds,
  findReservation,
  findReservations,
  isOfMember,
  reservationRow,
  reservationsOf,
  standingCondition,
  updateReservation,
} from './queries/reservations.ts'
export { managedKey, reserve, reserveUnconfirmed } from './reserve.ts'
export { publicReservation, tokenOf } from './state.ts'
export {
  acceptOffer,
  expireAllDue,
  makeGoing,
  moveInQueue,
  offerPlaces,
  offerTaken,
  offerTo,
} from './waitlist.ts'

/**
 * The functions of reservations that features use. Each gets the feature's kind. `id` is the id of a reservation; a
 * reservation of another kind is not found. Each function that changes something opens a transaction, or joins the
 * request's transaction.
 */

/** The reservations of a subject. Cancelled ones are at the end. */
export const rowsOfSubject = async (
  { name }: Pick<ReservationKind, 'name'>,
  db: Database,
  subject: number,
): Promise<ReservationRow[]> => rowsOf(await listReservations(db, { kind: name, subject }))

/** Counts the people of a subject, not the parties. */
export const countsOfSubject = (
  { name }: Pick<ReservationKind, 'name'>,
  db: Database,
  subject: number,
): Promise<PeopleCounts> => countPeople(db, { kind: name, subject })

/** A reservation by its id; null if there is none. */
export async function findState<S extends Subject>(
  kind: ReservationKind<S>,
  db: Database,
  id: number,
): Promise<ReservationState<S> | null> {
  const reservation = await findReservation(db, kind.name, id)
  const subject = reservation && (await kind.find(db, reservation.subject))
  return subject ? stateOf(db, subject, reservation) : null
}

/** The reservation of a permanent link; null if the link is not valid, or of another kind. */
export async function findByToken<S extends Subject>(
  kind: ReservationKind<S>,
  payload: Payload,
  token: string,
): Promise<ReservationState<S> | null> {
  const link = readReservationToken(token, env().SECRET)
  if (!link) return null
  const state = await findState(kind, databaseOf(payload), link.id)
  return state?.token === token ? state : null
}

/**
 * A member's reservations whose subjects are not over, by start; without cancelled ones.
 * @param subject by default, the reservations of all subjects are returned
 */
export async function findUpcoming<S extends Subject>(
  kind: ReservationKind<S>,
  db: Database,
  { member, subject }: { member: number; subject?: number | undefined },
): Promise<ReservationState<S>[]> {
  const reservations = await listUpcomingOf(db, kind, member, subject)
  const found = await kind.findAll(db, [...new Set(reservations.map((each) => each.subject))])
  const subjects = new Map(found.map((each) => [each.id, each]))
  const states = await Promise.all(
    reservations.map((reservation) => {
      const known = subjects.get(reservation.subject)
      return known ? stateOf(db, known, reservation) : null
    }),
  )
  return states.filter((each) => each !== null)
}
