import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'
import { APIError, type PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { databaseOf } from '../database/query.ts'
import { env } from '../env.ts'
import { clientKey } from '../limits/clients.ts'
import type { RateLimit } from '../limits/rules.ts'
import { countAttempt, resetAttempts, undoAttempt } from '../limits/service.ts'
import { deviceCookie, knownDevice } from './device.ts'
import { hasAccountWithEmail } from './queries.ts'

/** Failed attempts per address, or per browser that has signed in with the address before. */
const perAddress: RateLimit = { max: 5, windowMs: 10 * 60_000 }
/** Failed attempts per client, for all addresses together; a whole venue may share one client. */
const perClient: RateLimit = { max: 50, windowMs: 10 * 60_000 }

const hash = promisify(pbkdf2)
const addressOf = (email: string) => email.toLowerCase().trim()
const limitKey = (email: string) => `sign-in ${hmac('sign-in', email)}`

type Attempt = { key: string; client: string | null; failed: number }

/**
 * Counts an attempt before the password is checked. Reply and timing are the same whether an account
 * has the address or not: attempts are counted for both, and an unknown address costs as much hashing
 * as a wrong password.
 * @throws APIError 429 with Retry-After, after 5 failed attempts in ten minutes
 */
export async function beginSignIn(req: PayloadRequest, email: string, password: string) {
  const db = databaseOf(req.payload)
  const address = addressOf(email)
  const client = clientKey(req, 'sign-in')
  if (client) refuseIfLimited(req, await countAttempt(db, client, perClient))
  const device = knownDevice(req.headers, address)
  const key = device ? `sign-in on ${device}` : limitKey(address)
  const { count, retryAfterSeconds } = await countAttempt(db, key, perAddress)
  refuseIfLimited(req, { retryAfterSeconds })
  req.context.signIn = { key, client, failed: count - 1 } satisfies Attempt
  // Payload hashes the password of a known address with the same parameters.
  if (!(await hasAccountWithEmail(db, address))) await hash(password, key, 600_000, 32, 'sha256')
}

/**
 * Forgets the failed attempts after a successful sign-in and marks the browser.
 * @returns how many attempts had failed before
 */
export async function finishSignIn(req: PayloadRequest, email: string): Promise<number> {
  const attempt = req.context.signIn as Attempt | undefined
  delete req.context.signIn
  if (!attempt) return 0
  const db = databaseOf(req.payload)
  await resetAttempts(db, attempt.key)
  if (attempt.client) await undoAttempt(db, attempt.client)
  const cookie = deviceCookie(addressOf(email), env().SITE_URL.startsWith('https:'))
  req.responseHeaders ??= new Headers()
  req.responseHeaders.append('set-cookie', cookie)
  return attempt.failed
}

/** Forgets failed attempts when a new password was set by a link. */
export const forgetFailedAttempts = (req: PayloadRequest, email: string) =>
  resetAttempts(databaseOf(req.payload), limitKey(addressOf(email)))

function refuseIfLimited(
  req: PayloadRequest,
  { retryAfterSeconds }: { retryAfterSeconds: number | null },
): void {
  if (retryAfterSeconds === null) return
  req.responseHeaders ??= new Headers()
  req.responseHeaders.set('retry-after', String(retryAfterSeconds))
  throw new APIError(
    'Too many wrong tries. Wait ten minutes, or use a browser on which you have signed in before.',
    429,
    undefined,
    true,
  )
}
