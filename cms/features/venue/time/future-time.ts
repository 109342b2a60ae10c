import { HttpError } from '../../../platform/http/errors.ts'
import { type VenueTime, venueTimeOf } from './venue-time.ts'

const remarks: Record<VenueTime['clock'], string> = {
  plain: '',
  skipped: ' The clocks go forward over the time you wrote; it is taken as much later.',
  twice: ' The clocks go back over the time you wrote and show it twice; the first one is meant.',
}

/**
 * The instant of a scheduled local time, with a remark if the clocks skip or repeat this time.
 * @param local `YYYY-MM-DDTHH:MM` on the venue's clock; see `venueTimeOf`
 * @throws HttpError `bad_request` for an invalid or past time
 */
export function requireFuture(local: string, timeZone: string): { at: Date; remark: string } {
  const time = venueTimeOf(local, timeZone)
  if (!time) throw new HttpError('bad_request', 'at: There is no such day or time.')
  if (time.at.getTime() <= Date.now()) {
    throw new HttpError('bad_request', `at: This has passed on the venue’s clock (${timeZone}).`)
  }
  return { at: time.at, remark: remarks[time.clock] }
}
