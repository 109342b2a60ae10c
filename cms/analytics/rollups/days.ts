import { addDays, localMoment } from '../../venue/opening-hours.ts'
import { yesterdayUntilHour } from '../rules.ts'

/** The date at the venue. */
export const venueDay = (at: Date, timeZone: string): string => localMoment(at, timeZone).date

/**
 * The last day whose visits have all ended: yesterday, once none of its visits can be continued, else the day
 * before.
 */
export function lastFinishedDay(at: Date, timeZone: string): string {
  const { date, minutes } = localMoment(at, timeZone)
  return addDays(date, minutes >= yesterdayUntilHour * 60 + settleMinutes ? -1 : -2)
}

// Events may be stored somewhat later than they were received.
const settleMinutes = 10
