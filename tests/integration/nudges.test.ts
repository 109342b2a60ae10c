import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { nudgesAt, nudgesOf, stateOf, turnOn, unrestrictedSettings } from '../support/nudges.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let service: PushService
let staff: Awaited<ReturnType<typeof makeStaff>>
let nudges: ReturnType<typeof nudgesOf>
let membership: ReturnType<typeof membershipOf>

beforeAll(async () => {
  service = await startPushService()
  url = await makeDatabase('empty')
  server = await startServer({
    DATABASE_URL: url,
    DEMO: '0',
    PUSH_LOCAL_SERVICES: service.origin,
  })
  staff = await makeStaff(server)
  nudges = nudgesOf(server, staff)
  membership = membershipOf(server, url)
})
beforeEach(async () => {
  service.forget()
  await onDatabase(url, (query) => query('truncate push_devices, nudge_deliveries, nudges cascade'))
})
afterAll(async () => {
  await server?.stop()
  await service?.stop()
})

const beer = 'Beer & Brewing Events'

/** Quiet hours that have begun and end after some minutes. */
async function quietUntil(minutes: number) {
  const [clock] = await onDatabase(url, (query) =>
    query<{ minute: number }>(
      // A venue without a time zone has this default.
      `select extract(hour from now() at time zone 'Europe/London')::int * 60
              + extract(minute from now() at time zone 'Europe/London')::int as minute`,
    ),
  )
  const now = clock?.minute ?? 0
  return { quiet_from: (now + 1439) % 1440, quiet_to: (now + minutes) % 1440 }
}

