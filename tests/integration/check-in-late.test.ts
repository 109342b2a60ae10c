import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SheetReply } from '../../cms/features/bookings/evening/contract.ts'
import {
  createDeviceKeys,
  exportDeviceKey,
  importKeys,
  makeCertificate,
  makeDeviceCard,
  shortKid,
} from '../../cms/features/check-in/code.ts'
import type { DeviceReply, ListReply } from '../../cms/features/check-in/contract.ts'
import { hashToken } from '../../cms/platform/crypto/tokens.ts'
import { decideAlone } from '../../islands/check-in/door/alone.ts'
import { bookOf } from '../../islands/check-in/door/book.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { addDateOfTonight, addGuests, findWrongCounts, Phone } from '../support/door.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { openAllDay } from '../support/venue-days.ts'
import { waitUntil } from '../support/wait-until.ts'

const minute = 60_000
let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>
let membership: ReturnType<typeof membershipOf>
let date: number
let front: Phone
let back: Phone
let hall: Phone
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(server.databaseUrl, (run) => run<Row>(text, values))

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  staff = await makeStaff(server)
  await openAllDay(server, staff.admin)
  membership = membershipOf(server, server.databaseUrl)
  date = await tonight()
  const door = `event:${date}`
  front = await Phone.enrol(server, { door, session: staff.bar })
  back = await Phone.enrol(server, { door, session: staff.publisher, name: 'Ben, back door' })
  hall = await Phone.enrol(server, { door: 'area:beer-hall', session: staff.bar })
})
afterAll(async () => {
  expect(await findWrongCounts(server.databaseUrl)).toEqual([])
  await server?.stop()
})

const tonight = (given: Parameters<typeof addDateOfTonight>[1] = {}) =>
  onDatabase(server.databaseUrl, (run) => addDateOfTonight(run, given))
const guest = async (given: Parameters<typeof addGuests>[2][number] = {}, of = date) => {
  const [id = 0] = await onDatabase(server.databaseUrl, (run) => addGuests(run, of, [given]))
  return { id, what: { type: 'guest', reservation: id } }
}
const movementsOf = (reservation: number) =>
  query<{ count: number; counted: number; reason: string | null }>(
    `select count, counted, reason from check_in_movements
      where reservation = $1 and undone_at is null order by at, id`,
    [reservation],
  )
const insideOf = async (phone: Phone, area: string) => {
  const { areas } = (await phone.call('counts')).json<ListReply>()
  return areas.find((each) => each.area === area)?.inside
}
let serial = 0
const member = async () => {
  const { visitor, user } = await membership.signIn(`late-${++serial}@venue.example`)
  const keys = await createDeviceKeys()
  const certify = async () => {
    const key = await exportDeviceKey(keys.publicKey)
    return (await visitor.call('/api/check-in/device', { key })).json<DeviceReply>()
  }
  const { certificate } = await certify()
  const card = () => makeDeviceCard(certificate, { key: keys.privateKey, at: Date.now() })
  const device = Number(certificate.split('.')[2])
  return { id: user.id, visitor, certify, certificate, card, device }
}
/** What a phone says that has just read its list, and then has no network. */
async function decideAt(phone: Phone, code: string) {
  const list = await phone.list()
  return decideAlone(
    {
      ...{ book: bookOf(list, phone.door, []), areas: list.areas },
      keys: await importKeys(list.keys),
    },
    {
      ...{ what: { type: 'code', code }, direction: 'in', count: null, isOverride: false },
      ...{ at: Date.now(), last: null },
    },
  )
}
const suspend = (id: number) =>
  server.send('/api/members/suspend', jsonRequest('POST', { id }, staff.publisher))
const link = async (of: number) => {
  const token = randomUUID().replaceAll('-', '').padEnd(40, 'a')
  await query(
    `insert into event_links (event, date, scope, token_hash, name)
     select event, id, 'door', $2, 'Olga' from event_dates where id = $1`,
    [of, hashToken(token)],
  )
  return token
}

