import type { PayloadRequest } from 'payload'
import { hmac } from '../../platform/crypto/hmac.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import type { CallLimit } from '../../platform/http/call.ts'
import { countClientAttemptOrThrow, providerKey } from '../../platform/limits/clients.ts'
import { challengeOf, createChallengeFor, solutionOf } from '../../platform/limits/proof-of-work.ts'
import type { ClientLimit, RateLimit } from '../../platform/limits/rules.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import {
  countMailInTotalLimit,
  countMailRequest,
  findClientDifficulty,
} from '../../platform/limits/stranger-mails.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { findDelayOfPacedMail } from '../../platform/mail/service.ts'
import { newsletterError } from './errors.ts'

const hourMs = 60 * 60_000
/** Limits of the mails that strangers can cause to one address. */
const perAddress: RateLimit[] = [
  { max: 5, windowMs: hourMs },
  { max: 12, windowMs: 24 * hourMs },
]
/**
 * Limit of the delayed confirmation mails for all clients in the network of one internet provider. Only sign-ups by a
 * form without JavaScript get a delayed mail.
 */
const delayedMailsPerNetwork: RateLimit = { max: 60, windowMs: hourMs, fixed: true }
/** Limit of the delayed confirmation mails for one client. */
const delayedMailsPerClient: ClientLimit = {
  max: 20,
  windowMs: hourMs,
  fixed: true,
  maxOfNetwork: 30,
}
/** The longest delay of a confirmation mail. */
const maxDelayMs = 12 * hourMs
/**
 * Limit of one subscriber's changes by a letter's link or in a profile, because each change is stored for ever. Leaving
 * does not count.
 */
const perSubscriber: RateLimit = { max: 30, windowMs: hourMs }

/**
 * Limit of the requests of one client to sign up or to get an unsubscribe link. The limit is high, because all visitors
 * of a venue may share one IP address.
 */
export const formLimit: CallLimit = {
  name: 'newsletter',
  limit: { max: 40, windowMs: 10 * 60_000 },
  error: newsletterError('too_often'),
}

/** The key is stored in the database, so it contains an HMAC instead of the address. */
const addressKey = (email: string) => hmac('newsletter rate limit', mailboxOf(email))

/**
 * Counts a mail to an address, whether or not the address belongs to a subscriber. If the transaction is rolled back,
 * the mail is not counted.
 * @throws HttpError `too_many_requests` with Retry-After
 */
export async function requireMailAttempt(db: Database, email: string): Promise<void> {
  const address = addressKey(email)
  for (const limit of perAddress) {
    await requireNewsletterAttempt(db, `newsletter to ${address} in ${limit.windowMs}`, limit)
  }
}

/**
 * How the mail with a confirmation link is sent: at once (`for work` after a proof of work, `open` without one), or
 * after a delay (`paced`).
 */
export type ConfirmationMode = { kind: 'open' | 'for work' } | { kind: 'paced'; delayMs: number }

/**
 * Decides how the mail with a confirmation link is sent. Known and unknown addresses are treated alike. After too many
 * sign-ups of strangers, in total or from one provider's network, a sign-up requires a proof of work. A form
 * without JavaScript cannot do a proof of work, so its mail is delayed instead.
 * @throws HttpError `work_required` with a `challenge`; `too_many_requests` with Retry-After if the limits
 *   for proofs of work or delayed mails are exceeded too
 */
export async function chooseConfirmationMode(
  req: PayloadRequest,
  email: string,
  { isForm }: { isForm: boolean },
): Promise<ConfirmationMode> {
  const db = databaseOf(req.payload)
  const subject = addressKey(email)
  const solution = solutionOf(req, subject)
  const once = { max: 1, windowMs: hourMs, fixed: true }
  if (solution) {
    await requireNewsletterAttempt(
      db,
      `newsletter by solution ${hashToken(challengeOf(solution))}`,
      once,
    )
  }
  const verdict = await countMailRequest(req, 'newsletter', solution)
  if (verdict.isAllowed) return { kind: solution ? 'for work' : 'open' }
  if (verdict.retryAfterSeconds !== null) {
    throw newsletterError('too_often').withRetryAfter(verdict.retryAfterSeconds)
  }
  if (isForm) return { kind: 'paced', delayMs: await findDelay(req, db) }
  const challenge = createChallengeFor(req, subject, await findClientDifficulty(req, 'newsletter'))
  throw newsletterError('work_required', { reason: 'work_required', replyFields: { challenge } })
}

async function findDelay(req: PayloadRequest, db: Database): Promise<number> {
  const refusal = newsletterError('too_often')
  await countClientAttemptOrThrow(
    req,
    'newsletter paced of a client',
    delayedMailsPerClient,
    refusal,
  )
  const key = providerKey(req, 'newsletter paced')
  if (key) await requireNewsletterAttempt(db, key, delayedMailsPerNetwork)
  const delayMs = await findDelayOfPacedMail(db)
  if (delayMs <= maxDelayMs) return delayMs
  throw newsletterError('too_often').withRetryAfter(Math.ceil((delayMs - maxDelayMs) / 1000))
}

/**
 * Counts a sign-up, unless its mail is paced. Call this function outside of transactions: otherwise concurrent
 * sign-ups would block each other.
 */
export async function countSignUp(req: PayloadRequest, { kind }: ConfirmationMode): Promise<void> {
  if (kind !== 'paced') await countMailInTotalLimit(req, 'newsletter', kind === 'for work')
}

/**
 * Counts a change by a letter's link or in a profile. Changes by links and changes in profiles have separate limits, so
 * that somebody who got a forwarded letter cannot block changes in the member's profile.
 * @throws HttpError `too_many_requests` with Retry-After
 */
export const requireChangeAttempt = (
  db: Database,
  subscriber: number,
  by: 'link' | 'profile',
): Promise<void> =>
  requireNewsletterAttempt(db, `newsletter changes of ${subscriber} by ${by}`, perSubscriber)

const requireNewsletterAttempt = (db: Database, key: string, limit: RateLimit): Promise<void> =>
  countAttemptOrThrow(db, key, limit, newsletterError('too_often'))
