import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxSearchedViews } from '../../cms/features/analytics/rules.ts'
import {
  click,
  journey,
  namedEvent,
  trackerOf,
  view,
  visitReaderOf,
} from '../support/analytics-events.ts'
import { phoneUserAgent } from '../support/analytics-visits.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { newsletterOf, signUpRequest } from '../support/newsletter.ts'
import { type Server, startServer } from '../support/server.ts'
import { emailOf, makeStaff, sessionHeaders, signIn } from '../support/staff.ts'

const botUserAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

let url: string
let server: Server
/** A second process on the same database. */
let other: Server
let stored: ReturnType<typeof visitReaderOf>
beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  other = await startServer({ DATABASE_URL: url, DEMO: '0', SITE_URL: server.url })
  stored = visitReaderOf(url)
})
afterAll(async () => {
  await other?.stop()
  await server?.stop()
})

describe('a visit', () => {
  test('is stored with its source, referrer, device, page views and interactions', async () => {
    const { collect } = trackerOf(server)
    const source = { source: 'letter', medium: 'email', campaign: 'letter-7' }
    const { sessionId, accepted } = await collect(
      [view('/beer?x=1', { time: 3.9, scroll: 40, lcp: 900.4, cls: 0.05 }), click(), journey()],
      { referrer: 'https://www.search.example/find?q=a', source },
    )
    expect(accepted).toBe(3)
    expect(sessionId).toMatch(/^[\w-]{22}$/)
    expect(await stored.session(sessionId)).toMatchObject({
      ...source,
      number: 1,
      user_id: null,
      user_agent: phoneUserAgent,
      device_type: 'phone',
      referrer: 'https://www.search.example',
      is_authenticated: false,
      entry_page: '/beer',
      exit_page: '/beer',
      views: 1,
      interactions: 1,
      bot: null,
      is_data_center: false,
    })
    expect(await stored.views(sessionId)).toMatchObject([
      {
        page_path: '/beer',
        time_spent_seconds: 3,
        scroll_depth_percent: 40,
        is_bounce: true,
        is_entry: true,
        lcp_ms: 900,
        user_id: null,
      },
    ])
    expect(await stored.journeys(sessionId)).toMatchObject([
      { from_page: '/', to_page: '/beer', transition_type: 'nav' },
    ])
    const [session] = await stored.query<{ segment: object }>(
      `select to_jsonb(g) - 'id' as segment from user_sessions as s
         join analytics_segments as g on g.id = s.segment where session_id = $1`,
      [sessionId],
    )
    expect(session?.segment).toMatchObject({ ...source, device_type: 'phone', bot: null })
  })

  test('goes on with further requests, whichever process gets them', async () => {
    const { collect } = trackerOf(server)
    const first = await collect([view('/')])
    const second = await collect([view('/cafe')], {}, other)
    const third = await collect([view('/hall'), click()])
    expect([second.sessionId, third.sessionId]).toEqual([first.sessionId, first.sessionId])
    expect(await stored.session(first.sessionId)).toMatchObject({
      views: 3,
      interactions: 1,
      entry_page: '/',
      exit_page: '/hall',
    })
    const views = await stored.views(first.sessionId)
    expect(views.filter((each) => each.is_entry)).toHaveLength(1)
  })

  test('begins once if two processes get its first events at the same time', async () => {
    for (let n = 0; n < 5; n++) {
      const { collect } = trackerOf(server)
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          collect([view(), click()], {}, index % 2 ? server : other),
        ),
      )
      const ids = [...new Set(replies.map(({ sessionId }) => sessionId))]
      expect(ids).toHaveLength(1)
      const [id = null] = ids
      expect(await stored.session(id)).toMatchObject({ number: 1, views: 20, interactions: 20 })
      expect((await stored.views(id)).filter((each) => each.is_entry)).toHaveLength(1)
    }
  })

  test('from another browser or another IP address is a separate visit', async () => {
    const one = await trackerOf(server).collect([view()])
    const { client, collect } = trackerOf(server)
    const two = await collect([view()])
    const three = await trackerOf(server, { client, userAgent: `${phoneUserAgent} x` }).collect([
      view(),
    ])
    expect(new Set([one, two, three].map(({ sessionId }) => sessionId)).size).toBe(3)
  })

  test('after a pause is a new visit, with the next number of the day', async () => {
    const { collect } = trackerOf(server)
    const first = await collect([view('/')])
    await stored.pause(31, [first.sessionId])
    // The other process does not remember the visitor.
    const second = await collect([view('/cafe')], {}, other)
    expect(second.sessionId).not.toBe(first.sessionId)
    expect(await stored.session(second.sessionId)).toMatchObject({
      number: 2,
      views: 1,
      entry_page: '/cafe',
    })
  })

  test('is stored in a month that has no partitions yet', async () => {
    const [{ name } = { name: '' }] = await stored.query<{ name: string }>(
      `select relid::text as name from pg_partition_tree('page_views') where isleaf
        order by relid::text limit 1`,
    )
    await stored.query(`alter table page_views detach partition ${name}`)
    await stored.query(`alter table ${name} rename to ${name}_before`)
    const { sessionId } = await trackerOf(server).collect([view()])
    expect(await stored.views(sessionId)).toHaveLength(1)
  })
})