describe('what a phone has let in without a network', () => {
  test.each([
    ['earlier', [20, 10]],
    ['later', [10, 20]],
  ])(
    'counts, and those for whom the party has no place are listed: %s first',
    async (_, [a = 0, b = 0]) => {
      const { id, what } = await guest({ party: 4 })
      const two = front.item(what, { at: Date.now() - a * minute, count: 2 })
      const four = back.item(what, { at: Date.now() - b * minute, count: 4 })
      const states = [...(await front.sync([two])).items, ...(await back.sync([four])).items]
      expect(states.map(({ state }) => state)).toEqual(['counted', a > b ? 'later' : 'counted'])
      const rows = await movementsOf(id)
      expect(rows.map(({ count, counted }) => [count, counted]).toSorted()).toEqual(
        a > b
          ? [
              [2, 2],
              [4, 2],
            ]
          : [
              [2, 0],
              [4, 4],
            ],
      )
    },
  )

  test('is stored with a large party, and beside a scan that cannot be read', async () => {
    const { id, what } = await guest({ party: 120 })
    const items = [
      { client_id: randomUUID(), what: 'nonsense' },
      front.item(what, { count: 120 }),
      { ...front.item(what), count: 5000 },
    ]
    const reply = await front.sync(items)
    expect(reply.items.map(({ state }) => state)).toEqual(['refused', 'counted', 'refused'])
    expect(await movementsOf(id)).toMatchObject([{ counted: 120 }])
  })

  test('is stored for a day after the shift, but not after it was ended', async () => {
    const token = await link(date)
    const phones = [
      await Phone.enrol(server, { door: `event:${date}`, token, name: 'Olga' }),
      await Phone.enrol(server, { door: `event:${date}`, session: staff.bar, name: 'Late' }),
    ]
    await query(
      `update check_in_shifts set ends_at = now() - interval '5 hours' where name = any($1)`,
      [['Olga', 'Late']],
    )
    for (const phone of phones) {
      const { id, what } = await guest({ party: 1 })
      expect((await phone.call('list')).json()).toMatchObject({ error: 'shift_over' })
      const item = phone.item(what, { count: 1, at: Date.now() - 10 * minute })
      expect((await phone.sync([item])).items).toMatchObject([{ state: 'counted' }])
      expect(await movementsOf(id)).toHaveLength(1)
    }
    await query(`update check_in_shifts set ended_at = now() where name = any($1)`, [
      ['Olga', 'Late'],
    ])
    for (const phone of phones) {
      const refused = await phone.call('sync', { clock: Date.now(), items: [] })
      expect(refused.json()).toMatchObject({ error: 'shift_over' })
    }
  })

  test('counts as inside, and is listed, when the event was moved or the reservation deleted', async () => {
    const own = await tonight({ areas: ['Kitchens'] })
    const phone = await Phone.enrol(server, { door: `event:${own}`, session: staff.bar })
    const [moved, deleted] = [await guest({ party: 3 }, own), await guest({ party: 2 }, own)]
    const items = [phone.item(moved.what, { count: 3 }), phone.item(deleted.what, { count: 2 })]
    await query('delete from reservations where id = $1', [deleted.id])
    await query(
      `update event_dates set starts_at = starts_at + interval '3 days', ends_at = ends_at + interval '3 days' where id = $1`,
      [own],
    )
    expect((await phone.sync(items)).items).toMatchObject([
      { state: 'listed', reason: 'wrong_day' },
      { state: 'listed', reason: 'unknown' },
    ])
    const [{ inside } = {}] = await query(
      `select sum(counted)::int as inside from check_in_movements where area = 'Kitchens'`,
    )
    expect(inside).toBe(5)
    expect(await movementsOf(moved.id)).toMatchObject([{ counted: 3, reason: 'wrong_day' }])
  })

  test('with a member’s card is stored under the reservation, which was cancelled meanwhile', async () => {
    const { id, card } = await member()
    const own = await guest({ member: id, party: 2 })
    const item = {
      ...front.item({ type: 'code', code: await card() }),
      count: 2,
      reservation: own.id,
    }
    await query(
      `update reservations set status = 'cancelled', cancelled_at = now(), cancelled_by = 'guest' where id = $1`,
      [own.id],
    )
    expect((await front.sync([item])).items).toMatchObject([
      { state: 'listed', reason: 'cancelled' },
    ])
    expect(await movementsOf(own.id)).toMatchObject([{ counted: 2, reason: 'cancelled' }])
  })

  test('leaves the right number inside when those who left are sent first', async () => {
    const area = 'Cafe'
    const [one, other] = [
      await Phone.enrol(server, { door: 'area:cafe', session: staff.bar, name: 'One' }),
      await Phone.enrol(server, { door: 'area:cafe', session: staff.bar, name: 'Other' }),
    ]
    const walkIns = { type: 'walk_in' }
    const out = { at: Date.now() - 5 * minute, count: 3, direction: 'out' } as const
    expect((await other.sync([other.item(walkIns, out)])).items).toMatchObject([
      { state: 'counted' },
    ])
    expect(await insideOf(one, area)).toBe(0)
    await one.sync([one.item(walkIns, { at: Date.now() - 9 * minute, count: 5 })])
    expect(await insideOf(one, area)).toBe(2)
    // More than were inside at that time cannot have left.
    await other.sync([other.item(walkIns, { ...out, at: Date.now() - 4 * minute, count: 40 })])
    expect(await insideOf(one, area)).toBe(0)
    await one.scan(walkIns, { count: 1 })
    expect(await insideOf(one, area)).toBe(1)
  })
})

