import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Batch, PageEnd } from '../../cms/features/analytics/ingest/batches.ts'
import {
  type Connection,
  createConnection,
} from '../../cms/features/analytics/ingest/connection.ts'
import {
  endViews,
  insertInteractions,
  insertJourneys,
  upsertViews,
} from '../../cms/features/analytics/ingest/queries/events.ts'
import {
  addToSessions,
  insertSessions,
  lockSessions,
  selectLastSessions,
  selectStoredEvents,
} from '../../cms/features/analytics/ingest/queries/sessions.ts'
import { createStore } from '../../cms/features/analytics/ingest/store.ts'
import { visitorIdOf } from '../../cms/features/analytics/ingest/visitor.ts'
import { visitReaderOf } from '../support/analytics-events.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { waitForLockWaiters } from '../support/while-locked.ts'

const today = '2026-11-23'
const salt = Buffer.alloc(32, 1)
const noon = Date.parse(`${today}T12:00:00Z`)
const minuteMs = 60_000

/** A request with one view. */
const batch = (visitor: string, receivedAt: number): Batch => ({
  kind: 'events',
  receivedAt,
  days: [{ day: today, salt, visitor: visitorIdOf(salt, '203.0.113.7', visitor) }],
  views: [
    {
      id: `view ${visitor} ${receivedAt}`,
      page_path: '/beer',
      page_title: 'Beer Hall',
      referrer: null,
      viewed_at: new Date(receivedAt).toISOString(),
      time_spent_seconds: 1,
      scroll_depth_percent: 50,
      lcp_ms: null,
      inp_ms: null,
      fcp_ms: null,
      ttfb_ms: null,
      cls: null,
    },
  ],
  journeys: [],
  interactions: [],
  browser: {
    user_agent: visitor,
    device_type: 'phone',
    browser: 'Safari',
    os: 'iOS',
    country: null,
    bot: null,
    is_data_center: false,
    is_automated: false,
  },
  origin: { referrer: null, source: null, medium: null, campaign: null },
  networks: { client: '203.0.113.7', network: '203.0.113/24', provider: '203.0/16' },
  memberHeaders: null,
  bytes: 0,
})

let url: string
let connection: Connection
/** The arguments of each call of `countStored`: a network, and how many of its events were new. */
const counted: [string, number][] = []
let stored: ReturnType<typeof visitReaderOf>
let store: ReturnType<typeof createStore>
beforeAll(async () => {
  url = await makeDatabase('empty')
  connection = createConnection(() => url)
  stored = visitReaderOf(url)
  store = createStore({
    connection,
    findMember: async () => null,
    findConsent: async () => new Map(),
    findCampaigns: async () => ({ letter: new Map(), nudge: new Map() }),
    countStored: ({ network }, count) => void counted.push([network, count]),
    today: async () => today,
  })
})
afterAll(() => connection?.end())

test('requests that are stored together out of order give a visit that lasts from the earliest to the latest', async () => {
  const times = [0, 10, 5].map((minutes) => noon + minutes * minuteMs)
  const replies = await store(times.map((at) => batch('ada', at)))
  const [sessionId = null] = new Set(replies.map((reply) => reply.sessionId))
  expect(await stored.session(sessionId)).toMatchObject({
    started_at: new Date(noon),
    last_at: new Date(noon + 10 * minuteMs),
    views: 3,
  })
})

test('if one transaction stores the first page view and an event that the server counted, the visit gets the source of the view', async () => {
  const source = { source: 'friends', medium: 'poster', campaign: 'spring' }
  const first = batch('poster', noon)
  const event: Batch = {
    ...first,
    views: [],
    interactions: [
      {
        id: 'event poster',
        at: new Date(noon).toISOString(),
        page_path: '/cafe',
        interaction_type: 'event',
        element_id: null,
        element_class: null,
        element_text: null,
        coordinates: null,
        additional_data: { name: 'newsletter_submitted' },
      },
    ],
  }
  const origin = { ...source, referrer: 'https://friends.example' }
  const replies = await store([event, { ...first, origin }])
  const [sessionId = null, ...others] = new Set(replies.map((reply) => reply.sessionId))
  expect(others).toEqual([])
  const session = await stored.session(sessionId)
  expect(session).toMatchObject({ ...origin, views: 1, interactions: 1 })
  expect(
    await stored.query(
      `select source, medium, campaign from analytics_segments where id = ${session?.segment}`,
    ),
  ).toEqual([source])
})

test('only new events count towards the limit of a network', async () => {
  counted.length = 0
  const sent = batch('counted', noon)
  await store([sent, sent])
  await store([sent])
  await store([batch('counted', noon + 1)])
  expect(counted).toEqual([
    ['203.0.113/24', 1],
    ['203.0.113/24', 1],
  ])
})

const statements = [
  selectLastSessions,
  selectStoredEvents,
  lockSessions,
  insertSessions,
  addToSessions,
  upsertViews,
  insertJourneys,
  insertInteractions,
  endViews,
]
test.each([
  ['its first rows', ''],
  ['its first rows, with statistics of them', 'analyze'],
])(
  'no statement scans a whole day, even if its plan was made while the table of the month had only %s',
  async (_, prepare) => {
    const own = createConnection(() => url)
    await store(Array.from({ length: 60 }, (_, n) => batch(`visitor ${n}`, noon + n)))
    await own.use(async (client) => {
      await client.query('begin')
      await client.query(prepare)
      for (const { name, text } of statements) {
        const { rows } = await client.query<Record<'QUERY PLAN', string>>(
          `explain (generic_plan) ${text}`,
        )
        const plan = rows.map((row) => row['QUERY PLAN'])
        expect(plan.join('\n'), name).not.toMatch(/Seq Scan/)
        for (const [index, line] of plan.entries()) {
          if (!/Index (Only )?Scan/.test(line)) continue
          // Indexes named `…_id_day_session_id_idx` begin with the id of the event, all others with the day and the id
          // of a session or visitor.
          const key = line.includes('_id_day_session_id_idx') ? /\bid\b/ : /session_id|visitor_id/
          expect(plan[index + 1], `${name}\n${plan.join('\n')}`).toMatch(/Index Cond/)
          expect(plan[index + 1], `${name}\n${plan.join('\n')}`).toMatch(key)
        }
      }
      await client.query('rollback')
    })
    await own.end()
  },
)

