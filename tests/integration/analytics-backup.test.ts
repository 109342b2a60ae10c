import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '../../cms/database/backup/back-up.ts'
import { restore } from '../../cms/database/backup/restore.ts'
import { click, journey, trackerOf, view, visitReaderOf } from '../support/analytics-events.ts'
import { visitWriterOf } from '../support/analytics-visits.ts'
import { makeDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type Server, secret, startServer } from '../support/server.ts'

const { folder, remove } = temporaryFolder()
const file = path.join(folder, 'site.gz')
let url: string
let server: Server
beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
})
afterAll(async () => {
  await server?.stop()
  remove()
})

const contentOf = async (database: string) => {
  const { query } = visitReaderOf(database)
  const tables = ['user_sessions', 'page_views', 'user_journeys', 'user_interactions']
  return Promise.all(
    tables.map(async (table) => [
      table,
      await query(`select tableoid::regclass::text, t::text from ${table} as t order by 1, 2`),
    ]),
  )
}

/** The day `days` days ago. All days of this test are so recent that their visits are not deleted yet. */
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

test('a backup has the visits of all months, and no salts', async () => {
  const visits = visitWriterOf(url)
  for (const days of [30, 60, 85]) {
    await visits.visit({ day: daysAgo(days), views: [{ seconds: 3 }, { seconds: 9 }], clicks: 2 })
  }
  const tracker = trackerOf(server)
  await tracker.collect([view(), click(), journey()])
  await backUp(url, { file, secret })

  const restored = await makeDatabase('bare')
  await restore(restored, file, { replace: false })
  expect(await contentOf(restored)).toEqual(await contentOf(url))
  expect(await visitReaderOf(restored).count('analytics_salts')).toBe(0)

  const other = await startServer({ DATABASE_URL: restored, DEMO: '0' })
  try {
    const { sessionId } = await tracker.collect([view()], {}, other)
    expect(await visitReaderOf(restored).views(sessionId)).toHaveLength(1)
  } finally {
    await other.stop()
  }
  await restore(restored, file, { replace: true })
  expect(await contentOf(restored)).toEqual(await contentOf(url))
})