describe('a member who lost access', () => {
  test('and is suspended comes in neither by ticket nor by name, but may leave', async () => {
    const { id } = await member()
    const own = await guest({ member: id, party: 2 })
    await front.scan(own.what, { count: 1 })
    await suspend(id)
    expect(await front.scan(own.what)).toMatchObject({ result: 'suspended', count: 0 })
    const { lost } = await front.list()
    expect(lost.suspended).toContain(id)
    expect(await front.scan(own.what, { direction: 'out' })).toMatchObject({ result: 'out' })
    // A phone without a network has let them in meanwhile.
    const { items } = await back.sync([back.item(own.what, { count: 2 })])
    expect(items).toMatchObject([{ state: 'listed', reason: 'suspended' }])
  })

  test('by deletion is refused by a phone without a network', async () => {
    const { id, card, device } = await member()
    const { result } = await decideAt(hall, await card())
    expect(result.result).toBe('yes')
    await query('update members set delete_at = now() where id = $1', [id])
    await query(`select graphile_worker.add_job('members.delete_due', '{}'::json)`)
    await waitUntil(
      () => query('select from members where id = $1', [id]),
      ({ length }) => length === 0,
    )
    const after = await decideAt(hall, await card())
    expect(after.result.result).toBe('code_too_old')
    const kept = await query('select member, public_key from check_in_devices where id = $1', [
      device,
    ])
    expect(kept).toEqual([{ member: 0, public_key: '' }])
    expect(await hall.scan({ type: 'code', code: await card() })).toMatchObject({
      result: 'membership_ended',
    })
  })

  test('with a certificate that ended is refused', async () => {
    const { id, device } = await member()
    const [signing, keys] = [await createDeviceKeys(), await createDeviceKeys()]
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', signing.publicKey)
    const kid = hashToken('a key of this test')
    await query(
      `insert into check_in_keys (kid, public_key, private_key, used_until)
       values ($1, $2, 'none', now() + interval '2 days')`,
      [kid, JSON.stringify({ kty, crv, x, y })],
    )
    const cardUntil = async (until: number) => {
      const publicKey = await exportDeviceKey(keys.publicKey)
      const certified = { id: device, member: id, publicKey, until }
      const certificate = await makeCertificate(certified, {
        ...{ kid: shortKid(kid), key: signing.privateKey },
      })
      return makeDeviceCard(certificate, { key: keys.privateKey, at: Date.now() })
    }
    const scanned = async (code: string) => (await hall.scan({ type: 'code', code })).result
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await scanned(await cardUntil(Date.now() - 2000))).toBe('code_too_old')
    expect(await scanned(await cardUntil(Date.now() + minute))).toBe('yes')
  })

  test('has one key for each session, whichever was certified last', async () => {
    const { id, certify, certificate, visitor } = await member()
    const again = await certify()
    expect(again.certificate.split('.')[2]).toBe(certificate.split('.')[2])
    expect(await query('select from check_in_devices where member = $1', [id])).toHaveLength(1)
    await visitor.call('/api/auth/sign-out', {})
    expect((await hall.list()).lost.devices).toContain(Number(certificate.split('.')[2]))
  })
})

