import type { PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { verifyPassword } from '../crypto/passwords.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { countClientAttempt, undoClientAttempt } from '../limits/clients.ts'
import type { RateLimit } from '../limits/rules.ts'
import { type Attempts, countAttempt, resetAttempts, undoAttempt } from '../limits/service.ts'
import { isHttps } from '../runtime/env.ts'
import { deviceCookie, knownDevice } from './device.ts'
import { staffError } from './errors.ts'
import { type Account, findAccount, findAccountByEmail } from './queries.ts'
import { sessionMs } from './rules.ts'
import { createSession, endSession, recordAction } from './sessions.ts'

/** Limit of failed attempts per address. A browser that has signed in with the address before has its own count. */
const perAddress: RateLimit = { max: 5, windowMs: 10 * 60_000 }
/**
 * Limit of failed attempts per client, for all addresses together. All people in a venue may count as one client.
 * Attempts in sessions, and in browsers that have signed in before, have other limits and are not counted here.
 */
const perClient: RateLimit = { max: 50, windowMs: 10 * 60_000 }

/** Limit of wrong passwords in one session of a signed-in person. The fifth wrong password ends the session. */
const perSession: RateLimit = { max: 5, windowMs: sessionMs, fixed: true }

/** The reason of the error for a right password that is exposed, see `Account`. */
export const newPasswordRequired = 'new_password_required'

const limitKey = (email: string) => `sign-in ${hmac('sign-in', email)}`

/** A password for an address, with the key and limit under which failed attempts are counted. */
type Attempt = {
  email: string
  password: string
  key: string
  limit: RateLimit
  /**
   * Whether the attempt also counts for the client. Known browsers are exempt, because strangers in
   * the same network may use up the client's limit.
   */
  isStranger: boolean
}

/**
 * Counts the attempt, then checks the password. Reply and timing do not reveal whether an account has the
 * address: attempts are counted for unknown addresses too, and checking them takes as much hashing.
 * @returns `account` is null if the password is wrong or there were too many attempts. `count` is the number
 *   of attempts so far. `retryAfterSeconds` is null below the limit
 * @throws HttpError `too_many_requests` with Retry-After for the client; `unavailable` while too many
 *   passwords are checked
 */
async function checkPassword(
  req: PayloadRequest,
  { email, password, key, limit, isStranger }: Attempt,
): Promise<{ account: Account | null } & Attempts> {
  const db = databaseOf(req.payload)
  if (isStranger) refuseIfLimited(await countClientAttempt(req, 'sign-in', perClient))
  const attempts = await countAttempt(db, key, limit)
  if (attempts.retryAfterSeconds !== null) return { account: null, ...attempts }
  let account: Account | null
  try {
    account = await findAccountByEmail(db, email)
    const isRight = await verifyPassword(password, account, { isStranger })
    if (!isRight || !account) return { account: null, ...attempts }
  } catch (error) {
    // The password could not be checked, so the attempt does not count.
    await undoAttempt(db, key)
    if (isStranger) await undoClientAttempt(req, 'sign-in')
    throw error
  }
  await resetAttempts(db, key)
  if (isStranger) await undoClientAttempt(req, 'sign-in')
  return { account, ...attempts }
}

/**
 * Checks the password of the signed-in person. Wrong passwords do not count towards the limits of sign-ins, so that
 * somebody with a stolen session cannot lock out the owner. They are counted per session; the fifth ends the session.
 * @param session hash of the session's token
 * @throws HttpError `forbidden` for a wrong password; `new_password_required` if it is exposed; `unauthorized` for the
 *   fifth wrong password; `unavailable` as `checkPassword`
 */
export async function checkOwnPassword(
  req: PayloadRequest,
  { email, password, session }: { email: string; password: string; session: string },
): Promise<Account> {
  const key = `staff proof in ${session}`
  const attempt = { email, password, key, limit: perSession, isStranger: false }
  const { account, count } = await checkPassword(req, attempt)
  if (account?.is_exposed) throw exposed('exposed_proof')
  if (account) return account
  const event = 'staff_sign_in_failed'
  if (count < perSession.max) throw staffError('wrong_own_password', { securityEvent: event })
  await endSession(req, session, 'proofs_failed')
  throw staffError('proofs_failed', { securityEvent: event })
}

/**
 * Signs in with a password.
 * @returns the account and the Set-Cookie headers
 * @param email trimmed and in lower case, as addresses are stored
 * @throws HttpError `unauthorized` for a wrong password; `new_password_required` if the password is right but exposed,
 *   see `Account`; `too_many_requests` with Retry-After, after 5
 *   failed attempts in ten minutes; `unavailable` as `checkPassword`; `conflict` if the account was changed
 *   meanwhile
 */
export async function signIn(
  req: PayloadRequest,
  { email, password }: { email: string; password: string },
): Promise<{ account: Account; cookies: string[] }> {
  const device = knownDevice(req.headers, email)
  const key = device ? `sign-in on ${device}` : limitKey(email)
  const attempt = { email, password, key, limit: perAddress, isStranger: !device }
  const checked = await checkPassword(req, attempt)
  refuseIfLimited(checked.retryAfterSeconds)
  const { account: known, count } = checked
  if (!known) throw staffError('wrong_password', { securityEvent: 'staff_sign_in_failed' })
  if (known.is_exposed) throw exposed('exposed_password')
  const failed = count - 1
  return inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, known.id)
    if (account?.hash !== known.hash || account.email !== email) {
      throw staffError('just_changed')
    }
    const session = await createSession(req, account.id)
    await recordAction(
      req,
      'signed_in',
      account,
      failed ? { wrong_tries_before: failed } : undefined,
    )
    return { account, cookies: [session, deviceCookieOf(email)] }
  })
}

const exposed = (name: 'exposed_password' | 'exposed_proof') =>
  staffError(name, { reason: newPasswordRequired })

/** The Set-Cookie header that marks a browser in which the owner of an address has signed in. */
export const deviceCookieOf = (email: string): string => deviceCookie(email, isHttps())

/** Resets the count of failed attempts after a new password was set with a link. */
export const forgetFailedAttempts = (req: PayloadRequest, email: string) =>
  resetAttempts(databaseOf(req.payload), limitKey(email))

function refuseIfLimited(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null)
    throw staffError('too_many_tries').withRetryAfter(retryAfterSeconds)
}