describe('a browser', () => {
  test('turns nudges on, gets a test nudge and turns them off', async () => {
    const visitor = visitorOf(server)
    expect((await stateOf(visitor)).device).toBeNull()
    const device = await turnOn(visitor, service)
    expect((await stateOf(visitor)).device).toEqual({ id: device.device, ...unrestrictedSettings })
    expect((await visitor.call('/api/push/test')).json()).toEqual({ ok: true })
    const [pushed, ...others] = nudgesAt(service, device)
    expect(others).toEqual([])
    expect(pushed).toMatchObject({ url: '/notifications', token: null })
    expect(service.problems()).toEqual([])
    await visitor.call('/api/push/unsubscribe')
    expect((await stateOf(visitor)).device).toBeNull()
    expect((await visitor.call('/api/push/test')).status).toBe(409)
  })

  test('is known by an HttpOnly cookie, and keeps its settings with a new subscription', async () => {
    const visitor = visitorOf(server)
    const first = await turnOn(visitor, service)
    const settings = {
      topics: [beer],
      time_slots: ['Evening'],
      quiet_from: 1320,
      quiet_to: 480,
    }
    expect((await visitor.call('/api/push/settings', settings)).status).toBe(200)
    const reply = await visitor.call('/api/push/subscribe', service.subscribe())
    expect(reply.headers['set-cookie']?.join()).toMatch(
      /common-room-push=.*HttpOnly; SameSite=Strict/,
    )
    expect(reply.json()).toEqual({ device: first.device })
    expect((await stateOf(visitor)).device).toEqual({ id: first.device, ...settings })
  })

  test('without the cookie becomes a new device; the old one with this subscription is removed', async () => {
    const visitor = visitorOf(server)
    const { device, ...subscription } = await turnOn(visitor, service)
    const cleared = visitorOf(server)
    const reply = await cleared.call('/api/push/subscribe', subscription)
    expect(reply.json<{ device: number }>().device).not.toBe(device)
    expect((await stateOf(visitor)).device).toBeNull()
  })

  test('gets at most five test nudges in ten minutes', async () => {
    const visitor = visitorOf(server)
    await turnOn(visitor, service)
    const replies = []
    for (let n = 0; n < 6; n++) replies.push((await visitor.call('/api/push/test')).status)
    expect(replies).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('whose subscription is gone learns this from a test nudge', async () => {
    const visitor = visitorOf(server)
    const { endpoint } = await turnOn(visitor, service)
    service.replyWith({ status: 410 }, endpoint)
    expect((await visitor.call('/api/push/test')).status).toBe(409)
    expect((await stateOf(visitor)).device).toBeNull()
  })

  test('learns who ended its nudges, and the server’s key', async () => {
    const visitor = visitorOf(server)
    const { public_key } = (await visitor.get('/api/push/key')).json<{ public_key: string }>()
    const status = async () => (await visitor.get('/api/push/device')).json()
    expect(await status()).toEqual({ id: null, ended: null, public_key })
    const { device: id, endpoint } = await turnOn(visitor, service)
    expect(await status()).toEqual({ id, ended: null, public_key })
    service.replyWith({ status: 410 }, endpoint)
    await visitor.call('/api/push/test')
    expect(await status()).toEqual({ id: null, ended: 'by_service', public_key })
    await turnOn(visitor, service)
    await visitor.call('/api/push/unsubscribe')
    expect(await status()).toEqual({ id: null, ended: 'by_owner', public_key })
  })

  test.each([
    'http://push.example/1',
    'https://127.0.0.1/1',
    'https://[::ffff:10.0.0.1]/1',
    'https://localhost/1',
    'https://push.example:8443/1',
    'javascript:alert(1)',
    '',
  ])('with the endpoint %j is refused', async (endpoint) => {
    const reply = await visitorOf(server).call('/api/push/subscribe', {
      ...service.subscribe(),
      endpoint,
    })
    expect([reply.status, reply.headers['set-cookie']]).toEqual([400, undefined])
  })

  test.each([
    { topics: ['Knitting'] },
    { time_slots: ['Noon'] },
    { quiet_from: 60, quiet_to: null },
    { quiet_from: 60, quiet_to: 1440 },
    { quiet_from: 60, quiet_to: 60 },
    { quiet_from: 1.5, quiet_to: 60 },
  ])('with the settings %j is refused', async (settings) => {
    const visitor = visitorOf(server)
    await turnOn(visitor, service)
    const reply = await visitor.call('/api/push/settings', { ...unrestrictedSettings, ...settings })
    expect(reply.status).toBe(400)
  })
})

describe('a member', () => {
  test('is linked to the device on which they are signed in', async () => {
    const visitor = visitorOf(server)
    await turnOn(visitor, service)
    await membership.signIn('ada@venue.example', visitor)
    const link = () => visitor.call('/api/auto-link-push-subscription', '')
    expect((await link()).json()).toEqual({ linked: true })
    expect((await link()).json()).toEqual({ linked: true })
    const { devices, is_member } = await stateOf(visitor)
    expect(is_member).toBe(true)
    expect(devices).toMatchObject([{ is_this: true }])
    await visitor.call('/api/push/unsubscribe')
    expect((await link()).json()).toEqual({ linked: false })
  })

  test('sees and removes own devices, and nobody else’s', async () => {
    const { visitor: phone } = await membership.signIn('bob@venue.example')
    const { visitor: laptop } = await membership.signIn('bob@venue.example')
    const { visitor: other } = await membership.signIn('eve@venue.example')
    const { device } = await turnOn(phone, service)
    await turnOn(laptop, service)
    expect((await stateOf(laptop)).devices).toHaveLength(2)
    const remove = (by: typeof other) => by.call(`/api/push/devices/${device}/remove`, '')
    expect((await stateOf(other)).devices).toEqual([])
    expect((await remove(other)).status).toBe(404)
    expect((await remove(visitorOf(server))).status).toBe(401)
    expect((await remove(laptop)).status).toBe(200)
    expect((await stateOf(laptop)).devices).toHaveLength(1)
    expect((await stateOf(phone)).device).toBeNull()
    expect((await remove(laptop)).status).toBe(404)
  })

  test('counts as one person, however many of their devices get a nudge', async () => {
    const { visitor: phone } = await membership.signIn('cy@venue.example')
    const { visitor: laptop } = await membership.signIn('cy@venue.example')
    await turnOn(phone, service)
    await turnOn(laptop, service)
    await turnOn(visitorOf(server), service)
    expect(await nudges.sendAll({ audience: 'members' })).toMatchObject({ devices: 2, people: 1 })
    expect((await stateOf(laptop)).messages).toMatchObject([
      { text: 'Hello', url: '/beer', why: 'It went to all members.' },
    ])
  })

  test('who is suspended counts as a stranger', async () => {
    const { visitor, user } = await membership.signIn('dan@venue.example')
    const device = await turnOn(visitor, service)
    await membership.query('update members set suspended_at = now() where id = $1', [user.id])
    await nudges.sendAll({ audience: 'members' })
    expect(nudgesAt(service, device)).toEqual([])
    expect(await nudges.sendAll()).toMatchObject({ people: 1, accepted: 1 })
  })
})

describe('a nudge', () => {
  test('reaches a device with its text and link, and its results are counted once', async () => {
    const visitor = visitorOf(server)
    const device = await turnOn(visitor, service)
    const sent = await nudges.sendAll({ title: 'Saison', text: 'First ten', link: '/beer' })
    expect(sent).toMatchObject({ devices: 1, people: 1, sent: 1, accepted: 1, received: 0 })
    const [pushed] = nudgesAt(service, device)
    expect(pushed).toMatchObject({ title: 'Saison', body: 'First ten', url: '/beer' })
    expect(pushed?.id).toBe(String(sent.id))
    expect(service.received()[0]).toMatchObject({ urgency: 'high', topic: `nudge-${sent.id}` })
    const report = (event: string, token = pushed?.token) =>
      visitor.call('/api/nudge/seen', { token, event })
    for (const event of ['received', 'clicked', 'clicked', 'received']) await report(event)
    expect((await report('clicked', 'unknown')).json()).toEqual({ ok: true })
    expect((await report('opened')).status).toBe(400)
    expect(await nudges.progress(sent)).toMatchObject({ received: 1, shown: 1, clicked: 1 })
    await visitor.call('/api/push/unsubscribe')
    expect(await nudges.progress(sent)).toMatchObject({ unsubscribed: 1 })
  })

  test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'http://x.example', ''])(
    'with the link %j is refused',
    async (link) => {
      expect((await nudges.create({ link })).status).toBe(400)
    },
  )

  test('is written and sent by publishers only', async () => {
    expect((await nudges.create({}, staff.editor)).status).toBe(403)
    const nudge = await nudges.write()
    for (const action of ['send', 'cancel', 'test']) {
      const reply = await nudges.act(action, nudge, { seen: nudge.updatedAt }, staff.editor)
      expect([action, reply.status]).toEqual([action, 403])
    }
  })

  test.each([
    ['/nothere', true],
    ['/beer#taps', false],
    ['/Beer', false],
    ['/old-taps?from=nudge', false],
    ['/notifications', false],
    ['https://tickets.example/nothere', false],
  ])('with the link %s is reported as a dead link: %s', async (link, is_dead) => {
    const redirect = { from: '/old-taps', to: '/beer' }
    await server.send('/api/redirects', jsonRequest('POST', redirect, staff.publisher))
    const reply = await server.send(
      '/api/nudge-list/link',
      jsonRequest('POST', { link }, staff.publisher),
    )
    expect(reply.json()).toEqual({ link, is_dead })
  })

  test('is sent once, in the version that was seen, and cannot be changed afterwards', async () => {
    const nudge = await nudges.write()
    const outdated = { ...nudge, updatedAt: new Date(0).toISOString() }
    expect((await nudges.send(outdated)).status).toBe(409)
    const replies = await Promise.all([1, 2, 3].map(() => nudges.send(nudge)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const change = await server.send(
      `/api/nudges/${nudge.id}`,
      jsonRequest('PATCH', { text: 'Other', state: 'draft' }, staff.publisher),
    )
    expect([403, 404, 409]).toContain(change.status)
    expect((await nudges.progress(nudge)).state).not.toBe('draft')
  })

  test('is not sent to people who have had two today, unless an admin says it is urgent', async () => {
    const device = await turnOn(visitorOf(server), service)
    await nudges.sendAll()
    await nudges.sendAll()
    expect(await nudges.sendAll()).toMatchObject({ accepted: 0, skipped: 1 })
    const urgent = await nudges.write({ urgent: true }, staff.admin)
    expect((await nudges.send(urgent)).status).toBe(403)
    expect((await nudges.send(urgent, { session: staff.admin })).status).toBe(200)
    await waitUntil(
      async () => nudgesAt(service, device).length,
      (count) => count === 3,
    )
    // `urgent` is ignored if a publisher sets it.
    const ticked = await nudges.write({ urgent: true })
    expect((await nudges.send(ticked)).status).toBe(200)
    expect(await nudges.progress(ticked)).toMatchObject({ skipped: 1 })
  })

  test('does not count a person as capped if one of their devices gets it after the cap has ended', async () => {
    const { visitor, user } = await membership.signIn('quiet@venue.example')
    const { visitor: laptop } = await membership.signIn('quiet@venue.example')
    await turnOn(visitor, service)
    await turnOn(laptop, service)
    await laptop.call('/api/push/settings', { ...unrestrictedSettings, ...(await quietUntil(45)) })
    await onDatabase(url, (query) =>
      query(
        `insert into nudge_deliveries (nudge, device, person, state, due_at, expires_at, token)
         select n, 0, $1, 'accepted', now() - interval '23 hours 30 minutes', now(), n::text
           from generate_series(1000001, 1000002) as n`,
        [`member:${user.id}`],
      ),
    )
    expect((await nudges.count({ audience: 'members', ttl_minutes: 60 })).json()).toEqual({
      devices: 1,
      people: 1,
      quiet: 1,
      capped: 0,
      too_quiet: 0,
    })
  })

  test('waits for the end of quiet hours, or is skipped if it is no longer valid then', async () => {
    const visitor = visitorOf(server)
    const device = await turnOn(visitor, service)
    await visitor.call('/api/push/settings', { ...unrestrictedSettings, ...(await quietUntil(30)) })
    const count = async (ttl_minutes: number) =>
      (await nudges.count({ audience: 'everyone', ttl_minutes })).json()
    expect(await count(15)).toMatchObject({ devices: 0, people: 0, quiet: 0, too_quiet: 1 })
    expect(await count(60)).toMatchObject({ devices: 1, people: 1, quiet: 1, too_quiet: 0 })
    expect(await nudges.sendAll({ ttl_minutes: 15 })).toMatchObject({ skipped: 1 })
    const later = await nudges.write({ ttl_minutes: 60 })
    await nudges.send(later)
    expect(await nudges.progress(later)).toMatchObject({ state: 'sending', queued: 1 })
    await onDatabase(url, (query) => query('update nudge_deliveries set due_at = now()'))
    await waitUntil(
      () => nudges.progress(later),
      ({ accepted }) => accepted === 1,
    )
    expect(nudgesAt(service, device)).toHaveLength(1)
  })

  test('that is scheduled is sent at its time, and becomes a draft when it is cancelled', async () => {
    const device = await turnOn(visitorOf(server), service)
    const nudge = await nudges.write()
    expect((await nudges.send(nudge, { at: '2020-01-01T12:00' })).status).toBe(400)
    expect((await nudges.send(nudge, { at: '2099-01-01T12:00' })).status).toBe(200)
    expect((await nudges.act('cancel', nudge)).json()).toMatchObject({ state: 'draft', at: null })
    const again = await nudges.progress(nudge)
    await nudges.send({ ...nudge, ...again }, { at: '2099-01-01T12:00' })
    await onDatabase(url, (query) => query('update nudges set at = now()'))
    expect(
      await waitUntil(
        () => nudges.progress(nudge),
        ({ state }) => state === 'sent',
      ),
    ).toMatchObject({ accepted: 1 })
    expect(nudgesAt(service, device)).toHaveLength(1)
  })

  test('that was due while no server ran, and has expired since, becomes a draft', async () => {
    await turnOn(visitorOf(server), service)
    const nudge = await nudges.write({ ttl_minutes: 5 })
    await nudges.send(nudge, { at: '2099-01-01T12:00' })
    await onDatabase(url, (query) => query(`update nudges set at = now() - interval '6 minutes'`))
    const missed = await waitUntil(
      () => nudges.progress(nudge),
      ({ state }) => state === 'draft',
    )
    expect(service.received()).toEqual([])
    // The dashboard lists it for publishers until somebody sends or saves it.
    expect(missed.missedAt).not.toBeNull()
    const warns = async (role: 'publisher' | 'editor') =>
      (await server.get('/cms', sessionHeaders(staff[role]))).text.includes('It was to go out on')
    expect([await warns('publisher'), await warns('editor')]).toEqual([true, false])
    await nudges.send({ ...nudge, ...missed }, { at: '2099-01-01T12:00' })
    expect((await nudges.progress(nudge)).missedAt).toBeNull()
    expect(await warns('publisher')).toBe(false)
  })

  test('that is cancelled reaches no further devices', async () => {
    await turnOn(visitorOf(server), service)
    service.replyWith({ status: 429, headers: { 'retry-after': '60' } })
    const nudge = await nudges.write()
    await nudges.send(nudge)
    await waitUntil(
      async () => service.countRequests(),
      (count) => count === 1,
    )
    await waitUntil(
      () => nudges.progress(nudge),
      ({ sent, queued }) => !sent && queued === 1,
    )
    service.replyWith(null)
    expect((await nudges.act('cancel', nudge)).json()).toMatchObject({
      state: 'cancelled',
      cancelled: 1,
    })
    expect((await nudges.act('cancel', nudge)).status).toBe(409)
  })

  test.each([
    ['404', { status: 404 }, 'gone'],
    ['410', { status: 410 }, 'gone'],
    ['413', { status: 413 }, 'failed'],
    ['403', { status: 403 }, 'failed'],
    ['a redirect', { status: 307, headers: { location: 'https://push.example/' } }, 'failed'],
    ['429', { status: 429, headers: { 'retry-after': '120' } }, 'queued'],
    ['500', { status: 500 }, 'queued'],
    ['no answer', 'close', 'queued'],
  ] as const)(
    'that a push service answers with %s is counted as gone, failed or queued',
    async (_, reply, count) => {
      const visitor = visitorOf(server)
      const { endpoint } = await turnOn(visitor, service)
      service.replyWith(reply, endpoint)
      const nudge = await nudges.write()
      await nudges.send(nudge)
      const progress = await waitUntil(
        () => nudges.progress(nudge),
        (found) => found[count] === 1 && found.sent === 0 && service.countRequests() > 0,
      )
      expect(progress).toMatchObject({ accepted: 0, [count]: 1 })
      expect((await stateOf(visitor)).device === null).toBe(count === 'gone')
    },
  )

  test('is sent as a test to the browser of the staff member', async () => {
    const nudge = await nudges.write({ text: 'A test' })
    expect((await nudges.act('test', nudge)).status).toBe(409)
    const browser = visitorOf(server, new Map([['payload-token', staff.publisher]]))
    const device = await turnOn(browser, service)
    const reply = await browser.call(`/api/nudge-list/${nudge.id}/test`, '', {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(reply.status, reply.text).toBe(200)
    expect(nudgesAt(service, device)).toMatchObject([{ body: 'A test', token: null }])
    expect((await nudges.progress(nudge)).devices).toBe(0)
  })
})

describe('personal data', () => {
  test('has the member’s devices and nudges without keys, and is erased with the member', async () => {
    const { visitor, user } = await membership.signIn('gone@venue.example')
    const { endpoint } = await turnOn(visitor, service)
    await turnOn(visitorOf(server), service)
    await nudges.sendAll()
    const alone = { audience: 'person', person: user.id, text: 'Happy birthday' } as const
    const draft = await nudges.write(alone)
    await nudges.sendAll(alone)
    const download = await visitor.get('/api/member/download')
    expect(download.json()).toMatchObject({
      nudge_devices: [{ topics: null }],
      nudges: [{ text: 'Hello', state: 'accepted' }, { text: 'Happy birthday' }],
      nudges_to_them_alone: [
        { text: 'Happy birthday', state: 'draft', sent_at: null },
        { text: 'Happy birthday', state: 'sent' },
      ],
    })
    expect(download.text).not.toContain(endpoint)
    await membership.query(`update members set delete_at = now() - interval '1 s' where id = $1`, [
      user.id,
    ])
    await membership.query(`select graphile_worker.add_job('members.delete_due')`)
    await waitUntil(
      () => membership.count('push_devices', 'member = $1', [user.id]),
      (count) => count === 0,
    )
    expect(await membership.count('nudge_deliveries')).toBe(1)
    expect(await membership.count('nudges')).toBe(1)
    expect((await nudges.send(draft)).status).toBe(404)
  })
})
