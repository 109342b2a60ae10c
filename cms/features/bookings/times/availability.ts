import { addDays, type Hours, localMoment } from '../../venue/hours/opening-hours.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import { busyWith, isFree, rankTables, type Span } from '../choice/choose-tables.ts'
import { fits, type TableSet, tableSetsOf } from '../choice/table-sets.ts'
import {
  type BookingRule,
  type Closure,
  type Needs,
  ruleFor,
  type Setup,
  shortestUse,
  stayOf,
  type Table,
} from '../rules.ts'
import { type StartTime, timesOn, useOf } from './times-on.ts'

/** When a table is taken, and how many people arrive at it. Of joined tables, they arrive at the first. */
export type TakenTable = Span & { table: number; arrivals: number }

/** Everything on which availability depends, as of one moment. */
export type Situation = {
  setup: Setup
  hours: Hours
  timeZone: string
  now: Date
  taken: readonly TakenTable[]
}

export type PartyRequest = { party: number; needs?: Needs }
/** `area`: null for all areas that take bookings. */
export type AreaRequest = PartyRequest & { area: VenueArea | null }

/**
 * `free`: at least one time is free; `full`: none is; `too_large`: the party does not book on the site; `closed`: there are
 * no times.
 */
export type DayState = 'free' | 'full' | 'too_large' | 'closed'

/** `isClosed`: a closure closes the whole area for some of the stay, so nobody needs to wait for that time. */
export type AvailableTime = StartTime & { isFree: boolean; isClosed: boolean }

/**
 * Why an area has no times on a day: it has no tables or rule, is closed, or it is too early to book. `no_fit`: none of its
 * tables is of the right size, so the party would wait in vain.
 */
