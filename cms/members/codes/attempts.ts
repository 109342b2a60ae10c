import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../database/query.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { RateLimit } from '../../limits/rules.ts'
import { attemptsOf, countAttempt, undoAttempt } from '../../limits/service.ts'
import { recordSecurityEvent } from '../../security/events.ts'
import { memberError } from '../errors.ts'
import { type CodeRequest, hasValidCode } from '../queries/codes.ts'
import { wrongCodes } from '../rules.ts'
import { requesterOf } from './limits.ts'

const dayMs = 24 * 60 * 60_000
const perRequester: RateLimit = { max: wrongCodes.ofAddressInDay, windowMs: dayMs, fixed: true }
/** The circuit breaker: wrong codes of all addresses together. */
const ofAll: RateLimit[] = [
  { max: wrongCodes.ofAllInHour, windowMs: dayMs / 24, fixed: true },
  { max: wrongCodes.ofAllInDay, windowMs: dayMs, fixed: true },
]
const keyOf = (bucket: string) => `codes wrong to ${bucket}`
const keyOfAll = ({ windowMs }: RateLimit) => `codes wrong in ${windowMs}`

type Attempted = Pick<CodeRequest, 'email' | 'purpose'>

/**
 * Seconds until codes are mailed again; null if they are now. Until then a link is mailed in the place of
 * a sign-in code, and codes that were mailed are refused. The circuit breaker spares trusted devices,
 * which guess no stranger's codes, and address changes, which take two codes.
 */
export async function codesRefusedFor(
  req: { headers: Headers },
  db: Database,
  {
    bucket,
    isTrusted,
    purpose,
  }: { bucket: string; isTrusted: boolean } & Pick<Attempted, 'purpose'>,
): Promise<number | null> {
  const own = await attemptsOf(db, keyOf(bucket), perRequester)
  if (own.retryAfterSeconds !== null) return own.retryAfterSeconds
  if (isTrusted || !['sign_in', 'link'].includes(purpose)) return null
  for (const limit of ofAll) {
    const { retryAfterSeconds } = await attemptsOf(db, keyOfAll(limit), limit)
    if (retryAfterSeconds === null) continue
    recordSecurityEvent(req, 'codes_suspended')
    return retryAfterSeconds
  }
  return null
}

/**
 * Makes an attempt at a code in a transaction of its own: a wrong one counts whatever follows. Attempts
 * at one address wait for each other, so that simultaneous ones do not pass the limit together. An
 * attempt of a browser that no code is valid in does not count, because it cannot succeed.
 * @param attempt its result; null if the code is wrong
 * @throws HttpError `link_required` after too many wrong codes
 */
export async function attemptCode<Result>(
  req: PayloadRequest,
  request: CodeRequest,
  attempt: (db: Database) => Promise<Result | null>,
): Promise<Result | null> {
  const requester = await requesterOf(databaseOf(req.payload), req, request.email)
  const result = await inTransaction(req, async (db) => {
    if (!(await hasValidCode(db, request))) return null
    const retryAfterSeconds = await codesRefusedFor(req, db, { ...requester, ...request })
    if (retryAfterSeconds !== null) throw memberError('link_required')
    const key = keyOf(requester.bucket)
    const counted = await countAttempt(db, key, perRequester)
    if (counted.retryAfterSeconds !== null) throw memberError('link_required')
    // Again: another attempt may have used the code while this one waited.
    const isValid = await hasValidCode(db, request)
    const result = isValid ? await attempt(db) : null
    if (result !== null || !isValid) await undoAttempt(db, key)
    else for (const limit of ofAll) await countAttempt(db, keyOfAll(limit), limit)
    return result
  })
  if (result === null) {
    recordSecurityEvent(req, 'member_sign_in_failed', { by: 'code', purpose: request.purpose })
  }
  return result
}
