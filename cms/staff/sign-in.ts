import type { PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { isPassword } from '../crypto/passwords.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { isHttps } from '../env.ts'
import { countClientAttempt, undoClientAttempt } from '../limits/clients.ts'
import type { RateLimit } from '../limits/rules.ts'
import { type Attempts, countAttempt, resetAttempts, undoAttempt } from '../limits/service.ts'
import { deviceCookie, knownDevice } from './device.ts'
import { staffError } from './errors.ts'
import { type Account, findAccount, findAccountByEmail } from './queries.ts'
import { sessionMs } from './rules.ts'
import { createSession, endSession, recordOf } from './sessions.ts'

/** Failed attempts per address, or per browser that has signed in with the address before. */
const perAddress: RateLimit = { max: 5, windowMs: 10 * 60_000 }
/**
 * Failed attempts per client, for all addresses together; a whole venue may share one client. Browsers that
 * have signed in before and sessions are not counted: their own limits suffice.
 */
const perClient: RateLimit = { max: 50, windowMs: 10 * 60_000 }

/** Wrong passwords in one session, whose user is signed in already; the last one ends it. */
const perSession: RateLimit = { max: 5, windowMs: sessionMs, fixed: true }

const limitKey = (email: string) => `sign-in ${hmac('sign-in', email)}`

/** An address and a password, and the count of the failed attempts with them. */
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
 * Counts the attempt, then checks the password. Reply and timing are the same whether an account has
 * the address or not: attempts are counted for both, and an unknown address costs as much hashing as a
 * wrong password.
 * @returns `account` is null if the password is wrong or there were too many attempts. `count` is the number
 *   of attempts so far; `retryAfterSeconds` is null unless there were too many
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
  const account = await findAccountByEmail(db, email)
  try {
    if (!(await isPassword(password, account)) || !account) return { account: null, ...attempts }
  } catch (error) {
    // The password was not checked.
    await undoAttempt(db, key)
    if (isStranger) await undoClientAttempt(req, 'sign-in')
    throw error
  }
  await resetAttempts(db, key)
  if (isStranger) await undoClientAttempt(req, 'sign-in')
  return { account, ...attempts }
}

/**
 * Checks the password of who is signed in. Wrong ones do not count at the sign-in: a stolen session cannot
 * keep its owner from signing in elsewhere. They count in the session, and the fifth ends it.
 * @param session hash of its token
 * @throws HttpError `forbidden` for a wrong password; `unauthorized` if that ended the session;
 *   `unavailable` as `checkPassword`
 */
export async function checkOwnPassword(
  req: PayloadRequest,
  { email, password, session }: { email: string; password: string; session: string },
): Promise<Account> {
  const key = `staff proof in ${session}`
  const given = { email, password, key, limit: perSession, isStranger: false }
  const { account, count } = await checkPassword(req, given)
  if (account) return account
  if (count < perSession.max) throw staffError('wrong_own_password')
  await endSession(req, session, 'proofs_failed')
  throw staffError('proofs_failed')
}

/**
 * Signs in with a password.
 * @returns the account and the Set-Cookie headers
 * @param given.email in the spelling in which addresses are stored
 * @throws HttpError `unauthorized` for a wrong password; `too_many_requests` with Retry-After, after 5
 *   failed attempts in ten minutes; `unavailable` as `checkPassword`; `conflict` if the account was changed
 *   meanwhile
 */
export async function signIn(
  req: PayloadRequest,
  { email, password }: { email: string; password: string },
): Promise<{ account: Account; cookies: string[] }> {
  const device = knownDevice(req.headers, email)
  const key = device ? `sign-in on ${device}` : limitKey(email)
  const given = { email, password, key, limit: perAddress, isStranger: !device }
  const checked = await checkPassword(req, given)
  refuseIfLimited(checked.retryAfterSeconds)
  const { account: known, count } = checked
  if (!known) throw staffError('wrong_password')
  const failed = count - 1
  return inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, known.id)
    if (account?.hash !== known.hash || account.email !== email) {
      throw staffError('just_changed')
    }
    const session = await createSession(req, account.id)
    await recordOf(req, 'signed_in', account, failed ? { wrong_tries_before: failed } : undefined)
    return { account, cookies: [session, deviceCookieOf(email)] }
  })
}

/** The Set-Cookie header that marks a browser in which the owner of an address has signed in. */
export const deviceCookieOf = (email: string): string => deviceCookie(email, isHttps())

/** Forgets failed attempts when a new password was set by a link. */
export const forgetFailedAttempts = (req: PayloadRequest, email: string) =>
  resetAttempts(databaseOf(req.payload), limitKey(email))

function refuseIfLimited(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw staffError('too_many_tries').retryAfter(retryAfterSeconds)
}
