import type { PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { isPassword } from '../crypto/passwords.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { isHttps } from '../env.ts'
import { countClientAttempt, undoClientAttempt } from '../limits/clients.ts'
import type { RateLimit } from '../limits/rules.ts'
import { countAttempt, resetAttempts, undoAttempt } from '../limits/service.ts'
import { deviceCookie, knownDevice } from './device.ts'
import { staffError } from './errors.ts'
import { type Account, findAccount, findAccountByEmail } from './queries.ts'
import { createSession, recordOf } from './sessions.ts'

/** Failed attempts per address, or per browser that has signed in with the address before. */
const perAddress: RateLimit = { max: 5, windowMs: 10 * 60_000 }
/** Failed attempts per client, for all addresses together; a whole venue may share one client. */
const perClient: RateLimit = { max: 50, windowMs: 10 * 60_000 }

const limitKey = (email: string) => `sign-in ${hmac('sign-in', email)}`

/**
 * Counts the attempt, then checks the password. Reply and timing are the same whether an account has
 * the address or not: attempts are counted for both, and an unknown address costs as much hashing as a
 * wrong password.
 * @param email in the spelling in which addresses are stored
 * @returns the account, and how many attempts had failed before; null if the password is wrong
 * @throws HttpError `too_many_requests` with Retry-After, after 5 failed attempts in ten minutes;
 *   `unavailable` while too many passwords are checked
 */
export async function checkPassword(
  req: PayloadRequest,
  email: string,
  password: string,
): Promise<{ account: Account; failed: number } | null> {
  const db = databaseOf(req.payload)
  refuseIfLimited(await countClientAttempt(req, 'sign-in', perClient))
  const device = knownDevice(req.headers, email)
  const key = device ? `sign-in on ${device}` : limitKey(email)
  const { count, retryAfterSeconds } = await countAttempt(db, key, perAddress)
  refuseIfLimited(retryAfterSeconds)
  const account = await findAccountByEmail(db, email)
  try {
    if (!(await isPassword(password, account)) || !account) return null
  } catch (error) {
    // The password was not checked.
    await undoAttempt(db, key)
    await undoClientAttempt(req, 'sign-in')
    throw error
  }
  await resetAttempts(db, key)
  await undoClientAttempt(req, 'sign-in')
  return { account, failed: count - 1 }
}

/**
 * Signs in with a password.
 * @returns the account and the Set-Cookie headers
 * @throws HttpError as `checkPassword`; `unauthorized` for a wrong password; `conflict` if the account
 *   was changed meanwhile
 */
export async function signIn(
  req: PayloadRequest,
  { email, password }: { email: string; password: string },
): Promise<{ account: Account; cookies: string[] }> {
  const checked = await checkPassword(req, email, password)
  if (!checked) throw staffError('wrong_password')
  const { failed } = checked
  return inTransaction(req, async (db) => {
    await lockUntilCommit(req, 'staff')
    const account = await findAccount(db, checked.account.id)
    if (account?.hash !== checked.account.hash || account.email !== email) {
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
