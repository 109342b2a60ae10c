import type { PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { type Database, databaseOf } from '../database/query.ts'
import type { CallLimit } from '../http/call.ts'
import type { RateLimit } from '../limits/rules.ts'
import { attemptsOf, countAttempt, requireAttempt } from '../limits/service.ts'
import { mailboxOf } from '../mail/address.ts'
import { recordSecurityEvent } from '../security/events.ts'
import { newsletterError } from './errors.ts'

const hourMs = 60 * 60_000
/** Mails to one address that strangers can trigger: the sixth within an hour is not sent. */
const perAddress: RateLimit[] = [
  { max: 5, windowMs: hourMs },
  { max: 12, windowMs: 24 * hourMs },
]
/** Confirmations to all addresses that do not subscribe, for programs that flood mailboxes with them. */
const toUnknown: RateLimit = { max: 300, windowMs: hourMs, fixed: true }
const unknownKey = 'newsletter to unknown addresses'
/** Changes by a letter's link or in a profile, without leaving: each one is stored for ever. */
const perSubscriber: RateLimit = { max: 30, windowMs: hourMs }

/** Forms of one client. A whole venue may share one address. */
export const formLimit: CallLimit = {
  name: 'newsletter',
  limit: { max: 40, windowMs: 10 * 60_000 },
  error: newsletterError('too_often'),
}

/**
 * Counts a mail to an address, whether it is known or not. Rolled back with the transaction.
 * @throws HttpError `too_many_requests` with Retry-After
 */
export async function countMail(db: Database, email: string): Promise<void> {
  // The key is stored; the HMAC hides the address.
  const address = hmac('newsletter rate limit', mailboxOf(email))
  for (const limit of perAddress) {
    await count(db, `newsletter to ${address} in ${limit.windowMs}`, limit)
  }
}

/**
 * Refuses sign-ups after too many of unknown addresses in an hour; those of known ones too, so that the
 * reply does not reveal which are known. Staff are warned.
 * @throws HttpError `too_many_requests` with Retry-After
 */
export async function requireBudget(req: PayloadRequest): Promise<void> {
  const { retryAfterSeconds } = await attemptsOf(databaseOf(req.payload), unknownKey, toUnknown)
  if (retryAfterSeconds === null) return
  recordSecurityEvent(req, 'unknown_addresses')
  throw newsletterError('too_often').retryAfter(retryAfterSeconds)
}

/** Counts a confirmation to an unknown address. Outside of transactions, which would wait for each other. */
export const countUnknown = (req: PayloadRequest) =>
  countAttempt(databaseOf(req.payload), unknownKey, toUnknown)

/**
 * Counts a change by a letter's link or in a profile. They count separately: whoever got a forwarded
 * letter cannot block a member's own profile.
 * @throws HttpError `too_many_requests` with Retry-After
 */
export const countChange = (
  db: Database,
  subscriber: number,
  by: 'link' | 'profile',
): Promise<void> => count(db, `newsletter changes of ${subscriber} by ${by}`, perSubscriber)

const count = (db: Database, key: string, limit: RateLimit): Promise<void> =>
  requireAttempt(db, key, limit, newsletterError('too_often'))
