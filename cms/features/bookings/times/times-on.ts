import type { TimeSlot } from '../../members/profile/rules.ts'
import { addDays, type Hours, hoursOn, parseClock } from '../../venue/hours/opening-hours.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { type VenueTime, venueTimeOf } from '../../venue/time/venue-time.ts'
import { type BookingRule, slotOf } from '../rules.ts'

/** A time at which a booking can begin. */
export type StartTime = {
  at: Date
  /** On the venue's clock, `19:30`. */
  clock: string
  slot: TimeSlot
  /** When the area closes. */
  closesAt: Date
}

const dayMinutes = 24 * 60

/** A minute of a day's hours on the venue's clock; from 1440 on, it is a minute of the next day. */
const localTime = (day: string, minutes: number): string =>
  `${addDays(day, Math.floor(minutes / dayMinutes))}T${clockOf(minutes)}`

const clockOf = (minutes: number): string =>
  [Math.floor((minutes % dayMinutes) / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

// Cached, because a month has thousands of times, and a calculation with time zones takes longer than all others.
const midnights = new Map<string, number | null>()

/** The midnight with which a day begins; null if the clocks change within two days. */
function plainMidnight(day: string, timeZone: string): number | null {
  const key = `${day} ${timeZone}`
  const known = midnights.get(key)
  if (known !== undefined) return known
  if (midnights.size > 1000) midnights.clear()
  const [from, to] = [day, addDays(day, 2)].map((each) => venueTimeOf(`${each}T00:00`, timeZone))
  const isPlain =
    from?.clock === 'plain' &&
    to?.clock === 'plain' &&
    to.at.getTime() - from.at.getTime() === 2 * dayMinutes * 60_000
  const midnight = isPlain ? from.at.getTime() : null
  midnights.set(key, midnight)
  return midnight
}

/** Converts minutes of a day's hours. */
function instantsOf(day: string, timeZone: string): (minutes: number) => VenueTime | null {
  const midnight = plainMidnight(day, timeZone)
  if (midnight === null) return (minutes) => venueTimeOf(localTime(day, minutes), timeZone)
  return (minutes) => ({ at: new Date(midnight + minutes * 60_000), clock: 'plain' })
}

/**
 * The times of an area on a day, by its opening hours with their exceptions. A day has all times of hours that begin on
 * it, also those after midnight. Times that the clocks skip are left out; of a time that they show twice, the first one
 * is meant.
 */
export function timesOn(
  day: string,
  {
    hours,
    area,
    rule,
    timeZone,
  }: {
    hours: Hours
    area: VenueArea
    rule: Pick<BookingRule, 'interval' | 'last'>
    timeZone: string
  },
): StartTime[] {
  const instantOf = instantsOf(day, timeZone)
  const times = new Map<number, StartTime>()
  for (const { from, to } of spansOn(day, hours, area)) {
    const closesAt = instantOf(to)?.at
    if (!closesAt) continue
    for (let minutes = from; minutes < to; minutes += rule.interval) {
      const time = instantOf(minutes)
      if (!time || time.clock === 'skipped') continue
      if (time.at.getTime() + rule.last * 60_000 > closesAt.getTime()) continue
      times.set(time.at.getTime(), {
        ...{ at: time.at, clock: clockOf(minutes), slot: slotOf(minutes) },
        closesAt,
      })
    }
  }
  return [...times.values()].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** The hours that begin on a day, in minutes since its midnight. Adjacent hours are one. */
function spansOn(day: string, hours: Hours, area: VenueArea): { from: number; to: number }[] {
  const spans = hoursOn(hours, area, day)
    .intervals.map(({ opens, closes }) => {
      const [from, to] = [parseClock(opens), parseClock(closes)]
      return { from, to: to <= from ? to + dayMinutes : to }
    })
    .sort((one, other) => one.from - other.from)
  return spans.reduce<{ from: number; to: number }[]>((merged, span) => {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push({ ...span })
    return merged
  }, [])
}

/** When a party that begins at a time leaves, and until when its tables are taken. It leaves when the area closes. */
export function useOf(
  { at, closesAt }: Pick<StartTime, 'at' | 'closesAt'>,
  { stay, buffer }: { stay: number; buffer: number },
): { endsAt: Date; until: Date } {
  const end = Math.min(at.getTime() + stay * 60_000, closesAt.getTime())
  return { endsAt: new Date(end), until: new Date(end + buffer * 60_000) }
}
