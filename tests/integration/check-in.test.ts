import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createDeviceKeys,
  exportDeviceKey,
  importKeys,
  isSigned,
  makeDeviceCard,
  makeTicket,
  readCode,
  type TicketCode,
} from '../../cms/features/check-in/code.ts'
import type { DeviceReply } from '../../cms/features/check-in/contract.ts'
import { reportOf } from '../../cms/features/check-in/report/rules.ts'
import type { VenueArea } from '../../cms/features/venue/rules.ts'
import { hashToken } from '../../cms/platform/crypto/tokens.ts'
import { decideAlone, type What } from '../../islands/check-in/door/alone.ts'
import { bookOf, type StoredScan } from '../../islands/check-in/door/book.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { addDateOfTonight, addGuests, findWrongCounts, Phone } from '../support/door.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, secret, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { openAllDay } from '../support/venue-days.ts'
import { waitUntil } from '../support/wait-until.ts'

const minute = 60_000
let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>
let membership: ReturnType<typeof membershipOf>
let date: number
let front: Phone
let back: Phone
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(server.databaseUrl, (run) => run<Row>(text, values))

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  staff = await makeStaff(server)
  await openAllDay(server, staff.admin)
  membership = membershipOf(server, server.databaseUrl)
  date = await onDatabase(server.databaseUrl, (run) => addDateOfTonight(run))
  const door = `event:${date}`
  front = await Phone.enrol(server, { door, session: staff.bar })
  back = await Phone.enrol(server, { door, session: staff.publisher, name: 'Ben, back door' })
})
afterAll(async () => {
  expect(await findWrongCounts(server.databaseUrl)).toEqual([])
  await server?.stop()
})

const guest = async (given: Parameters<typeof addGuests>[2][number] = {}, of = date) => {
  const [id = 0] = await onDatabase(server.databaseUrl, (run) => addGuests(run, of, [given]))
  return { id, what: { type: 'guest', reservation: id } }
}
const insideOf = async (id: number) => {
  const [row] = await query<{ inside: number; status: string }>(
    'select inside, status from reservations where id = $1',
    [id],
  )
  return row
}
const countRows = async (id: number) => {
  const [row] = await query<{ rows: number; counted: number }>(
    `select count(*)::int as rows, coalesce(sum(case direction when 'in' then counted else -counted end), 0)::int as counted
       from check_in_movements where reservation = $1 and undone_at is null`,
    [id],
  )
  return row
}
/** The code of a reservation, as its guest has it. */
const codeOf = async (id: number): Promise<string> => {
  const [row] = await query<{ id: number; link_version: number }>(
    'select id, link_version from reservations where id = $1',
    [id],
  )
  const { reservationToken } = await import('../../cms/features/reservations/token.ts')
  const token = reservationToken({ id, version: Number(row?.link_version) }, secret)
  const page = await server.get(`/calendar/reservation/${token}`)
  const [, code] = /data-ticket="([^"]+)"/.exec(page.text) ?? []
  if (!code) throw new Error(`No code on the page of ${id}: ${page.status}`)
  return code
}

/** Where a member was is kept only if they agree. */
const agree = (member: number) =>
  query('update members set analytics_consent = true where id = $1', [member])