describe('an event that is sent again', () => {
  test('only raises the measured values of its stored page view, and changes nothing else', async () => {
    const { collect } = trackerOf(server)
    const first = view('/beer', { time: 2, scroll: 50, lcp: 1000 })
    const again = { ...first, path: '/other', time: 9, scroll: 30, inp: 80 }
    const { sessionId } = await collect([first, click({ id: 'once-0123456789' })])
    await collect([again, click({ id: 'once-0123456789' })])
    await collect([first])
    expect(await stored.views(sessionId)).toMatchObject([
      {
        page_path: '/beer',
        time_spent_seconds: 9,
        scroll_depth_percent: 50,
        is_bounce: false,
        is_entry: true,
        lcp_ms: 1000,
        inp_ms: 80,
      },
    ])
    expect(await stored.session(sessionId)).toMatchObject({ views: 1, interactions: 1 })
  })

  test('in the same request counts once', async () => {
    const { collect } = trackerOf(server)
    const one = view('/beer', { time: 1 })
    const { sessionId } = await collect([one, { ...one, time: 7 }, one])
    expect(await stored.views(sessionId)).toMatchObject([{ time_spent_seconds: 7 }])
    expect(await stored.session(sessionId)).toMatchObject({ views: 1 })
  })

  test('after a pause stays in its stored visit, and begins no new visit', async () => {
    const { collect } = trackerOf(server)
    const before = view('/beer', { at: -6000, time: 1 })
    const first = await collect([before])
    await stored.pause(31, [first.sessionId])
    const again = await collect([{ ...before, time: 1900 }], {}, other)
    expect(again.sessionId).toBe(first.sessionId)
    const second = await collect([view('/cafe'), { ...before, time: 2000 }], {}, other)
    expect(second.sessionId).not.toBe(first.sessionId)
    expect(await stored.views(first.sessionId)).toMatchObject([{ time_spent_seconds: 2000 }])
    expect(await stored.views(second.sessionId)).toMatchObject([{ page_path: '/cafe' }])
  })
})

