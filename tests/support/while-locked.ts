import { onDatabase } from './database.ts'
import { waitUntil } from './wait-until.ts'

/** Waits until at least `count` queries of a database wait for locks. */
export const waitForLockWaiters = (url: string, count = 1) =>
  // Opens its own connection, because pg_stat_activity does not change within a transaction.
  onDatabase(url, (query) =>
    waitUntil(
      () =>
        query(`select from pg_stat_activity
                where wait_event_type = 'Lock' and datname = current_database()`),
      ({ length }) => length >= count,
    ),
  )

/**
 * Runs `lock` in a transaction, and `start` concurrently. Commits the transaction when `count` queries wait
 * for locks.
 */
export const whileLocked = <T>(
  url: string,
  lock: Parameters<typeof onDatabase<unknown>>[1],
  start: () => Promise<T>,
  count = 1,
): Promise<T> =>
  onDatabase(url, async (query) => {
    await query('begin')
    await lock(query)
    const result = start()
    await waitForLockWaiters(url, count)
    await query('commit')
    return result
  })