describe('the rules of a door', () => {
  test('hold for lists: nobody comes in above the limit, unless a publisher lets them', async () => {
    const own = await tonight({ areas: ['Cocktail Bar'] })
    const limit = (people: number | null) =>
      server.send(
        '/api/check-in/areas',
        jsonRequest(
          'POST',
          { area: 'Cocktail Bar', limit: people, re_entry: true },
          staff.publisher,
        ),
      )
    expect((await limit(3)).status).toBe(200)
    const [two, four] = [await guest({ party: 2 }, own), await guest({ party: 4 }, own)]
    const check = (id: number, inside: number, session: string) =>
      server.send(
        '/api/event-guests/check-in',
        jsonRequest('POST', { date: own, rsvp: id, inside }, session),
      )
    expect((await check(two.id, 2, staff.bar)).status).toBe(200)
    const refused = await check(four.id, 2, staff.bar)
    expect(refused.json()).toMatchObject({ error: 'area_full' })
    expect(await movementsOf(four.id)).toEqual([])
    expect((await check(four.id, 2, staff.publisher)).status).toBe(200)
    expect(
      await query(
        `select details from audit where action = 'let_in_above_limit' and subject like 'Cocktail Bar%'`,
      ),
    ).toEqual([{ details: { people: 2 } }])
    await limit(null)
  })

  test('let a printed number in once in an evening, wherever', async () => {
    const { id } = await member()
    const code = String(id).padStart(5, '0')
    expect(await hall.scan({ type: 'code', code })).toMatchObject({ result: 'ask_name' })
    const cafe = await Phone.enrol(server, { door: 'area:cafe', session: staff.bar })
    expect(await cafe.scan({ type: 'code', code })).toMatchObject({
      ...{ result: 'number_used', count: 0 },
    })
  })

  test('count the phones of each link, and leave room for staff', async () => {
    const own = await tonight()
    const token = await link(own)
    const phones = await Promise.allSettled(
      Array.from({ length: 14 }, () => Phone.enrol(server, { door: `event:${own}`, token })),
    )
    expect(phones.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    await Phone.enrol(server, { door: `event:${own}`, session: staff.bar })
  })

  test('tell organisers nothing about reservations of other events', async () => {
    const [own, other] = [await tonight(), await tonight({ title: 'A secret party' })]
    const phone = await Phone.enrol(server, { door: `event:${own}`, token: await link(own) })
    const { what } = await guest({}, other)
    expect(await phone.scan(what)).toMatchObject({ result: 'unknown', where: null })
  })

  test('show those of an event that began days ago at the door of its area', async () => {
    const startsAt = new Date(Date.now() - 3 * 86_400_000)
    const own = await tonight({ areas: ['Beer Hall'], startsAt })
    const { id } = await guest({ name: 'Festival guest' }, own)
    expect((await hall.list()).guests.map((each) => each.id)).toContain(id)
  })

  test('limit what a member does, and not what all members of the venue’s network do', async () => {
    const [one, other] = [await member(), await member()]
    const here = ({ visitor }: typeof one) =>
      visitor.call('/api/check-in/here', { area: 'beer-hall' }).then(({ status }) => status)
    const statuses = await Promise.all(Array.from({ length: 62 }, () => here(one)))
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
    expect(await here(other)).toBe(200)
  })
})

describe('a desk', () => {
  /** A desk of a member. @param from in hours from now, as `to` */
  const bookDesk = async (member: number, { from = -0.1, to = 2 } = {}) => {
    const [row] = await query<{ id: number }>(
      `with desk as (
              select id from tables where desk and id not in (
                select table_id from booking_tables where active and during && tstzrange(now() + $3 * interval '1 hour', now() + $4 * interval '1 hour'))
               order by id limit 1),
            booked as (
              insert into bookings (area, day, starts_at, ends_at, party, source, cancel_until)
              select 'Common Room', $1, now() + $3 * interval '1 hour', now() + $4 * interval '1 hour', 1, 'web', now()
              returning id),
            used as (
              insert into booking_tables (booking, table_id, during, arrivals, active)
              select booked.id, desk.id, tstzrange(now() + $3 * interval '1 hour', now() + $4 * interval '1 hour'), 1, true
                from booked, desk)
       insert into reservations (kind, subject, member, name, email, party, status, payment, key, confirmed_at)
       select 'desk', booked.id, $2::int, 'Hedy Lamarr', 'hedy' || $2::int || '@guests.example', 1, 'going', 'free', 'desk ' || $2::int, now()
         from booked returning id`,
      [await nightOfServer(), member, from, to],
    )
    return row?.id ?? 0
  }
  const nightOfServer = async () =>
    (await front.call('doors')).json<{ night: { day: string } }>().night.day

  test('has a code on the pages of its member, which the door of tonight’s bookings reads', async () => {
    const { id, visitor } = await member()
    const reservation = await bookDesk(id)
    const codes = await Promise.all(
      ['/book/desk', '/check-in'].map(async (path) => {
        const [, code = ''] = /data-ticket="([^"]+)"/.exec((await visitor.get(path)).text) ?? []
        return code
      }),
    )
    const [code = ''] = codes
    expect(code).toMatch(/^CR1T\..{8}\.k\./)
    expect(codes[1]?.split('.').slice(0, 10)).toEqual(code.split('.').slice(0, 10))
    const bookings = await Phone.enrol(server, { door: 'tables', session: staff.bar })
    const { guests } = await bookings.list()
    expect(guests.find((each) => each.id === reservation)).toMatchObject({
      ...{ kind: 'desk', name: 'Hedy Lamarr', area: 'Common Room' },
    })
    expect(await front.scan({ type: 'code', code })).toMatchObject({ result: 'wrong_area' })
    expect(await bookings.scan({ type: 'code', code })).toMatchObject({
      ...{ result: 'yes', kind: 'desk', name: 'Hedy Lamarr', reservation, inside: 1 },
    })
    expect(await movementsOf(reservation)).toMatchObject([{ counted: 1, reason: null }])
    const [{ status } = {}] = await query('select status from reservations where id = $1', [
      reservation,
    ])
    expect(status).toBe('attended')
    const room = await Phone.enrol(server, { door: 'area:common-room', session: staff.bar })
    expect(await room.scan({ type: 'code', code })).toMatchObject({
      result: 'already',
      kind: 'desk',
    })
  })

  test('that is over or later leaves a member’s card for the event of now, with and without a network', async () => {
    const own = await tonight({ areas: ['Common Room'] })
    const room = await Phone.enrol(server, { door: 'area:common-room', session: staff.bar })
    for (const desk of [
      { from: -0.4, to: -0.1 },
      { from: 3.5, to: 4 },
    ]) {
      const [one, other] = [await member(), await member()]
      const seats = [await bookDesk(one.id, desk), await bookDesk(other.id, desk)]
      const seat = { member: one.id, party: 1, payment: 'door', price: 900 }
      const { id } = await guest(seat, own)
      const alone = async (code: string) => (await decideAt(room, code)).result
      expect(await alone(await one.card())).toMatchObject({ result: 'pay', due_cents: 900 })
      expect(await alone(await other.card())).toMatchObject({ result: 'yes', kind: null })
      const scan = async (code: string) => room.scan({ type: 'code', code })
      expect(await scan(await one.card())).toMatchObject({
        ...{ result: 'pay', due_cents: 900, reservation: id, kind: null },
      })
      // Without an event they come in as members, as if there was no desk.
      expect(await scan(await other.card())).toMatchObject({ result: 'yes', reservation: null })
      for (const seated of seats) expect(await movementsOf(seated)).toEqual([])
    }
  })

  test('is on the evening sheet with its name', async () => {
    const { id } = await member()
    await bookDesk(id)
    const reply = await server.get(
      `/api/evening/sheet?day=${await nightOfServer()}`,
      sessionHeaders(staff.bar),
    )
    const { areas, bookings } = reply.json<SheetReply>()
    const found = bookings.find(({ name, is_desk }) => name === 'Hedy Lamarr' && is_desk)
    const desks = areas.find(({ area }) => area === 'Common Room')?.desks ?? []
    expect(desks.find((desk) => found?.tables.includes(desk.id))?.name).toMatch(/^Desk/)
  })
})

