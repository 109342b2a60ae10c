import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { classifySessions } from '../../cms/features/analytics/bots/classify.ts'
import { fillDemoTraffic } from '../../cms/features/analytics/demo/fill.ts'
import { deleteOldAnalytics } from '../../cms/features/analytics/retention/delete-old.ts'
import { today, visitWriterOf } from '../support/analytics-visits.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let payload: Payload
let request: () => Promise<PayloadRequest>
let visits: ReturnType<typeof visitWriterOf>

beforeAll(async () => {
  url = await makeDatabase('empty')
  visits = visitWriterOf(url)
  payload = await startPayload(url)
  request = () => createLocalReq({}, payload)
})
afterAll(() => stopPayload(payload))
beforeEach(() => visits.clear())

describe('retention', () => {
  const now = new Date('2027-03-20T12:00:00Z')
  const markSummedUp = (day: string) =>
    visits.query(`insert into analytics_days (day, rolled_at) values ($1, now())`, [day])
  const daysOf = async (table: string) =>
    (await visits.query<{ day: string }>(`select day::text from ${table} order by day`)).map(
      ({ day }) => day,
    )

  test('drops the partitions of whole old months, and deletes single old days', async () => {
    const days = [
      '2026-01-15',
      '2026-02-19',
      '2026-02-20',
      '2026-11-30',
      '2026-12-19',
      '2026-12-20',
    ]
    for (const day of days) {
      await visits.visit({ day, clicks: 1 })
      await markSummedUp(day)
    }
    await deleteOldAnalytics(await request(), now)
    expect(await daysOf('user_sessions')).toEqual(days.slice(2))
    expect(await daysOf('page_views')).toEqual(days.slice(2))
    expect(await daysOf('user_journeys')).toEqual(days.slice(2))
    expect(await daysOf('user_interactions')).toEqual(['2026-12-20'])
    const partitions = await visits.query<{ name: string }>(
      `select relname as name from pg_class where relname ~ '^user_(sessions|interactions)_2026_(01|02|11|12)$'
        order by 1`,
    )
    expect(partitions.map(({ name }) => name)).toEqual([
      'user_interactions_2026_12',
      'user_sessions_2026_02',
      'user_sessions_2026_11',
      'user_sessions_2026_12',
    ])
    // A second run deletes nothing more.
    await deleteOldAnalytics(await request(), now)
    expect(await daysOf('user_sessions')).toEqual(days.slice(2))
  })

  test('keeps old days for one more week if they are not summed up', async () => {
    await visits.visit({ day: '2026-02-12' })
    await visits.visit({ day: '2026-02-16' })
    await visits.visit({ day: '2026-02-18' })
    await markSummedUp('2026-02-18')
    await deleteOldAnalytics(await request(), now)
    expect(await daysOf('user_sessions')).toEqual(['2026-02-16', '2026-02-18'])
    await markSummedUp('2026-02-16')
    await deleteOldAnalytics(await request(), now)
    expect(await daysOf('user_sessions')).toEqual([])
  })

  test.each([
    ['2027-03-20T00:30:00Z', ['2027-03-19', '2027-03-20']],
    ['2027-03-20T03:07:00Z', ['2027-03-20']],
  ])('keeps, at %s, only the salts of %o', async (at, kept) => {
    await visits.query(
      `insert into analytics_salts select day, '\\x00' from generate_series('2027-03-17'::date, '2027-03-20'::date, interval '1 day') as day`,
    )
    await deleteOldAnalytics(await request(), new Date(at))
    expect(await daysOf('analytics_salts')).toEqual(kept)
  })
})