describe('an event that is sent again from another IP address', () => {
  /** Events that a phone sends on Wi-Fi, and later sends again over its mobile provider. */
  const sentTwice = () => {
    const events = [
      view('/beer', { at: -6000, time: 2, scroll: 10 }),
      journey({ at: -6000 }),
      click({ at: -6000 }),
      namedEvent({ at: -6000 }),
    ]
    const again = events.map((event) =>
      event.type === 'view' ? { ...event, time: 90, scroll: 5 } : event,
    )
    return { events, again }
  }
  test.each([
    ['the same process', () => server],
    ['another one', () => other],
  ])('is counted once and begins no visit (receiving process: %s)', async (_, to) => {
    const { events, again } = sentTwice()
    const { sessionId } = await trackerOf(server).collect(events)
    const phoneOnRoad = trackerOf(server)
    for (let times = 0; times < 2; times++) {
      const reply = await phoneOnRoad.collect(again, {}, to())
      expect(reply.accepted).toBe(4)
      // The reply names another visit for the other IP address, but that visit is not stored.
      expect(reply.sessionId).toMatch(/^[\w-]{22}$/)
      expect(reply.sessionId).not.toBe(sessionId)
      expect(await stored.session(reply.sessionId)).toBeUndefined()
      expect((await phoneOnRoad.endPage(reply.sessionId)).status).toBe(200)
      expect(await stored.session(reply.sessionId)).toBeUndefined()
    }
    for (const table of ['page_views', 'user_journeys', 'user_interactions']) {
      const ids = events.map(({ id }) => id)
      const rows = await stored.query(`select session_id from ${table} where id = any($1)`, [ids])
      expect(new Set(rows.map((row) => row.session_id))).toEqual(new Set([sessionId]))
    }
    expect(await stored.views(sessionId)).toMatchObject([
      { time_spent_seconds: 90, scroll_depth_percent: 10 },
    ])
    expect(await stored.journeys(sessionId)).toHaveLength(1)
    expect(await stored.session(sessionId)).toMatchObject({ views: 1, interactions: 2 })

    const next = await phoneOnRoad.collect([...again, view('/cafe')], {}, to())
    expect(await stored.views(next.sessionId)).toMatchObject([{ page_path: '/cafe' }])
    expect(await stored.session(next.sessionId)).toMatchObject({
      number: 1,
      views: 1,
      interactions: 0,
      entry_page: '/cafe',
    })
  })

  test('has the same id; an equal event with another id is a new event', async () => {
    const { sessionId } = await trackerOf(server).collect(sentTwice().events)
    const stranger = await trackerOf(server).collect(sentTwice().events)
    expect(await stored.session(stranger.sessionId)).toMatchObject({ views: 1, interactions: 2 })
    expect(await stored.views(sessionId)).toMatchObject([{ time_spent_seconds: 2 }])
  })
})

describe('a page’s end', () => {
  test('is stored once, in the last view of the page', async () => {
    const { collect, endPage } = trackerOf(server)
    const { sessionId } = await collect([
      view('/beer', { at: -90_000 }),
      view('/cafe', { at: -60_000 }),
      view('/beer', { at: -30_000 }),
    ])
    for (let times = 0; times < 2; times++) {
      const reply = await endPage(sessionId)
      expect(reply.status, reply.text).toBe(200)
      expect(reply.json()).toEqual({ ok: true })
    }
    await endPage(sessionId, { timeSpent: 3, scrollDepth: 90 })
    const views = await stored.views(sessionId)
    expect(views.map((each) => each.time_spent_seconds)).toEqual([0, 0, 12])
    expect(views.map((each) => each.scroll_depth_percent)).toEqual([0, 0, 90])
    expect(views.map((each) => each.is_bounce)).toEqual([true, true, false])
    const session = await stored.session(sessionId)
    expect(session?.ended_at).toBeInstanceOf(Date)
    expect(session?.views).toBe(3)
  })

  test('makes no view longer than the time since the view began', async () => {
    const { collect, endPage } = trackerOf(server)
    const { sessionId } = await collect([view('/beer', { at: -20_000 })])
    await endPage(sessionId, { timeSpent: 5000 })
    const [{ time_spent_seconds: seconds } = {}] = await stored.views(sessionId)
    expect(seconds).toBeGreaterThanOrEqual(20)
    expect(seconds).toBeLessThan(1000)
  })

  test('has no effect in a visit that has more views than a person can have', async () => {
    const { collect, endPage } = trackerOf(server)
    const { sessionId } = await collect([view('/beer', { at: -20_000 })])
    const setViews = (views: number) =>
      stored.query('update user_sessions set views = $1 where session_id = $2', [views, sessionId])
    const secondsAfterEnd = async () => {
      expect((await endPage(sessionId)).status).toBe(200)
      return (await stored.views(sessionId))[0]?.time_spent_seconds
    }
    await setViews(maxSearchedViews + 1)
    expect(await secondsAfterEnd()).toBe(0)
    await setViews(maxSearchedViews)
    expect(await secondsAfterEnd()).toBe(12)
  })

  test('in the visit of another browser is refused', async () => {
    const { sessionId } = await trackerOf(server).collect([view('/beer', { time: 1 })])
    const stranger = trackerOf(server)
    await stranger.collect([view()])
    for (const id of [sessionId, '', 'x', `${sessionId}`.toLowerCase()]) {
      const reply = await stranger.endPage(id)
      expect(reply.status).toBe(403)
      expect(reply.json()).toMatchObject({ error: 'forbidden', message: expect.any(String) })
    }
    expect(await stored.views(sessionId)).toMatchObject([{ time_spent_seconds: 1 }])
  })

  test('of a page that is not stored has no effect', async () => {
    const { collect, endPage } = trackerOf(server)
    const { sessionId } = await collect([view('/beer')])
    expect((await endPage(sessionId, { pagePath: '/hall' })).status).toBe(200)
    expect(await stored.views(sessionId)).toMatchObject([{ time_spent_seconds: 0 }])
  })
})