describe('a scan', () => {
  test('lets a party in, in parts, and tells who is inside already', async () => {
    const { id, what } = await guest({ party: 4, name: 'Ada Lovelace' })
    expect(await front.scan(what, { count: 2 })).toMatchObject({
      ...{ result: 'yes', name: 'Ada Lovelace', party: 4, inside: 2, count: 2 },
    })
    expect(await back.scan(what)).toMatchObject({ result: 'yes', inside: 4, count: 2 })
    expect(await front.scan(what)).toMatchObject({
      ...{ result: 'already', inside: 4, by: 'Ben, back door' },
      where: expect.stringContaining('Evening'),
    })
    expect(await insideOf(id)).toEqual({ inside: 4, status: 'attended' })
  })

  test('that is repeated with its key counts once, also at the same time', async () => {
    const { id, what } = await guest({ party: 3 })
    const client_id = randomUUID()
    const replies = await Promise.all([1, 2, 3].map(() => front.scan(what, { client_id })))
    expect(replies.map(({ result }) => result)).toEqual(['yes', 'yes', 'yes'])
    expect(await countRows(id)).toEqual({ rows: 1, counted: 3 })
  })

  test('of the same ticket at fifty phones at once lets one party in', async () => {
    const { id, what } = await guest({ party: 1 })
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 ? front : back).scan(what)),
    )
    expect(results.filter(({ result }) => result === 'yes')).toHaveLength(1)
    expect(results.filter(({ result }) => result === 'already')).toHaveLength(49)
    expect(await countRows(id)).toEqual({ rows: 1, counted: 1 })
  })

  test.each([
    ['cancelled', 'cancelled'],
    ['waitlisted', 'waitlisted'],
    ['held', 'unconfirmed'],
  ])('of a reservation that is %s says so, and stores nothing', async (status, result) => {
    const { id, what } = await guest({ status })
    expect(await front.scan(what)).toMatchObject({ result, count: 0 })
    expect(await countRows(id)).toEqual({ rows: 0, counted: 0 })
  })

  test('says what is paid at the bar, for those who come in', async () => {
    const { what } = await guest({ party: 3, payment: 'door', price: 3600 })
    expect(await front.scan(what, { count: 2 })).toMatchObject({ result: 'pay', due_cents: 2400 })
    expect(await front.scan(what)).toMatchObject({ result: 'pay', due_cents: 1200 })
  })

  test('on leaving frees the way back, unless the area has no re-entry', async () => {
    const { id, what } = await guest({ party: 2 })
    await front.scan(what)
    expect(await back.scan(what, { direction: 'out', count: 1 })).toMatchObject({
      ...{ result: 'out', inside: 1 },
    })
    expect(await front.scan(what)).toMatchObject({ result: 'yes', count: 1, inside: 2 })
    await back.scan(what, { direction: 'out' })
    const rule = (re_entry: boolean) =>
      server.send(
        '/api/check-in/areas',
        jsonRequest('POST', { area: 'Event Spaces', limit: null, re_entry }, staff.publisher),
      )
    expect((await rule(false)).status).toBe(200)
    expect(await front.scan(what)).toMatchObject({ result: 'no_reentry', inside: 0 })
    await rule(true)
    // They came, whether or not they have left.
    expect(await insideOf(id)).toEqual({ inside: 2, status: 'attended' })
  })

  test('can be undone for ten seconds, and not later', async () => {
    const { id, what } = await guest()
    const client_id = randomUUID()
    await front.scan(what, { client_id })
    const undo = { type: 'undo', scan: client_id }
    expect(await front.scan(undo)).toMatchObject({ result: 'undone' })
    expect(await front.scan(undo)).toMatchObject({ result: 'undone' })
    expect(await insideOf(id)).toEqual({ inside: 0, status: 'going' })
    expect(await front.scan(what, { client_id })).toMatchObject({ result: 'undone' })
    const later = randomUUID()
    await front.scan(what, { client_id: later })
    await query(
      `update check_in_movements set at = now() - interval '1 minute' where client_id = $1`,
      [later],
    )
    expect(await front.scan({ type: 'undo', scan: later })).toMatchObject({ result: 'too_late' })
    expect(await insideOf(id)).toEqual({ inside: 2, status: 'attended' })
  })

  test('on the list of the organiser counts at the door too', async () => {
    const { id, what } = await guest({ party: 4 })
    const check = (inside: number) =>
      server.send(
        '/api/event-guests/check-in',
        jsonRequest('POST', { date, rsvp: id, inside }, staff.bar),
      )
    expect((await check(3)).status).toBe(200)
    expect(await front.scan(what)).toMatchObject({ result: 'yes', count: 1, inside: 4 })
    expect((await check(0)).status).toBe(200)
    expect(await countRows(id)).toMatchObject({ counted: 0 })
    expect(await front.scan(what)).toMatchObject({ result: 'yes', inside: 4 })
  })
})

