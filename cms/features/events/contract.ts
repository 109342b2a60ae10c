import { z } from 'zod'
import { emailField, optionalField, rowId, textLine } from '../../platform/http/texts/fields.ts'
import { formKeyField } from '../../platform/http/texts/money-fields.ts'
import {
  linkRequest,
  type PublicReservation,
  partyField,
  type ReservationState,
} from '../reservations/contract.ts'
import { type EventDate, limits } from './rules.ts'

const invalidEmail = 'Please enter a valid email.'
const missingName = 'Please tell us your name.'
/** `POST /api/calendar/reserve`. `name` and `email` are ignored for members who are signed in. */
export const reserveRequest = z.object({
  date: rowId,
  party: partyField(limits.party),
  key: formKeyField,
  name: textLine('The name', limits.name, missingName).refine(Boolean, missingName).optional(),
  email: emailField(invalidEmail).optional(),
  /**
   * The slug of the date's page. Guests must send it to reserve a secret date. An HTML form sends it so that the page
   * after the form can link back to the date's page.
   */
  slug: z.string().max(200).optional(),
})

/** `GET /api/calendar/mine?date=1`: the caller's reservation of a date. */
export const mineRequest = z.object({ date: z.coerce.number().pipe(rowId) })
/** `rsvp` is null if the caller has no reservation, or is not signed in as a member. */
export type MineReply = { rsvp: PublicReservation | null }

/**
 * `POST /api/calendar/feedback`: `score` 1 to 3. Guests can send feedback until `feedbackDays` after the event. New
 * feedback replaces the old.
 */
export const feedbackRequest = linkRequest.extend({
  score: z.int().min(1).max(3),
  text: optionalField(textLine('The text', limits.feedback)),
})

/** `GET /api/calendar/availability?dates=1,2`: at most 50 dates. Drafts, secret and unknown dates are left out. */
export const availabilityRequest = z.object({
  dates: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,49}$/)
    .transform((text) => text.split(',').map(Number)),
})
export type AvailabilityReply = {
  dates: { id: number; kind: 'open' | 'few' | 'full' | 'closed'; left?: number }[]
}

/** A reservation of a date, see `reservations`. */
export type RsvpState = ReservationState<EventDate>
export type {
  Guest,
  PeopleCounts as GuestCounts,
  PublicReservation as PublicRsvp,
  ReservationRow as GuestRow,
  ReserveReply,
} from '../reservations/contract.ts'
export type { ChangedBy } from '../reservations/rules.ts'
