import { onDatabase } from './database.ts'
import { until } from './until.ts'

const waiting = `select from pg_stat_activity
                  where wait_event_type = 'Lock' and datname = current_database()`

/**
 * Changes something in a transaction of its own, which is committed as soon as what begins meanwhile
 * waits for it.
 * @param count how many queries wait by then
 */
export const whileHeld = <T>(
  url: string,
  hold: Parameters<typeof onDatabase<unknown>>[1],
  begin: () => Promise<T>,
  count = 1,
): Promise<T> =>
  onDatabase(url, async (query) => {
    await query('begin')
    await hold(query)
    const begun = begin()
    // Within the transaction what waits would stay what it was when first asked.
    await onDatabase(url, (other) =>
      until(
        () => other(waiting),
        ({ length }) => length === count,
      ),
    )
    await query('commit')
    return begun
  })
