import type { TimeSlot } from '../members/profile/rules.ts'
import type { Interest } from '../newsletter/rules.ts'
import { placesLeft, limits as reservationLimits } from '../reservations/rules.ts'
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

/**
 * - `credit`: the price is held when a member reserves and posted at the door; without credit, it is paid at the bar
 * - `card`: guests pay by card before they have places; if the site takes no cards, or staff enter the guest, at the bar
 */
export const paymentKinds = ['free', 'credit', 'door', 'card'] as const
export type EventPayment = (typeof paymentKinds)[number]

/** How long an organiser's link works after the event's end. */
export const linkDays = 7
/** How long cancelled events stay in feeds. */
export const cancelledInFeedDays = 7
/** The maximum number of dates in a feed, and how long past dates stay in the feed. */
export const feedLimits = { dates: 1000, pastDays: 30 } as const
/** How long before the start check-in opens. */
export const checkInHours = 36
export const checkInOpensAt = ({ startsAt }: { startsAt: Date }): Date =>
  new Date(startsAt.getTime() - checkInHours * 3_600_000)
/** How long after the end check-ins can be corrected. */
export const correctionHours = 24
/** How long after the end guests can send feedback. */
export const feedbackDays = 14
/** Whom a message about a date is for. */
export const audiences = ['going', 'waiting'] as const
export type Audience = (typeof audiences)[number]

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
  party: reservationLimits.party,
  capacity: 10_000,
  /** The maximum number of dates of one series. */
  dates: 400,
  /** How far ahead the dates of a series are made. */
  horizonDays: 400,
} as const

/** The highest price of one person, in minor units. */
export const maxPriceCents = 100_000_00
/** The most hours before the start until which money by card is given back: four weeks. */
export const maxRefundHours = 28 * 24

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
  /** The text of its page. */
  body: string
  /** A record of `media`; null: none. */
  picture: number | null
  capacity: number | null
  maxParty: number
  payment: EventPayment
  /** Minor units per person. */
  priceCents: number
  memberPriceCents: number
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
  /** Until how many hours before the start guests who cancel get back what they paid by card; null or 0: never. */
  refundUntilHours: number | null
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

/** The path of a date's calendar file. Only a secret date needs the slug. */
export const calendarFilePath = ({ id, slug }: Pick<EventDate, 'id' | 'slug'>): string =>
  `/api/event-dates/${id}/calendar?slug=${slug}`

/** The path of the calendar; the pages of dates and of reservations are below it. */
export const calendarPath = '/calendar'

/** The path of the page of a date. */
export const eventPath = (slug: string): string => `${calendarPath}/${slug}`

/** Whether two availabilities look different on the page of a date. */
export const isOtherAvailability = (one: Availability, other: Availability): boolean =>
  one.kind !== other.kind || ('left' in one && 'left' in other && one.left !== other.left)

/** The number of free places that staff and organisers see; null: no limit. A cancelled date offers none. */
export const freePlaces = (
  date: Pick<EventDate, 'capacity' | 'taken' | 'status'>,
): number | null => {
  if (date.status === 'cancelled') return 0
  return date.capacity === null ? null : placesLeft(date)
}

/** The largest party that gets places at once. A larger one waits. */
export const largestPartyOf = (date: Pick<EventDate, 'capacity' | 'taken' | 'maxParty'>): number =>
  Math.min(date.maxParty, placesLeft(date))

/** Until when guests who cancel get back what they paid by card; null: not at all. The times of a postponed date don't count. */
export const refundedUntil = ({
  startsAt,
  refundUntilHours,
}: Pick<EventDate, 'startsAt' | 'refundUntilHours'>): Date | null =>
  refundUntilHours ? new Date(startsAt.getTime() - refundUntilHours * 3_600_000) : null

/**
 * The price of a party, and how it is paid. If the date takes credit, members pay with credit, others at the bar.
 * @param request.takesCards whether the party can pay by card
 */
export function priceOf(
  {
    payment,
    priceCents,
    memberPriceCents,
  }: Pick<EventDate, 'payment' | 'priceCents' | 'memberPriceCents'>,
  { party, isMember, takesCards }: { party: number; isMember: boolean; takesCards: boolean },
): { priceCents: number; payment: EventPayment } {
  const each = isMember ? memberPriceCents : priceCents
  if (payment === 'free' || each === 0) return { priceCents: 0, payment: 'free' }
  const isPaidBefore = payment === 'credit' ? isMember : payment === 'card' && takesCards
  return { priceCents: each * party, payment: isPaidBefore ? payment : 'door' }
}
