import type { PayloadRequest } from 'payload'
import { databaseOf } from '../database/query.ts'
import { recordSecurityEvent } from '../security/events.ts'
import {
  clientAttemptsOf,
  countInClientNetworks,
  providerKey,
  undoClientAttempt,
} from './clients.ts'
import { difficultyAfter, isTooEasy } from './proof-of-work.ts'
import { strangerMails as limits, type RateLimit } from './rules.ts'
import { attemptsOf, countAttempt, undoAttempt } from './service.ts'

/** Whether a requested mail may be sent; if not, after how many seconds, or null if a proof of work is needed. */
export type MailVerdict =
  | { isAllowed: true }
  | { isAllowed: false; retryAfterSeconds: number | null }

const keyOfAll = (name: string, hasWorked: boolean) =>
  `${name} by strangers${hasWorked ? ' for work' : ''}`

/**
 * Counts the request for a mail in the network of the client's provider, and decides whether the mail may
 * be sent. Each network has a share of the limit of all networks, and each client a share of its
 * network's limit, so that none uses up the whole limit.
 * @param name what is mailed; each has limits of its own
 * @param solution of the request's proof of work, if it has one. Its difficulty is compared with the
 *   counts that this request got, so that simultaneous requests take as much work as successive ones.
 */
export async function countMailRequest(
  req: PayloadRequest,
  name: string,
  solution: string | null,
): Promise<MailVerdict> {
  const db = databaseOf(req.payload)
  const countInNetwork = async (of: string, limit: RateLimit) => {
    const key = providerKey(req, `${name} ${of}`)
    return key ? countAttempt(db, key, limit) : { count: 0, retryAfterSeconds: null }
  }
  const open = await attemptsOf(db, keyOfAll(name, false), limits.ofAll)
  if (open.retryAfterSeconds !== null) recordSecurityEvent(req, 'mails_requested')
  const workRequired = { isAllowed: false, retryAfterSeconds: null } as const
  if (solution === null) {
    const { retryAfterSeconds } = await countInNetwork('requested', limits.ofNetwork)
    return open.retryAfterSeconds === null && retryAfterSeconds === null
      ? { isAllowed: true }
      : workRequired
  }
  const own = await countInClientNetworks(req, `${name} ${byClient}`, limits.ofClientForWork)
  const isNetworkCounted = own.retryAfterSeconds === null
  const { count, retryAfterSeconds } = isNetworkCounted
    ? await countInNetwork(forWork, limits.ofNetworkForWork)
    : { count: 0, retryAfterSeconds: own.retryAfterSeconds }
  if (isTooEasy(solution, difficultyFor({ ofClient: own.ofClient - 1, ofNetwork: count - 1 }))) {
    await undoClientAttempt(req, `${name} ${byClient}`)
    const key = isNetworkCounted && providerKey(req, `${name} ${forWork}`)
    if (key) await undoAttempt(db, key)
    return workRequired
  }
  if (!isNetworkCounted) return { isAllowed: false, retryAfterSeconds }
  if (retryAfterSeconds !== null) {
    const isReserved =
      own.count <= limits.maxForReserve &&
      (await countInNetwork('reserved', limits.reserveOfNetwork)).retryAfterSeconds === null
    if (!isReserved) return { isAllowed: false, retryAfterSeconds }
  }
  const worked = await attemptsOf(db, keyOfAll(name, true), limits.ofAllForWork)
  return worked.retryAfterSeconds === null || count <= limits.ofNetworkAtLeast
    ? { isAllowed: true }
    : { isAllowed: false, retryAfterSeconds: worked.retryAfterSeconds }
}

/**
 * Counts a mail in the limit of all networks, whether the address is known or not. Otherwise the reply at
 * the limit would reveal whether it is known. Call this outside of transactions, because concurrent ones
 * would wait for each other.
 */
export const countMailOfAll = (req: PayloadRequest, name: string, hasWorked: boolean) =>
  countAttempt(
    databaseOf(req.payload),
    keyOfAll(name, hasWorked),
    hasWorked ? limits.ofAllForWork : limits.ofAll,
  )

const forWork = 'requested for work'
const byClient = 'of a client for work'

/** The difficulty after these requests for work. */
const difficultyFor = ({ ofClient, ofNetwork }: { ofClient: number; ofNetwork: number }): number =>
  difficultyAfter(Math.max(0, ofNetwork / 20, ofClient / 4))

/** Zero bits that a request's proof of work needs: the larger number of the client's and its network's. */
export async function requestDifficulty(req: PayloadRequest, name: string): Promise<number> {
  const key = providerKey(req, `${name} ${forWork}`)
  if (!key) return difficultyAfter(0)
  const { count } = await attemptsOf(databaseOf(req.payload), key, limits.ofNetworkForWork)
  const ofClient = await clientAttemptsOf(req, `${name} ${byClient}`, limits.ofClientForWork)
  return difficultyFor({ ofClient, ofNetwork: count })
}