describe('visits', () => {
  const silentViews = Array.from({ length: 20 }, () => ({ seconds: 0 }))
  const viewsEvery = (everySeconds: number) =>
    Array.from({ length: 301 }, (_, index) => ({ seconds: 1, beganAfter: index * everySeconds }))
  const botsOf = async () =>
    Object.fromEntries(
      (
        await visits.query<{ session_id: string; bot: string | null }>(
          'select session_id, bot from user_sessions',
        )
      ).map(({ session_id, bot }) => [session_id, bot]),
    )
  const classify = async (version?: number) =>
    classifySessions(await request(), new AbortController().signal, version)
  /** Sessions whose properties differ from the properties of their segment. */
  const wrongSegments = () =>
    visits.query(`select session_id from user_sessions as s join analytics_segments as g on g.id = s.segment
            where (s.bot, s.is_authenticated) is distinct from (g.bot, g.is_authenticated)`)

  test('are marked as visits of bots by user agent, network, referrer and behaviour', async () => {
    const expected = {
      [await visits.visit()]: null,
      [await visits.visit({ userAgent: 'curl/8.5.0' })]: 'agent',
      [await visits.visit({ isDataCenter: true })]: 'network',
      [await visits.visit({ referrer: 'http://semalt.com', source: 'semalt.com' })]: 'referrer',
      [await visits.visit({ referrer: 'https://www.best.semalt.com:8080' })]: 'referrer',
      [await visits.visit({ source: 'buttons-for-website.com' })]: 'referrer',
      [await visits.visit({ referrer: 'https://notsemalt.com', source: 'semalt' })]: null,
      [await visits.visit({ isAutomated: true })]: 'behaviour',
      [await visits.visit({ views: silentViews })]: 'behaviour',
      [await visits.visit({ views: silentViews.slice(1) })]: null,
      [await visits.visit({ views: silentViews, clicks: 1 })]: null,
      [await visits.visit({ views: [...silentViews, { seconds: 1 }] })]: null,
      [await visits.visit({ views: viewsEvery(11) })]: 'behaviour',
      [await visits.visit({ views: viewsEvery(12) })]: null,
    }
    await classify()
    expect(await botsOf()).toEqual(expected)
    expect(await wrongSegments()).toEqual([])
    expect(await visits.dirtyDays()).toEqual([today])
  })

  test('are locked for classification in the order of their ids, as when events are stored', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(await visits.visit({ userAgent: 'curl/8.5.0' }))
    const [first = '', ...others] = ids.toSorted()
    // The update moves the row of this session to the end of the table.
    await visits.query('update user_sessions set views = views where session_id = $1', [first])
    await onDatabase(url, async (query) => {
      await query('begin')
      await query('select from user_sessions where session_id = $1 for update', [first])
      const classified = classify()
      await waitUntil(
        () => visits.query(`select from pg_locks where locktype = 'transactionid' and not granted`),
        ({ length }) => length > 0,
      )
      await query('select from user_sessions where session_id = any($1) for update nowait', [
        others,
      ])
      await query('commit')
      await classified
    })
    expect(new Set(Object.values(await botsOf()))).toEqual(new Set(['agent']))
    expect(await wrongSegments()).toEqual([])
  })

  test('are classified in groups, so that locks delay few events', async () => {
    for (let n = 0; n < 401; n++) await visits.visit({ userAgent: 'curl/8.5.0' })
    const last = Object.keys(await botsOf())
      .toSorted()
      .at(-1)
    await onDatabase(url, async (query) => {
      await query('begin')
      await query('select from user_sessions where session_id = $1 for update', [last])
      const classified = classify()
      const marked = `select count(*)::int from user_sessions where bot = 'agent'`
      await waitUntil(
        () => visits.query<{ count: number }>(marked),
        ([row]) => row?.count === 400,
      )
      await query('commit')
      await classified
    })
    expect(new Set(Object.values(await botsOf()))).toEqual(new Set(['agent']))
    expect(await wrongSegments()).toEqual([])
  })

  test('of days that are already summed up are classified again when the rules change', async () => {
    const day = '2026-01-05'
    const person = await visits.visit({ day })
    await classify(1)
    await visits.query(`update user_sessions set bot = 'behaviour'`)
    await visits.query(`update analytics_days set rolled_at = now(), dirty_at = null`)
    await classify(1)
    expect(await botsOf()).toEqual({ [person]: 'behaviour' })
    await classify(2)
    expect(await botsOf()).toEqual({ [person]: null })
    expect(await wrongSegments()).toEqual([])
    expect(
      await visits.query(
        'select day::text, bot_rules, dirty_at is not null as dirty from analytics_days',
      ),
    ).toEqual([{ day, bot_rules: 2, dirty: true }])
  })
})

test('the demo venue has visits of two months, and none belongs to a member', async () => {
  await fillDemoTraffic(await request())
  const [found] = await visits.query<Record<string, unknown>>(
    `select count(distinct day)::int as days, ((now() at time zone 'Europe/London')::date - max(day)) between 1 and 2 as is_over,
            sum(views)::int = (select count(*) from page_views) as is_complete,
            count(user_id)::int as members, count(campaign)::int as campaigns
       from user_sessions`,
  )
  expect(found).toEqual({
    days: 62,
    is_over: true,
    is_complete: true,
    members: 0,
    campaigns: 0,
  })
})
