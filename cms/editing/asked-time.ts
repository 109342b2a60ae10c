import { HttpError } from '../http/errors.ts'
import { atVenue, type VenueTime } from '../venue/venue-time.ts'

const remarks: Record<VenueTime['clock'], string> = {
  plain: '',
  skipped: ' The clocks go forward over the time you wrote; it is taken as much later.',
  twice: ' The clocks go back over the time you wrote and show it twice; the first one is meant.',
}

/**
 * The moment for which something is scheduled, with a remark on what the clock does to it, if any.
 * @param written `YYYY-MM-DDTHH:MM` on the venue's clock; for a time that the clock leaves out or shows
 *   twice see `atVenue`
 * @throws HttpError `bad_request` for a time that is none or has passed
 */
export function askedTime(written: string, timeZone: string): { at: Date; remark: string } {
  const time = atVenue(written, timeZone)
  if (!time) throw new HttpError('bad_request', 'at: There is no such day or time.')
  if (time.at.getTime() <= Date.now()) {
    throw new HttpError('bad_request', `at: This has passed on the venue’s clock (${timeZone}).`)
  }
  return { at: time.at, remark: remarks[time.clock] }
}

/** A moment as staff read it, on the venue's clock. */
export const spokenTime = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).format(at)
