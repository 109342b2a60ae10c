import type { Monitor } from '../database/monitor.ts'
import { HttpError } from './errors.ts'

const retryAfterSeconds = '5'
const answerWithinMs = 10_000

/** The refusal where the database does not answer. */
export const unavailable = (): HttpError =>
  new HttpError('unavailable', 'The site is catching its breath. Please try again shortly.', {
    headers: { 'retry-after': retryAfterSeconds },
  })

/**
 * Waits for work that needs the database, and no longer than that makes sense: fails as soon as the
 * database is found to be gone, or when its time is up. What is in memory is there either way.
 * @throws HttpError `unavailable`, or whatever the work failed with
 */
export async function orUnavailable<T>(
  work: Promise<T>,
  database: Pick<Monitor, 'onDown'>,
  timeoutMs = answerWithinMs,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unavailable()), timeoutMs)
  })
  let forget = () => {}
  const gone = new Promise<never>((_, reject) => {
    // A turn later: work that asks memory only is done by then.
    forget = database.onDown(() => setImmediate(() => reject(unavailable())))
  })
  work.catch(() => {})
  try {
    return await Promise.race([work, late, gone])
  } finally {
    clearTimeout(timer)
    forget()
  }
}

/**
 * Refuses at once what nothing but the database can answer, where that is gone.
 * @throws HttpError `unavailable`
 */
export function requireDatabase(database: Pick<Monitor, 'isUp'>): void {
  if (!database.isUp()) throw unavailable()
}
