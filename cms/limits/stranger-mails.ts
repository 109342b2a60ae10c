import type { PayloadRequest } from 'payload'
import { databaseOf } from '../database/query.ts'
import { recordSecurityEvent } from '../security/events.ts'
import { providerKey } from './clients.ts'
import { difficultyAfter } from './proof-of-work.ts'
import { strangerMails as limits, type RateLimit } from './rules.ts'
import { attemptsOf, countAttempt } from './service.ts'

/** Whether a requested mail may be sent; `difficulty`: zero bits of the work that it takes otherwise. */
export type MailVerdict =
  | { isAllowed: true }
  | { isAllowed: false; difficulty: number }
  | { isAllowed: false; retryAfterSeconds: number }

const unknownKey = (name: string, hasWorked: boolean) =>
  `${name} to unknown addresses${hasWorked ? ' for work' : ''}`

/**
 * Counts the request for a mail in the network of the client's provider, and decides whether the mail may
 * be sent. Known and unknown addresses count alike there: otherwise the next reply would reveal which one
 * the last was. Because of the shares of networks, one of them does not use up what all may request.
 * @param name what is mailed; each has limits of its own
 * @param hasWorked whether the request has a proof of work
 */
export async function countMailRequest(
  req: PayloadRequest,
  name: string,
  hasWorked: boolean,
): Promise<MailVerdict> {
  const db = databaseOf(req.payload)
  const countInNetwork = async (of: string, limit: RateLimit) => {
    const key = providerKey(req, `${name} ${of}`)
    return key ? countAttempt(db, key, limit) : { count: 0, retryAfterSeconds: null }
  }
  const open = await attemptsOf(db, unknownKey(name, false), limits.toUnknown)
  if (open.retryAfterSeconds !== null) recordSecurityEvent(req, 'unknown_addresses')
  if (!hasWorked) {
    const { retryAfterSeconds } = await countInNetwork('requested', limits.ofNetwork)
    if (open.retryAfterSeconds === null && retryAfterSeconds === null) return { isAllowed: true }
    const key = providerKey(req, `${name} requested for work`)
    const worked = key ? await attemptsOf(db, key, limits.ofNetworkForWork) : { count: 0 }
    return { isAllowed: false, difficulty: difficultyAfter(worked.count / 20) }
  }
  const { count, retryAfterSeconds } = await countInNetwork(
    'requested for work',
    limits.ofNetworkForWork,
  )
  if (retryAfterSeconds !== null) return { isAllowed: false, retryAfterSeconds }
  const worked = await attemptsOf(db, unknownKey(name, true), limits.toUnknownForWork)
  return worked.retryAfterSeconds === null || count <= limits.ofNetworkAtLeast
    ? { isAllowed: true }
    : { isAllowed: false, retryAfterSeconds: worked.retryAfterSeconds }
}

/** Counts a mail to an unknown address. Outside of transactions, which would wait for each other. */
export const countUnknown = (req: PayloadRequest, name: string, hasWorked: boolean) =>
  countAttempt(
    databaseOf(req.payload),
    unknownKey(name, hasWorked),
    hasWorked ? limits.toUnknownForWork : limits.toUnknown,
  )
