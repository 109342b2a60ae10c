import type { PayloadRequest } from 'payload'
import { hmac } from '../../../platform/crypto/hmac.ts'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { countClientAttempt, countClientAttemptOrThrow } from '../../../platform/limits/clients.ts'
import {
  challengeOf,
  createChallengeFor,
  difficultyAfter,
  isTooEasy,
  solutionOf,
} from '../../../platform/limits/proof-of-work.ts'
import type { RateLimit } from '../../../platform/limits/rules.ts'
import { attemptsOf, countAttempt, countAttemptOrThrow } from '../../../platform/limits/service.ts'
import {
  countMailInTotalLimit,
  countMailRequest,
  findClientDifficulty,
} from '../../../platform/limits/stranger-mails.ts'
import { mailboxOf } from '../../../platform/mail/address.ts'
import { deviceTokenOf } from '../cookies.ts'
import { memberError } from '../errors.ts'
import { type CodeRequest, findSignInLinkAge } from '../queries/codes.ts'
import { findGrantId } from '../queries/devices.ts'
import { codeEveryMs, codeLivesMs, linkAgainMs } from '../rules.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const hourly = (max: number): RateLimit => ({ max, windowMs: hourMs, fixed: true })
const daily = (max: number): RateLimit => ({ max, windowMs: dayMs, fixed: true })

const thirtyInFiveMinutes: RateLimit = { max: 30, windowMs: 5 * 60_000, fixed: true }

/**
 * Counts an attempt at a code in a browser that has no valid code. An attempt in a browser with a valid code is not
 * counted for the client, so that people who share an IP address cannot lock each other out.
 * @throws HttpError `too_often`
 */
export const countHopelessAttempt = (req: PayloadRequest): Promise<void> =>
  countClientAttemptOrThrow(req, 'codes tried', thirtyInFiveMinutes, memberError('too_often'))

/** Counts an attempt with an invalid link. Valid links are never refused. @throws HttpError `too_often` */
export const countInvalidLink = (req: PayloadRequest): Promise<void> =>
  countClientAttemptOrThrow(req, 'codes links tried', thirtyInFiveMinutes, memberError('too_often'))

const pause: RateLimit = { max: 1, windowMs: codeEveryMs, fixed: true }
/** The limits of codes to one mailbox, per browser or trusted device. */
const perBrowser = [hourly(10), daily(30)]
/** The limits of codes to one mailbox, for all untrusted browsers together. */
const perMailbox = [hourly(10), daily(30)]
/** The limit of codes to one mailbox, per client, so that one stranger cannot use up `perMailbox`. */
const perClient = hourly(5)
/** The limit per client, for all mailboxes together, of requests without a proof of work or a trusted device. */
const toAllPerClient = thirtyInFiveMinutes
/** The limits of codes to one mailbox that are requested with a proof of work. `perMailbox` does not count them. */
const perMailboxForWork = [hourly(20), daily(60)]

/** Who requests a code. */
type Requester = {
  /** A key for counting attempts: the trusted device, or the mailbox if the device is not trusted. */
  bucket: string
  /**
   * Whether the device is trusted for the address's member. Strangers cannot use up the limits of such a
   * device.
   */
  isTrusted: boolean
}

const mailboxKey = (email: string) => hmac('codes to', mailboxOf(email))

export async function requesterOf(
  db: Database,
  req: { headers: Headers },
  email: string,
): Promise<Requester> {
  const token = deviceTokenOf(req)
  const grant = token && (await findGrantId(db, hashToken(token), email))
  const bucket = `${mailboxKey(email)}${grant ? ` device ${grant}` : ''}`
  return { bucket, isTrusted: Boolean(grant) }
}

/** How the codes of one request are counted. */
export type Budget = Requester & {
  /** The solution of a proof of work, if the request has one. */
  work: string | null
  /**
   * Number of zero bits that every proof of work of this client needs, whatever the mailbox. It depends on how many
   * requests the client and its network made.
   */
  clientBits: number
  /**
   * Whether the limit of the client, its network or all strangers is used up. If so, a member is mailed a link
   * instead of a code, and an address without an account gets no mail.
   */
  isOnlyForMembers: boolean
}

/**
 * Decides which limits apply to a code, before the transaction that counts it. The decision does not depend
 * on whether the address has an account.
 * @throws HttpError `work_required` with a `challenge`, if the limit without proof of work is used up, or if the
 *   solution is too easy; `too_often` with Retry-After, if the solution was used before, or if the limit with
 *   proof of work is used up and the code is not a sign-in code
 */
