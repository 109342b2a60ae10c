import { addDays, localMoment } from '../../venue/opening-hours.ts'
import { yesterdayUntilHour } from '../rules.ts'

/** `today` is the venue's date. `yesterday` is null when its sessions can no longer be continued. */
export type OpenDays = { today: string; yesterday: string | null }

const minuteMs = 60_000
let last = { minute: Number.NaN, timeZone: '', days: { today: '', yesterday: null } as OpenDays }

/**
 * The days whose sessions can be continued.
 * @param now in ms since 1970
 * @param timeZone the venue's
 */
export function openDays(now: number, timeZone: string): OpenDays {
  const minute = Math.floor(now / minuteMs)
  // Formatting a date takes longer than the rest of a request.
  if (last.minute !== minute || last.timeZone !== timeZone) {
    const { date, minutes } = localMoment(new Date(now), timeZone)
    const yesterday = minutes < yesterdayUntilHour * 60 ? addDays(date, -1) : null
    last = { minute, timeZone, days: { today: date, yesterday } }
  }
  return last.days
}

/** The month of a day, `2026-11`. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** A month and those after it. @param count how many in all */
export function monthsFrom(month: string, count: number): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, number - 1 + index, 1)).toISOString().slice(0, 7),
  )
}