describe('the limit of an area', () => {
  test('warns, stops, and lets a publisher override it, which is audited', async () => {
    const area = 'Cocktail Bar'
    const own = await onDatabase(server.databaseUrl, (run) =>
      addDateOfTonight(run, { areas: [area] }),
    )
    const door = `event:${own}`
    const bar = await Phone.enrol(server, { door, session: staff.bar })
    const publisher = await Phone.enrol(server, { door, session: staff.publisher })
    const limit = (session: string) =>
      server.send(
        '/api/check-in/areas',
        jsonRequest('POST', { area, limit: 10, re_entry: true }, session),
      )
    expect((await limit(staff.bar)).status).toBe(403)
    expect((await limit(staff.publisher)).status).toBe(200)
    expect(await bar.scan({ type: 'walk_in' }, { count: 8 })).toMatchObject({ result: 'walk_in' })
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => guest({ party: 1 }, own)))
    const results = await Promise.all(ids.map(({ what }) => bar.scan(what)))
    expect(results.map(({ result }) => result).toSorted()).toEqual([
      'full',
      'full',
      'full',
      'yes',
      'yes',
    ])
    const [left] = ids.filter((_, n) => results[n]?.result === 'full')
    const refused = await bar.call('scan', {
      ...{ client_id: randomUUID(), what: left?.what, override: true },
    })
    expect(refused.json()).toMatchObject({ error: 'may_not_override' })
    expect(await publisher.scan(left?.what ?? {}, { override: true })).toMatchObject({
      result: 'yes',
    })
    expect(await query(`select details from audit where action = 'let_in_above_limit'`)).toEqual([
      { details: { people: 1 } },
    ])
    const { areas } = (await bar.call('counts')).json<{
      areas: { area: string; inside: number }[]
    }>()
    expect(areas.find((each) => each.area === area)).toMatchObject({ inside: 11, limit: 10 })
    expect(await bar.scan({ type: 'walk_in' }, { direction: 'out', count: 3 })).toMatchObject({
      result: 'out',
    })
  })
})

describe('a code', () => {
  test('lets a guest in, and cannot be used to cancel', async () => {
    const { id } = await guest({ party: 2 })
    const code = await codeOf(id)
    expect(await front.scan({ type: 'code', code })).toMatchObject({
      result: 'yes',
      reservation: id,
    })
    const cancel = await server.send('/api/calendar/cancel', jsonRequest('POST', { token: code }))
    expect(cancel.status).toBeGreaterThanOrEqual(400)
    const read = readCode(code)
    const { keys } = (await server.get('/.well-known/check-in-keys.json')).json<{ keys: [] }>()
    expect(read.type === 'ticket' && (await isSigned(read, await importKeys(keys)))).toBe(true)
  })

  test('of an earlier link is too old; of another key it is unknown', async () => {
    const { id } = await guest()
    const code = await codeOf(id)
    await query('update reservations set link_version = link_version + 1 where id = $1', [id])
    expect(await front.scan({ type: 'code', code })).toMatchObject({ result: 'code_too_old' })
    const read = readCode(code)
    const ticket = (read as { ticket: TicketCode }).ticket
    const { privateKey } = await createDeviceKeys()
    const kid = (read as { kid: string }).kid
    const forged = await makeTicket({ ...ticket, version: 2 }, { kid, key: privateKey })
    expect(await front.scan({ type: 'code', code: forged })).toMatchObject({ result: 'unknown' })
    for (const text of ['', 'hello', 'CR1T.x', `${code}x`, '1'.repeat(600)]) {
      expect(await front.scan({ type: 'code', code: text })).toMatchObject({ result: 'unknown' })
    }
  })

  test('of another event, or another day, says which', async () => {
    const other = await onDatabase(server.databaseUrl, (run) =>
      addDateOfTonight(run, { title: 'Jazz night' }),
    )
    const here = await codeOf((await guest({}, other)).id)
    expect(await front.scan({ type: 'code', code: here })).toMatchObject({
      ...{ result: 'wrong_area', where: 'Jazz night', count: 0 },
    })
    const startsAt = new Date(Date.now() + 3 * 86_400_000)
    const later = await onDatabase(server.databaseUrl, (run) =>
      addDateOfTonight(run, { startsAt, endsAt: new Date(+startsAt + 3_600_000) }),
    )
    const code = await codeOf((await guest({}, later)).id)
    expect(await front.scan({ type: 'code', code })).toMatchObject({ result: 'wrong_day' })
  })
})