export async function takeBudget(
  req: PayloadRequest,
  { email, purpose }: Pick<CodeRequest, 'email' | 'purpose'>,
): Promise<Budget> {
  const db = databaseOf(req.payload)
  const requester = await requesterOf(db, req, email)
  if (requester.isTrusted)
    return { ...requester, work: null, clientBits: 0, isOnlyForMembers: false }
  const clientBits = await findClientDifficulty(req, 'codes')
  const work = solutionOf(req, mailboxKey(email))
  if (!work) {
    const refused =
      (await countClientAttempt(req, 'codes to all', toAllPerClient)) ??
      (await countClientAttempt(req, `codes to ${requester.bucket}`, perClient))
    if (refused !== null) throw await workRequiredError(req, db, email, clientBits)
  } else {
    if (isTooEasy(work, await difficultyFor(db, email, clientBits))) {
      throw await workRequiredError(req, db, email, clientBits)
    }
    const once = { max: 1, windowMs: hourMs, fixed: true }
    await countOrThrow(db, `codes by solution ${hashToken(challengeOf(work))}`, once, 'too_often')
  }
  const verdict = await countMailRequest(req, 'codes', work)
  if (!verdict.isAllowed) {
    const { retryAfterSeconds } = verdict
    if (retryAfterSeconds === null) {
      throw await workRequiredError(req, db, email, await findClientDifficulty(req, 'codes'))
    }
    if (purpose === 'sign_in') return { ...requester, work, clientBits, isOnlyForMembers: true }
    throw memberError('too_often').withRetryAfter(retryAfterSeconds)
  }
  await countMailInTotalLimit(req, 'codes', work !== null)
  return { ...requester, work, clientBits, isOnlyForMembers: false }
}

const workKey = (email: string, { windowMs }: RateLimit) =>
  `codes for work to ${mailboxKey(email)} in ${windowMs}`

/**
 * Number of zero bits that the proof of work for a code needs: the number for the mailbox or the number for the
 * client, whichever is larger.
 */
async function difficultyFor(db: Database, email: string, clientBits: number): Promise<number> {
  const [limit = hourly(0)] = perMailboxForWork
  const { count } = await attemptsOf(db, workKey(email, limit), limit)
  return Math.max(clientBits, difficultyAfter(count))
}

/** The error that asks a browser for a proof of work. */
async function workRequiredError(
  req: { headers: Headers },
  db: Database,
  email: string,
  clientBits: number,
) {
  const difficulty = await difficultyFor(db, email, clientBits)
  const challenge = createChallengeFor(req, mailboxKey(email), difficulty)
  return memberError('work_required', { replyFields: { challenge } })
}

/**
 * Counts a code to an address, whether or not the address has an account. The count is rolled back with the
 * transaction.
 * @returns whether a code may be mailed; false if the limit with proof of work is used up for the mailbox,
 *   or if `isForMembers` is true
 * @throws HttpError `too_soon`, `too_often` with Retry-After, `work_required`
 */
export async function countCode(
  req: { headers: Headers },
  db: Database,
  { purpose, email, browser }: CodeRequest,
  { bucket, isTrusted, work, clientBits, isOnlyForMembers: isForMembers }: Budget,
): Promise<boolean> {
  const requester = isTrusted ? bucket : `${bucket} by ${browser}`
  // The pause applies to each purpose separately. The limits below count all purposes together.
  await countOrThrow(
    db,
    `codes to ${requester} in ${pause.windowMs} for ${purpose}`,
    pause,
    'too_soon',
  )
  for (const limit of perBrowser) {
    await countOrThrow(db, `codes to ${requester} in ${limit.windowMs}`, limit, 'too_often')
  }
  if (isTrusted) return true
  if (isForMembers) return false
  if (work) {
    for (const limit of perMailboxForWork) {
      const { count, retryAfterSeconds } = await countAttempt(db, workKey(email, limit), limit)
      // Checked again after counting: concurrent requests may have raised the difficulty since `takeBudget`.
      if (limit === perMailboxForWork[0] && isTooEasy(work, difficultyAfter(count - 1))) {
        throw await workRequiredError(req, db, email, clientBits)
      }
      if (retryAfterSeconds === null) continue
      if (purpose !== 'sign_in') throw memberError('too_often').withRetryAfter(retryAfterSeconds)
      return false
    }
    return true
  }
  for (const limit of perMailbox) {
    const key = `codes to ${bucket} in ${limit.windowMs}`
    const { retryAfterSeconds } = await countAttempt(db, key, limit)
    if (retryAfterSeconds !== null) throw await workRequiredError(req, db, email, clientBits)
  }
  return true
}

/**
 * Whether a link may be mailed to a mailbox whose codes are used up: a new link, or the valid link again.
 * The valid link is mailed again because its recipient may have deleted the earlier mail, but at most once in ten
 * minutes and six times a day.
 */
export async function mayMailLink(db: Database, email: string): Promise<boolean> {
  const ageMs = await findSignInLinkAge(db, email)
  if (ageMs === null) return true
  if (ageMs < linkAgainMs) return false
  for (const limit of [{ max: 1, windowMs: codeLivesMs, fixed: true }, daily(6)]) {
    const key = `codes link again to ${mailboxKey(email)} in ${limit.windowMs}`
    if ((await countAttempt(db, key, limit)).retryAfterSeconds !== null) return false
  }
  return true
}

const countOrThrow = (
  db: Database,
  key: string,
  limit: RateLimit,
  reason: 'too_soon' | 'too_often',
): Promise<void> => countAttemptOrThrow(db, key, limit, memberError(reason))
