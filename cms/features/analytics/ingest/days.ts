import { LRUCache } from 'lru-cache'
import { addDays, localMoment } from '../../venue/hours/opening-hours.ts'
import { tomorrowFromHour, yesterdayUntilHour } from '../rules.ts'

/**
 * `today` is the venue's date. `yesterday` is null when its sessions can no longer be continued. `tomorrow` is null
 * before the hour `tomorrowFromHour`, because its salt is not created earlier.
 */
export type SessionDays = { today: string; yesterday: string | null; tomorrow: string | null }

const minuteMs = 60_000
const none: SessionDays = { today: '', yesterday: null, tomorrow: null }
let cached = { minute: Number.NaN, timeZone: '', days: none }

/**
 * The days whose sessions can be continued, and the day that begins next.
 * @param now in ms since 1970
 * @param timeZone the venue's
 */
export function sessionDays(now: number, timeZone: string): SessionDays {
  const minute = Math.floor(now / minuteMs)
  // The date is cached for a minute, because formatting it takes longer than the rest of a request.
  if (cached.minute !== minute || cached.timeZone !== timeZone) {
    const { date, minutes } = localMoment(new Date(now), timeZone)
    const yesterday = minutes < yesterdayUntilHour * 60 ? addDays(date, -1) : null
    const tomorrow = minutes >= tomorrowFromHour * 60 ? addDays(date, 1) : null
    cached = { minute, timeZone, days: { today: date, yesterday, tomorrow } }
  }
  return cached.days
}

/**
 * Keeps a state for each of the two days that were used last, because around midnight events of both days arrive.
 * @param create makes the state of a new day
 */
export function stateByDay<State extends object>(create: () => State): (day: string) => State {
  const states = new LRUCache<string, State>({ max: 2 })
  return (day) => {
    const known = states.get(day)
    if (known) return known
    const state = create()
    states.set(day, state)
    return state
  }
}

/** The month of a day, `2026-11`. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** A month and the following ones. @param count the number of months to return */
export function monthsFrom(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, number - 1 + index, 1)).toISOString().slice(0, 7),
  )
}
