import type { PayloadRequest } from 'payload'
import { hmac } from '../crypto/hmac.ts'
import { hashToken } from '../crypto/tokens.ts'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import type { CallLimit } from '../http/call.ts'
import { countClientAttemptOrThrow } from '../limits/clients.ts'
import { challengeOf, createChallengeFor, solutionOf } from '../limits/proof-of-work.ts'
import type { RateLimit } from '../limits/rules.ts'
import { countAttemptInLimits, countAttemptOrThrow } from '../limits/service.ts'
import {
  countMailInTotalLimit,
  countMailRequest,
  findClientDifficulty,
} from '../limits/stranger-mails.ts'
import { mailboxOf } from '../mail/address.ts'
import { eventError } from './errors.ts'

const hourMs = 60 * 60_000
/** Limits of how many mails strangers can cause to one address. */
const perAddress: RateLimit[] = [
  { max: 5, windowMs: hourMs },
  { max: 12, windowMs: 24 * hourMs },
]
/** Limit of the changes of one reservation by its guest and by organisers. Each change may cause a mail. */
const perReservation: RateLimit = { max: 30, windowMs: hourMs }

/** Limit of the reservations of one member or one client. All visitors of a venue may share one IP address. */
const reservations: RateLimit = { max: 40, windowMs: 10 * 60_000 }

/** Limit of one client's requests with links. */
export const linkLimit: CallLimit = {
  name: 'event links',
  limit: { max: 120, windowMs: 10 * 60_000 },
  error: eventError('too_often'),
}

/** The key is stored in the database, so it contains an HMAC instead of the address. */
const addressKey = (email: string) => hmac('event rate limit', mailboxOf(email))

/** A form may be sent twice. Requests for one date and address within this time cause only one mail. */
const repetition: RateLimit = { max: 1, windowMs: 60_000, fixed: true }

/**
 * Counts a mail that a stranger requests for an address, whether or not the address has a reservation. Concurrent
 * requests wait for each other, so no request continues while an earlier request may still be refused. Call this
 * function outside of transactions.
 * @returns false if the request repeats a request of the last minute. It is then not counted again
 * @throws HttpError `too_often` with Retry-After
 */
export const countMailUnlessRepeated = (
  req: PayloadRequest,
  { date, email }: { date: number; email: string },
): Promise<boolean> =>
  inTransaction(req, async (db) => {
    const address = addressKey(email)
    const { counts, retryAfterSeconds } = await countAttemptInLimits(db, [
      { key: `events to ${address} about ${date}`, limit: repetition },
      ...perAddress.map((limit) => ({ key: `events to ${address} in ${limit.windowMs}`, limit })),
    ])
    // The first limit, `repetition`, refused the request, so the later limits have no counts.
    if (counts.length === 1) return false
    if (retryAfterSeconds !== null) throw eventError('too_often').withRetryAfter(retryAfterSeconds)
    return true
  })

/**
 * Counts a request for a reservation. It counts for the member, or for the client if nobody is signed in. Strangers who
 * share an IP address with members thus do not use up the members’ limit.
 * @throws HttpError `too_often` with Retry-After
 */
export const countReservation = (
  req: PayloadRequest,
  member: { id: number } | null,
): Promise<void> => {
  const name = 'event reservations'
  const refusal = eventError('too_often')
  return member
    ? countAttemptOrThrow(databaseOf(req.payload), `${name} of ${member.id}`, reservations, refusal)
    : countClientAttemptOrThrow(req, name, reservations, refusal)
}

/** @throws HttpError `too_often` with Retry-After */
export const countChange = (db: Database, rsvp: number): Promise<void> =>
  countAttemptOrThrow(db, `event changes of ${rsvp}`, perReservation, eventError('too_often'))

/**
 * Requires that a stranger's reservation may cause a mail, see `stranger-mails.ts`, and counts the request.
 * Call this function outside of transactions.
 * @returns a function that counts the mail itself; the caller must call it after the mail was queued
 * @throws HttpError `work_required` with a `challenge`; `too_often` with Retry-After, also for forms without JavaScript
 */
export async function requireMailBudget(
  req: PayloadRequest,
  email: string,
  { isForm }: { isForm: boolean },
): Promise<() => Promise<unknown>> {
  const subject = addressKey(email)
  const solution = solutionOf(req, subject)
  if (solution) {
    const once = { max: 1, windowMs: hourMs, fixed: true }
    const key = `events by solution ${hashToken(challengeOf(solution))}`
    await countAttemptOrThrow(databaseOf(req.payload), key, once, eventError('too_often'))
  }
  const verdict = await countMailRequest(req, 'events', solution)
  if (verdict.isAllowed) return () => countMailInTotalLimit(req, 'events', solution !== null)
  if (verdict.retryAfterSeconds !== null) {
    throw eventError('too_often').withRetryAfter(verdict.retryAfterSeconds)
  }
  if (isForm) throw eventError('too_often').withRetryAfter(hourMs / 1000)
  const challenge = createChallengeFor(req, subject, await findClientDifficulty(req, 'events'))
  throw eventError('work_required', { replyFields: { challenge } })
}
