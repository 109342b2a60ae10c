import { hmac } from '../../crypto/hmac.ts'
import { hashToken } from '../../crypto/tokens.ts'
import type { Database } from '../../database/query.ts'
import type { CallLimit } from '../../http/call.ts'
import type { RateLimit } from '../../limits/rules.ts'
import { countAttempt } from '../../limits/service.ts'
import { deviceTokenOf } from '../cookies.ts'
import { memberError } from '../errors.ts'
import { findGrantId } from '../queries/devices.ts'
import { codeEveryMs } from '../rules.ts'

const hourMs = 60 * 60_000

/** Requests for codes and attempts, of one IPv4 address or the /64 of a household. */
export const codeLimit: CallLimit = {
  name: 'codes',
  limit: { max: 30, windowMs: 5 * 60_000, fixed: true },
  error: memberError('too_often'),
}

/** Codes to one address, per bucket. With five attempts each, guessing one takes years. */
const perAddress: RateLimit[] = [
  { max: 1, windowMs: codeEveryMs, fixed: true },
  { max: 10, windowMs: hourMs, fixed: true },
  { max: 30, windowMs: 24 * hourMs, fixed: true },
]

/**
 * The rate limit bucket in which codes to an address are counted. A device that is trusted for the
 * address's member has its own: strangers who request codes for the address block only each other.
 */
export async function rateLimitBucketOf(
  db: Database,
  req: { headers: Headers },
  email: string,
): Promise<string> {
  const token = deviceTokenOf(req)
  const grant = token && (await findGrantId(db, hashToken(token), email))
  return grant ? `device ${grant}` : 'all'
}

/**
 * Counts a code to an address, whether it has an account or not. Rolled back with the transaction.
 * @throws HttpError `too_soon`, `too_often` with Retry-After
 */
export async function countCode(
  db: Database,
  { purpose, email, bucket }: { purpose: string; email: string; bucket: string },
): Promise<void> {
  const key = hmac('codes to', email, bucket)
  for (const limit of perAddress) {
    const isPause = limit.windowMs === codeEveryMs
    // A code for another purpose may follow at once; within an hour all count together.
    const name = `codes to ${key} in ${limit.windowMs}${isPause ? ` for ${purpose}` : ''}`
    const { retryAfterSeconds } = await countAttempt(db, name, limit)
    if (retryAfterSeconds !== null) {
      throw memberError(isPause ? 'too_soon' : 'too_often').retryAfter(retryAfterSeconds)
    }
  }
}
