import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTraffic } from '../../cms/features/analytics/demo/queries/traffic.ts'
import type { NudgeVisits } from '../../cms/features/nudges/contract.ts'
import { trackerOf, view, visitReaderOf } from '../support/analytics-events.ts'
import { visitWriterOf as storedVisitsOf } from '../support/analytics-visits.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { readRawRows } from '../support/naive-reports.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff, sessionHeaders } from '../support/staff.ts'
import { venueDayOf } from '../support/venue-days.ts'

let url: string
let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const dayOf = (ms: number) => venueDayOf(new Date(ms))
// The nudge is sent in the evening, so there are visits before and after.
const sentAt = new Date(`${dayOf(Date.now() - 4 * dayMs)}T18:00:00Z`)
const lastAt = new Date(+sentAt + hourMs)
const until = new Date(+lastAt + dayMs)

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))

type Sent = { at?: Date | null; audience?: string; state?: string; people?: number; last?: Date }

/** Stores a nudge as it is after it was handed over to some people. */
async function insertNudge({
  at = sentAt,
  audience = 'everyone',
  state = 'sent',
  people = 8,
  last = lastAt,
}: Sent = {}): Promise<number> {
  const [row] = await query<{ id: number }>(
    `insert into nudges (text, link, audience, state, sent_at)
     values ('Hello', '/beer', $1::enum_nudges_audience, $2::enum_nudges_state, $3) returning id`,
    [audience, state, at],
  )
  const id = row?.id ?? 0
  await query(
    `insert into nudge_deliveries (nudge, device, person, state, queued_at, due_at, expires_at, handed_at, token)
     select $1::int, n, 'device:' || n, 'accepted', $2::timestamptz, $2, $2,
            $3::timestamptz - (n - 1) * interval '1 minute', $1::int || '-' || n
       from generate_series(1, $4::int) as n`,
    [id, at ?? last, last, people],
  )
  return id
}

const get = (id: number, as = staff.publisher) =>
  server.get(`/api/nudge-list/${id}/visits`, sessionHeaders(as))

async function visitsOf(id: number): Promise<NudgeVisits> {
  const reply = await get(id)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<NudgeVisits>()
}

/** Assigns visits that came by nudges to this nudge: all such visits, or those that match `where`. */
const assign = (id: number, where = 'true') =>
  query(
    `update user_sessions set campaign = $1 where source = 'nudge' and (${where}) returning session_id`,
    [`nudge-${id}`],
  )

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  staff = await makeStaff(server)
  await onDatabase(url, (run) =>
    insertTraffic(run, {
      from: dayOf(+sentAt - dayMs),
      to: dayOf(+sentAt + 2 * dayMs),
      visitorsPerDay: 4000,
      timeZone: 'UTC',
    }),
  )
})
afterAll(() => server?.stop())

/** The numbers of a nudge's visits, from all raw rows with plain loops. */
async function countNaively(id: number) {
  const rows = await onDatabase(url, readRawRows)
  const startOf = new Map(
    (
      await query<{ session_id: string; ms: number }>(
        'select session_id, extract(epoch from started_at)::float8 * 1000 as ms from user_sessions',
      )
    ).map(({ session_id, ms }) => [session_id, ms]),
  )
  const sessions = rows.sessions.filter((session) => {
    const began = startOf.get(session.session_id) ?? 0
    const isInTime = began >= +sentAt && began < +until
    return session.campaign === `nudge-${id}` && session.bot === null && isInTime
  })
  const dayOfSession = new Map(sessions.map((each) => [each.session_id, each.day]))
  const visitorOf = new Map(sessions.map((each) => [each.session_id, each.visitor_id]))
  const inTime = <Row extends { session_id: string; at: number }>(all: readonly Row[]) =>
    all.filter(({ session_id, at }) => visitorOf.has(session_id) && at * 1000 < +until)
  const group = <Row extends { session_id: string }>(
    all: readonly Row[],
    nameOf: (row: Row) => string | undefined,
  ) => {
    const groups = new Map<string, Row[]>()
    for (const row of all) {
      const name = nameOf(row)
      if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), row])
    }
    return [...groups].map(([name, members]) => ({
      name,
      count: members.length,
      visits: new Set(members.map(({ session_id }) => session_id)).size,
      visitors: Math.max(
        ...[...Map.groupBy(members, ({ session_id }) => dayOfSession.get(session_id)).values()].map(
          (daily) => new Set(daily.map(({ session_id }) => visitorOf.get(session_id))).size,
        ),
      ),
    }))
  }
  const views = inTime(rows.views)
  return {
    sessions,
    views,
    pages: group(views, ({ page_path }) => page_path),
    events: group(inTime(rows.interactions), ({ interaction_type, additional_data }) =>
      interaction_type === 'event' ? additional_data?.name : undefined,
    ),
  }
}