export type AreaState = 'none' | 'closed' | 'too_far' | 'too_large' | 'no_fit' | 'open'
export type AreaDay = {
  area: VenueArea
  state: AreaState
  /** The largest party that books on the site; 0 if the area takes no bookings. */
  largestParty: number
  times: AvailableTime[]
  /** What guests read about a closure that closes the whole area for some of the day. */
  closedText: string
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Prepares the answers about one situation, so that those about many days are quick. */
export function availabilityIn({ setup, hours, timeZone, now, taken }: Situation) {
  const setsOf = new Map(
    venueAreas.map((area) => [
      area,
      tableSetsOf(setup.tables.filter((each) => each.area === area)),
    ]),
  )
  const busy = busyWith(taken, closedTables(setup))
  const coversAt = coversBySlot(setup.tables, taken)
  const today = localMoment(now, timeZone).date

  /** The times of an area on a day, without those that have passed. */
  function listTimes(area: VenueArea, day: string, party: number) {
    const rule = ruleFor(setup.rules, area, day)
    if (!rule || !setsOf.get(area)?.length) return { state: 'none', rule: null, times: [] } as const
    const times = timesOn(day, { hours, area, rule, timeZone }).filter(
      ({ at }) => at.getTime() >= now.getTime() + rule.notice * minuteMs,
    )
    if (!times.length) return { state: 'closed', rule, times } as const
    if (day > addDays(today, rule.daysAhead)) return { state: 'too_far', rule, times: [] } as const
    if (party > rule.largestParty) return { state: 'too_large', rule, times: [] } as const
    if (!fittingSets(area, rule, { party }).length) {
      return { state: 'no_fit', rule, times: [] } as const
    }
    return { state: 'open', rule, times } as const
  }

  const fittingSets = (area: VenueArea, { spareSeats }: BookingRule, request: PartyRequest) =>
    (setsOf.get(area) ?? []).filter((set) => fits(set, { ...request, spareSeats }))

  /** Answers whether a time of an area is free for a party. */
  function freeTimesOf(area: VenueArea, rule: BookingRule, request: PartyRequest) {
    const { party } = request
    const sets = fittingSets(area, rule, request)
    const hasCovers = (from: number) =>
      rule.covers === null ||
      coversAt(area, { from, to: from + rule.interval * minuteMs }) + party <= rule.covers
    return (time: StartTime) => {
      const span = spanOf(time, rule, party)
      return hasCovers(span.from) && sets.some((set) => isFree(set, span, busy))
    }
  }

  /** The closure that closes a whole area for some of a span. */
  const closureIn = (area: VenueArea, { from, to }: Span): Closure | undefined =>
    setup.closures.find(
      (each) => closesArea(each, area) && each.from.getTime() < to && from < each.to.getTime(),
    )

  /** The times of an area on a day, and whether each is free. */
  function ofArea(area: VenueArea, day: string, request: PartyRequest): AreaDay {
    const { state, rule, times } = listTimes(area, day, request.party)
    const largestParty = rule?.largestParty ?? 0
    if (!rule || state !== 'open') return { area, state, largestParty, times: [], closedText: '' }
    const isFreeAt = freeTimesOf(area, rule, request)
    const closures = times.map((time) => closureIn(area, spanOf(time, rule, request.party)))
    return {
      ...{ area, state, largestParty, closedText: closures.find(Boolean)?.guestText ?? '' },
      times: times.map((time, index) => ({
        ...time,
        isFree: isFreeAt(time),
        isClosed: closures[index] !== undefined,
      })),
    }
  }

  /** The times of all areas that take bookings, or of one. */
  const ofDay = (day: string, { area, ...request }: AreaRequest): AreaDay[] =>
    (area ? [area] : venueAreas)
      .map((each) => ofArea(each, day, request))
      .filter(({ state }) => state !== 'none')

  /** What a day is like. It looks at no more times than necessary. */
  function stateOf(day: string, { area, ...request }: AreaRequest): DayState {
    let state: DayState = 'closed'
    for (const each of area ? [area] : venueAreas) {
      const { state: found, rule, times } = listTimes(each, day, request.party)
      if ((found === 'too_large' || found === 'no_fit') && state === 'closed') state = 'too_large'
      if (!rule || !times.length) continue
      if (times.some(freeTimesOf(each, rule, request))) return 'free'
      if (times.some((time) => !closureIn(each, spanOf(time, rule, request.party)))) {
        state = 'full'
      }
    }
    return state
  }

  /** The sets of an area at which a party fits, best first, without those that are taken. */
  const rankedSets = (
    area: VenueArea,
    { span, rule, ...request }: PartyRequest & { span: Span; rule: BookingRule },
  ): TableSet[] =>
    rankTables(fittingSets(area, rule, request), span, {
      busy,
      shortestMs: shortestUse(rule) * minuteMs,
      now: now.getTime(),
    })

  /** The time of an area that begins at a moment; null if there is none, or if it has passed. */
  const timeAt = (area: VenueArea, day: string, { at, party }: { at: Date; party: number }) => {
    const { state, times } = listTimes(area, day, party)
    return { state, time: times.find((each) => each.at.getTime() === at.getTime()) ?? null }
  }

  return { ofArea, ofDay, stateOf, timeAt, rankedSets }
}

/** When the tables of a party are taken, in milliseconds since 1970. */
export function spanOf(time: StartTime, rule: BookingRule, party: number): Span {
  const { until } = useOf(time, { stay: stayOf(rule, party), buffer: rule.buffer })
  return { from: time.at.getTime(), to: until.getTime() }
}

/** Whether a closure closes a table of an area. */
export const closesTable = (
  { area, tables }: Pick<Closure, 'area' | 'tables'>,
  table: { id: number; area: VenueArea },
): boolean => (tables.length ? tables.includes(table.id) : !area || area === table.area)

/** Whether a closure closes a whole area at a moment. */
export const isAreaClosed = (closures: readonly Closure[], area: VenueArea, at: Date): boolean =>
  closures.some((each) => closesArea(each, area) && at >= each.from && at < each.to)

const closesArea = ({ area, tables }: Pick<Closure, 'area' | 'tables'>, wanted: VenueArea) =>
  !tables.length && (!area || area === wanted)

/** The closure that closes one of some tables at some time of a booking; null if there is none. */
export const closureHitting = (
  closures: readonly Closure[],
  { tables, startsAt, endsAt }: { tables: readonly Table[]; startsAt: Date; endsAt: Date },
): Closure | null =>
  closures.find(
    (each) =>
      each.from < endsAt && startsAt < each.to && tables.some((table) => closesTable(each, table)),
  ) ?? null

function closedTables({ tables, closures }: Setup): Map<number, Span[]> {
  const closed = new Map<number, Span[]>()
  for (const closure of closures) {
    const span = { from: closure.from.getTime(), to: closure.to.getTime() }
    for (const table of tables) {
      if (closesTable(closure, table)) closed.set(table.id, [...(closed.get(table.id) ?? []), span])
    }
  }
  return closed
}

/** Adds up the people who arrive in a part of an area's evening. */
function coversBySlot(tables: readonly Table[], taken: readonly TakenTable[]) {
  const dayOf = (at: number) => Math.floor(at / dayMs)
  const keyOf = (area: VenueArea, day: number) => `${area} ${day}`
  const areas = new Map(tables.map(({ id, area }) => [id, area]))
  const arriving = new Map<string, TakenTable[]>()
  for (const each of taken) {
    const area = areas.get(each.table)
    if (!area || !each.arrivals) continue
    const key = keyOf(area, dayOf(each.from))
    const known = arriving.get(key)
    if (known) known.push(each)
    else arriving.set(key, [each])
  }
  return (area: VenueArea, { from, to }: Span) => {
    let sum = 0
    for (let day = dayOf(from); day <= dayOf(to); day++) {
      for (const each of arriving.get(keyOf(area, day)) ?? []) {
        if (each.from >= from && each.from < to) sum += each.arrivals
      }
    }
    return sum
  }
}
