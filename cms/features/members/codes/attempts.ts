import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { browserOf } from '../../../platform/http/cookies/browser-cookie.ts'
import { providerKey } from '../../../platform/limits/clients.ts'
import type { RateLimit } from '../../../platform/limits/rules.ts'
import { attemptsOf, countAttempt, undoAttempt } from '../../../platform/limits/service.ts'
import { recordSecurityEvent } from '../../../platform/security/events.ts'
import { memberError } from '../errors.ts'
import { type CodeRequest, hasValidCode } from '../queries/codes.ts'
import { wrongCodeLimits } from '../rules.ts'
import { countHopelessAttempt, requesterOf } from './limits.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const inHour = (max: number): RateLimit => ({ max, windowMs: hourMs, fixed: true })
const inDay = (max: number): RateLimit => ({ max, windowMs: dayMs, fixed: true })
const perRequester = inDay(wrongCodeLimits.ofAddressInDay)
const perNetwork = [inHour(wrongCodeLimits.ofNetworkInHour), inDay(wrongCodeLimits.ofNetworkInDay)]
/** The circuit breaker: limits for the wrong codes of all untrusted devices together. */
const ofAll = [inHour(wrongCodeLimits.ofAllInHour), inDay(wrongCodeLimits.ofAllInDay)]
const keyOf = (bucket: string) => `codes wrong to ${bucket}`
const keyOfWindow = ({ windowMs }: RateLimit) => `codes wrong in ${windowMs}`

/** `bucket`: key of the trusted device, or of the mailbox if the device is not trusted. */
type Attempted = { bucket: string; isTrusted: boolean } & Pick<CodeRequest, 'purpose'>
type AttemptCounter = { key: string; limit: RateLimit }

/**
 * Whether the attempted code may belong to somebody else. A trusted device can only try codes of its own
 * member. Purposes other than `sign_in` and `link` require a session.
 */
const mayBeOthersCode = ({ isTrusted, purpose }: Attempted): boolean =>
  !isTrusted && ['sign_in', 'link'].includes(purpose)

/**
 * The counters of an attempt, in the order in which they are locked: first the address or the trusted device,
 * then the provider's network. The limit of a network is lower than that of the circuit breaker, so one network
 * alone cannot open the circuit breaker.
 */
function countersOf(req: { headers: Headers }, attempted: Attempted): AttemptCounter[] {
  const ofRequester = { key: keyOf(attempted.bucket), limit: perRequester }
  if (!mayBeOthersCode(attempted)) return [ofRequester]
  const ofNetwork = perNetwork.flatMap((limit) => {
    const key = providerKey(req, keyOfWindow(limit))
    return key === null ? [] : [{ key, limit }]
  })
  return [ofRequester, ...ofNetwork]
}

/**
 * Seconds until codes are mailed again; null if codes are not paused. Until then a link is mailed instead
 * of a sign-in code, and codes that were mailed before are refused. The circuit breaker and the limit of a network
 * apply neither to trusted devices nor to purposes that require a session.
 */
export async function codePauseSeconds(
  req: { headers: Headers },
  db: Database,
  attempted: Attempted,
): Promise<number | null> {
  for (const { key, limit } of countersOf(req, attempted)) {
    const { retryAfterSeconds } = await attemptsOf(db, key, limit)
    if (retryAfterSeconds !== null) return retryAfterSeconds
  }
  if (!mayBeOthersCode(attempted)) return null
  for (const limit of ofAll) {
    const { retryAfterSeconds } = await attemptsOf(db, keyOfWindow(limit), limit)
    if (retryAfterSeconds === null) continue
    recordSecurityEvent(req, 'codes_suspended')
    return retryAfterSeconds
  }
  return null
}

/**
 * The error while codes are paused. Until the pause ends, a passkey cannot be linked (`codes_paused`), but the
 * member can sign in with a mailed link and add a passkey in the profile.
 */
const refusalOf = ({ purpose }: Pick<Attempted, 'purpose'>) =>
  memberError(purpose === 'link' ? 'codes_paused' : 'link_required')

/**
 * Whether an attempt at a code can succeed: the browser has a valid code for the same address and purpose.
 * An attempt that cannot succeed is counted for the client.
 * @throws HttpError `too_often`
 */
export async function maySucceed(req: PayloadRequest, request: CodeRequest): Promise<boolean> {
  if (await hasValidCode(databaseOf(req.payload), request)) return true
  recordFailure(req, request)
  await countHopelessAttempt(req)
  return false
}

/** Counts an attempt that cannot succeed, and refuses it. @throws HttpError `invalid_code` or `too_often` */
export async function refuseUnmatchedAttempt(req: PayloadRequest): Promise<never> {
  await countHopelessAttempt(req)
  throw memberError('invalid_code')
}

/**
 * The hash of the browser cookie. Codes are bound to it.
 * @throws HttpError `invalid_code` without a cookie, `too_often`
 */
export const requireBrowser = async (req: PayloadRequest): Promise<string> =>
  browserOf(req) ?? refuseUnmatchedAttempt(req)

const recordFailure = (req: PayloadRequest, { purpose }: CodeRequest) =>
  recordSecurityEvent(req, 'member_sign_in_failed', { by: 'code', purpose })

/**
 * Makes an attempt at a code in a transaction of its own, so that a wrong code is counted even if the request fails
 * later. Attempts at one address, and attempts from one network, wait for each other, so that concurrent
 * attempts cannot exceed a limit. An attempt that cannot succeed is counted only for the client.
 * @param attempt tries the code; returns null if the code is wrong
 * @throws HttpError `link_required`, `codes_paused` after too many wrong codes; `too_often`
 */
export async function attemptCode<Result>(
  req: PayloadRequest,
  request: CodeRequest,
  attempt: (db: Database) => Promise<Result | null>,
): Promise<Result | null> {
  if (!(await maySucceed(req, request))) return null
  const requester = await requesterOf(databaseOf(req.payload), req, request.email)
  const attempted = { ...requester, purpose: request.purpose }
  const counts = countersOf(req, attempted)
  const result = await inTransaction(req, async (db) => {
    const retryAfterSeconds = await codePauseSeconds(req, db, attempted)
    if (retryAfterSeconds !== null) throw refusalOf(request)
    for (const { key, limit } of counts) {
      const counted = await countAttempt(db, key, limit)
      if (counted.retryAfterSeconds !== null) throw refusalOf(request)
    }
    // Checked again: another attempt may have used the code while this one waited for the lock.
    const isValid = await hasValidCode(db, request)
    const result = isValid ? await attempt(db) : null
    if (result !== null || !isValid) for (const { key } of counts) await undoAttempt(db, key)
    else if (mayBeOthersCode(attempted)) {
      for (const limit of ofAll) await countAttempt(db, keyOfWindow(limit), limit)
    }
    return result
  })
  if (result === null) recordFailure(req, request)
  return result
}
