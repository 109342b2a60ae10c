import { z } from 'zod'
import { emailField, optionalField, rowId, textLine } from '../http/fields.ts'
import { formKeyField } from '../http/money-fields.ts'
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
  key: formKeyField,
  name: textLine('The name', limits.name, missingName).refine(Boolean, missingName).optional(),
  email: emailField(invalidEmail).optional(),
  /**
   * The slug of the date's page. Guests must send it to reserve a secret date. An HTML form sends it so that the page
   * after the form can link back to the date's page.
   */
  slug: z.string().max(200).optional(),
})
export type ReserveRequest = z.output<typeof reserveRequest>
/**
 * Members get the state of their reservation. Guests are asked to check their mail. The reply to guests does
 * not depend on whether the address already has a reservation, so it reveals nothing about the address.
 * `held`: true if places are kept for `heldMinutes` until the guest confirms the address. If false, the confirmation
 * takes places if enough are free then, and otherwise puts the guest on the waitlist.
 */
export type ReserveReply = { rsvp: PublicRsvp } | { confirm: true; held: boolean }

/** `GET /api/calendar/mine?date=1`: the caller's reservation of a date. */
export const mineRequest = z.object({ date: z.coerce.number().pipe(rowId) })
/** `rsvp` is null if the caller has no reservation, or is not signed in as a member. */
export type MineReply = { rsvp: PublicRsvp | null }

/** `POST /api/calendar/confirm`, `/cancel`, `/accept`, `/decline`: with the token of the permanent link. */
export const rsvpRequest = z.object({ token: tokenField })
/**
 * `POST /api/calendar/change`. `version`: the version of the reservation that the page showed. The request is refused
 * if the reservation has changed since then.
 */
export const changeRequest = rsvpRequest.extend({
  party: partyField,
  version: z.int().positive().optional(),
})
/**
 * `POST /api/calendar/feedback`: `score` 1 to 3. Guests can send feedback until `feedbackDays` after the event. New
 * feedback replaces the old.
 */
export const feedbackRequest = rsvpRequest.extend({
  score: z.int().min(1).max(3),
  text: optionalField(textLine('The text', limits.feedback)),
})
export type RsvpReply = { rsvp: PublicRsvp }

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

/**
 * Who reserves. A guest who is not a member has to confirm the email address. For guests that organisers or staff
 * enter, nothing has to be confirmed, and `email` may be null.
 */
export type Guest = { member: SignedIn } | { name: string; email: string | null }

/** Who or what changes a reservation, see `cancellers`. `event` and `expiry` only cancel reservations. */
export type ChangedBy = (typeof cancellers)[number]

/**
 * The position of a party on the waitlist; the first is 1. `people`: how many people are in the parties ahead of it.
 * Unconfirmed parties do not count.
 */
export type QueuePosition = { position: number; people: number }

/** A reservation as its guest, organisers and staff see it. */
export type RsvpState = {
  id: number
  date: EventDate
  /** The token of the permanent link, see reservation-token.ts. */
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
  isPriceHeld: boolean
  /** Whether the price of the people who are checked in was paid from credit. */
  isPaid: boolean
  /** When the reservation expires if its address is not confirmed before. */
  heldUntil: Date | null
  offeredUntil: Date | null
  /** Null if the reservation is not waitlisted. */
  queue: QueuePosition | null
  /** How many people of the party are checked in. */
  inside: number
  checkedInAt: Date | null
  cancelledBy: ChangedBy | null
  note: string | null
  /** The reason that was given for moving the party within the waitlist, or for offering it places before its turn. */
  queueReason: string | null
  createdAt: Date
  version: number
}

/** `RsvpState` in replies of the API. Times are in ISO 8601. */
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

/**
 * The reservation after a check-in. `due`: what has to be paid at the bar for the people who came in; null if nothing
 * has to be paid there.
 */
export type CheckInResult = { state: RsvpState; due: { cents: number; at: 'bar' } | null }

/** A row of a guest list. */
export type GuestRow = Omit<RsvpState, 'date' | 'token'> & { date: number }

/** Numbers of people, not of parties. `inside`: people who are checked in; `going` includes them. */
export type GuestCounts = {
  going: number
  waiting: number
  offered: number
  held: number
  inside: number
}