const names = {
  gate_opened: 'Opened the gate',
  gate_proof: 'Used a passkey or code',
  gate_in: 'Came into the Common Room',
  newsletter_panel: 'Opened the newsletter form',
  newsletter_submitted: 'Sent the newsletter form',
  newsletter_confirmed: 'Confirmed the address',
}

test('the numbers of a nudge’s visits equal those of a separate, simple computation', {
  tags: 'extended',
}, async () => {
  const id = await insertNudge()
  await assign(id)
  const naive = await countNaively(id)
  // `insertTraffic` also made visits that do not count: earlier and later ones, and visits of bots.
  const [{ others } = { others: 0 }] = await query<{ others: number }>(
    `select count(*)::int as others from user_sessions where campaign = $1`,
    [`nudge-${id}`],
  )
  expect(others).toBeGreaterThan(naive.sessions.length)
  const { found, ...time } = await visitsOf(id)
  expect(time).toMatchObject({
    id,
    isOver: true,
    from: sentAt.toISOString(),
    until: until.toISOString(),
  })
  if (found.kind !== 'counted') throw new Error(`The visits are ${found.kind}.`)
  expect(found.visits).toBe(naive.sessions.length)
  expect(found.views).toBe(naive.views.length)
  const expected = naive.pages
    .filter(({ visitors }) => visitors >= 5)
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, 3)
  expect(expected).toHaveLength(3)
  expect(found.pages).toEqual(
    expected.map(({ name, count, visits }) => ({
      page: name,
      views: count,
      visits,
      title: expect.any(String),
    })),
  )
  if (found.actions.kind !== 'counted') throw new Error('The actions are not counted.')
  const actions = Object.entries(names).map(([event, name]) => {
    const { visits = 0, visitors = 0 } = naive.events.find((each) => each.name === event) ?? {}
    return { name, visits: visitors > 0 && visitors < 5 ? null : visits }
  })
  expect(found.actions.rows).toEqual(actions)
  expect(found).toMatchObject({ afterwards: null })
  const { searchParams } = new URL(found.path, server.url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    source: 'nudge',
    campaign: `nudge-${id}`,
    from: dayOf(+sentAt),
    to: dayOf(+until),
  })
})

