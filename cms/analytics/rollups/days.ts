import { Temporal } from 'temporal-polyfill'
import { yesterdayUntilHour } from '../rules.ts'

/** The date at the venue. */
export const venueDay = (at: Date, timeZone: string): string =>
  zoned(at, timeZone).toPlainDate().toString()

/**
 * The last day whose visits have all ended: yesterday, once none of its visits can be continued, else the day
 * before.
 */
export function lastFinishedDay(at: Date, timeZone: string): string {
  const time = zoned(at, timeZone)
  const isSettled = time.hour * 60 + time.minute >= yesterdayUntilHour * 60 + settleMinutes
  return time
    .toPlainDate()
    .subtract({ days: isSettled ? 1 : 2 })
    .toString()
}

// Events may be stored somewhat later than they were received.
const settleMinutes = 10

const zoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(+at).toZonedDateTimeISO(timeZone)
