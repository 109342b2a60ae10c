import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import type { CallLimit } from '../../platform/http/call.ts'
import type { RateLimit } from '../../platform/limits/rules.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { bookingError } from './errors.ts'

const minuteMs = 60_000

const holds: RateLimit = { max: 60, windowMs: 10 * minuteMs }

/** Holds of one client. How many places they hold at a time is limited by the shares of `held-places.ts`. */
export const holdLimit: CallLimit = {
  name: 'booking holds',
  limit: holds,
  error: bookingError('too_often'),
}

/** Members hold tables without shares, so the holds of each are counted. @throws HttpError `too_often` */
export const countHold = (req: PayloadRequest, member: number): Promise<void> =>
  countAttemptOrThrow(
    databaseOf(req.payload),
    `booking holds of ${member}`,
    { max: 12, windowMs: 10 * minuteMs },
    bookingError('too_often'),
  )

/** Questions of one client about free times. All visitors of a venue may share one IP address. */
export const availabilityLimit: CallLimit = {
  name: 'booking availability',
  limit: { max: 600, windowMs: 10 * minuteMs },
  error: bookingError('too_often'),
}
