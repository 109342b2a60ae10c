import type { PayloadRequest } from 'payload'
import { databaseOf } from '../database/query.ts'
import { recordSecurityEvent } from '../security/events.ts'
import { providerKey } from './clients.ts'
import { difficultyAfter, isTooEasy } from './proof-of-work.ts'
import { strangerMails as limits, type RateLimit } from './rules.ts'
import { attemptsOf, countAttempt } from './service.ts'

/** Whether a requested mail may be sent; `difficulty`: zero bits of the work that it takes otherwise. */
export type MailVerdict =
  | { isAllowed: true }
  | { isAllowed: false; difficulty: number }
  | { isAllowed: false; retryAfterSeconds: number }

const keyOfAll = (name: string, hasWorked: boolean) =>
  `${name} by strangers${hasWorked ? ' for work' : ''}`

/**
 * Counts a stranger's request for a mail, and decides whether the mail may be sent. It counts in the
 * network of the client's provider first: because of the shares of networks, one of them does not use up
 * what all may request. Known and unknown addresses count alike, so that no count reveals which are known.
 * @param name what is mailed; each has limits of its own
 * @param solution the request's proof of work, if it has one
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
  if (solution === null) {
    const network = await countInNetwork('requested', limits.ofNetwork)
    if (network.retryAfterSeconds === null) {
      const all = await countAttempt(db, keyOfAll(name, false), limits.ofAll)
      if (all.retryAfterSeconds === null) return { isAllowed: true }
      recordSecurityEvent(req, 'mails_requested')
    }
    return { isAllowed: false, difficulty: await difficultyIn(req, name) }
  }
  const difficulty = await difficultyIn(req, name)
  if (isTooEasy(solution, difficulty)) return { isAllowed: false, difficulty }
  const { count, retryAfterSeconds } = await countInNetwork(forWork, limits.ofNetworkForWork)
  if (retryAfterSeconds !== null) return { isAllowed: false, retryAfterSeconds }
  const all = await countAttempt(db, keyOfAll(name, true), limits.ofAllForWork)
  return all.retryAfterSeconds === null || count <= limits.ofNetworkAtLeast
    ? { isAllowed: true }
    : { isAllowed: false, retryAfterSeconds: all.retryAfterSeconds }
}

const forWork = 'requested for work'

/** Zero bits of the work that a request from the client's network takes. */
async function difficultyIn(req: PayloadRequest, name: string): Promise<number> {
  const key = providerKey(req, `${name} ${forWork}`)
  if (!key) return difficultyAfter(0)
  const { count } = await attemptsOf(databaseOf(req.payload), key, limits.ofNetworkForWork)
  return difficultyAfter(count / 20)
}
