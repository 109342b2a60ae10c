import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '../../cms/platform/database/backup/back-up.ts'
import { restore } from '../../cms/platform/database/backup/restore.ts'
import { click, journey, trackerOf, view, visitReaderOf } from '../support/analytics-events.ts'
import { visitWriterOf } from '../support/analytics-visits.ts'
import { makeDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/folders.ts'
import { type Server, secret, startServer } from '../support/server.ts'
import { daysAgo } from '../support/venue-days.ts'

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

test('a backup has the visits of all months, and no salts', async () => {
  const visits = visitWriterOf(url)
  // So recent that they are not deleted yet.
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
