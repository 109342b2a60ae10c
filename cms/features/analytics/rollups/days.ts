import { addDays, localMoment } from '../../venue/hours/opening-hours.ts'
import { cutoffDay } from '../retention/rules.ts'
import { yesterdayUntilHour } from '../rules.ts'
import type { Kind } from './queries/kinds.ts'

/** The date at the venue. */
export const venueDay = (at: Date, timeZone: string): string => localMoment(at, timeZone).date

/** The clock time at the venue, `HH:MM`. */
export function venueTime(at: Date, timeZone: string): string {
  const { minutes } = localMoment(at, timeZone)
  return [Math.floor(minutes / 60), minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/**
 * The last day whose visits have all ended: yesterday if none of its visits can be continued, otherwise the day before.
 */
export function lastFinishedDay(at: Date, timeZone: string): string {
  const { date, minutes } = localMoment(at, timeZone)
  return addDays(date, minutes >= yesterdayUntilHour * 60 + settleMinutes ? -1 : -2)
}

// Events may be stored some minutes after they were received.
const settleMinutes = 10

/** The first day for which all raw rows exist that a kind needs. @param today the venue's date, `YYYY-MM-DD` */
export const firstRawDay = (kind: Kind, today: string): string =>
  cutoffDay(kind === 'actions' || kind === 'funnels' ? 'user_interactions' : 'user_sessions', today)
