import { venueTimeOf } from '../time/venue-time.ts'
import { addDays, type LocalMoment, localMoment } from './opening-hours.ts'

const dayMinutes = 24 * 60

/** A part of every day, in minutes of the day on the venue's clock. It may go on after midnight. */
export type DaySpan = { from: number; to: number }

/**
 * When the quiet hours that contain `at` end, on the venue's clock. Quiet hours that begin and end at the same minute
 * are ignored.
 * @returns `at` if it is not in the quiet hours
 */
export function quietEnd(quiet: DaySpan | null, at: Date, timeZone: string): Date {
  if (!quiet || quiet.from === quiet.to) return at
  const moment = localMoment(at, timeZone)
  const since = (moment.minutes - quiet.from + dayMinutes) % dayMinutes
  const length = (quiet.to - quiet.from + dayMinutes) % dayMinutes
  if (since >= length) return at
  const end = nextTime(quiet.to, moment, timeZone)
  // When the clocks go back, they may show the end twice. `nextTime` returns the first time, which can be before `at`.
  return end && end > at ? end : at
}

/** The next time at which the venue's clock shows a minute of the day. */
export function nextTime(
  minute: number,
  { date, minutes }: LocalMoment,
  timeZone: string,
): Date | null {
  const day = minute > minutes ? date : addDays(date, 1)
  const [hour, rest] = [Math.floor(minute / 60), minute % 60].map((n) => String(n).padStart(2, '0'))
  return venueTimeOf(`${day}T${hour}:${rest}`, timeZone)?.at ?? null
}