test('storing a view of one visit and the page end of another does not deadlock with another process', async () => {
  const visitors = ['grace', 'joan']
  await store(visitors.map((visitor) => batch(visitor, noon)))
  const [first, second] = await stored.query<{ session_id: string; visitor_id: string }>(
    'select session_id, visitor_id from user_sessions where user_agent = any($1) order by session_id',
    [visitors],
  )
  if (!first || !second) throw new Error('The visits are not stored.')
  const secondVisitor = visitors.find(
    (visitor) => visitorIdOf(salt, '203.0.113.7', visitor) === second.visitor_id,
  ) as string
  const end: PageEnd = {
    kind: 'end',
    day: today,
    ...first,
    number: 1,
    page_path: '/beer',
    seconds: 9,
    scroll: 90,
    ended_at: new Date(noon + minuteMs).toISOString(),
    bytes: 0,
  }
  await onDatabase(url, async (query) => {
    const lock = ({ session_id }: typeof first) =>
      query('select from user_sessions where session_id = $1 for update', [session_id])
    await query('begin')
    await lock(first)
    const storing = store([batch(secondVisitor, noon + minuteMs), end])
    await waitForLockWaiters(url)
    await lock(second)
    await query('commit')
    await storing
  })
  expect(await stored.session(first.session_id)).toMatchObject({
    ended_at: new Date(noon + minuteMs),
  })
  expect(await stored.views(first.session_id)).toMatchObject([{ time_spent_seconds: 9 }])
  expect(await stored.session(second.session_id)).toMatchObject({ views: 2 })
})

const nextDay = '2026-11-24'
const nextSalt = Buffer.alloc(32, 2)
/**
 * Repeats the request `first`, with a longer time for its views. By default the repetition arrives six minutes later,
 * on the same day and from another IP address.
 */
const sentAgain = (
  first: Batch,
  { day = today, receivedAt = first.receivedAt + 6 * minuteMs, client = '198.51.100.9' } = {},
): Batch => {
  const daySalt = day === today ? salt : nextSalt
  const visitor = visitorIdOf(daySalt, client, first.browser.user_agent)
  return {
    ...first,
    receivedAt,
    days: [{ day, salt: daySalt, visitor }],
    views: first.views.map((view) => ({ ...view, time_spent_seconds: 300 })),
  }
}
const viewsWithId = (id: string | undefined) =>
  stored.query<{ session_id: string; time_spent_seconds: number }>(
    'select session_id, time_spent_seconds from page_views where id = $1',
    [id],
  )
const sessionsOf = ({ browser }: Batch) =>
  stored.query('select views from user_sessions where user_agent = $1', [browser.user_agent])

test('a view that is sent again on the next day, when the salt of its own day is not available, is counted once', async () => {
  const first = batch('over night', noon)
  const [{ sessionId } = { sessionId: '' }] = await store([first])
  const again = sentAgain(first, { day: nextDay, receivedAt: noon + 20 * 60 * minuteMs })
  const [reply] = await store([again])
  expect(reply?.sessionId).not.toBe(sessionId)
  expect(await viewsWithId(first.views[0]?.id)).toEqual([
    { session_id: sessionId, time_spent_seconds: 300 },
  ])
  expect(await sessionsOf(first)).toEqual([{ views: 1 }])
})

test('if one transaction stores all requests, a view that is sent again from another IP address or after a pause is counted once', async () => {
  const first = batch('waiting', noon)
  const replies = await store([
    first,
    sentAgain(first),
    sentAgain(first, { receivedAt: noon + 40 * minuteMs }),
    sentAgain(first, { receivedAt: noon + 41 * minuteMs, client: '203.0.113.7' }),
  ])
  expect(await viewsWithId(first.views[0]?.id)).toEqual([
    { session_id: replies[0]?.sessionId, time_spent_seconds: 300 },
  ])
  expect(await sessionsOf(first)).toEqual([{ views: 1 }])
})

test('a view whose visit is deleted while the view is sent again is not stored in another visit', async () => {
  const first = batch('deleted', noon)
  const [{ sessionId } = { sessionId: '' }] = await store([first])
  await onDatabase(url, async (query) => {
    await query('begin')
    await query('delete from page_views where session_id = $1', [sessionId])
    await query('delete from user_sessions where session_id = $1', [sessionId])
    const storing = store([sentAgain(first)])
    await waitForLockWaiters(url)
    await query('commit')
    await storing
  })
  expect(await viewsWithId(first.views[0]?.id)).toEqual([])
  expect(await sessionsOf(first)).toEqual([])
  // The view is not known any more, so it is stored in a new visit.
  const [reply] = await store([sentAgain(first)])
  expect(await viewsWithId(first.views[0]?.id)).toMatchObject([{ session_id: reply?.sessionId }])
})
