import type { Payload } from 'payload'
import { type Database, databaseOf } from '../database/query.ts'
import { env } from '../env.ts'
import type { PublishedDate } from '../feature.ts'
import type { AvailabilityReply, GuestRow, RsvpState } from './contract.ts'
import { findDate, findDates } from './queries/dates.ts'
import { findRsvp, listUpcomingOf } from './queries/rsvps.ts'
import { countPeople, listRsvps } from './queries/rsvps-of-date.ts'
import { findStaffDates } from './queries/staff-dates.ts'
import { readReservationToken } from './reservation-token.ts'
import { availabilityOf } from './rules.ts'
import { guestRows, stateOf } from './state.ts'

export { cancelRsvp, changeParty, declineOffer } from './change.ts'
export { checkIn } from './check-in.ts'
export { confirmRsvp } from './confirm.ts'
export { cancelDate, mailGuests, notifyChanged } from './dates.ts'
export { giveFeedback } from './feedback.ts'
export {
  findDate,
  listDates,
} from './queries/dates.ts'
export { reserve, reserveUnconfirmed } from './reserve.ts'
export { acceptOffer, moveInQueue, offerTo } from './waitlist.ts'

/**
 * The functions of reservations that other modules use. `rsvp` is the id of a reservation, `date` is the id of a date.
 * Each function that changes something opens a transaction, or joins the request's transaction.
 */

/** The guests of a date. Cancelled reservations are at the end. */
export const guestsOf = async (db: Database, date: number): Promise<GuestRow[]> =>
  guestRows(await listRsvps(db, date))

/** Counts the people of a date, not the parties. */
export const guestCountsOf = countPeople

/** A reservation by its id; null if there is none. */
export async function rsvpById(db: Database, id: number): Promise<RsvpState | null> {
  const rsvp = await findRsvp(db, id)
  const date = rsvp && (await findDate(db, rsvp.date))
  return date ? stateOf(db, date, rsvp) : null
}

/** The reservation of a permanent link; null if the link is not valid. */
export async function rsvpByToken(payload: Payload, token: string): Promise<RsvpState | null> {
  const link = readReservationToken(token, env().SECRET)
  if (!link) return null
  const state = await rsvpById(databaseOf(payload), link.rsvp)
  return state?.token === token ? state : null
}

/**
 * A member's reservations of dates that have not ended, by start; without cancelled ones.
 * @param dateId by default, the reservations of all dates are returned
 */
export async function upcomingRsvps(
  db: Database,
  member: number,
  dateId?: number,
): Promise<RsvpState[]> {
  const rsvps = await listUpcomingOf(db, member, dateId)
  const found = await findDates(db, [...new Set(rsvps.map(({ date }) => date))])
  const dates = new Map(found.map((date) => [date.id, date]))
  const states = await Promise.all(
    rsvps.map((rsvp) => {
      const date = dates.get(rsvp.date)
      return date ? stateOf(db, date, rsvp) : null
    }),
  )
  return states.filter((each) => each !== null)
}

/** The published dates of a day that are not over, by start, for staff. */
export async function publishedDatesOn(db: Database, day: string): Promise<PublishedDate[]> {
  const dates = await findStaffDates(db, { from: day, until: day, status: 'published' })
  return dates
    .filter(({ ends_at }) => ends_at > new Date())
    .map(({ id, title, starts_at, areas }) => ({
      ...{ title, startsAt: starts_at, areas },
      path: `/cms/events/date/${id}`,
    }))
}

/** The availability of dates as pages show it. Drafts, secret and unknown dates are left out. */
export async function availabilityOfDates(
  db: Database,
  ids: readonly number[],
): Promise<AvailabilityReply> {
  const now = new Date()
  const dates = (await findDates(db, ids)).filter(
    ({ status, visibility }) => status !== 'draft' && visibility !== 'secret',
  )
  return { dates: dates.map((date) => ({ id: date.id, ...availabilityOf(date, now) })) }
}