describe('a card', () => {
  const area = 'area:beer-hall'
  let bar: Phone
  beforeAll(async () => {
    bar = await Phone.enrol(server, { door: area, session: staff.bar })
  })
  let serial = 0
  const member = async () => {
    const { visitor, user } = await membership.signIn(`door-${++serial}@venue.example`)
    const id = user.id
    await agree(id)
    const keys = await createDeviceKeys()
    const reply = await visitor.call('/api/check-in/device', {
      key: await exportDeviceKey(keys.publicKey),
    })
    expect(reply.status, reply.text).toBe(200)
    const { certificate } = reply.json<DeviceReply>()
    const card = (at = Date.now(), key = keys.privateKey) =>
      makeDeviceCard(certificate, { key, at })
    return { id, visitor, card, keys, certificate }
  }
  const scanned = async (code: string) => (await bar.scan({ type: 'code', code })).result

  test('lets a member in once, online and from the browser', async () => {
    const { id, visitor, card } = await member()
    const { token } = (await visitor.call('/api/member/card', undefined, { method: 'GET' })).json<{
      token: string
    }>()
    expect(await bar.scan({ type: 'code', code: token })).toMatchObject({
      result: 'yes',
      member: id,
    })
    expect(await scanned(await card())).toBe('already')
    const visits = await query('select area, source from check_in_visits where member = $1', [id])
    expect(visits).toEqual([{ area: 'Beer Hall', source: 'door' }])
  })

  test.each([31_000, 600_000, 86_400_000])('that is %d ms old is too old', async (age) => {
    const { card } = await member()
    expect(await scanned(await card(Date.now() - age))).toBe('code_too_old')
  })

  test('signed by another key, or with a certificate that ended, lets nobody in', async () => {
    const { card, certificate } = await member()
    const other = await createDeviceKeys()
    expect(await scanned(await card(Date.now(), other.privateKey))).toBe('unknown')
    // The certificate's end is part of what the server signed.
    const changed = certificate
      .split('.')
      .with(4, (Date.now() / 1000 + 9e6).toString(36).slice(0, 6))
    expect(
      await scanned(
        await makeDeviceCard(changed.join('.'), { key: other.privateKey, at: Date.now() }),
      ),
    ).toBe('unknown')
  })

  test('ends when the member signs out, is suspended or deleted', async () => {
    const out = await member()
    await out.visitor.call('/api/auth/sign-out', {})
    expect(await scanned(await out.card())).toBe('code_too_old')
    const suspended = await member()
    await server.send(
      '/api/members/suspend',
      jsonRequest('POST', { id: suspended.id }, staff.publisher),
    )
    expect(await scanned(await suspended.card())).toBe('suspended')
    const deleted = await member()
    await query('delete from members where id = $1', [deleted.id])
    expect(await scanned(await deleted.card())).toBe('membership_ended')
    const { lost } = await bar.list()
    expect(lost.suspended).toContain(suspended.id)
    expect(lost.members).toContain(deleted.id)
    expect(lost.devices.length).toBeGreaterThanOrEqual(3)
  })

  test('that is printed makes the door ask for the name, once in an evening', async () => {
    const { id } = await member()
    const number = String(id).padStart(5, '0')
    expect(await scanned(number)).toBe('ask_name')
    expect(await scanned(number)).toBe('already')
  })

  test('at the door of an event is that of the member’s reservation', async () => {
    const { id, card } = await member()
    expect(await front.scan({ type: 'code', code: await card() })).toMatchObject({
      result: 'no_reservation',
    })
    const own = await guest({ member: id, party: 3, name: 'Grace' })
    expect(await front.scan({ type: 'code', code: await card() })).toMatchObject({
      ...{ result: 'yes', reservation: own.id, name: 'Grace', inside: 3 },
    })
  })

  test('at a table records the evening once, and lets nobody in', async () => {
    const { id, visitor } = await member()
    const here = () => visitor.call('/api/check-in/here', { area: 'beer-hall' })
    expect((await here()).json()).toEqual({ area: 'Beer Hall', first: true, kept: true })
    expect((await here()).json()).toEqual({ area: 'Beer Hall', first: false, kept: true })
    const rows = await query('select from check_in_movements where member = $1', [id])
    expect(rows).toEqual([])
    expect((await visitor.call('/api/check-in/here', { area: 'moon' })).status).toBe(400)
  })
})

