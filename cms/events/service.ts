import type { Payload, PayloadRequest } from 'payload'
import type { Database } from '../database/query.ts'
import type { By, CheckInResult, Guest, GuestCounts, GuestRow, RsvpState } from './contract.ts'
import type { EventDate } from './rules.ts'

export {
  findDate,
  findDateBySlug as findPublicDate,
  findDates,
  listDates,
} from './queries/dates.ts'

const pending = (): never => {
  throw new Error('Not built yet.')
}

/** `rsvp` is the id of a reservation, `date` that of a date. All are transactions, or join the request's. */
export const reserve = (
  _req: PayloadRequest,
  _request: { date: number; party: number; key: string; guest: Guest; by?: By; note?: string },
): Promise<RsvpState> => pending()
export const confirmRsvp = (_req: PayloadRequest, _rsvp: number): Promise<RsvpState> => pending()
export const changeParty = (
  _req: PayloadRequest,
  _change: { rsvp: number; party: number; by: By; version?: number },
): Promise<RsvpState> => pending()
export const cancelRsvp = (
  _req: PayloadRequest,
  _request: { rsvp: number; by: By },
): Promise<RsvpState> => pending()
export const acceptOffer = (_req: PayloadRequest, _rsvp: number): Promise<RsvpState> => pending()
export const declineOffer = (_req: PayloadRequest, _rsvp: number): Promise<RsvpState> => pending()
export const offerPlaces = (_req: PayloadRequest, _date: number): Promise<void> => pending()
export const offerTo = (
  _req: PayloadRequest,
  _request: { rsvp: number; by: By; reason: string },
): Promise<RsvpState> => pending()
/** `position`: 1 is the first. */
export const moveInQueue = (
  _req: PayloadRequest,
  _request: { rsvp: number; position: number; by: By; reason: string },
): Promise<RsvpState> => pending()
/** `inside`: how many of the party are inside now; 0 undoes. */
export const checkIn = (
  _req: PayloadRequest,
  _request: { rsvp: number; inside: number; by: By },
): Promise<CheckInResult> => pending()
export const cancelDate = (
  _req: PayloadRequest,
  _request: { date: number; by: By; reason?: string },
): Promise<{ told: number }> => pending()
export const tellChanged = (
  _req: PayloadRequest,
  _request: { date: number; before: EventDate },
): Promise<{ told: number }> => pending()
/** Mails an organiser's message to guests of an audience, once for each `message` (id in event_messages). */
export const mailGuests = (
  _req: PayloadRequest,
  _request: { date: number; audience: 'going' | 'waiting'; message: number; text: string },
): Promise<{ told: number }> => pending()
export const guestsOf = (_db: Database, _date: number): Promise<GuestRow[]> => pending()
export const countsOf = (_db: Database, _date: number): Promise<GuestCounts> => pending()
export const rsvpOf = (_payload: Payload, _token: string): Promise<RsvpState | null> => pending()
/** A reservation by its id. */
export const rsvpById = (_db: Database, _rsvp: number): Promise<RsvpState | null> => pending()
/** A member's reservations of dates that have not ended, by start; without cancelled ones. */
export const upcomingRsvps = (_db: Database, _member: number): Promise<RsvpState[]> => pending()
