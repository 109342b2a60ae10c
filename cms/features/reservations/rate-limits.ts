import type { PayloadRequest } from 'payload'
import { hmac } from '../../platform/crypto/hmac.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { CallLimit } from '../../platform/http/call.ts'
import { countClientAttemptOrThrow } from '../../platform/limits/clients.ts'
import { challengeOf, createChallengeFor, solutionOf } from '../../platform/limits/proof-of-work.ts'
import type { RateLimit } from '../../platform/limits/rules.ts'
import {
  countAttempt,
  countAttemptInLimits,
  countAttemptOrThrow,
} from '../../platform/limits/service.ts'
import {
  countMailInTotalLimit,
  countMailRequest,
  findClientDifficulty,
} from '../../platform/limits/stranger-mails.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { reservationError } from './errors.ts'
import type { KindName } from './rules.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 60 * 60_000, 24 * 60 * 60_000]

/** All limits of reservations, except how many places unconfirmed reservations hold (`held-places.ts`). */
const limits = {
  /** Reservations of one member or one client. All visitors of a venue may share one IP address. */
  reservations: { max: 40, windowMs: 10 * minuteMs },
  /** Changes of one reservation by its guest and by organisers. Each change may cause a mail. */
  changes: { max: 30, windowMs: hourMs },
  /** A form may be sent twice. Within this time, requests for as many people cause only one mail. */
  repetition: { max: 1, windowMs: minuteMs, fixed: true },
  /** Mails that strangers can cause to one address. */
  mailsInHour: { max: 5, windowMs: hourMs },
  mailsInDay: { max: 12, windowMs: dayMs },
  /** Uses of one solution of a proof of work. */
  solution: { max: 1, windowMs: hourMs, fixed: true },
  /** How often the page of one reservation asks the payment service whether it was paid. */
  returns: { max: 20, windowMs: 10 * minuteMs },
  /** Requests of one client with the links of reservations. */
  links: { max: 120, windowMs: 10 * minuteMs },
} satisfies Record<string, RateLimit>

/** The limit of calls with the token of a permanent link. */
export const linkLimit: CallLimit = {
  name: 'event links',
  limit: limits.links,
  error: reservationError('too_often'),
}

/** The key is stored in the database, so it contains an HMAC instead of the address. */
const addressKey = (email: string) => hmac('event rate limit', mailboxOf(email))

const mailLimitsOf = (address: string) =>
  [limits.mailsInHour, limits.mailsInDay].map((limit) => ({
    key: `reservations to ${address} in ${limit.windowMs}`,
    limit,
  }))

/** Counts a mail about a change to an address that nobody confirmed. @returns whether it may be sent */
export const countMailOfChange = async (db: Database, email: string): Promise<boolean> =>
  (await countAttemptInLimits(db, mailLimitsOf(addressKey(email)))).retryAfterSeconds === null

/**
 * Counts a mail that a stranger requests for an address, whether or not the address has a reservation. Concurrent
 * requests wait for each other, so no request continues while an earlier request may still be refused. Call this
 * function outside of transactions.
 * @param request.party the number of people. For another number the address gets another mail
 * @returns false if the request repeats a request of the last minute. It is then not counted again
 * @throws HttpError `too_often` with Retry-After
 */
export const countMailUnlessRepeated = (
  kind: KindName,
  req: PayloadRequest,
  { subject, email, party }: { subject: number; email: string; party: number },
): Promise<boolean> =>
  inTransaction(req, async (db) => {
    const address = addressKey(email)
    const { counts, retryAfterSeconds } = await countAttemptInLimits(db, [
      { key: `${kind}s to ${address} about ${subject} for ${party}`, limit: limits.repetition },
      ...mailLimitsOf(address),
    ])
    // The first limit, `repetition`, refused the request, so the later limits have no counts.
    if (counts.length === 1) return false
    if (retryAfterSeconds !== null) {
      throw reservationError('too_often').withRetryAfter(retryAfterSeconds)
    }
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
  const name = 'reservations'
  const refusal = reservationError('too_often')
  if (!member) return countClientAttemptOrThrow(req, name, limits.reservations, refusal)
  const key = `${name} of ${member.id}`
  return countAttemptOrThrow(databaseOf(req.payload), key, limits.reservations, refusal)
}

/** @throws HttpError `too_often` with Retry-After */
export const countChange = (db: Database, reservation: number): Promise<void> =>
  countAttemptOrThrow(
    db,
    `reservation changes of ${reservation}`,
    limits.changes,
    reservationError('too_often'),
  )

/** Counts that a guest returns from paying. @returns whether the payment service may be asked */
export const countReturn = async (db: Database, reservation: number): Promise<boolean> => {
  const key = `returns from paying for ${reservation}`
  return (await countAttempt(db, key, limits.returns)).retryAfterSeconds === null
}

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
    await countAttemptOrThrow(
      databaseOf(req.payload),
      `events by solution ${hashToken(challengeOf(solution))}`,
      limits.solution,
      reservationError('too_often'),
    )
  }
  const verdict = await countMailRequest(req, 'events', solution)
  if (verdict.isAllowed) return () => countMailInTotalLimit(req, 'events', solution !== null)
  if (verdict.retryAfterSeconds !== null) {
    throw reservationError('too_often').withRetryAfter(verdict.retryAfterSeconds)
  }
  if (isForm) throw reservationError('too_often').withRetryAfter(hourMs / 1000)
  const challenge = createChallengeFor(req, subject, await findClientDifficulty(req, 'events'))
  throw reservationError('work_required', { replyFields: { challenge } })
}
