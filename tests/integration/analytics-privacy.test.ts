import { createLocalReq, type Payload } from 'payload'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as personalData from '../../cms/features/analytics/personal-data.ts'
import type { TrailReply } from '../../cms/features/analytics/trail/contract.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import { phoneUserAgent, visitWriterOf } from '../support/analytics-visits.ts'
import { makeDatabase, onDatabase, waitUntilSomeoneWaits } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'

let url: string
let server: Server
let payload: Payload
let visits: ReturnType<typeof visitWriterOf>
let membership: ReturnType<typeof membershipOf>
let inOneTransaction: (work: (db: Database) => Promise<unknown>) => Promise<unknown>

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  membership = membershipOf(server, url)
  visits = visitWriterOf(url)
  payload = await startPayload(url)
  inOneTransaction = async (work) => inTransaction(await createLocalReq({}, payload), work)
})
afterAll(async () => {
  await stopPayload(payload)
  await server?.stop()
})

beforeEach(() => visits.clear())

const signIn = async (email: string) => {
  const { visitor, user } = await membership.signIn(email)
  return { visitor, id: user.id }
}
const consent = async (visitor: Visitor, value: unknown) =>
  (await visitor.call('/api/analytics/consent', { consent: value })).status
const trailOf = async (visitor: Visitor, before?: string | null) => {
  const sent = before ? `?${new URLSearchParams({ before })}` : ''
  return (await visitor.get(`/api/analytics/trail${sent}`)).json<TrailReply>()
}

test.each([
  ['GET', 'trail'],
  ['DELETE', 'trail'],
  ['POST', 'consent'],
])('%s /api/analytics/%s is for members only, not for staff', async (method, path) => {
  const { admin } = await makeStaff(server)
  for (const cookie of ['', `payload-token=${admin}`]) {
    const response = await visitorOf(server).call(
      `/api/analytics/${path}`,
      method === 'GET' ? '' : '{}',
      { method, headers: { cookie } },
    )
    expect(response.status, response.text).toBe(401)
  }
})

describe('consent', () => {
  test('is off until the member gives it', async () => {
    const { visitor } = await signIn('ask@venue.example')
    const profile = async () =>
      (await visitor.get('/api/member/profile')).json<{ analytics_consent: boolean }>()
    expect(await profile()).toMatchObject({ analytics_consent: false })
    expect(await consent(visitor, true)).toBe(200)
    expect(await profile()).toMatchObject({ analytics_consent: true })
    const [row] = await visits.query(
      `select analytics_consent_at is not null as decided from members where email = 'ask@venue.example'`,
    )
    expect(row).toEqual({ decided: true })
  })

  test.each(['yes', 1, null, undefined])('is not given by the value %o', async (value) => {
    const { visitor } = await signIn('odd@venue.example')
    expect(await consent(visitor, value)).toBe(400)
  })

  test('that is withdrawn leaves the visits stored, but without the member', async () => {
    const [leaver, other] = [
      await signIn('leaver@venue.example'),
      await signIn('stays@venue.example'),
    ]
    for (const { visitor, id } of [leaver, other]) {
      await consent(visitor, true)
      await visits.visit({ user: id, clicks: 2 })
    }
    const before = await visits.counts()
    expect(await consent(leaver.visitor, false)).toBe(200)
    expect(await visits.counts()).toEqual(before)
    expect(await visits.counts(`user_id = ${leaver.id}`)).toEqual({
      user_sessions: 0,
      page_views: 0,
      user_journeys: 0,
      user_interactions: 0,
    })
    expect(
      await visits.query(
        `select distinct element_text, coordinates from user_interactions where user_id is null`,
      ),
    ).toEqual([{ element_text: null, coordinates: null }])
    expect(await visits.counts(`user_id = ${other.id}`)).toMatchObject({
      user_sessions: 1,
      page_views: 1,
    })
    expect((await trailOf(leaver.visitor)).visits).toEqual([])
  })

  test('is withdrawn only after a running transaction that has read it is committed', async () => {
    const { visitor, id } = await signIn('race@venue.example')
    await consent(visitor, true)
    const visited = await visits.visit({ user: null })
    await onDatabase(url, async (batch) => {
      await batch('begin')
      await batch('select from members where id = $1 and analytics_consent for share', [id])
      const withdrawn = consent(visitor, false)
      await waitUntilSomeoneWaits(batch)
      await batch('update user_sessions set user_id = $1 where session_id = $2', [id, visited])
      await batch('commit')
      expect(await withdrawn).toBe(200)
    })
    expect(await visits.counts(`user_id = ${id}`)).toMatchObject({ user_sessions: 0 })
  })
})

