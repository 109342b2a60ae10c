import type { TimeSlot } from '../members/profile/rules.ts'
import type { Interest } from '../newsletter/rules.ts'
import type { VenueArea } from '../venue/rules.ts'

/**
 * - `draft`: only staff see it
 * - `published`: people see it and reserve
 * - `cancelled`: it does not happen; calendars show it as cancelled for a week
 * - `postponed`: it happens at a time that is not known yet; reservations are kept
 * - `ended`: it is over
 */
export const eventStatuses = ['draft', 'published', 'cancelled', 'postponed', 'ended'] as const
export type EventStatus = (typeof eventStatuses)[number]

/**
 * The statuses that staff can set, by the current status. Only the program sets `ended`. A cancelled event has to
 * become a draft before it can be published again.
 */
const nextStatuses: Record<EventStatus, readonly EventStatus[]> = {
  draft: ['published'],
  published: ['draft', 'postponed', 'cancelled'],
  postponed: ['published', 'cancelled'],
  cancelled: ['draft'],
  ended: [],
}

export const canBecome = (from: EventStatus, to: EventStatus): boolean =>
  nextStatuses[from].includes(to)

/**
 * - `public`: everybody sees it and reserves
 * - `members`: everybody sees it, only members reserve
 * - `secret`: everybody with the link sees it and reserves; it is in no list, feed or site map
 */
export const visibilities = ['public', 'members', 'secret'] as const
export type Visibility = (typeof visibilities)[number]

/** `credit`: the price is held when a member reserves and posted at the door; without credit, it is paid at the bar. */
export const paymentKinds = ['free', 'credit', 'door'] as const
export type EventPayment = (typeof paymentKinds)[number]

/**
 * - `held`: places are taken until the address is confirmed, for `heldMinutes`
 * - `going`: places are taken
 * - `waitlisted`: waits for places
 * - `offered`: freed places are taken until the offer is accepted, declined or expires
 * - `attended`, `no_show`: whether the party came
 */
export const rsvpStatuses = [
  'held',
  'going',
  'waitlisted',
  'offered',
  'cancelled',
  'attended',
  'no_show',
] as const
export type RsvpStatus = (typeof rsvpStatuses)[number]

/**
 * The values of `cancelled_by`: who or what cancelled a reservation. `event`: the date was cancelled. `expiry`: the
 * reservation was not confirmed, or the offer not accepted, in time.
 */
export const cancellers = ['guest', 'organiser', 'staff', 'event', 'expiry'] as const

/** Whether a reservation with this status takes places. */
export const takesPlaces = (status: RsvpStatus): boolean =>
  ['held', 'going', 'offered', 'attended'].includes(status)

/** How long an unconfirmed address keeps its places. */
export const heldMinutes = 15
/** How long an offer of freed places can be accepted, at most. */
export const offerMinutes = 120
/** How long an organiser's link works after the event's end. */
export const linkDays = 7
/** How long cancelled events stay in feeds. */
export const cancelledInFeedDays = 7
/** The maximum number of dates in a feed, and how long past dates stay in the feed. */
export const feedLimits = { dates: 1000, pastDays: 30 } as const
/** How long an unconfirmed address stays on the waitlist. */
export const unconfirmedHours = 24
/** How long before the start check-in opens. */
export const checkInHours = 36
export const checkInOpensAt = ({ startsAt }: { startsAt: Date }): Date =>
  new Date(startsAt.getTime() - checkInHours * 3_600_000)
/** How long after the end check-ins can be corrected. */
export const correctionHours = 24
/** How long after the end guests can send feedback. */
export const feedbackDays = 14
/** How long after the end names and addresses of reservations are erased. */
export const namesDays = 90

/**
 * Limits of the places that the unconfirmed reservations of one client, and of its network, hold at the same time:
 * `places`, and `share` of the event's capacity. Beyond these limits, places are taken only when the address is
 * confirmed.
 */
export const heldShares = {
  client: { places: 12, share: 1 / 4 },
  network: { places: 36, share: 1 / 2 },
}

/** How many messages an organiser can send about a date in a day. */
export const messagesPerDay = 2

export const limits = {
  title: 120,
  summary: 240,
  body: 6000,
  name: 120,
  note: 300,
  message: 2000,
  feedback: 600,
  /** The maximum number of people in one reservation, also for organisers and staff. */
  party: 20,
  capacity: 10_000,
  /** The maximum number of dates of one series. */
  dates: 400,
  /** How far ahead the dates of a series are made. */
  horizonDays: 400,
} as const