test('a member can’t be in a room that is closed now, and nothing is noted', async () => {
  const { visitor, user } = await membership.signIn('closed@venue.example')
  await agree(user.id)
  const open = (areas?: VenueArea[]) => openAllDay(server, staff.admin, areas)
  const close = (area: string, closed: boolean) =>
    server.send('/api/opening/closed-today', jsonRequest('POST', { area, closed }, staff.publisher))
  const here = (area: string) => visitor.call('/api/check-in/here', { area })
  expect((await close('Kitchens', true)).status).toBe(200)
  expect((await here('kitchens')).json()).toMatchObject({ error: 'closed' })
  const form = await visitor.call('/api/check-in/here', 'area=kitchens', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form.headers.location).toBe('/check-in?a=kitchens&problem=closed#here')
  expect((await visitor.get(form.headers.location ?? '')).text).toContain('That room is closed now')
  expect(await query('select from check_in_visits where member = $1', [user.id])).toEqual([])
  expect((await close('Kitchens', false)).status).toBe(200)
  expect((await here('kitchens')).json()).toMatchObject({ first: true, kept: true })
  // Nothing is known of a room without hours.
  await open(['Cafe'])
  expect((await here('beer-hall')).json()).toMatchObject({ first: true })
  await open()
})

describe('a phone', () => {
  const linkTo = async (of: number) => {
    const token = Array.from({ length: 40 }, () =>
      Math.floor(Math.random() * 16).toString(16),
    ).join('')
    const [row] = await query<{ event: number }>('select event from event_dates where id = $1', [
      of,
    ])
    await query(
      `insert into event_links (event, date, scope, token_hash, name) values ($1, $2, 'door', $3, 'Olga')`,
      [row?.event, of, hashToken(token)],
    )
    return token
  }

  test('of an organiser has only the doors of the link', async () => {
    const other = await onDatabase(server.databaseUrl, (run) => addDateOfTonight(run))
    const token = await linkTo(date)
    const own = await Phone.enrol(server, { door: `event:${date}`, token })
    const { doors } = (await own.call('doors')).json<{ doors: { door: string }[] }>()
    expect(doors.map(({ door }) => door)).toEqual([`event:${date}`])
    const { what } = await guest({ party: 1 })
    expect(await own.scan(what)).toMatchObject({ result: 'yes' })
    for (const door of [`event:${other}`, 'tables', 'area:beer-hall']) {
      expect((await own.call('list', { door })).json()).toMatchObject({ error: 'not_your_door' })
    }
    // A link of another event, and a shift of somebody else, are refused.
    const stranger = await linkTo(other)
    const stolen = await server.send(
      `/api/check-in/door/${stranger}/scan`,
      jsonRequest('POST', {
        shift: own.shift,
        door: `event:${other}`,
        client_id: randomUUID(),
        what,
      }),
    )
    expect(stolen.json()).toMatchObject({ error: 'shift_over' })
    await query(`update event_links set revoked_at = now() where token_hash = $1`, [
      hashToken(token),
    ])
    expect((await own.call('scan', { client_id: randomUUID(), what })).json()).toMatchObject({
      error: 'link_gone',
    })
    // Organisers learn nothing about members who are not their guests.
    const { user } = await membership.signIn('unknown-at-door@venue.example')
    const again = await Phone.enrol(server, { door: `event:${other}`, token: stranger })
    expect(await again.scan({ type: 'code', code: String(user.id) })).toMatchObject({
      ...{ result: 'no_reservation', name: null },
    })
  })

  test('gets a list without addresses and birthdays', async () => {
    await guest({ name: 'Listed Guest' })
    const { text } = await front.call('list')
    expect(text).toContain('Listed Guest')
    expect(text).not.toMatch(/@|birthday|phone/)
    const list = await front.list()
    const again = await front.call('list', { version: list.version })
    expect(again.json()).toMatchObject({ unchanged: true })
  })

  test('works until it is revoked, and only for its own account', async () => {
    const own = await Phone.enrol(server, {
      door: `event:${date}`,
      session: staff.bar,
      name: 'Lost',
    })
    const listed = await server.send('/api/check-in/shifts', jsonRequest('POST', {}, staff.bar))
    const { shifts } = listed.json<{ shifts: { id: number; name: string }[] }>()
    const { id } = shifts.find(({ name }) => name === 'Lost') ?? { id: 0 }
    const others = await server.send(
      '/api/check-in/door/list',
      jsonRequest('POST', { shift: own.shift, door: own.door }, staff.publisher),
    )
    expect(others.json()).toMatchObject({ error: 'shift_over' })
    await server.send('/api/check-in/revoke', jsonRequest('POST', { id }, staff.bar))
    expect((await own.call('list')).json()).toMatchObject({ error: 'shift_over' })
  })

  test('of a member who claims to be the door is refused', async () => {
    const { visitor } = await membership.signIn('claims@venue.example')
    for (const name of ['enrol', 'list', 'scan', 'sync', 'doors']) {
      const body = { name: 'Door', door: `event:${date}`, shift: front.shift }
      expect((await visitor.call(`/api/check-in/door/${name}`, body)).status).toBe(401)
    }
    expect(
      (await visitor.call(`/api/check-in/door/${'a'.repeat(40)}/doors`, {})).status,
    ).toBeGreaterThanOrEqual(400)
    const kitchen = await server.send(
      '/api/check-in/door/doors',
      jsonRequest('POST', {}, staff.kitchen),
    )
    expect(kitchen.status).toBe(403)
  })

  test('finds guests by name', async () => {
    await guest({ name: 'Zoë Ångström' })
    const found = await front.call('search', { text: 'angstrom zoe' })
    expect(found.json()).toMatchObject({ guests: [{ name: 'Zoë Ångström' }] })
  })
})