test('numbers of one to four visitors are not shown', async () => {
  const id = await insertNudge()
  expect((await visitsOf(id)).found).toEqual({ kind: 'none' })
  // Of one day, because a visitor of two days may be counted once only.
  const inTime = `started_at >= '${sentAt.toISOString()}' and day = '${dayOf(+sentAt)}'`
  const assignSome = (count: number) =>
    assign(
      id,
      `session_id in (select session_id from user_sessions where ${inTime} and source = 'nudge'
         and bot is null and number = 1 order by session_id limit ${count})`,
    )
  await assignSome(4)
  expect((await visitsOf(id)).found).toEqual({ kind: 'few' })
  // A second visit of the same visitor does not raise the number of visitors.
  await query(
    `insert into user_sessions select (jsonb_populate_record(s, '{"session_id": "again", "number": 2}')).*
       from user_sessions as s where campaign = $1 limit 1`,
    [`nudge-${id}`],
  )
  expect((await visitsOf(id)).found).toEqual({ kind: 'few' })
  await assignSome(5)
  const { found } = await visitsOf(id)
  expect(found).toMatchObject({ kind: 'counted', visits: 6 })
  // The gate was opened in all visits. In one of them the visitor came in.
  const ofNudge = 'select session_id from user_sessions where campaign = $1'
  await query(`delete from user_interactions where session_id in (${ofNudge})`, [`nudge-${id}`])
  await query(
    `insert into user_interactions (day, session_id, id, page_path, interaction_type, additional_data, at)
     select day, session_id, name, '/common-room', 'event', jsonb_build_object('name', name), started_at
       from user_sessions, unnest(array['gate_opened', 'gate_in']) as name
      where campaign = $1
        and (name = 'gate_opened' or session_id = (${ofNudge} and number = 1 order by 1 limit 1))`,
    [`nudge-${id}`],
  )
  expect((await visitsOf(id)).found).toMatchObject({
    actions: {
      rows: [
        { name: names.gate_opened, visits: 6 },
        { name: names.gate_proof, visits: 0 },
        { name: names.gate_in, visits: null },
        { name: names.newsletter_panel, visits: 0 },
        { name: names.newsletter_submitted, visits: 0 },
        { name: names.newsletter_confirmed, visits: 0 },
      ],
    },
  })
  // If fewer than five people got the nudge, or it was for one person, no numbers are shown, however many visits there
  // are.
  for (const small of [
    await insertNudge({ people: 4 }),
    await insertNudge({ audience: 'person', people: 6 }),
  ]) {
    await assign(small)
    expect((await visitsOf(small)).found).toEqual({ kind: 'small' })
  }
})

test('deleted visits are reported as deleted; the period of a nudge that is being sent has no end', async () => {
  const sending = await insertNudge({ state: 'sending', at: new Date(), last: new Date() })
  expect(await visitsOf(sending)).toMatchObject({ isOver: false, until: null })
  const fresh = await insertNudge({ at: new Date(), last: new Date() })
  expect(await visitsOf(fresh)).toMatchObject({ isOver: false, found: { kind: 'none' } })
  const [oldDay, olderDay] = [100, 420].map((days) => dayOf(Date.now() - days * dayMs))
  const old = await insertNudge({ at: new Date(`${oldDay}T10:00:00Z`), people: 0 })
  const stored = storedVisitsOf(url)
  for (let n = 0; n < 6; n++) await stored.visit({ day: oldDay })
  await query(`update user_sessions set source = 'nudge', campaign = $1 where day = $2`, [
    `nudge-${old}`,
    oldDay,
  ])
  expect((await visitsOf(old)).found).toMatchObject({
    kind: 'counted',
    visits: 6,
    views: 6,
    actions: { kind: 'deleted', keptFor: '90 days' },
  })
  const older = await insertNudge({ at: new Date(`${olderDay}T10:00:00Z`), people: 0 })
  expect((await visitsOf(older)).found).toMatchObject({
    kind: 'deleted',
    keptFor: '13 months',
    path: expect.stringContaining(`campaign=nudge-${older}`),
  })
})

test('only publishers read the visits of a nudge, and only after it was sent', async () => {
  const draft = await insertNudge({ at: null, state: 'draft', people: 0 })
  expect((await get(draft, staff.editor)).status).toBe(403)
  expect((await server.get(`/api/nudge-list/${draft}/visits`)).status).toBe(401)
  expect((await get(draft)).status).toBe(409)
  expect((await get(999_999)).status).toBe(404)
})

test('a visit by a nudge to one person is stored without the id of the nudge', async () => {
  const stored = visitReaderOf(url)
  const campaignBy = async (id: number) => {
    const source = { source: 'nudge', medium: 'push', campaign: `nudge-${id}` }
    const { sessionId } = await trackerOf(server).collect([view()], { source })
    return (await stored.session(sessionId))?.campaign
  }
  const forOne = await insertNudge({ audience: 'person' })
  const forAll = await insertNudge()
  expect(await campaignBy(forOne)).toBe('nudge')
  expect(await campaignBy(forAll)).toBe(`nudge-${forAll}`)
})
