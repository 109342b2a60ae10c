import {
  type GuestSection,
  type Phase,
  sectionOf as sectionIn,
} from '../../reservations/guest/rules.ts'
import { type EventDate, type EventStatus, largestPartyOf, priceOf } from '../rules.ts'

/** The outcomes that the page of a reservation can report after a form was sent. */
export const reservationOutcomes = [
  'reserved',
  'already',
  'confirmed',
  'changed',
  'cancelled',
  'accepted',
  'declined',
  'thanks',
  'paid',
  'not_paid',
] as const

type Dated = { status: EventStatus; startsAt: Date; endsAt: Date }

/** Where a date is in its life at the time `now`. */
function phaseOf({ status, startsAt, endsAt }: Dated, now: Date): Phase {
  if (status === 'cancelled' || status === 'postponed') return status
  if (status === 'ended' || endsAt <= now) return 'over'
  return startsAt > now ? 'coming' : 'on'
}

/** The section that the page of a reservation shows at the time `now`. */
export const sectionOf = (
  { subject, ...reservation }: Parameters<typeof sectionIn>[0] & { subject: Dated },
  now: Date,
): GuestSection => sectionIn(reservation, { phase: phaseOf(subject, now), now })

/** The outcome that a member's page reports: a second request for another number of people changes nothing. */
export const outcomeOfReserving = (
  { party }: { party: number },
  existing: { party: number },
): (typeof reservationOutcomes)[number] => (party === existing.party ? 'reserved' : 'already')

/** What reserving costs a party: the key of a text, and the price in cents. */
type Cost = {
  key: `cost_${'free' | 'bar' | 'credit' | 'card' | 'waits' | 'waits_free'}`
  cents: number
}

type CostFacts = Pick<
  EventDate,
  'capacity' | 'taken' | 'maxParty' | 'payment' | 'priceCents' | 'memberPriceCents'
>

/** What reserving costs now, and whether the party has to wait. */
export function costOf(
  date: CostFacts,
  who: { party: number; isMember: boolean; takesCards: boolean },
): Cost {
  const { priceCents: cents, payment } = priceOf(date, who)
  const waits = who.party > largestPartyOf(date)
  if (waits) return { key: cents ? 'cost_waits' : 'cost_waits_free', cents }
  if (!cents) return { key: 'cost_free', cents: 0 }
  const key = payment === 'credit' || payment === 'card' ? (`cost_${payment}` as const) : 'cost_bar'
  return { key, cents }
}
