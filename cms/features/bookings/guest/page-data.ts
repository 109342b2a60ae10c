import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { type CardFacts, findCardFacts } from '../../reservations/guest/card-facts.ts'
import { type GuestSection, sectionOf } from '../../reservations/guest/rules.ts'
import { findByToken } from '../../reservations/service.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import { fits, tableSetsOf } from '../choice/table-sets.ts'
import { availabilityRequest } from '../contract.ts'
import { hasReservation } from '../queries/guests.ts'
import { tableKind } from '../reservations/kind.ts'
import {
  type BookingRule,
  type Closure,
  isOutside,
  limits,
  type Needs,
  nearestTimes,
  type Reservable,
  ruleFor,
  type Table,
} from '../rules.ts'
import { answerOnce, availability, monthOverview } from '../service.ts'
import { findDesks, findSetup } from '../setup.ts'
import type { AreaDay, AvailableTime, DayState } from '../times/availability.ts'
import { type BookingState, findClosureOf } from './change.ts'
import { readHoldToken } from './hold-token.ts'

/** What can be booked at all. */
export type Offer = {
  areas: VenueArea[]
  largestParty: number
  daysAhead: number
  hasDesks: boolean
}

/** What can be booked on the site; null if nothing can. Its cache tag is `bookingTags.setup`. */
export async function findOffer(payload: Payload): Promise<Offer | null> {
  const [{ tables, rules }, desks] = await Promise.all([findSetup(payload), findDesks(payload)])
  const areas = venueAreas.filter(
    (area) => tables.some((each) => each.area === area) && rules.some((each) => each.area === area),
  )
  if (!areas.length) return null
  const own = rules.filter(({ area }) => areas.includes(area))
  return {
    areas,
    largestParty: Math.max(...own.map((each) => each.largestParty)),
    daysAhead: Math.max(...own.map((each) => each.daysAhead)),
    hasDesks: desks.length > 0,
  }
}

/** What a guest looks for. */
export type Search = {
  area: VenueArea | null
  party: number
  day: string
  step_free: boolean
  high_chair: boolean
  outdoors: boolean
}

export type FoundTimes = {
  search: Search
  /** The first problem of the query, such as `party`; the times are then those of the default. */
  invalid: string | null
  days: { day: string; state: DayState }[]
  areas: AreaDay[]
  /** Areas for so many people, if a shown one is for fewer. */
  fitting: VenueArea[]
  /** A full time that the guest wants. */
  wanted: Wanted | null
}
export type Wanted = {
  area: VenueArea
  time: AvailableTime
  nearest: AvailableTime[]
  elsewhere: { area: VenueArea; time: AvailableTime }[]
}

const daysShown = 7
const daysBefore = 2
const nearestShown = 4

/** The query of a page of times. Unknown values are replaced by those of `usual`. */
export function readSearch(
  query: URLSearchParams,
  usual: Search,
): { search: Search; invalid: string | null } {
  const sent = Object.fromEntries(
    [...query].filter(([name, value]) => !(name === 'area' && value === '')),
  )
  const parsed = availabilityRequest.safeParse({
    ...{ day: usual.day, party: String(usual.party) },
    ...sent,
  })
  if (!parsed.success) {
    return { search: usual, invalid: String(parsed.error.issues[0]?.path[0] ?? 'day') }
  }
  const { area = null, ...rest } = parsed.data
  return { search: { area, ...rest }, invalid: null }
}

/** The times that fit a search, with the days around it and, for a full time, what else there is. */
export async function readTimes(
  payload: Payload,
  query: URLSearchParams,
  { today, usual }: { today: string; usual: Search },
): Promise<FoundTimes> {
  const { search, invalid } = readSearch(query, usual)
  const { area, party, day } = search
  const needs: Needs = {
    isStepFree: search.step_free,
    hasHighChair: search.high_chair,
    isOutdoors: search.outdoors,
  }
  const latest = addDays(today, limits.daysAhead)
  const first = [today, addDays(day, -daysBefore)].sort().at(-1) ?? today
  const from = first > latest ? today : first
  const range = { from, until: addDays(from, daysShown - 1) }
  // After a refusal, the times are those of now.
  const at = query.has('problem') ? Date.now() : 0
  const question = (what: string) => JSON.stringify([what, search, range, at])
  const [areas, days] = await Promise.all([
    answerOnce(question('page day'), 2000, () =>
      availability(payload, { day, party, area, needs }),
    ),
    answerOnce(question('page days'), 15_000, () =>
      monthOverview(payload, { ...range, party, area, needs }),
    ),
  ])
  const isTooLarge = areas.some(({ state }) => state === 'too_large' || state === 'no_fit')
  const fitting = isTooLarge ? await listFitting(payload, search) : []
  return { search, invalid, days, areas, fitting, wanted: wantedIn(areas, query) }
}

