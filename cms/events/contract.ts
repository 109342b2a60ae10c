import { z } from 'zod'
import { emailField, optionalField, rowId, textLine } from '../http/fields.ts'
import { formKey } from '../http/money-fields.ts'
import type { SignedIn } from '../members/contract.ts'
import {
  type cancellers,
  type EventDate,
  type EventPayment,
  limits,
  type RsvpStatus,
} from './rules.ts'

const invalidEmail = 'Please enter a valid email.'
const missingName = 'Please tell us your name.'
const tokenField = z.string().max(100)
const partyField = z
  .int('Say how many of you come, as a number.')
  .min(1, 'At least one person has to come.')
  .max(limits.party, `A reservation is for ${limits.party} people at most.`)

/** `POST /api/calendar/reserve`. `name` and `email` are ignored for members who are signed in. */
export const reserveRequest = z.object({
  date: rowId,
  party: partyField,
  key: formKey,
  name: textLine('The name', limits.name, missingName).refine(Boolean, missingName).optional(),
  email: emailField(invalidEmail).optional(),
  /** Of the date's page. Required for a secret date, and for the page after an HTML form. */
  slug: z.string().max(200).optional(),
})
export type ReserveRequest = z.output<typeof reserveRequest>
/**
 * The state of a member's reservation. Others are told to look at their mails, whether the address has a reservation
 * already or not. `held`: places are kept until the address is confirmed; otherwise they get what is free then.
 */
export type ReserveReply = { rsvp: PublicRsvp } | { confirm: true; held: boolean }

/** `POST /api/calendar/confirm`, `/cancel`, `/accept`, `/decline`: with the token of the permanent link. */
export const rsvpRequest = z.object({ token: tokenField })
/** `POST /api/calendar/change`. `version`: the one that was shown; if the reservation was changed since, it is refused. */
export const changeRequest = rsvpRequest.extend({
  party: partyField,
  version: z.int().positive().optional(),
})
/** `POST /api/calendar/feedback`: `score` 1 to 3. A later one replaces it until `feedbackDays` after the event. */
export const feedbackRequest = rsvpRequest.extend({
  score: z.int().min(1).max(3),
  text: optionalField(textLine('The text', limits.feedback)),
})
export type RsvpReply = { rsvp: PublicRsvp }

/** `GET /api/calendar/availability?dates=1,2`: at most 50 dates. Drafts and unknown dates are left out. */
export const availabilityRequest = z.object({
  dates: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,49}$/)
    .transform((text) => text.split(',').map(Number)),
})
export type AvailabilityReply = {
  dates: { id: number; kind: 'open' | 'few' | 'full' | 'closed'; left?: number }[]
}

/** Who reserves. An address without a member has to be confirmed. Only organisers and staff may leave it out. */
export type Guest = { member: SignedIn } | { name: string; email: string | null }

/** Who changes a reservation. */
export type By = (typeof cancellers)[number]

/** Who waits before a party: `position` is 1 for the first party; `people` are those of the parties before it. */
export type QueuePosition = { position: number; people: number }

/** A reservation as its guest, organisers and staff see it. */
export type RsvpState = {
  id: number
  date: EventDate
  /** Of the permanent link, see reservation-token.ts. */
  token: string
  status: RsvpStatus
  party: number
  member: number | null
  name: string | null
  email: string | null
  /** False: the address was not confirmed yet. */
  isConfirmed: boolean
  /** Minor units, for the whole party. */
  priceCents: number
  payment: EventPayment
  /** Whether the price is held from the member's credit. */
  isHeld: boolean
  /** Whether the price of those inside was paid from credit. */
  isPaid: boolean
  heldUntil: Date | null
  offeredUntil: Date | null
  /** Null unless it is waitlisted. */
  queue: QueuePosition | null
  inside: number
  checkedInAt: Date | null
  cancelledBy: By | null
  note: string | null
  /** Why it was moved on the waitlist, or got an offer out of turn. */
  queueReason: string | null
  createdAt: Date
  version: number
}

/** `RsvpState` in replies of the API. Times in ISO 8601. */
export type PublicRsvp = {
  token: string
  status: RsvpStatus
  party: number
  is_confirmed: boolean
  price_cents: number
  payment: EventPayment
  held_until: string | null
  offered_until: string | null
  queue: QueuePosition | null
  version: number
}

/** What was paid at a check-in: `bar`: what is due has to be paid at the bar. */
export type CheckInResult = { state: RsvpState; due: { cents: number; at: 'bar' } | null }

/** A row of a guest list. */
export type GuestRow = Omit<RsvpState, 'date' | 'token'> & { date: number }

/** People, not parties. `inside` are part of `going`. */
export type GuestCounts = {
  going: number
  waiting: number
  offered: number
  held: number
  inside: number
}
