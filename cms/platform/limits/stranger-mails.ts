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
import { strangerMailLimits as limits, type RateLimit } from './rules.ts'
import { attemptsOf, countAttempt, undoAttempt } from './service.ts'

/**
 * Whether a requested mail may be sent. If not, `retryAfterSeconds` is the time until the mail can be requested again;
 * it is null if the request needs a proof of work, or a harder one.
 */
export type MailVerdict =
  | { isAllowed: true }
  | { isAllowed: false; retryAfterSeconds: number | null }

const keyOfAll = (name: string, hasWorked: boolean) =>
  `${name} by strangers${hasWorked ? ' for work' : ''}`

/**
 * Counts the request for a mail in the network of the client's provider, and decides whether the mail may
 * be sent. Each network has a share of the limit of all networks, and each client has a share of its
 * network's limit. So no network and no client can use up the whole limit.
 * @param name the kind of mail, e.g. `newsletter`; each kind has its own limits
 * @param solution the request's proof of work; null if it has none. The required difficulty is computed after
 *   this request was counted, so that concurrent requests need as much work as successive ones.
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
  const ofAll = await attemptsOf(db, keyOfAll(name, false), limits.ofAll)
  if (ofAll.retryAfterSeconds !== null) recordSecurityEvent(req, 'mails_requested')
  const workRequired = { isAllowed: false, retryAfterSeconds: null } as const
  if (solution === null) {
    const { retryAfterSeconds } = await countInNetwork('requested', limits.ofNetwork)
    return ofAll.retryAfterSeconds === null && retryAfterSeconds === null
      ? { isAllowed: true }
      : workRequired
  }
  const own = await countInClientNetworks(req, `${name} ${byClient}`, limits.ofClientForWork)
  const isNetworkCounted = own.retryAfterSeconds === null
  const { count, retryAfterSeconds } = isNetworkCounted
    ? await countInNetwork(forWork, limits.ofNetworkForWork)
    : { count: 0, retryAfterSeconds: own.retryAfterSeconds }
  if (isTooEasy(solution, difficultyFor({ ofClient: own.ofClient - 1, ofNetwork: count - 1 }))) {
    // If a network refused the attempt, nothing is undone: that would also lower the counts of wider networks, which
    // have not counted the attempt.
    if (isNetworkCounted) {
      await undoClientAttempt(req, `${name} ${byClient}`)
      const key = providerKey(req, `${name} ${forWork}`)
      if (key) await undoAttempt(db, key)
    }
    return workRequired
  }
  if (!isNetworkCounted) return { isAllowed: false, retryAfterSeconds }
  if (retryAfterSeconds !== null) {
    const isReserved =
      own.count <= limits.maxForReserve &&
      (await countInNetwork('reserved', limits.reserveOfNetwork)).retryAfterSeconds === null
    if (!isReserved) return { isAllowed: false, retryAfterSeconds }
  }
  const ofAllForWork = await attemptsOf(db, keyOfAll(name, true), limits.ofAllForWork)
  return ofAllForWork.retryAfterSeconds === null || count <= limits.minOfNetworkForWork
    ? { isAllowed: true }
    : { isAllowed: false, retryAfterSeconds: ofAllForWork.retryAfterSeconds }
}

/**
 * Counts a mail in the limit of all networks. Callers count requests for unknown email addresses too; otherwise the
 * reply at the limit would reveal whether an address is known. Call this outside of transactions, because concurrent
 * transactions would wait for each other.
 * @param hasWorked whether the request has a proof of work
 */
export const countMailInTotalLimit = (req: PayloadRequest, name: string, hasWorked: boolean) =>
  countAttempt(
    databaseOf(req.payload),
    keyOfAll(name, hasWorked),
    hasWorked ? limits.ofAllForWork : limits.ofAll,
  )

const forWork = 'requested for work'
const byClient = 'of a client for work'

/** The difficulty that is required after these numbers of requests with a proof of work. */
const difficultyFor = ({ ofClient, ofNetwork }: { ofClient: number; ofNetwork: number }): number =>
  difficultyAfter(Math.max(0, ofNetwork / 20, ofClient / 4))

/**
 * The number of zero bits that a client's next proof of work needs. It rises with each earlier proof of work of the
 * client, and of others in the network of the client's provider.
 */
export async function findClientDifficulty(req: PayloadRequest, name: string): Promise<number> {
  const key = providerKey(req, `${name} ${forWork}`)
  if (!key) return difficultyAfter(0)
  const { count } = await attemptsOf(databaseOf(req.payload), key, limits.ofNetworkForWork)
  const ofClient = await clientAttemptsOf(req, `${name} ${byClient}`, limits.ofClientForWork)
  return difficultyFor({ ofClient, ofNetwork: count })
}
