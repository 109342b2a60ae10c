import type { Payload, PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { formatGuestTime } from '../../platform/ui/format-time.ts'
import type { NamedDate } from '../credit/ports.ts'
import type { ProgrammeDate, ProgrammeQuery } from '../letters/ports.ts'
import * as reservations from '../reservations/service.ts'
import { areaName } from '../venue/names.ts'
import type { PublishedDate } from '../venue/ports.ts'
import { findVenue } from '../venue/service.ts'
import type { AvailabilityReply, ChangedBy, Guest } from './contract.ts'
import { findDatesForList, listDates } from './queries/dates.ts'
import { findStaffDates } from './queries/staff-dates.ts'
import { eventKind } from './reservations/kind.ts'
import { availabilityOf, type EventDate, eventPath } from './rules.ts'

export { listAttended, listLastAttended } from './queries/attended.ts'
export { findDate, findDatesBetween, listDates } from './queries/dates.ts'
export { listManagedDates } from './queries/links.ts'
export { findOverlaps } from './queries/staff-dates.ts'
export { giveFeedback } from './reservations/feedback.ts'
export { cancelDate, mailGuests, notifyChanged } from './series/dates.ts'

/**
 * The functions of reservations for dates. `rsvp` is the id of a reservation, `date` is the id of a date. Each function
 * that changes something opens a transaction, or joins the request's transaction.
 */

type ReserveOptions = {
  date: number
  party: number
  key: string
  guest: Guest
  by?: ChangedBy
  note?: string | null
  /** The slug of the date. Guests have to send it for a secret date. */
  slug?: string | undefined
}
export const reserve = (req: PayloadRequest, { date, ...request }: ReserveOptions) =>
  reservations.reserve(eventKind, req, { ...request, subject: date })
export const reserveUnconfirmed = (req: PayloadRequest, { date, ...request }: ReserveOptions) =>
  reservations.reserveUnconfirmed(eventKind, req, { ...request, subject: date })

type Change<Values = unknown> = { rsvp: number; by: ChangedBy } & Values
export const changeParty = (
  req: PayloadRequest,
  { rsvp: id, ...change }: Change<{ party: number; version?: number | undefined }>,
) => reservations.changeParty(eventKind, req, { id, ...change })
export const cancelRsvp = (req: PayloadRequest, { rsvp: id, by }: Change) =>
  reservations.cancelReservation(eventKind, req, { id, by })
export const checkIn = (req: PayloadRequest, { rsvp: id, inside }: Change<{ inside: number }>) =>
  reservations.checkIn(eventKind, req, { id, inside })
export const offerTo = (req: PayloadRequest, { rsvp: id, ...change }: Change<{ reason: string }>) =>
  reservations.offerTo(eventKind, req, { id, ...change })
export const moveInQueue = (
  req: PayloadRequest,
  { rsvp: id, ...change }: Change<{ position: number; reason: string }>,
) => reservations.moveInQueue(eventKind, req, { id, ...change })
export const confirmRsvp = (req: PayloadRequest, rsvp: number) =>
  reservations.confirmReservation(eventKind, req, rsvp)
export const acceptOffer = (req: PayloadRequest, rsvp: number) =>
  reservations.acceptOffer(eventKind, req, rsvp)
export const declineOffer = (req: PayloadRequest, rsvp: number) =>
  reservations.declineOffer(eventKind, req, rsvp)
export const offerPlaces = (req: PayloadRequest, date: number) =>
  reservations.offerPlaces(eventKind, req, date)

export const guestsOf = (db: Database, date: number) =>
  reservations.rowsOfSubject(eventKind, db, date)
export const guestCountsOf = (db: Database, date: number) =>
  reservations.countsOfSubject(eventKind, db, date)
export const rsvpById = (db: Database, rsvp: number) => reservations.findState(eventKind, db, rsvp)
export const rsvpByToken = (payload: Payload, token: string) =>
  reservations.findByToken(eventKind, payload, token)
/** @param date by default, the reservations of all dates are returned */
export const upcomingRsvps = (db: Database, member: number, date?: number) =>
  reservations.findUpcoming(eventKind, db, { member, subject: date })

/** The published dates of a day that are not over, by start, for staff. */
export async function publishedDatesOn(db: Database, day: string): Promise<PublishedDate[]> {
  const dates = await findStaffDates(db, { from: day, until: day, status: 'published' })
  return dates
    .filter(({ endsAt }) => endsAt > new Date())
    .map(({ id, title, startsAt, areas }) => ({
      ...{ title, startsAt, areas },
      path: `/cms/events/date/${id}`,
    }))
}

const maxProgrammeDates = 20

/** The public dates of the weeks after `at`, for letters. */
export async function programmeOf(
  payload: Payload,
  { area, interest, weeks, at }: ProgrammeQuery,
): Promise<ProgrammeDate[]> {
  const { timeZone } = await findVenue(payload)
  const dates = await listDates(databaseOf(payload), {
    endsAfter: at,
    startsBefore: new Date(at.getTime() + weeks * 7 * 86_400_000),
    ...(area && { area }),
    ...(interest && { interest }),
    limit: maxProgrammeDates,
  })
  return dates
    .filter(({ status }) => status === 'published' || status === 'ended')
    .map(({ title, slug, startsAt, areas }) => ({
      title,
      when: formatGuestTime(startsAt, timeZone, at),
      area: areas.map(areaName).join(', '),
      path: eventPath(slug),
    }))
}

const nameOf = ({ id, title, day, slug }: EventDate): NamedDate => ({
  ...{ id, title, day },
  path: eventPath(slug),
})

/** The names of dates for lines of a member's ledger, and for staff. */
export const findNamesOfDates = async (
  db: Database,
  ids: readonly number[],
): Promise<NamedDate[]> => (await findDatesForList(db, ids)).map(nameOf)

/** Whether everybody may know of a date. */
export const isKnownToAll = ({
  status,
  visibility,
}: Pick<EventDate, 'status' | 'visibility'>): boolean =>
  status !== 'draft' && visibility !== 'secret'

/** The names of dates. Drafts, secret and unknown dates are left out. */
export const findPublicNamesOfDates = async (
  db: Database,
  ids: readonly number[],
): Promise<NamedDate[]> => (await findDatesForList(db, ids)).filter(isKnownToAll).map(nameOf)

/** The availability of dates as pages show it. Drafts, secret and unknown dates are left out. */
export async function availabilityOfDates(
  db: Database,
  ids: readonly number[],
): Promise<AvailabilityReply> {
  const now = new Date()
  const dates = (await findDatesForList(db, ids)).filter(isKnownToAll)
  return { dates: dates.map((date) => ({ id: date.id, ...availabilityOf(date, now) })) }
}
