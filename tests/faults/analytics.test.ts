import { afterAll, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../cms/platform/database/embedded.ts'
import { click, trackerOf, view, visitReaderOf } from '../support/analytics-events.ts'
import { dataFolder } from '../support/data-folder.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { makeServerStarter } from '../support/started-servers.ts'
import { waitUntil } from '../support/wait-until.ts'
import { waitForLockWaiters } from '../support/while-locked.ts'

const { start, startProcess, stop } = makeServerStarter()
afterAll(stop)

/** Expects that the counts of each session equal the numbers of its rows, and that it has one entry view. */
async function expectExactCounts({ query }: ReturnType<typeof visitReaderOf>) {
  const wrong = await query(
    `select s.session_id, s.views, s.interactions from user_sessions as s
      where s.views <> (select count(*) from page_views as v where v.session_id = s.session_id)
         or s.interactions <> (select count(*) from user_interactions as i
                                where i.session_id = s.session_id)
         or 1 <> (select count(*) from page_views as v
                   where v.session_id = s.session_id and v.is_entry)`,
  )
  expect(wrong).toEqual([])
}

test('every acknowledged event is stored exactly once, even if a process is killed repeatedly', {
  tags: 'extended',
}, async () => {
  const url = await makeDatabase('empty')
  const stored = visitReaderOf(url)
  const survivor = await start(url)
  let victim = await startProcess(url)
  let isRunning = true
  const acknowledged: string[] = []
  // Each visitor sends the same events until they are acknowledged, as the tracker does.
  const visits = Array.from({ length: 16 }, async (_, n) => {
    const tracker = trackerOf(victim)
    while (isRunning) {
      const events = [view(), click(), view('/cafe')]
      // A quarter of the visitors use only the survivor. The others send nine of ten batches to the victim.
      await tracker.collectUntilAccepted(events, () =>
        n % 4 && Math.random() < 0.9 ? victim : survivor,
      )
      acknowledged.push(...events.map(({ id }) => id))
    }
  })
  for (let kills = 0; kills < 3; kills++) {
    const target = acknowledged.length + 300 + Math.floor(Math.random() * 600)
    await waitUntil(
      async () => acknowledged.length,
      (count) => count > target,
    )
    victim.child.kill('SIGKILL')
    await victim.exited
    victim = await startProcess(url)
  }
  isRunning = false
  await Promise.all(visits)
  const rows = await stored.query<{ id: string }>(
    'select id from page_views union all select id from user_interactions',
  )
  const storedCounts = new Map<string, number>()
  for (const { id } of rows) storedCounts.set(id, (storedCounts.get(id) ?? 0) + 1)
  expect(acknowledged.filter((id) => storedCounts.get(id) !== 1)).toEqual([])
  await expectExactCounts(stored)
})

test('a process stores the events that it has accepted before it stops', async () => {
  const url = await makeDatabase('empty')
  const server = await startProcess(url)
  const { sending, stopping } = await onDatabase(url, async (query) => {
    await query('begin')
    // Blocks only the storing of events, because nothing else writes to this table.
    await query('lock table analytics_segments in share mode')
    const sending = Array.from({ length: 50 }, () => trackerOf(server).send([view()]))
    await waitForLockWaiters(url)
    const stopping = server.stop()
    await query('commit')
    return { sending, stopping }
  })
  const replies = await Promise.allSettled(sending)
  expect(await stopping).toBe(0)
  const accepted = replies.filter(
    (each) => each.status === 'fulfilled' && each.value.status === 200,
  )
  expect(accepted.length).toBeGreaterThan(0)
  const stored = visitReaderOf(url)
  expect(await stored.count('page_views')).toBeGreaterThanOrEqual(accepted.length)
  await expectExactCounts(stored)
})

test('while the database is down, pages are served and events are buffered up to a limit; later each is stored once', {
  tags: 'extended',
}, async () => {
  const { folder, remove } = dataFolder()
  let postgres: EmbeddedPostgres = await startEmbeddedPostgres(folder)
  try {
    const { url } = postgres
    const server = await start(url)
    await trackerOf(server).collect([view()])
    for (const path of ['/', '/cafe']) expect((await server.get(path)).status).toBe(200)
    await postgres.stop()
    await waitUntil(
      async () => (await server.get('/readyz')).status,
      (status) => status === 503,
    )

    const ids: string[] = []
    const batches = Array.from({ length: 110 }, () => {
      const events = Array.from({ length: 100 }, () => view())
      return { tracker: trackerOf(server), events }
    })
    const replies = await Promise.all(
      batches.map(async ({ tracker, events }) => ({ events, reply: await tracker.send(events) })),
    )
    for (const { events, reply } of replies) {
      expect(reply.status, reply.text).toBe(503)
      expect(reply.json().error).toBe('unavailable')
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
      ids.push(...events.map(({ id }) => id))
    }
    for (const path of ['/', '/cafe']) expect((await server.get(path)).status).toBe(200)

    postgres = await startEmbeddedPostgres(folder)
    const stored = visitReaderOf(postgres.url)
    // The buffered events are stored although no batch is sent again.
    await waitUntil(
      () => stored.count('page_views'),
      (count) => count === 10_001,
    )
    // After all batches are sent again, each event is stored exactly once.
    for (const { tracker, events } of batches)
      await tracker.collectUntilAccepted(events, () => server)
    expect(await stored.count('page_views')).toBe(11_001)
    const found = await stored.query<{ id: string }>('select distinct id from page_views')
    const known = new Set(found.map(({ id }) => id))
    expect(ids.filter((id) => !known.has(id))).toEqual([])
    await expectExactCounts(stored)
    await server.stop()
  } finally {
    await postgres.stop()
    remove()
  }
})
