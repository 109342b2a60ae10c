import type { PayloadRequest } from 'payload'
import { hmac } from '../../platform/crypto/hmac.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { databaseOf } from '../../platform/database/query.ts'
import type { CallLimit } from '../../platform/http/call.ts'
import { challengeOf, createChallengeFor, solutionOf } from '../../platform/limits/proof-of-work.ts'
import type { RateLimit } from '../../platform/limits/rules.ts'
import { countAttemptInLimits, countAttemptOrThrow } from '../../platform/limits/service.ts'
import {
  countMailInTotalLimit,
  countMailRequest,
  findClientDifficulty,
} from '../../platform/limits/stranger-mails.ts'
import { mailboxOf } from '../../platform/mail/address.ts'
import { enquiryError } from './errors.ts'

const [minuteMs, hourMs] = [60_000, 60 * 60_000]

const limits = {
  /** Enquiries of one client. All visitors of a venue may share one IP address. */
  enquiries: { max: 12, windowMs: hourMs },
  /** Requests of one client with the links of enquiries. */
  links: { max: 120, windowMs: 10 * minuteMs },
  /** What the guest of one enquiry changes or writes. */
  changes: { max: 30, windowMs: hourMs },
  uploads: { max: 12, windowMs: hourMs },
  /** How often the page of one enquiry asks the payment service whether it was paid. */
  returns: { max: 20, windowMs: 10 * minuteMs },
  solution: { max: 1, windowMs: hourMs, fixed: true },
} satisfies Record<string, RateLimit>

/** Mails that strangers can cause to one address. */
const perAddress: readonly RateLimit[] = [
  { max: 5, windowMs: hourMs },
  { max: 10, windowMs: 24 * hourMs },
]

const error = enquiryError('too_often')
export const enquireLimit: CallLimit = { name: 'enquiries', limit: limits.enquiries, error }
export const linkLimit: CallLimit = { name: 'enquiry links', limit: limits.links, error }

/** @throws HttpError `too_often` */
const count = (req: PayloadRequest, name: keyof typeof limits, id: number): Promise<void> =>
  countAttemptOrThrow(databaseOf(req.payload), `enquiry ${name} of ${id}`, limits[name], error)

export const countChange = (req: PayloadRequest, enquiry: number) => count(req, 'changes', enquiry)
export const countUpload = (req: PayloadRequest, enquiry: number) => count(req, 'uploads', enquiry)
export const countReturn = (req: PayloadRequest, enquiry: number) => count(req, 'returns', enquiry)

/** The key is stored in the database, so it contains an HMAC instead of the address. */
const addressKey = (email: string) => hmac('enquiry rate limit', mailboxOf(email))

/**
 * Requires that a stranger’s enquiry may cause a mail, and counts it. Call it outside of transactions.
 * @returns a function that counts the mail itself, to be called after it was queued
 * @throws HttpError `work_required` with a `challenge`; `too_often`, also for forms without JavaScript
 */
export async function requireMailBudget(
  req: PayloadRequest,
  email: string,
  { isForm }: { isForm: boolean },
): Promise<() => Promise<unknown>> {
  const db = databaseOf(req.payload)
  const subject = addressKey(email)
  const solution = solutionOf(req, subject)
  if (solution) {
    const key = `enquiries by solution ${hashToken(challengeOf(solution))}`
    await countAttemptOrThrow(db, key, limits.solution, error)
  }
  const verdict = await countMailRequest(req, 'enquiries', solution)
  if (!verdict.isAllowed) {
    if (verdict.retryAfterSeconds !== null) throw error.withRetryAfter(verdict.retryAfterSeconds)
    if (isForm) throw error.withRetryAfter(hourMs / 1000)
    const bits = await findClientDifficulty(req, 'enquiries')
    const challenge = createChallengeFor(req, subject, bits)
    throw enquiryError('work_required', { replyFields: { challenge } })
  }
  const { retryAfterSeconds } = await countAttemptInLimits(
    db,
    perAddress.map((limit) => ({ key: `enquiries to ${subject} in ${limit.windowMs}`, limit })),
  )
  if (retryAfterSeconds !== null) throw error.withRetryAfter(retryAfterSeconds)
  return () => countMailInTotalLimit(req, 'enquiries', solution !== null)
}