/** The areas in which so many people book on the site. */
async function listFitting(
  payload: Payload,
  { party, day, area: shown }: Search,
): Promise<VenueArea[]> {
  const { tables, rules } = await findSetup(payload)
  return venueAreas.filter(
    (area) =>
      area !== shown &&
      hasTableFor(
        party,
        ruleFor(rules, area, day),
        tables.filter((each) => each.area === area),
      ),
  )
}

const hasTableFor = (party: number, rule: BookingRule | null, tables: readonly Table[]): boolean =>
  rule !== null &&
  party <= rule.largestParty &&
  tableSetsOf(tables).some((set) => fits(set, { party, spareSeats: rule.spareSeats }))

/** The full time that a link of the page names, with the nearest free times. */
function wantedIn(areas: readonly AreaDay[], query: URLSearchParams): Wanted | null {
  const [area, at] = [query.get('full_area'), query.get('full_at')]
  const own = areas.find((each) => each.area === area)
  const time = own?.times.find((each) => each.at.toISOString() === at)
  if (!own || !time || time.isFree || time.isClosed) return null
  return {
    ...{ area: own.area, time },
    nearest: nearestTimes(own.times, time.at, nearestShown),
    elsewhere: areas.flatMap((each) => {
      const same = each.times.find(({ at: other }) => other.getTime() === time.at.getTime())
      return each !== own && same?.isFree ? [{ area: each.area, time: same }] : []
    }),
  }
}

/** `line`: the guest waits for a table. `gone`: the hold is over. `made`: the booking is made. */
export type FoundHold = {
  booking: Reservable
  isOutdoors: boolean
  state: 'hold' | 'line' | 'gone' | 'made'
}

/** The hold of a page; null if the token is not valid. Changes nothing. */
export async function findHold(payload: Payload, token: string): Promise<FoundHold | null> {
  const db = databaseOf(payload)
  const id = readHoldToken(token)
  const booking = id === null ? null : await tableKind.find(db, id)
  if (!booking) return null
  const found = { booking, isOutdoors: isOutside(await findSetup(payload), booking) }
  if (await hasReservation(db, booking.id)) return { ...found, state: 'made' }
  if (booking.startsAt <= new Date()) return { ...found, state: 'gone' }
  const state = { held: 'hold', waiting: 'line' } as Record<string, 'hold' | 'line'>
  return { ...found, state: state[booking.places] ?? 'gone' }
}

export type FoundBooking = {
  state: BookingState
  section: GuestSection
  /** Whether the guest can still move or cancel it. Who waits can always leave. */
  isChangeable: boolean
  /** What closes its table then, if it has not begun; null if nothing does. */
  closure: Closure | null
  isOutdoors: boolean
  /** Null without a deposit by card. */
  card: CardFacts | null
}

/** Whether a closure concerns the guest of a booking, who expects the table. */
export const isHitByClosure = ({ closure, section }: FoundBooking): boolean =>
  closure !== null && ['going', 'pay', 'offered'].includes(section)

/** The booking of a permanent link; null if there is none. Changes nothing. */
export async function findBooking(payload: Payload, token: string): Promise<FoundBooking | null> {
  const state = await findByToken(tableKind, payload, token)
  if (!state) return null
  const { startsAt, endsAt, finishedAt } = state.subject
  const now = new Date()
  const phase = finishedAt || endsAt <= now ? 'over' : startsAt > now ? 'coming' : 'on'
  const card = await findCardFacts(tableKind, payload, state)
  const section = state.status === 'no_show' ? 'over' : sectionOf(state, { phase, now })
  const isChangeable = startsAt > now
  const setup = await findSetup(payload)
  const closure = isChangeable ? findClosureOf({ setup }, state.subject) : null
  return {
    state,
    section,
    isChangeable,
    closure,
    isOutdoors: isOutside(setup, state.subject),
    card,
  }
}

export const bookingOutcomes = [
  'booked',
  'moved',
  'kept',
  'paid',
  'not_paid',
  'cancelled',
  'accepted',
  'declined',
  'late',
  'coming',
] as const
