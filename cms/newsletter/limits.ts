import { createHmac } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import type { Executor } from '../database/sql.ts'
import { env } from '../env.ts'
import { HttpError } from '../http/errors.ts'
import { takeClientTry } from '../limits/clients.ts'
import { type Limit, takeTryWith } from '../limits/service.ts'

const hourMs = 60 * 60_000
/** Mails to one address that strangers can ask for: the sixth within an hour is not sent. */
const perAddress: Limit[] = [
  { most: 5, restMs: hourMs },
  { most: 12, restMs: 24 * hourMs },
]
/**
 * What somebody changes by the link in their letters, beside leaving, or in their profile: each is
 * written down for ever.
 */
const perSubscriber: Limit = { most: 30, restMs: hourMs }
/** Forms of one client; a whole venue may sit behind one. */
const perClient: Limit = { most: 40, restMs: 10 * 60_000 }

/**
 * Counts a form of this client.
 * @throws HttpError `too_many_requests` with Retry-After
 */
export async function countForm(req: PayloadRequest): Promise<void> {
  refuse(await takeClientTry(req, 'newsletter', perClient))
}

/**
 * Counts a mail to this address, whether anybody has it or not. Rolled back with the transaction.
 * @throws HttpError `too_many_requests` with Retry-After
 */
export async function countMail(db: Executor, address: string): Promise<void> {
  const key = markOf(address)
  for (const limit of perAddress) {
    refuse(await takeTryWith(db, `newsletter to ${key} in ${limit.restMs}`, limit))
  }
}

/**
 * Counts a change that is made by a letter’s link, or in a profile. Each counts for itself: whoever was
 * forwarded a letter keeps no member from their own profile.
 * @throws HttpError `too_many_requests` with Retry-After
 */
export async function countChange(
  db: Executor,
  subscriber: number,
  by: 'link' | 'profile',
): Promise<void> {
  refuse(await takeTryWith(db, `newsletter changes of ${subscriber} by ${by}`, perSubscriber))
}

// Counts are kept by name; nobody is to find out whom they are of.
const markOf = (who: string): string =>
  createHmac('sha256', env().SECRET).update(`newsletter\n${who}`).digest('base64url')

function refuse({ retryAfterSeconds }: { retryAfterSeconds: number | null }) {
  if (retryAfterSeconds === null) return
  throw new HttpError(
    'too_many_requests',
    'That was often enough for now. Please try again later.',
    {
      headers: { 'retry-after': String(retryAfterSeconds) },
    },
  )
}