const staffHeaders = async () => {
  await makeStaff(server)
  return sessionHeaders(await signIn(server, emailOf('publisher')))
}

describe('the identity of a visitor', () => {
  const details = { text: 'Book a table', x: 10, y: 20, elementId: 'book' }

  test('is not taken from the content of a request', async () => {
    const { collect } = trackerOf(server)
    const claims = { user_id: 1, userId: 1, is_authenticated: true, sessionId: 'x', bot: null }
    const { sessionId } = await collect(
      [view('/beer', claims), click({ ...details, ...claims })],
      claims,
    )
    expect(await stored.session(sessionId)).toMatchObject({
      user_id: null,
      is_authenticated: false,
    })
    expect(await stored.views(sessionId)).toMatchObject([{ user_id: null }])
    expect(await stored.interactions(sessionId)).toMatchObject([
      { user_id: null, element_text: null, coordinates: null, element_id: 'book' },
    ])
  })

  test('comes from a member’s session cookie, and names the member only with consent', async () => {
    const { visitor, user } = await membershipOf(server, url).signIn('ada@venue.example')
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const signedOut = trackerOf(server)
    const signedIn = trackerOf(server, { client: signedOut.client, headers: { cookie } })
    const { sessionId } = await signedOut.collect([view('/')])
    const segment = async () =>
      (
        await stored.query<{ is_authenticated: boolean }>(
          `select g.is_authenticated from user_sessions as s
             join analytics_segments as g on g.id = s.segment where session_id = $1`,
          [sessionId],
        )
      )[0]?.is_authenticated
    expect(await segment()).toBe(false)

    await signedIn.collect([view('/beer'), click(details)])
    expect(await stored.session(sessionId)).toMatchObject({
      user_id: null,
      is_authenticated: true,
      views: 2,
    })
    expect(await segment()).toBe(true)
    expect(await stored.interactions(sessionId)).toMatchObject([
      { user_id: null, element_text: null, coordinates: null },
    ])

    expect((await visitor.call('/api/analytics/consent', { consent: true })).status).toBe(200)
    await signedIn.collect([view('/cafe'), click(details), journey()])
    expect((await stored.interactions(sessionId)).at(-1)).toMatchObject({
      user_id: user.id,
      element_text: 'Book a table',
      coordinates: { x: 10, y: 20 },
    })
    expect(await stored.journeys(sessionId)).toMatchObject([{ user_id: user.id }])

    // Events from before the consent belong to no member, even if they arrive later.
    const hourAgo = -3_600_000
    const old = [
      view('/kitchens', { at: hourAgo }),
      click({ ...details, at: hourAgo, path: '/kitchens' }),
    ]
    await signedIn.collect(old)
    const ofKitchens = ({ page_path }: Record<string, unknown>) => page_path === '/kitchens'
    expect((await stored.views(sessionId)).find(ofKitchens)).toMatchObject({ user_id: null })
    expect((await stored.interactions(sessionId)).find(ofKitchens)).toMatchObject({
      user_id: null,
      element_text: null,
      coordinates: null,
    })

    // After the trail is deleted, new events belong to a new trail. Earlier events from open pages belong to no member.
    expect((await visitor.call('/api/analytics/trail', '', { method: 'DELETE' })).status).toBe(200)
    const minuteAgo = { at: -60_000 }
    await signedIn.collect([view('/hall'), view('/letters', minuteAgo)])
    const ofPage = async (path: string) =>
      (await stored.views(sessionId)).find(({ page_path }) => page_path === path)
    expect(await ofPage('/hall')).toMatchObject({ user_id: user.id })
    expect(await ofPage('/letters')).toMatchObject({ user_id: null })
    expect(await stored.session(sessionId)).toMatchObject({ user_id: null })

    await stored.query(`update members set delete_at = now() + interval '7 days' where id = $1`, [
      user.id,
    ])
    await signedIn.collect([view('/cocktails')])
    expect((await stored.views(sessionId)).at(-1)).toMatchObject({
      page_path: '/cocktails',
      user_id: null,
    })
  })

  const agreeingMember = async (email: string) => {
    const { visitor, user } = await membershipOf(server, url).signIn(email)
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const agree = () => visitor.call('/api/analytics/consent', { consent: true })
    return { id: user.id, agree, tracker: () => trackerOf(server, { headers: { cookie } }) }
  }
  const membersOfViews = async (sessionId: string | null) =>
    (await stored.views(sessionId)).map(({ user_id }) => user_id)

  test('is stored for the whole visit only if the visit began after the consent', async () => {
    const { id, agree, tracker } = await agreeingMember('grace@venue.example')
    const { collect } = tracker()
    const { sessionId } = await collect([view('/')])
    expect((await agree()).status).toBe(200)
    await collect([view('/cafe')])
    await collect([view('/beer')])
    expect(await membersOfViews(sessionId)).toEqual([null, id, id])
    expect(await stored.session(sessionId)).toMatchObject({ user_id: null })

    await stored.pause(31, [sessionId])
    const next = await collect([view('/cafe')], {}, other)
    expect(next.sessionId).not.toBe(sessionId)
    expect(await stored.session(next.sessionId)).toMatchObject({ user_id: id })
  })

  test('is not stored for the whole visit if its first view is older than the consent', async () => {
    const { id, agree, tracker } = await agreeingMember('joan@venue.example')
    await agree()
    const { collect } = tracker()
    const { sessionId } = await collect([view('/', { at: -3_600_000 }), view('/cafe')])
    await collect([view('/beer')])
    expect(await membersOfViews(sessionId)).toEqual([null, id, id])
    expect(await stored.session(sessionId)).toMatchObject({ user_id: null })
  })

  test('is not stored for a whole visit that has more views than a person can have', async () => {
    const { id, agree, tracker } = await agreeingMember('anna@venue.example')
    await agree()
    const signedIn = tracker()
    const signedOut = trackerOf(server, { client: signedIn.client })
    const { sessionId } = await signedOut.collect([view('/')])
    const memberWithViews = async (views: number) => {
      await stored.query('update user_sessions set views = $1 where session_id = $2', [
        views,
        sessionId,
      ])
      await signedIn.collect([view('/cafe')])
      return (await stored.session(sessionId))?.user_id
    }
    expect(await memberWithViews(maxSearchedViews + 1)).toBeNull()
    expect(await memberWithViews(1)).toBe(id)
  })

  test('is unknown while the member’s row is locked, and the request does not wait', async () => {
    const { id, agree, tracker } = await agreeingMember('mary@venue.example')
    await agree()
    const { collect } = tracker()
    const during = await onDatabase(url, async (query) => {
      await query('begin')
      await query('select from members where id = $1 for no key update', [id])
      const reply = await collect([view('/')])
      await query('rollback')
      return reply
    })
    expect(await membersOfViews(during.sessionId)).toEqual([null])
    await collect([view('/cafe')])
    expect(await membersOfViews(during.sessionId)).toEqual([null, id])
  })

  test('is unknown with a forged cookie', async () => {
    const headers = { cookie: `common-room-session=forged.1.x; payload-token=forged.x` }
    const { sessionId } = await trackerOf(server, { headers }).collect([view()])
    expect(await stored.session(sessionId)).toMatchObject({ is_authenticated: false })
  })

  test.each([
    ['staff', staffHeaders],
    ['a visitor with Global Privacy Control', async () => ({ 'sec-gpc': '1' })],
    ['a visitor who opted out', async () => ({ cookie: 'a=b; analytics=off' })],
  ])('is not stored for %s, whose visit is not counted', async (_, headersOf) => {
    const before = await stored.count('user_sessions')
    const headers: Record<string, string> = { ...(await headersOf()) }
    const tracker = trackerOf(server, { headers })
    expect(await tracker.collect([view()])).toEqual({ sessionId: null, accepted: 0 })
    expect((await tracker.endPage('x')).status).toBe(200)
    expect(await stored.count('user_sessions')).toBe(before)
  })

  test('does not include the IP address, which no table and no log contains', async () => {
    const { client, collect } = trackerOf(server)
    await collect([view()])
    const tables = await stored.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const found = await stored.query(
        `select 1 from ${name} as t where position($1 in t::text) > 0`,
        [client],
      )
      expect(found, name).toEqual([])
    }
    expect(server.output()).not.toContain(client)
  })

  test('is that of a bot if the user agent or the browser says so, and the visit is stored', async () => {
    const { sessionId } = await trackerOf(server, { userAgent: botUserAgent }).collect(
      [view(), click({ elementId: 'made-up-by-a-robot' })],
      { source: { source: 'made-up-by-a-robot' } },
    )
    expect(await stored.session(sessionId)).toMatchObject({
      bot: 'agent',
      views: 1,
      source: 'other',
    })
    expect(await stored.interactions(sessionId)).toMatchObject([{ element_id: null }])
    const driven = await trackerOf(server).collect([view()], { webdriver: true })
    expect(await stored.session(driven.sessionId)).toMatchObject({
      bot: 'behaviour',
      is_automated: true,
    })
  })
})

