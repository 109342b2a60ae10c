import type { Payload } from 'payload'
import { findSiteFacts } from '../../platform/runtime/site-facts.ts'
import { addDays, localMoment } from '../venue/hours/opening-hours.ts'
import { venueTimeOf } from '../venue/time/venue-time.ts'
import { nightEndsAt } from './rules.ts'

/** A night of the venue: it has the date of its evening, and ends at 6 am. */
export type Night = { day: string; startsAt: Date; endsAt: Date; timeZone: string }

/** The date of the night to which a moment belongs. */
export function nightOf(at: Date, timeZone: string): string {
  const { date, minutes } = localMoment(at, timeZone)
  return minutes < nightEndsAt.hour * 60 ? addDays(date, -1) : date
}

/** @param day `YYYY-MM-DD` */
export function nightWith(day: string, timeZone: string): Night {
  const morningOf = (date: string) => {
    const time = venueTimeOf(`${date}T0${nightEndsAt.hour}:00`, timeZone)
    if (!time) throw new Error(`${date} is no date.`)
    return time.at
  }
  return { day, startsAt: morningOf(day), endsAt: morningOf(addDays(day, 1)), timeZone }
}

/** The night of now, or of another moment. */
export async function findNight(payload: Payload, at = new Date()): Promise<Night> {
  const { timeZone } = await findSiteFacts(payload)
  return nightWith(nightOf(at, timeZone), timeZone)
}

/** The nights in which something takes place. */
export const nightsOf = (
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  timeZone: string,
): { from: string; until: string } => ({
  from: nightOf(startsAt, timeZone),
  until: nightOf(new Date(Math.max(startsAt.getTime(), endsAt.getTime() - 1)), timeZone),
})
