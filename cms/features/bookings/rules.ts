import { slotAt, slotHours, type TimeSlot, timeSlots } from '../members/profile/rules.ts'
import { type Weekday, weekdayOf } from '../venue/hours/opening-hours.ts'
import type { VenueArea } from '../venue/rules.ts'

/** How a booking was made: on the site, entered by staff during a call, or for guests who came without one. */
export const bookingSources = ['web', 'phone', 'walk_in'] as const
export type BookingSource = (typeof bookingSources)[number]

/** The page on which tables are booked. */
export const bookPath = '/book'
/** The page on which members book a desk. */
export const deskPath = '/book/desk'
/** The page on which a guest completes a booking. */
export const holdPath = (token: string): string => `${bookPath}/hold/${token}`

/** How late a party may say it is, in minutes; and how many hours before its time at the earliest. */
export const lateMinutes = [10, 20, 30, 45] as const
export const lateHours = 3

export const peopleText = (party: number): string =>
  party === 1 ? 'one person' : `${party} people`

/** What a party celebrates. */
export const occasions = ['birthday', 'anniversary', 'date', 'business', 'other'] as const

/**
 * How a booking has its tables. `held`: for a guest who is typing; `expired`: such a hold is over; `taken`: for its
 * reservation; `waiting`: it has none yet; `released`: it has none any more.
 */
export const placeStates = ['held', 'expired', 'taken', 'waiting', 'released'] as const

/** How long a table is held while a guest types name and telephone. */
export const heldMinutes = 10
/** How long a freed table is offered to a party that waits, on the day itself. */
export const offerMinutes = 15
/** How many coming bookings an address or a telephone has at most. */
export const mostComing = 2

export const limits = {
  tableName: 40,
  /** Seats of one table. */
  seats: 40,
  /** The largest party of a booking, also for staff. */
  party: 200,
  /** How far ahead a rule can take bookings. */
  daysAhead: 400,
  /** How long a party can stay, in minutes. */
  stay: 12 * 60,
  /** How many neighbouring tables can be joined. */
  joined: 4,
  name: 120,
  notes: 300,
  allergies: 300,
  reason: 200,
  guestText: 300,
} as const

/** A booking as a subject of reservations. */
export type Reservable = {
  id: number
  title: string
  area: VenueArea
  day: string
  startsAt: Date
  endsAt: Date
  party: number
  capacity: number | null
  taken: number
  maxParty: number
  source: BookingSource
  depositCents: number
  cancelUntil: Date
  phone: string | null
  notes: string | null
  occasion: (typeof occasions)[number] | null
  highChair: boolean
  stepFree: boolean
  lateMinutes: number
  stillComingAt: Date | null
  seatedAt: Date | null
  finishedAt: Date | null
  version: number
  places: (typeof placeStates)[number]
  /** The ids of its tables. */
  tableIds: number[]
  /** Until when its tables are held, see `places`. */
  heldUntil: Date | null
}

export type Table = {
  id: number
  name: string
  area: VenueArea
  /** The smallest and the largest party that sits at it. */
  min: number
  max: number
  /** Names of the groups of tables with which it can be joined. */
  groups: readonly string[]
  isStepFree: boolean
  isOutdoors: boolean
  hasHighChair: boolean
}

/** How an area takes bookings on some days of the week. */
export type BookingRule = {
  area: VenueArea
  /** Empty: every day for which the area has no other rule. */
  days: readonly Weekday[]
  /** Minutes from one time to the next. */
  interval: number
  /** How long parties stay, by the largest party that stays so long. Larger parties stay as long as the largest of them. */
  stays: readonly { party: number; minutes: number }[]
  /** Minutes that a table stays free after a party. */
  buffer: number
  daysAhead: number
  /** Minutes before its time until which a booking can be made on the site. */
  notice: number
  /** Minutes before the area closes at which the last booking begins. */
  last: number
  /** How many people can arrive at one time; null: no limit. */
  covers: number | null
  /** Hours before its time until which a guest can cancel. */
  cancelHours: number
  /** A deposit per person, in minor units, from this many people on; null: none. */
  deposit: { cents: number; party: number } | null
  /** Deposits of single days, for parties of every size. */
  depositDays: readonly { day: string; cents: number }[]
  /** How many seats of the tables a party may leave empty. */
  spareSeats: number
  /** The largest party that books on the site. Larger ones call. */
  largestParty: number
}