test.each([
  ['the referrer', { referrer: 'https://site26.semalt.com/crawler.php?u=venue' }],
  ['the source', { source: { source: 'Semalt.com' } }],
])(
  'a visit is that of a bot if %s is known referrer spam, and the visit is stored',
  async (_, origin) => {
    const { sessionId } = await trackerOf(server).collect([view()], origin)
    expect(await stored.session(sessionId)).toMatchObject({ bot: 'referrer', views: 1 })
    const other = await trackerOf(server).collect([view()], { referrer: 'https://friends.example' })
    expect(await stored.session(other.sessionId)).toMatchObject({ bot: null })
  },
)

describe('a confirmed sign-up', () => {
  /** Signs somebody up and presses the button behind the link twice. */
  const confirm = async (email: string, headers: Record<string, string>) => {
    const newsletter = newsletterOf(server, url)
    await newsletter.send(signUpRequest(email), headers)
    const link = await newsletter.linkTo(email)
    for (let times = 0; times < 2; times++) {
      const reply = await newsletter.post(link, {}, headers)
      expect(reply.status, reply.text).toBe(303)
      expect(JSON.stringify(reply.headers)).not.toContain('newsletter_confirmed')
    }
    // The server stores earlier events together with this view or before it.
    await trackerOf(server).collect([view()])
  }

  test('is counted once, in the visit of its browser, without a script', async () => {
    const { client, collect } = trackerOf(server)
    const { sessionId } = await collect([view('/cafe')])
    await confirm('once@venue.example', { 'x-forwarded-for': client, 'user-agent': phoneUserAgent })
    expect(await stored.interactions(sessionId)).toMatchObject([
      {
        interaction_type: 'event',
        additional_data: { name: 'newsletter_confirmed' },
        page_path: '/subscribe/confirm/[redacted]',
        user_id: null,
      },
    ])
    expect(await stored.session(sessionId)).toMatchObject({ views: 1, interactions: 1 })
  })

  test.each([
    ['staff', staffHeaders],
    ['a visitor with Global Privacy Control', async () => ({ 'sec-gpc': '1' })],
    ['a visitor who opted out', async () => ({ cookie: 'a=b; analytics=off' })],
  ])('of %s is not counted', async (who, headersOf) => {
    const before = (await stored.count('user_sessions')) ?? 0
    const headers: Record<string, string> = { ...(await headersOf()) }
    const email = `${who.replaceAll(' ', '-').toLowerCase()}@venue.example`
    await confirm(email, { ...headers, 'user-agent': phoneUserAgent })
    expect(await newsletterOf(server, url).subscriber(email)).toMatchObject({ state: 'active' })
    expect(await stored.count('user_sessions')).toBe(before + 1)
  })
})

