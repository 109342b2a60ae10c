import type { PayloadRequest } from 'payload'
import { hmac } from '../../crypto/hmac.ts'
import type { Executor } from '../../database/sql.ts'
import { takeClientTry } from '../../limits/clients.ts'
import { type Limit, takeTryWith } from '../../limits/service.ts'
import { refusal } from '../errors.ts'
import { codeEveryMs } from '../rules.ts'

const hourMs = 60 * 60_000
/** Of one IPv4 address, or the /64 that a household gets: codes asked for, and codes tried. */
const perClient: Limit = { most: 30, restMs: 5 * 60_000, within: true }
/** Codes that are mailed to one address, in one lane. With five tries each, nobody guesses one in years. */
const perAddress: Limit[] = [
  { most: 1, restMs: codeEveryMs, within: true },
  { most: 10, restMs: hourMs, within: true },
  { most: 30, restMs: 24 * hourMs, within: true },
]

/** Mails that tell one member of devices that are new. */
const newDevices: Limit = { most: 5, restMs: 24 * hourMs, within: true }

/**
 * Counts a device that is new to a member; several at once one after the other.
 * @returns whether they are told of it
 */
export async function countNewDevice(db: Executor, member: number): Promise<boolean> {
  const { retryAfterSeconds } = await takeTryWith(db, `new devices of ${member}`, newDevices)
  return retryAfterSeconds === null
}

/**
 * Counts a request of this client that has to do with codes.
 * @throws HttpError `too_often` with Retry-After
 */
export const countRequest = (req: PayloadRequest): Promise<void> =>
  countClient(req, 'codes', perClient)

/**
 * Counts what this client tries.
 * @throws HttpError `too_often` with Retry-After
 */
export async function countClient(req: PayloadRequest, name: string, limit: Limit): Promise<void> {
  const { retryAfterSeconds } = await takeClientTry(req, name, limit)
  if (retryAfterSeconds !== null) throw refusal('too_often', retryAfter(retryAfterSeconds))
}

/**
 * Counts a code for this address, whether anybody has it or not. Rolled back with the transaction.
 * @throws HttpError `too_soon`, `too_often` with Retry-After
 */
export async function countCode(
  db: Executor,
  { purpose, email, lane }: { purpose: string; email: string; lane: string },
): Promise<void> {
  const key = hmac('codes to', email, lane)
  for (const limit of perAddress) {
    const isPause = limit.restMs === codeEveryMs
    // A code for something else may follow at once; in an hour they count together.
    const name = `codes to ${key} in ${limit.restMs}${isPause ? ` for ${purpose}` : ''}`
    const { retryAfterSeconds } = await takeTryWith(db, name, limit)
    if (retryAfterSeconds === null) continue
    throw refusal(isPause ? 'too_soon' : 'too_often', retryAfter(retryAfterSeconds))
  }
}

/** Says when to try again. */
export const retryAfter = (seconds: number) => ({ headers: { 'retry-after': String(seconds) } })