describe('without a network', () => {
  test('the earlier of two scans of a ticket is the first, whichever is sent first', async () => {
    for (const order of ['early', 'late']) {
      const { id, what } = await guest({ party: 2 })
      const early = front.item(what, { at: Date.now() - 20 * minute, count: 2 })
      const late = back.item(what, { at: Date.now() - 10 * minute, count: 2 })
      const sent =
        order === 'early'
          ? [() => front.sync([early]), () => back.sync([late])]
          : [() => back.sync([late]), () => front.sync([early])]
      const states = []
      for (const send of sent) states.push((await send()).items[0]?.state)
      expect(states).toEqual(order === 'early' ? ['counted', 'later'] : ['counted', 'counted'])
      const rows = await query<{ by: string; counted: number }>(
        'select by, counted from check_in_movements where reservation = $1 order by at',
        [id],
      )
      expect(rows).toEqual([
        { by: 'Anna, front door', counted: 2 },
        { by: 'Ben, back door', counted: 0 },
      ])
      expect(await insideOf(id)).toEqual({ inside: 2, status: 'attended' })
    }
  })

  test('a queue that is sent twice, out of order and in parts counts once', async () => {
    const guests = await Promise.all([1, 2, 3, 4, 5, 6].map(() => guest({ party: 3 })))
    const items = guests.flatMap(({ what }, n) => [
      front.item(what, { at: Date.now() - (60 - n) * minute, count: 2 }),
      front.item(what, { at: Date.now() - (50 - n) * minute, count: 1 }),
      front.item(what, { at: Date.now() - (40 - n) * minute, count: 1, direction: 'out' }),
    ])
    const mixed = items.toSorted((one, other) => one.client_id.localeCompare(other.client_id))
    await Promise.all([
      front.sync(mixed.slice(0, 9)),
      front.sync(mixed.slice(5)),
      front.sync(mixed.toReversed()),
    ])
    const again = await front.sync(items)
    expect(new Set(again.items.map(({ state }) => state))).toEqual(new Set(['repeat']))
    for (const { id } of guests) {
      expect(await countRows(id)).toEqual({ rows: 3, counted: 2 })
      expect(await insideOf(id)).toEqual({ inside: 3, status: 'attended' })
    }
  })

  test('somebody with a ticket that was cancelled meanwhile counts as inside, and is listed', async () => {
    const { id, what } = await guest({ party: 2 })
    const item = front.item(what, { at: Date.now() - 5 * minute, count: 2 })
    await query(
      `update reservations set status = 'cancelled', cancelled_at = now(), cancelled_by = 'guest' where id = $1`,
      [id],
    )
    const { items } = await front.sync([item])
    expect(items).toMatchObject([{ state: 'listed', reason: 'cancelled' }])
    expect(await countRows(id)).toEqual({ rows: 1, counted: 2 })
    expect((await insideOf(id))?.status).toBe('cancelled')
  })

  test('a year’s queue is bounded: too many scans are refused, and old ones do not count', async () => {
    const { id, what } = await guest()
    const many = Array.from({ length: 201 }, () => front.item(what))
    expect((await front.call('sync', { clock: Date.now(), items: many })).status).toBe(400)
    const old = front.item(what, { at: Date.now() - 300 * 86_400_000 })
    const { items } = await front.sync([old])
    expect(items).toMatchObject([{ state: 'refused', reason: 'too_old' }])
    expect(await countRows(id)).toEqual({ rows: 0, counted: 0 })
  })

  test('a clock that is ten minutes wrong is noticed, and one that was set back loses no guest', async () => {
    const { what } = await guest()
    const wrong = Date.now() - 10 * minute
    const reply = await front.sync([front.item(what, { at: Date.now(), clock: wrong })], wrong)
    expect(reply).toMatchObject({ clock_wrong: true, items: [{ state: 'counted' }] })
    expect(Math.abs(reply.clock_behind_ms - 10 * minute)).toBeLessThan(10_000)
    const other = await guest()
    const past = Date.now() - 400 * 86_400_000
    const set = await front.sync(
      [front.item(other.what, { at: past - minute, clock: past - minute })],
      past,
    )
    expect(set.items).toMatchObject([{ state: 'counted' }])
    const [row] = await query<{ age: number; is_guess: boolean }>(
      `select extract(epoch from now() - at)::int as age, is_guess from check_in_movements where reservation = $1`,
      [other.id],
    )
    expect(row?.is_guess).toBe(true)
    expect(row?.age).toBeLessThan(120)
  })

  test('an undo that arrives before its scan undoes it', async () => {
    const { id, what } = await guest()
    const scan = front.item(what)
    const undo = front.item({ type: 'undo', scan: scan.client_id })
    await front.sync([undo])
    expect((await front.sync([scan])).items).toMatchObject([{ state: 'repeat' }])
    expect(await countRows(id)).toEqual({ rows: 0, counted: 0 })
  })
})