describe('a sign-up by a form without a script', () => {
  const signUp = (client: string) =>
    newsletterOf(server, url).post(
      '/api/subscribe-newsletter',
      { name: 'Ada', email: `${client}@venue.example`, consent: 'on', interests: 'Film & Cinema' },
      { 'x-forwarded-for': client, 'user-agent': phoneUserAgent, referer: `${server.url}/cafe` },
    )

  test('is counted on the page of the form', async () => {
    const { client, collect } = trackerOf(server)
    const { sessionId } = await collect([view('/cafe')])
    const reply = await signUp(client)
    expect(reply.headers.location).toBe('/subscribe?done=sent')
    await collect([view('/beer')])
    expect(await stored.interactions(sessionId)).toMatchObject([
      { additional_data: { name: 'newsletter_submitted' }, page_path: '/cafe' },
    ])
  })

  test('that comes before the first page view does not prevent the visit from getting its source', async () => {
    const { client, collect } = trackerOf(server)
    const before = (await stored.count('user_sessions')) ?? 0
    await signUp(client)
    await expect.poll(() => stored.count('user_sessions')).toBeGreaterThan(before)
    const source = { source: 'friends', medium: 'poster', campaign: 'spring' }
    const { sessionId } = await collect([view('/cafe')], { source })
    const session = await stored.session(sessionId)
    expect(session).toMatchObject({ ...source, views: 1, interactions: 1 })
    expect(
      await stored.query(
        `select source, medium, campaign from analytics_segments where id = ${session?.segment}`,
      ),
    ).toEqual([source])
    // Only the first page of a visit sets the source.
    await collect([view('/beer')], { source: { source: 'others' } })
    expect(await stored.session(sessionId)).toMatchObject({ ...source, views: 2 })
  })
})

