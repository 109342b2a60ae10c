import { z } from 'zod'
import { formKeyField } from '../../platform/http/texts/money-fields.ts'
import type { SignedIn } from '../members/contract.ts'
import type { Subject } from './kind.ts'
import type { Payment, ReservationStatus } from './rules.ts'
import type { Reservation } from './tables.ts'

export type { Reservation }

/** The number of people in a request. */
export const partyField = (most: number) =>
  z
    .int('Say how many of you come, as a number.')
    .min(1, 'At least one person has to come.')
    .max(most, `A reservation is for ${most} people at most.`)

/** Calls with the token of a permanent link: `POST /api/…/confirm`, `/cancel`, `/accept`, `/decline`. */
export const linkRequest = z.object({ token: z.string().max(100) })
/**
 * `POST /api/…/change`. `version`: the version of the reservation that the page showed. The request is refused if the
 * reservation has changed since then.
 */
export const changeRequest = (most: number) =>
  linkRequest.extend({ party: partyField(most), version: z.int().positive().optional() })

/**
 * Members get the state of their reservation, and so do all guests of a kind that asks for no confirmation. Other guests are asked to check their mail. The reply to guests does
 * not depend on whether the address already has a reservation, so it reveals nothing about the address.
 * `held`: true if places are kept for the kind's `heldMinutes` until the guest confirms the address. If false, the confirmation
 * takes places if enough are free then, and otherwise puts the guest on the waitlist.
 */
export type ReserveReply = { rsvp: PublicReservation } | { confirm: true; held: boolean }

/** `POST /api/…/pay`, also as an HTML form: begins the payment by card. `key`: random for each form. */
export const payRequest = linkRequest.extend({ key: formKeyField })
/** `url`: the payment service's page. `rsvp`: the party is on the waitlist, and pays nothing yet. */
export type PayReply = { url: string } | { rsvp: PublicReservation }

/** The reply of calls with the token of a permanent link. */
export type LinkReply = { rsvp: PublicReservation }

/**
 * Who reserves. A guest who is not a member has to confirm the email address, unless the kind says otherwise. For
 * guests that organisers or staff enter, nothing has to be confirmed, and `email` may be null.
 */
export type Guest = { member: SignedIn } | { name: string; email: string | null }

/**
 * The position of a party on the waitlist; the first is 1. `people`: how many people are in the parties ahead of it.
 * Unconfirmed parties do not count.
 */
export type QueuePosition = { position: number; people: number }

/** What of a reservation only the program reads. */
type Internal =
  | 'confirmedAt'
  | 'hold'
  | 'transfer'
  | 'key'
  | 'linkVersion'
  | 'cancelledAt'
  | 'extendedAt'
  | 'refundUntil'
  | 'agreedStart'

/** A row of a staff list. */
export type ReservationRow = Omit<Reservation, Internal | 'queue'> & {
  /** False: the address was not confirmed yet. */
  isConfirmed: boolean
  /** Whether the price is held from the member's credit. */
  isPriceHeld: boolean
  /** Whether the price was paid; with credit, the price of the people who are checked in. */
  isPaid: boolean
  /** Null if the reservation is not waitlisted. */
  queue: QueuePosition | null
}

/** A reservation as its guest, organisers and staff see it. */
export type ReservationState<S = Subject> = Omit<ReservationRow, 'subject'> & {
  subject: S
  /** The token of the permanent link, see token.ts. */
  token: string
}

/** `ReservationState` in replies of the API. Times are in ISO 8601. */
export type PublicReservation = {
  token: string
  status: ReservationStatus
  party: number
  is_confirmed: boolean
  price_cents: number
  payment: Payment
  held_until: string | null
  offered_until: string | null
  queue: QueuePosition | null
  version: number
}

/**
 * The reservation after a check-in. `due`: what has to be paid at the bar for the people who came in; null if nothing
 * has to be paid there.
 */
export type CheckInResult<S = Subject> = {
  state: ReservationState<S>
  due: { cents: number; at: 'bar' } | null
}

/** Numbers of people, not of parties. `inside`: people who are checked in; `going` includes them. */
export type PeopleCounts = {
  going: number
  waiting: number
  offered: number
  held: number
  inside: number
}
