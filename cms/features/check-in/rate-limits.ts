import type { CallLimit } from '../../platform/http/call.ts'
import { checkInError } from './errors.ts'

const minuteMs = 60_000
const error = checkInError('too_often')

/** Scans of one client. All phones of a venue may share one IP address. */
export const scanLimit: CallLimit = {
  name: 'scans of organisers',
  limit: { max: 3000, windowMs: 10 * minuteMs },
  error,
}

/** Check-ins at tables, and certificates of browsers. */
export const hereLimit: CallLimit = {
  name: 'check-ins of members',
  limit: { max: 60, windowMs: 10 * minuteMs },
  error,
}