test('a visit with only a move to another site has an entry page of this site', async () => {
  const { sessionId } = await trackerOf(server).collect([
    journey({ to: 'https://other.example/x', transition: 'external' }),
  ])
  expect(await stored.session(sessionId)).toMatchObject({ entry_page: '/*', exit_page: '/*' })
})

test('paths with tokens are masked', async () => {
  const { collect } = trackerOf(server)
  const { sessionId } = await collect([view('/unsubscribe/a-secret-token?x=1')])
  expect(await stored.views(sessionId)).toMatchObject([{ page_path: '/unsubscribe/[redacted]' }])
})

test('no personal data of visitors without consent is stored', async () => {
  const { collect } = trackerOf(server, { userAgent: `${phoneUserAgent} (me@ada.example)` })
  const name = 'me@ada.example'
  const { sessionId } = await collect(
    [
      view(`/x/${name}`, { title: name }),
      view('/beer', { title: name }),
      journey({ from: `/${name}`, to: `https://other.example/${name}` }),
      click({ elementId: name, elementClass: name, text: name, data: { name } }),
    ],
    {
      referrer: `https://mail.example/inbox/${name}`,
      source: { source: name, medium: name, campaign: name },
    },
  )
  const all = [
    await stored.session(sessionId),
    await stored.views(sessionId),
    await stored.journeys(sessionId),
    await stored.interactions(sessionId),
    await stored.query('select * from analytics_segments'),
  ]
  expect(JSON.stringify(all)).not.toMatch(/ada\.example|inbox/)
  expect(all.flat()).toHaveLength(5 + (all[4] as unknown[]).length)
})

test('a client that sends many invented sources does not use up the limit of sources for other clients', async () => {
  const attacker = trackerOf(server)
  const sourceOf = async (tracker: ReturnType<typeof trackerOf>, source: object) => {
    const { sessionId } = await tracker.collect([view()], { source })
    return stored.session(sessionId)
  }
  for (let n = 0; n < 12; n++)
    await attacker.collect([view()], { source: { source: `made-up-${n}` } })
  const later = trackerOf(server, { client: attacker.client, userAgent: `${phoneUserAgent} later` })
  expect(await sourceOf(later, { source: 'made-up-x' })).toMatchObject({ source: 'other' })
  expect(await sourceOf(trackerOf(server), { source: 'friends' })).toMatchObject({
    source: 'friends',
  })
  const [letter] = await stored.query<{ id: number }>(
    `insert into letters (subject, state) values ('November', 'draft') returning id`,
  )
  const own = { source: 'letter', medium: 'email', campaign: `letter-${letter?.id}` }
  const reader = trackerOf(server, {
    client: attacker.client,
    userAgent: `${phoneUserAgent} reader`,
  })
  expect(await sourceOf(reader, own)).toMatchObject(own)
  const liar = trackerOf(server, { client: attacker.client, userAgent: `${phoneUserAgent} liar` })
  expect(await sourceOf(liar, { ...own, campaign: 'letter-999999' })).toMatchObject({
    source: 'other',
    campaign: null,
  })
})

test('one salt of 32 bytes is stored for the visitors’ ids of today', async () => {
  // The salt of the next day is created in the last hour of the day.
  const salts = await stored.query(
    `select from analytics_salts where length(salt) = 32 and day <= (now() at time zone 'Europe/London')::date`,
  )
  expect(salts).toHaveLength(1)
})