describe('an evening', () => {
  test('of 300 people, two doors and an outage has numbers and a report that agree with the rows', async () => {
    const own = await onDatabase(server.databaseUrl, (run) =>
      addDateOfTonight(run, { title: 'Big night', areas: ['Kitchens'] }),
    )
    const ids = await onDatabase(server.databaseUrl, (run) =>
      addGuests(
        run,
        own,
        Array.from({ length: 300 }, () => ({ party: 1 })),
      ),
    )
    const door = `event:${own}`
    const left = await Phone.enrol(server, { door, session: staff.bar, name: 'Left' })
    const right = await Phone.enrol(server, { door, session: staff.bar, name: 'Right' })
    const whatOf = (reservation: number) => ({ type: 'guest', reservation }) as const
    const letIn = async (phone: Phone, guests: number[]) => {
      const scans = await Promise.all(guests.map((id) => phone.scan(whatOf(id))))
      return scans.map(({ result }) => result)
    }
    await letIn(left, ids.slice(0, 50))
    await letIn(right, ids.slice(50, 100))

    // The right door has no network now. It decides with the list that it has.
    const list = await right.list()
    const facts = { areas: list.areas, keys: await importKeys(list.keys) }
    const queue: StoredScan[] = []
    const alone = async (what: What, at: number) => {
      const book = bookOf(list, door, queue)
      const { result, effect } = await decideAlone(
        { book, ...facts },
        { what, direction: 'in', count: null, isOverride: false, at, last: null },
      )
      const item = { ...right.item(what, { at }), area: null, override: false, direction: 'in' }
      const { shift } = right
      const kept = { ...item, base: '', shift, clock: at, by: 'Right', where: '' }
      if (effect) queue.push({ ...kept, ...effect, count: effect.counted } as StoredScan)
      return result.result
    }
    const before = Date.now() - 10 * minute
    for (const [n, id] of ids.slice(100, 170).entries()) {
      expect(await alone(whatOf(id), before + n * 1000)).toBe('yes')
    }
    expect(await alone(whatOf(ids[100] ?? 0), before + 100_000)).toBe('already')
    expect(await alone(whatOf(ids[50] ?? 0), before + 101_000)).toBe('already')
    for (let n = 0; n < 7; n++) await alone({ type: 'walk_in' }, before + 110_000 + n)
    await query(
      `update reservations set status = 'cancelled', cancelled_at = now(), cancelled_by = 'guest' where id = any($1)`,
      [ids.slice(100, 103)],
    )
    // Ten tickets are shown at the left door after they were shown at the right one, ten others the other way round.
    expect(new Set(await letIn(left, ids.slice(160, 240)))).toEqual(new Set(['yes']))
    const after = Date.now()
    for (const id of ids.slice(170, 180)) expect(await alone(whatOf(id), after)).toBe('yes')
    for (const id of ids.slice(0, 5)) await left.scan(whatOf(id), { direction: 'out' })
    expect(await left.scan(whatOf(ids[0] ?? 0))).toMatchObject({ result: 'yes' })
    for (const part of [queue.slice(40), queue.slice(0, 60), queue]) await right.sync(part)

    const insideNow = 240 - 5 + 1 + 7
    const { areas } = (await left.call('counts')).json<{ areas: object[] }>()
    expect(areas).toContainEqual(expect.objectContaining({ area: 'Kitchens', inside: insideNow }))
    const statuses = async () => {
      const rows = await query<{ status: string; count: number }>(
        `select status, count(*)::int as count from reservations
          where kind = 'event' and subject = $1 group by status`,
        [own],
      )
      return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
    }
    expect(await statuses()).toEqual({ attended: 237, cancelled: 3, going: 60 })
    const rows = await query<{ at: string; reservation: number | null; counted: number }>(
      `select id, direction, count, counted, area, door, by, reservation, member, reason, extract(epoch from at) * 1000 as at,
              is_guess as "isGuess", is_override as "isOverride"
         from check_in_movements where door = $1 and undone_at is null order by check_in_movements.at, id`,
      [door],
    )
    expect(rows).toHaveLength(100 + 70 + 80 + 10 + 7 + 6)
    const report = reportOf(rows.map((row) => ({ ...row, at: Number(row.at) })) as never)
    expect(report).toMatchObject({ people: 240 + 7, inside: insideNow })
    expect(report.doors).toEqual([{ door, people: 247 }])
    expect(report.times.reduce((sum, { people }) => sum + people, 0)).toBe(247)
    const listed = report.listed.map(
      ({ why, by, first }) => `${why}: ${by}, ${first?.by ?? 'nobody'}`,
    )
    expect(Object.fromEntries(Map.groupBy(listed, (each) => each))).toMatchObject({
      'repeat: Left, Right': { length: 10 },
      'repeat: Right, Left': { length: 10 },
      'cancelled: Right, nobody': { length: 3 },
    })
    expect(listed).toHaveLength(23)

    await query(`update event_dates set ends_at = now() - interval '1 minute' where id = $1`, [own])
    await query(`select graphile_worker.add_job('events.end', '{}'::json)`)
    await waitUntil(statuses, ({ no_show }) => no_show !== undefined)
    expect(await statuses()).toEqual({ attended: 237, cancelled: 3, no_show: 60 })
  })

  test('is on the member’s page, with the codes, and in the member’s data until the account is gone', async () => {
    const visitorPage = await server.get('/check-in?a=beer-hall')
    expect(visitorPage.status).toBe(200)
    expect(visitorPage.text).toContain('/common-room?back=/check-in')
    const { visitor, user } = await membership.signIn('evening@venue.example')
    await agree(user.id)
    const own = await guest({ member: user.id, name: 'Evening', party: 2 })
    const page = await visitor.get('/check-in?a=beer-hall')
    expect(page.text).toContain('data-ticket="CR1T.')
    expect(page.text).toMatch(/<option value="beer-hall" selected/)
    expect(page.headers['cache-control']).toMatch(/no-store/)
    await front.scan(own.what)
    await visitor.call('/api/check-in/here', { area: 'cafe' })
    const { exportCheckIns, eraseCheckIns } = await import(
      '../../cms/features/check-in/personal-data.ts'
    )
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const pool = new (await import('pg')).default.Pool({ connectionString: server.databaseUrl })
    try {
      const db = drizzle(pool) as never
      const owner = { id: user.id, email: user.email }
      expect(await exportCheckIns(db, owner)).toMatchObject({
        check_ins: [
          { area: 'Cafe', source: 'here' },
          { area: 'Event Spaces', source: 'door' },
        ],
        door_scans: [{ direction: 'in', count: 2 }],
      })
      await eraseCheckIns(db, owner)
      expect(await exportCheckIns(db, owner)).toEqual({
        ...{ check_ins: [], door_scans: [], card_browsers: [] },
      })
      // The people stay in the counts of the night.
      expect(await countRows(own.id)).toEqual({ rows: 1, counted: 2 })
    } finally {
      await pool.end()
    }
  })
})