describe('the trail', () => {
  test('has the member’s visits, newest first, a page at a time', async () => {
    const { visitor, id } = await signIn('walker@venue.example')
    const ids: string[] = []
    for (let index = 0; index < 12; index++) ids.push(await visits.visit({ user: id, clicks: 1 }))
    await visits.visit()
    const first = await trailOf(visitor)
    expect(first.visits.map((each) => each.id)).toEqual(ids.toReversed().slice(0, 10))
    expect(first.visits[0]).toMatchObject({
      browser: 'Safari',
      os: 'iOS',
      device_type: 'phone',
      country: null,
      source: null,
      pages: [{ path: '/cafe', title: 'Cafe', seconds: 12, scroll: 80 }],
      actions: [{ path: '/cafe', kind: 'click', name: 'Book a table' }],
    })
    const second = await trailOf(visitor, first.next)
    expect(second.visits.map((each) => each.id)).toEqual(ids.toReversed().slice(10))
    expect(second.next).toBeNull()
    const statusBefore = async (before: string) =>
      (await visitor.get(`/api/analytics/trail?${new URLSearchParams({ before })}`)).status
    for (const before of ['now', '2026-11-23T12:00:00+16:00', '0001-01-01T00:00:00+01:00']) {
      expect(await statusBefore(before), before).toBe(400)
    }
    expect(await statusBefore('2026-11-23T12:00:00.123456789+14:00')).toBe(200)
  })

  test('can be deleted by the member, and its days are marked to be summed up again', async () => {
    const { visitor, id } = await signIn('gone@venue.example')
    await visits.visit({ user: id, day: '2026-01-05', clicks: 2, views: [{ user: null }, {}] })
    await visits.visit({ user: id, day: '2026-01-07', clicks: 1 })
    await visits.visit({ day: '2026-01-09', clicks: 1 })
    const response = await visitor.call('/api/analytics/trail', '', { method: 'DELETE' })
    expect([response.status, response.json()]).toEqual([200, { deleted: 2 }])
    // Events from before the sign-in stay. They belong to no member.
    expect(await visits.counts()).toEqual({
      user_sessions: 2,
      page_views: 2,
      user_journeys: 1,
      user_interactions: 1,
    })
    expect(await visits.counts('user_id is not null')).toMatchObject({ user_sessions: 0 })
    expect(await visits.dirtyDays()).toEqual(['2026-01-05', '2026-01-07'])
  })

  test('that is deleted leaves rows of other members in the same visit', async () => {
    const [gone, next] = [await signIn('first@venue.example'), await signIn('next@venue.example')]
    await visits.visit({
      user: gone.id,
      views: [{}, { user: next.id }, { user: next.id }],
      clicks: 1,
    })
    await gone.visitor.call('/api/analytics/trail', '', { method: 'DELETE' })
    expect(await visits.query('select user_id, views, interactions from user_sessions')).toEqual([
      { user_id: null, views: 2, interactions: 0 },
    ])
    expect(await visits.counts(`user_id = ${next.id}`)).toMatchObject({ page_views: 2 })
  })

  test('has only the member’s own rows of a visit that others share', async () => {
    const [one, two] = [await signIn('one@venue.example'), await signIn('two@venue.example')]
    await visits.visit({
      user: one.id,
      clicks: 1,
      views: [
        { path: '/b-first', user: null },
        { path: '/one' },
        { path: '/two', user: two.id },
        { path: '/b-last', user: null },
      ],
    })
    await visits.query(`update user_sessions set referrer = 'https://b.example/', source = 'b'`)
    const pathsOf = async ({ visitor }: typeof one) =>
      (await trailOf(visitor)).visits.map(({ pages, actions, source }) => [
        pages.map(({ path }) => path),
        actions.length,
        source,
      ])
    expect(await pathsOf(one)).toEqual([[['/one'], 1, null]])
    expect(await pathsOf(two)).toEqual([[['/two'], 0, null]])
    const exported: unknown[] = []
    await inOneTransaction(async (db) => {
      for (const { id } of [one, two]) {
        const data = await personalData.exportAnalyticsData(db, { id, email: '' })
        exported.push([data.page_views.map((row) => row.page_path), data.visits])
      }
    })
    const visit = { views: 1, interactions: 1, referrer: null }
    expect(exported).toMatchObject([
      [['/one'], [visit]],
      [['/two'], [{ ...visit, interactions: 0 }]],
    ])
    expect(JSON.stringify(exported)).not.toContain('/b-')

    const stored = () =>
      visits.query(
        `select user_id, views, interactions, entry_page, exit_page, s.is_authenticated, s.source,
                g.is_authenticated as segment
           from user_sessions as s join analytics_segments as g on g.id = segment`,
      )
    const paths = async () =>
      (
        await visits.query<{ page_path: string }>('select page_path from page_views order by id')
      ).map(({ page_path }) => page_path)
    await one.visitor.call('/api/analytics/trail', '', { method: 'DELETE' })
    expect(await paths()).toEqual(['/b-first', '/two', '/b-last'])
    const rest = { user_id: null, interactions: 0, entry_page: '/b-first', exit_page: '/b-last' }
    expect(await stored()).toEqual([
      { ...rest, views: 3, is_authenticated: true, source: 'b', segment: true },
    ])
    await two.visitor.call('/api/analytics/trail', '', { method: 'DELETE' })
    expect(await paths()).toEqual(['/b-first', '/b-last'])
    expect(await stored()).toEqual([
      { ...rest, views: 2, is_authenticated: false, source: 'b', segment: false },
    ])
    expect(await visits.dirtyDays()).toHaveLength(1)
  })

  test('is deleted together with the referrer and source of visits that the member began', async () => {
    const { visitor, id } = await signIn('began@venue.example')
    await visits.visit({
      user: id,
      views: [{ path: '/own' }, { path: '/b', user: null }, { path: '/c', user: null }],
    })
    await visits.query(`update user_sessions set referrer = 'https://x.example/', source = 'x'`)
    expect((await trailOf(visitor)).visits).toMatchObject([{ source: 'x' }])
    await visitor.call('/api/analytics/trail', '', { method: 'DELETE' })
    expect(
      await visits.query(
        'select entry_page, exit_page, referrer, source, is_authenticated from user_sessions',
      ),
    ).toEqual([
      { entry_page: '/b', exit_page: '/c', referrer: null, source: null, is_authenticated: false },
    ])
    expect(await visits.query('select page_path from page_views where is_entry')).toEqual([
      { page_path: '/b' },
    ])
  })

  test('is in the data download and erased with the account', async () => {
    const { id } = await signIn('erased@venue.example')
    await visits.visit({ user: id, clicks: 1, views: [{ user: null }, {}] })
    await visits.visit({ clicks: 1 })
    const owner = { id, email: 'erased@venue.example' }
    let exported: Awaited<ReturnType<typeof personalData.exportAnalyticsData>> | undefined
    await inOneTransaction(async (db) => {
      exported = await personalData.exportAnalyticsData(db, owner)
    })
    expect(exported).toMatchObject({
      visits: [{ user_agent: phoneUserAgent, views: 1 }],
      journeys: [{ to_page: '/cafe' }],
      interactions: [{ element_text: 'Book a table', x: '3', y: '4' }],
    })
    expect(exported?.page_views).toHaveLength(1)
    await inOneTransaction((db) => personalData.eraseAnalyticsData(db, owner))
    expect(await visits.counts(`user_id = ${id}`)).toMatchObject({
      user_sessions: 0,
      page_views: 0,
    })
    expect(await visits.counts()).toMatchObject({ user_sessions: 2, page_views: 2 })
  })
})
