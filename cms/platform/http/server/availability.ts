import type { Monitor } from '../../database/monitor.ts'
import { startDeadline } from '../../runtime/deadline.ts'
import { HttpError } from '../errors.ts'

const retryAfterSeconds = '5'
const answerWithinMs = 10_000

/** The error of a request that cannot be answered now, for example because the database is unavailable. */
export const unavailable = (): HttpError =>
  new HttpError('unavailable', 'The site is catching its breath. Please try again shortly.', {
    headers: { 'retry-after': retryAfterSeconds },
  })

/**
 * Waits for work that may need the database. Fails as soon as the database is lost, or after `timeoutMs`.
 * Work that only reads memory succeeds even if the database is lost.
 * @param isArriving whether the request is still arriving. If it is when the timeout is over, the timeout starts
 *   again: `limitTime` limits how long a request may take to arrive
 * @throws HttpError `unavailable`; the error of the work
 */
export async function orUnavailable<T>(
  work: Promise<T>,
  database: Pick<Monitor, 'onDown'>,
  timeoutMs = answerWithinMs,
  isArriving: () => boolean = () => false,
): Promise<T> {
  let endDeadline = () => {}
  const late = new Promise<never>((_, reject) => {
    const start = () => {
      endDeadline = startDeadline(timeoutMs, () => (isArriving() ? start() : reject(unavailable())))
    }
    start()
  })
  let forget = () => {}
  const databaseLost = new Promise<never>((_, reject) => {
    // Deferred with `setImmediate`, so that work that only reads memory resolves first.
    forget = database.onDown(() => setImmediate(() => reject(unavailable())))
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late, databaseLost])
  } finally {
    endDeadline()
    forget()
  }
}

/**
 * Refuses a request that needs the database, if the database is unavailable.
 * @throws HttpError `unavailable`
 */
export function requireDatabase(database: Pick<Monitor, 'isUp'>): void {
  if (!database.isUp()) throw unavailable()
}