/** When tables cannot be booked. */
export type Closure = {
  /** Null: the whole venue, unless there are tables. */
  area: VenueArea | null
  /** The tables that are closed; empty: all tables of the area. */
  tables: readonly number[]
  from: Date
  to: Date
  guestText: string
}

/** What staff decide about bookings. */
export type Setup = {
  tables: readonly Table[]
  rules: readonly BookingRule[]
  closures: readonly Closure[]
}

/** What a party needs of its table. */
export type Needs = { isStepFree?: boolean; hasHighChair?: boolean; isOutdoors?: boolean }

/** Whether a booking’s tables are outdoors, or one of them. */
export const isOutside = (
  { tables }: Pick<Setup, 'tables'>,
  { tableIds }: Pick<Reservable, 'tableIds'>,
): boolean => tables.some((each) => each.isOutdoors && tableIds.includes(each.id))

/** The rule of an area on a day: the one for its day of the week, otherwise the one for every day. */
export function ruleFor(
  rules: readonly BookingRule[],
  area: VenueArea,
  day: string,
): BookingRule | null {
  const own = rules.filter((each) => each.area === area)
  const weekday = weekdayOf(day)
  return (
    own.find(({ days }) => days.includes(weekday)) ?? own.find(({ days }) => !days.length) ?? null
  )
}

/** From when on a party can be seated. */
export const seatingOpensAt = ({ startsAt }: Pick<Reservable, 'startsAt'>): Date =>
  new Date(startsAt.getTime() - 3 * 3_600_000)

const usualStay = 90
/** How long a party stays, in minutes. */
export function stayOf({ stays }: Pick<BookingRule, 'stays'>, party: number): number {
  const sorted = stays.toSorted((one, other) => one.party - other.party)
  return (sorted.find((each) => party <= each.party) ?? sorted.at(-1))?.minutes ?? usualStay
}

/** The shortest time for which a table is taken, in minutes. A shorter gap between two bookings stays empty. */
export const shortestUse = ({ stays, buffer }: Pick<BookingRule, 'stays' | 'buffer'>): number =>
  Math.min(...(stays.length ? stays.map(({ minutes }) => minutes) : [usualStay])) + buffer

/** The deposit of a party, in minor units; 0 if it pays none. A day's own deposit comes before that of the party's size. */
export function depositOf(
  { deposit, depositDays }: Pick<BookingRule, 'deposit' | 'depositDays'>,
  { day, party }: { day: string; party: number },
): number {
  const ofDay = depositDays.find((each) => each.day === day)
  if (ofDay) return ofDay.cents * party
  return deposit && party >= deposit.party ? deposit.cents * party : 0
}

/** Until when a guest can cancel. */
export const cancelUntil = (
  { cancelHours }: Pick<BookingRule, 'cancelHours'>,
  startsAt: Date,
): Date => new Date(startsAt.getTime() - cancelHours * 3_600_000)

const dayMinutes = 24 * 60

/**
 * The time slot of a time of a day's opening hours. Before 8 it is `Morning`; after midnight, in hours that began on the
 * day before, it is still `Late Night`.
 * @param minutes since the midnight with which the day began
 */
export function slotOf(minutes: number): TimeSlot {
  if (minutes >= dayMinutes) return 'Late Night'
  return minutes < slotHours.Morning.from * 60 ? 'Morning' : slotAt(Math.floor(minutes / 60))
}

/** Groups times by their slots, in the order of the day. Slots without times are left out. */
export const bySlot = <Time extends { slot: TimeSlot }>(
  times: readonly Time[],
): { slot: TimeSlot; times: Time[] }[] =>
  timeSlots.flatMap((slot) => {
    const own = times.filter((each) => each.slot === slot)
    return own.length ? [{ slot, times: own }] : []
  })

/**
 * The free times that are nearest to a wanted one, in the order of the day. Of two that are equally near, the later one
 * is nearer.
 */
export const nearestTimes = <Time extends { at: Date; isFree: boolean }>(
  times: readonly Time[],
  wanted: Date,
  count: number,
): Time[] => {
  const distance = ({ at }: Time) => Math.abs(at.getTime() - wanted.getTime())
  return times
    .filter(({ isFree }) => isFree)
    .toSorted(
      (one, other) => distance(one) - distance(other) || other.at.getTime() - one.at.getTime(),
    )
    .slice(0, count)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** The names of the groups in the text of a table’s field, such as `Window, Snug`. */
export const groupsIn = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
  ),
]
