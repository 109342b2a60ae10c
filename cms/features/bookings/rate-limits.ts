import type { CallLimit } from '../../platform/http/call.ts'
import { bookingError } from './errors.ts'

const minuteMs = 60_000

/** Questions of one client about free times. All visitors of a venue may share one IP address. */
export const availabilityLimit: CallLimit = {
  name: 'booking availability',
  limit: { max: 600, windowMs: 10 * minuteMs },
  error: bookingError('too_often'),
}