/** The scopes of organisers' links. Each includes the scopes before it. `door` allows check-ins, `edit` all changes. */
export const linkScopes = ['view', 'door', 'edit'] as const
export type LinkScope = (typeof linkScopes)[number]

/** Whether a link with `own` scope may do what requires `needed`. */
export const hasScope = (own: LinkScope, needed: LinkScope): boolean =>
  linkScopes.indexOf(own) >= linkScopes.indexOf(needed)

/** What staff or an organiser changed for one date of a series. Times are on the venue's clock. */
export type OwnValues = Partial<{
  title: string
  summary: string
  /** `2026-12-03T19:30` */
  start: string
  end: string
  doors: string | null
  areas: VenueArea[]
  capacity: number | null
  maxParty: number
  status: EventStatus
}>

/** A date of an event as lists, feeds and pages show it. */
export type EventDate = {
  id: number
  event: number
  slug: string
  status: EventStatus
  visibility: Visibility
  title: string
  summary: string
  startsAt: Date
  endsAt: Date
  doorsAt: Date | null
  /** `YYYY-MM-DD` on the venue's clock. */
  day: string
  slot: TimeSlot
  areas: VenueArea[]
  interests: Interest[]
  picture: number | null
  capacity: number | null
  maxParty: number
  payment: EventPayment
  priceCents: number
  memberPriceCents: number
  commonGoodPercent: number
  taken: number
  sequence: number
  changedAt: Date
}

export type Availability =
  | { kind: 'open' }
  | { kind: 'few'; left: number }
  | { kind: 'full' }
  | { kind: 'closed' }

/** If at most this many places are left, their number is public. */
const fewPlaces = 8

/**
 * The availability that the page of a date shows. Only the kind and the number of the last few places are public, so a
 * page changes rarely. Once the date has started, guests can't reserve any more.
 */
export function availabilityOf(
  {
    status,
    capacity,
    taken,
    startsAt,
  }: Pick<EventDate, 'status' | 'capacity' | 'taken' | 'startsAt'>,
  now: Date,
): Availability {
  if (status !== 'published' || startsAt <= now) return { kind: 'closed' }
  if (capacity === null) return { kind: 'open' }
  const left = capacity - taken
  if (left <= 0) return { kind: 'full' }
  return left <= fewPlaces ? { kind: 'few', left } : { kind: 'open' }
}

/** When an offer that is made now ends: after two hours, or after half of the time until the start if that is less. */
export function offerEnd(now: Date, startsAt: Date): Date {
  const left = startsAt.getTime() - now.getTime()
  return new Date(now.getTime() + Math.max(0, Math.min(offerMinutes * 60_000, left / 2)))
}

/** The path of the page of a date. */
export const eventPath = (slug: string): string => `/calendar/${slug}`

/** Whether two availabilities look different on the page of a date. */
export const isOtherAvailability = (one: Availability, other: Availability): boolean =>
  one.kind !== other.kind || ('left' in one && 'left' in other && one.left !== other.left)

/**
 * The waiting parties that get places: in their order, each party that fits into the places that are still free.
 * @param free the number of free places; Infinity without a capacity
 */
export function partiesThatFit<Party extends { party: number }>(
  waiting: readonly Party[],
  free: number,
): Party[] {
  let left = free
  return waiting.filter(({ party }) => {
    if (party > left) return false
    left -= party
    return true
  })
}

/** The places left of a date; Infinity without a capacity. */
export const placesLeft = ({ capacity, taken }: Pick<EventDate, 'capacity' | 'taken'>): number =>
  capacity === null ? Number.POSITIVE_INFINITY : Math.max(0, capacity - taken)

/** The price of a party, and how it is paid. If the date takes credit, members pay with credit, others at the bar. */
export function priceOf(
  { payment, priceCents, memberPriceCents }: EventDate,
  { party, isMember }: { party: number; isMember: boolean },
): { price: number; payment: EventPayment } {
  const each = isMember ? memberPriceCents : priceCents
  if (payment === 'free' || each === 0) return { price: 0, payment: 'free' }
  return { price: each * party, payment: payment === 'credit' && isMember ? 'credit' : 'door' }
}

/** The Common Good's whole share of an amount that was paid for an event; rounded down. */
export const commonGoodShareOfEvent = (amountCents: number, percent: number): number =>
  Math.floor((amountCents * percent) / 100)