describe('an undone scan', () => {
  const visitsOf = (id: number) =>
    query('select area, source from check_in_visits where member = $1', [id])

  /** Only of those who agree it is kept where they were. */
  const agreeing = async () => {
    const found = await member()
    await query('update members set analytics_consent = true where id = $1', [found.id])
    return found
  }

  test('is no attendance', async () => {
    const { id, card } = await agreeing()
    const client_id = randomUUID()
    await hall.scan({ type: 'code', code: await card() }, { client_id })
    expect(await visitsOf(id)).toEqual([{ area: 'Beer Hall', source: 'door' }])
    await hall.scan({ type: 'undo', scan: client_id })
    expect(await visitsOf(id)).toEqual([])
  })

  test('leaves what the member said', async () => {
    const { id, visitor } = await agreeing()
    const own = await guest({ member: id, party: 1 })
    await visitor.call('/api/check-in/here', { area: 'event-spaces' })
    const client_id = randomUUID()
    await front.scan(own.what, { client_id })
    expect(await visitsOf(id)).toEqual([{ area: 'Event Spaces', source: 'door' }])
    await front.scan({ type: 'undo', scan: client_id })
    expect(await visitsOf(id)).toEqual([{ area: 'Event Spaces', source: 'here' }])
  })
})

test('more than 200 scans a minute at one door are answered in time, and each counts once', async () => {
  const perSecond = 10
  const seconds = 6
  const own = await tonight()
  const ids = await onDatabase(server.databaseUrl, (run) =>
    addGuests(
      run,
      own,
      Array.from({ length: perSecond * seconds }, () => ({ party: 1 })),
    ),
  )
  const token = await link(own)
  const phones = [
    await Phone.enrol(server, { door: `event:${own}`, token }),
    await Phone.enrol(server, { door: `event:${own}`, session: staff.bar }),
  ]
  const started = performance.now()
  const times = await Promise.all(
    ids.map(async (reservation, n) => {
      const at = started + (n * 1000) / perSecond
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, at - performance.now())))
      const before = performance.now()
      const scan = await (phones[n % 2] as Phone).scan({ type: 'guest', reservation })
      expect(scan).toMatchObject({ result: 'yes', inside: 1 })
      return performance.now() - before
    }),
  )
  const [row] = await query(
    `select count(*)::int as rows, sum(counted)::int as people from check_in_movements where door = $1`,
    [`event:${own}`],
  )
  expect(row).toEqual({ rows: ids.length, people: ids.length })
  // After this time a phone decides by itself.
  const slow = times.filter((ms) => ms > 1500)
  expect(slow.length).toBeLessThan(ids.length / 10)
})
