import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withLock } from '../../cms/platform/database/lock.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { waitUntil } from '../support/wait-until.ts'

describe('withLock', () => {
  let url: string
  beforeAll(async () => {
    url = await makeDatabase('bare')
    await onDatabase(url, (query) => query('create table done (by int)'))
  })

  let checks = 0
  beforeEach(() => {
    checks = 0
  })
  // Skips the work if it is already done, as migrations and the first admin's link do.
  const doOnce = (by: number) =>
    onDatabase(url, async (query) => {
      if ((await query('select from done')).length) return
      checks++
      // Continues when another call has also checked, or is waiting for the lock.
      await waitUntil(
        () =>
          query(`select from pg_locks join pg_database as d on d.oid = database
                  where not granted and datname = current_database()`),
        ({ length }) => length > 0 || checks > 1,
      )
      await query('insert into done values ($1)', [by])
    })
  const countDone = async () => (await onDatabase(url, (query) => query('table done'))).length
  const twenty = Array.from({ length: 20 }, (_, index) => index)

  test('lets only one of twenty concurrent calls do the work', async () => {
    await Promise.all(twenty.map((by) => withLock(url, 'migrate', () => doOnce(by))))
    expect(await countDone()).toBe(1)
  })

  test('is needed: without the lock, the work is repeated (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    await onDatabase(url, (query) => query('truncate done'))
    await Promise.all(twenty.map(doOnce))
    expect(await countDone()).toBeGreaterThan(1)
  })

  test('releases the lock when the work fails', async () => {
    const failing = () => Promise.reject(new Error('no'))
    await expect(withLock(url, 'migrate', failing)).rejects.toThrow('no')
    expect(await withLock(url, 'migrate', async () => 'next')).toBe('next')
  })
})
