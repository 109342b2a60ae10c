import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AvailabilityReply } from '../../cms/features/bookings/contract.ts'
import { deskKind } from '../../cms/features/bookings/desks/kind.ts'
import type {
  AddReply,
  BlockReply,
  ChangeReply,
  HitsReply,
  SearchReply,
  SheetReply,
} from '../../cms/features/bookings/evening/contract.ts'
import type { HoldReply, ReserveReply } from '../../cms/features/bookings/guest/contract.ts'
import { tableKind } from '../../cms/features/bookings/reservations/kind.ts'
import { venue } from '../../cms/features/venue/demo/venue.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { findDoubleBookings } from '../support/bookings.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { openEventStream } from '../support/event-stream.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { venueDayOf } from '../support/venue-days.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>
beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  staff = await makeStaff(server)
})
afterAll(async () => {
  expect(await onDatabase(server.databaseUrl, findDoubleBookings)).toEqual([])
  await server?.stop()
})

const today = venueDayOf(new Date())
/** A day with the usual hours, which the demo venue’s bookings do not reach. */
const day = [40, 41, 42, 43, 44, 45, 46]
  .map((days) => addDays(today, days))
  .find((each) => !venue.exceptions.some(({ date }) => date === each)) as string
/** One that guests can book on the site. */
const bookable = [3, 4, 5, 6, 7]
  .map((days) => addDays(today, days))
  .find((each) => !venue.exceptions.some(({ date }) => date === each)) as string
let serial = 0
const newKey = () => (++serial).toString(16).padStart(24, '0')

const post = (name: string, body: object, session = staff.bar) =>
  server.send(`/api/evening/${name}`, jsonRequest('POST', body, session))
const get = (path: string, session = staff.bar) =>
  server.get(`/api/evening/${path}`, sessionHeaders(session))
const sheetOf = async (date = day) => (await get(`sheet?day=${date}`)).json<SheetReply>()
const onSheet = async (id: number, date = day) => {
  const found = (await sheetOf(date)).bookings.find((each) => each.id === id)
  if (!found) throw new Error(`No booking ${id} on the sheet.`)
  return found
}
const call = {
  source: 'phone',
  area: 'Beer Hall',
  party: 2,
  name: 'Ada Lovelace',
  phone: '07700 900123',
}
const phone = async (given: object = {}) => {
  const reply = await post('add', { key: newKey(), ...call, day, time: '19:00', ...given })
  expect(reply.status, reply.text).toBe(200)
  return onSheet(reply.json<AddReply>().booking.id)
}
const change = (
  { id, version }: { id: number; version: number },
  action: string,
  more: object = {},
) => post('change', { booking: id, version, action, ...more })
const done = async (...args: Parameters<typeof change>) => {
  const reply = await change(...args)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<ChangeReply>().booking
}
/** Notes that a party did not come, as if its time had begun. */
const missed = async (booking: { id: number; version: number }) => {
  const [row] = await query<{ starts: Date }>(
    'select starts_at as starts from bookings where id = $1',
    [booking.id],
  )
  const start = (at: Date) =>
    query('update bookings set starts_at = $2 where id = $1', [booking.id, at])
  await start(new Date(Date.now() - 60_000))
  const noted = await done(booking, 'no_show')
  await start(row?.starts ?? new Date())
  return noted
}
const query = <Row extends object>(text: string, values: unknown[] = []) =>
  onDatabase(server.databaseUrl, (run) => run<Row>(text, values))
/** Whether a guest who cancels at the last moment gets the deposit back. */
const isRefundedUntilStart = async (id: number) =>
  (
    await query<{ refunded: boolean }>(
      'select cancel_until >= starts_at as refunded from bookings where id = $1',
      [id],
    )
  )[0]?.refunded
const tableNamed = async (name: string) => {
  const found = (await sheetOf()).areas.flatMap(({ tables }) => tables)
  return found.find((each) => each.name === name)?.id ?? 0
}

describe('bookings by telephone', () => {
  test('are on the sheet once, with what staff need, and without what they may not see', async () => {
    const request = {
      ...{ key: newKey(), ...call, day, time: '18:00', email: 'ada@guests.example' },
      ...{ allergies: 'Peanuts', notes: 'By the window', occasion: 'birthday' },
    }
    const replies = await Promise.all([post('add', request), post('add', request)])
    const ids = replies.map((reply) => reply.json<AddReply>().booking.id)
    expect(ids[0]).toBe(ids[1])
    const found = await onSheet(Number(ids[0]))
    expect(found).toMatchObject({
      ...{ time: '18:00', ends: '20:00', party: 2, name: 'Ada Lovelace', status: 'expected' },
      ...{ allergies: 'Peanuts', occasion: 'birthday', has_birthday: true, is_new: true },
      ...{ source: 'phone', no_shows: 0, is_member: false },
    })
    expect(found.tables).toHaveLength(1)
    expect((await get(`sheet?day=${day}`)).text).not.toContain('guests.example')
    const audit = await query<{ entry: string }>(
      `select a::text as entry from audit as a where action like 'booking%'`,
    )
    expect(audit).toHaveLength(1)
    expect(audit[0]?.entry).not.toMatch(/Peanuts|Ada|7700/)
    const mails = await query('select from mails where to_address = $1', ['ada@guests.example'])
    expect(mails).toHaveLength(1)
  })

  test('are over capacity only after a warning', async () => {
    const large = { key: newKey(), ...call, area: 'Cafe', party: 30, day, time: '12:00' }
    const refused = await post('add', large)
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({
      error: 'over_capacity',
      warnings: ['no_table', 'too_many_arrive'],
    })
    const reply = await post('add', { ...large, anyway: true })
    expect(reply.status, reply.text).toBe(200)
    const booking = await onSheet(reply.json<AddReply>().booking.id)
    expect(booking).toMatchObject({ tables: [], status: 'expected', name: 'Ada Lovelace' })
    // It gets its reservation with its table.
    const bench = await tableNamed('Family bench')
    expect((await change(booking, 'seat')).json()).toMatchObject({ error: 'choose_table' })
    await done(booking, 'move', { tables: [bench] })
    expect(await onSheet(booking.id)).toMatchObject({ tables: [bench], name: 'Ada Lovelace' })
    const { areas } = await sheetOf()
    const noon = areas
      .find(({ area }) => area === 'Cafe')
      ?.times.find(({ time }) => time === '12:00')
    expect(noon).toEqual({ time: '12:00', covers: 30, capacity: 24 })
    const nobody = await query('select from reservations where subject = $1', [booking.id])
    expect(nobody).toHaveLength(1)
  })

  test.each([
    [{ party: 0 }, 400],
    [{ party: 1000 }, 400],
    [{ party: '2' }, 400],
    [{ time: '25:00' }, 400],
    [{ day: addDays(today, -2) }, 409],
    [{ day: addDays(today, 1095) }, 409],
    [{ phone: '0'.repeat(1_000_000) }, 400],
    [{ name: 'x'.repeat(1000) }, 400],
    [{ tables: [999_999] }, 404],
  ])('%# are refused if they cannot be', async (given, status) => {
    const reply = await post('add', { key: newKey(), ...call, day, time: '19:00', ...given })
    expect(reply.status, reply.text).toBe(status)
  })

  test('with the key of another one are refused, and a repeated request gets the first, also after it was changed', async () => {
    const request = { key: newKey(), ...call, day, time: '13:00' }
    const first = await post('add', request)
    expect(first.status, first.text).toBe(200)
    const { id } = first.json<AddReply>().booking
    for (const other of [{ name: 'Grace Hopper' }, { party: 3 }, { time: '13:30' }]) {
      const refused = await post('add', { ...request, ...other })
      expect(refused.status).toBe(409)
      expect(refused.json()).toMatchObject({ error: 'key_reused' })
    }
    await done(await onSheet(id), 'move', { time: '14:00' })
    const again = await post('add', { ...request, anyway: true })
    expect(again.json()).toMatchObject({ booking: { id } })
    expect(await onSheet(id)).toMatchObject({ party: 2, time: '14:00', name: 'Ada Lovelace' })
    await done(await onSheet(id), 'cancel')
  })

  test('are found by name and by telephone', async () => {
    const booking = await phone({
      name: 'Grace\r\nHopper',
      phone: '+44 7700 900777',
      time: '21:00',
    })
    expect(booking.name).toBe('Grace Hopper')
    for (const text of ['hopper', '07700900777']) {
      const { found } = (await get(`search?text=${text}`)).json<SearchReply>()
      expect(found.map(({ id }) => id)).toEqual([booking.id])
    }
  })
})

test('a booking goes through its evening, each step can be taken back, and repeated without effect', async () => {
  const first = await phone({ time: '17:00' })
  await done(first, 'late', { minutes: 20 })
  expect(await done(first, 'late', { minutes: 20 })).toMatchObject({ version: first.version + 1 })
  const late = await onSheet(first.id)
  expect(late.late_minutes).toBe(20)
  expect((await change(first, 'late', { minutes: 30 })).json()).toMatchObject({ error: 'stale' })
  const target = await tableNamed('Booth 4')
  const moved = await done(late, 'move', { tables: [target] })
  expect(await done(late, 'move', { tables: [target] })).toEqual(moved)
  expect((await change(moved, 'finish')).json()).toMatchObject({ error: 'not_now' })
  expect((await change(moved, 'no_show')).json()).toMatchObject({ error: 'not_yet' })
  expect((await onSheet(first.id)).status).toBe('expected')
  const noShow = await missed(moved)
  expect(noShow.status).toBe('no_show')
  expect(await onSheet(first.id)).toMatchObject({ tables: [] })
  const next = await phone({ time: '17:00', tables: [target], phone: '07700 900123' })
  expect(next.no_shows).toBe(1)
  // Their table is taken now, so that they did come can’t be noted without another one.
  expect((await change(noShow, 'undo_no_show')).json()).toMatchObject({ error: 'table_taken' })
  await done(next, 'cancel')
  const back = await done(noShow, 'undo_no_show')
  expect(await onSheet(first.id)).toMatchObject({ status: 'expected', tables: [target] })
  expect(await query('select from booking_no_shows')).toEqual([])
  expect((await change(back, 'seat')).json()).toMatchObject({ error: 'not_yet' })
  expect((await onSheet(first.id)).status).toBe('expected')
})

test('who twice did not come is known by telephone, without the number, and pays a deposit on the site', async () => {
  const number = '07700 900999'
  const book = async (given: string) => {
    const at = (await server.get(`/api/book/availability?day=${bookable}&party=2&area=Beer+Hall`))
      .json<AvailabilityReply>()
      .areas[0]?.slots.flatMap(({ times }) => times)
      .find(({ free }) => free)?.at
    const body = { area: 'Beer Hall', day: bookable, at, party: 2 }
    const held = await server.send('/api/book/hold', jsonRequest('POST', body))
    expect(held.status, held.text).toBe(200)
    const { hold } = held.json<HoldReply>()
    const guest = { name: 'Nell', email: `${newKey()}@guests.example`, phone: given }
    const reply = await server.send('/api/book/reserve', jsonRequest('POST', { hold, ...guest }))
    expect(reply.status, reply.text).toBe(200)
    const { token } = reply.json<ReserveReply>().rsvp
    const [row] = await query<{ deposit: string }>(
      `select b.deposit from bookings as b join reservations as r on r.kind = 'table' and r.subject = b.id
        where r.id = $1`,
      [Number(token.split('-')[0])],
    )
    return Number(row?.deposit)
  }
  for (let n = 0; n < 2; n++) await missed(await phone({ time: '15:00', phone: number }))
  const rows = await query<{ row: string }>('select n::text as row from booking_no_shows as n')
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toContain('900999')
  expect(await book('+44 7700 900 999')).toBe(2000)
  expect(await book('07700 900998')).toBe(0)
  await query(`update booking_no_shows set at = now() - interval '13 months'`)
  expect((await phone({ time: '15:30', phone: number })).no_shows).toBe(0)
  await query('delete from booking_no_shows')
})

describe('guests who come without a booking', () => {
  const come = async (given: object = {}) => {
    const guest = { key: newKey(), source: 'walk_in', area: 'Beer Hall', party: 2, name: 'Alan' }
    return post('add', { ...guest, anyway: true, ...given })
  }
  const onToday = async (id: number) => onSheet(id, (await get('sheet')).json<SheetReply>().day)

  test('sit down at once, leave, and are taken back', async () => {
    const reply = await come()
    expect(reply.status, reply.text).toBe(200)
    const seated = await onToday(reply.json<AddReply>().booking.id)
    expect(seated).toMatchObject({ status: 'seated', name: 'Alan' })
    // Another device, which doesn’t know yet that they sit, learns that they sit elsewhere.
    const others = await tableNamed('Barrel 6')
    expect((await change(seated, 'seat', { tables: [others] })).json()).toMatchObject({
      error: 'not_now',
    })
    await done(seated, 'seat', { tables: seated.tables })
    const left = await done(seated, 'finish')
    expect(left.status).toBe('finished')
    const again = await done(left, 'unfinish')
    expect(again.status).toBe('seated')
    await done(again, 'finish')
  })

  test('without a free table, they wait or get tables that staff choose', async () => {
    const party = { party: 60, anyway: false }
    const refused = await come(party)
    expect(refused.json()).toMatchObject({ error: 'needs_table' })
    expect((await come({ ...party, anyway: true })).json()).toMatchObject({ error: 'needs_table' })
    const tables = [await tableNamed('Long table 5'), await tableNamed('Long table 6')]
    const chosen = await come({ ...party, tables })
    expect(chosen.json()).toMatchObject({ error: 'over_capacity' })
    const seated = await come({ ...party, tables, anyway: true })
    expect(seated.status, seated.text).toBe(200)
    await done(await onToday(seated.json<AddReply>().booking.id), 'finish')
  })

  test('do not get the table of a party that sits longer than planned, unless staff choose it', async () => {
    const area = 'Cafe'
    const first = await come({ area, party: 2 })
    const sitting = await onToday(first.json<AddReply>().booking.id)
    const [table] = sitting.tables
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await query('update bookings set starts_at = $2, ends_at = $3 where id = $1', [
      ...[sitting.id, ago(120), ago(10)],
    ])
    await query('update booking_tables set during = tstzrange($2, $3) where booking = $1', [
      ...[sitting.id, ago(120), ago(10)],
    ])
    const next = await onToday((await come({ area, party: 2 })).json<AddReply>().booking.id)
    expect(next.tables).not.toEqual(sitting.tables)
    const chosen = { area, party: 2, tables: [table] }
    const refused = (await come({ ...chosen, anyway: false })).json<{ warnings: string[] }>()
    expect(refused.warnings).toContain('occupied')
    expect((await change(next, 'move', { tables: [table] })).json()).toMatchObject({
      error: 'occupied',
    })
    const beside = await done(next, 'move', { tables: [table], anyway: true })
    await done(beside, 'finish')
    await done(sitting, 'finish')
  })

  test('wait with a quoted time and a page that shows their place, until they get a table', async () => {
    const quoted = { area: 'Cocktail Bar', quoted_minutes: 20 }
    const [one, two] = [await come({ ...quoted, name: 'First' }), await come(quoted)].map(
      (reply) => {
        expect(reply.status, reply.text).toBe(200)
        return reply.json<AddReply>().booking
      },
    )
    const page = await server.get(two?.waiting_path ?? '')
    expect(page.status).toBe(200)
    expect(page.text).toContain('>2<')
    expect(page.text).not.toContain('First')
    expect(page.headers['cache-control']).toContain('no-store')
    const waiting = await onToday(one?.id ?? 0)
    expect(waiting).toMatchObject({ status: 'waiting', name: 'First' })
    const table = await tableNamed('The snug')
    expect((await done(waiting, 'seat', { tables: [table] })).status).toBe('seated')
    expect((await server.get(two?.waiting_path ?? '')).text).toContain('>1<')
    expect((await server.get(`${two?.waiting_path}0`)).status).toBe(404)
    expect((await server.get(`/book/waiting/${one?.id}-${'0'.repeat(32)}`)).status).toBe(404)
  })
})

describe('at the same moment', () => {
  /** As if a booking had begun, at a time when no other takes its tables. */
  const begin = async (id: number) => {
    await query(
      `update booking_tables
          set during = tstzrange(lower(during) - interval '400 days', upper(during) - interval '400 days')
        where booking = $1`,
      [id],
    )
    await query(`update bookings set starts_at = starts_at - interval '400 days' where id = $1`, [
      id,
    ])
  }

  test('one booking is changed, cancelled and noted as missing: one of them wins, the others are told', async () => {
    for (let round = 0; round < 4; round++) {
      const booking = await phone({ time: '20:00', phone: `07700 90020${round}` })
      const table = await tableNamed('Barrel 6')
      await begin(booking.id)
      const replies = await Promise.all([
        change(booking, 'move', { tables: [table] }),
        change(booking, 'cancel'),
        change(booking, 'no_show'),
      ])
      const statuses = replies.map(({ status }) => status).sort()
      expect(statuses).toEqual([200, 409, 409])
      const after = await onSheet(booking.id)
      expect(['expected', 'cancelled', 'no_show']).toContain(after.status)
      expect(after.tables.length > 0).toBe(after.status === 'expected')
      if (after.status === 'expected') await done(after, 'cancel')
    }
  })

  test('two bookings are moved to one table, which a third takes: exactly one gets it', async () => {
    const table = await tableNamed('Booth 1')
    const [one, two] = [await phone({ time: '20:30' }), await phone({ time: '20:30' })]
    const replies = await Promise.all([
      change(one, 'move', { tables: [table] }),
      change(two, 'move', { tables: [table] }),
      post('add', { key: newKey(), ...call, day, time: '20:30', tables: [table] }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const { bookings } = await sheetOf()
    expect(bookings.filter(({ tables }) => tables.includes(table))).toHaveLength(1)
    // Who was refused keeps the former table.
    expect((await onSheet(one.id)).tables).toHaveLength(1)
    expect((await onSheet(two.id)).tables).toHaveLength(1)
  })
})

test('blocked tables list the bookings they hit, propose other times, and tell the guests once', async () => {
  const table = await tableNamed('Long table 6')
  const email = 'hit@guests.example'
  const booking = await phone({ time: '19:00', party: 6, tables: [table], email })
  const block = { day, from: '18:00', to: '01:00', tables: [table], reason: 'A leg is loose' }
  const replies = [await post('block', block), await post('block', block)]
  const [made, again] = replies.map((reply) => reply.json<{ closure: { id: number } }>().closure)
  expect(again).toEqual(made)
  expect(made).toMatchObject({ hits: 1 })
  const closure = made?.id ?? 0
  const { hits } = (await get(`hits?closure=${closure}`)).json<HitsReply>()
  expect(hits).toMatchObject([{ id: booking.id, has_address: true, name: 'Ada Lovelace' }])
  expect(hits[0]?.proposals[0]).toMatchObject({ area: 'Beer Hall' })
  await query(`update bookings set cancel_until = now() - interval '1 minute' where id = $1`, [
    booking.id,
  ])
  expect(hits).toMatchObject([{ told_at: null, status: 'expected' }])
  for (const guests of [1, 0]) {
    const told = await post('tell', { closure, bookings: [booking.id] })
    expect(told.json()).toEqual({ guests, without: 0 })
  }
  const clock = /^\d\d:\d\d$/
  expect((await get(`hits?closure=${closure}`)).json<HitsReply>().hits).toMatchObject([
    { told_at: expect.stringMatching(clock) },
  ])
  expect((await sheetOf()).closures).toMatchObject([
    { hits: 1, told: 1, told_at: expect.stringMatching(clock) },
  ])
  const mails = await query<{ kind: string; text: string }>(
    `select kind, text from mails where to_address = $1 and kind in ('table_closure', 'table_blocked')`,
    [email],
  )
  expect(mails).toMatchObject([{ kind: 'table_blocked' }])
  expect(mails[0]?.text).not.toContain('we’re closed')
  expect(await isRefundedUntilStart(booking.id)).toBe(true)
  // The guest calls, and takes one of the proposed times, at another table.
  const [time] = hits[0]?.proposals[0]?.times.slice(-1) ?? []
  const elsewhere = await done(booking, 'move', { time: '19:00' })
  expect((await onSheet(booking.id)).tables).not.toContain(table)
  const moved = await done(elsewhere, 'move', { time })
  expect(await done(elsewhere, 'move', { time })).toEqual(moved)
  expect(await isRefundedUntilStart(booking.id)).toBe(true)
  const after = await onSheet(booking.id)
  expect(after).toMatchObject({ time, status: 'expected' })
  expect(after.tables).not.toContain(table)
  const toldOfMove = await query(
    `select from mails where to_address = $1 and kind = 'table_moved'`,
    [email],
  )
  expect(toldOfMove).toHaveLength(1)
  expect((await sheetOf()).closures).toMatchObject([{ id: closure, hits: 0, tables: [table] }])
  expect((await post('unblock', { closure })).status).toBe(200)
  expect((await post('unblock', { closure })).status).toBe(200)
  expect((await sheetOf()).closures).toEqual([])
})

test('tables that are sent twice are blocked once', async () => {
  const table = await tableNamed('Long table 6')
  const times = { day: addDays(day, 1), from: '18:00', to: '20:00' }
  const reply = await post('block', { ...times, tables: [table, table], reason: 'Damp' })
  expect(reply.status, reply.text).toBe(200)
  const { id } = reply.json<BlockReply>().closure
  const { closures } = await sheetOf(times.day)
  expect(closures).toMatchObject([{ id, tables: [table] }])
  expect((await post('block', { ...times, tables: [], reason: 'Damp' })).status).toBe(400)
  await post('unblock', { closure: id })
})

describe('the list of all reservations', () => {
  const onList = (name: string, body: object, session = staff.publisher) =>
    server.send(`/api/reservations/${name}`, jsonRequest('POST', body, session))
  const reservationsOf = (booking: number) =>
    query<{ id: number; kind: string; party: number; version: number }>(
      'select id, kind, party, version from reservations where subject = $1 and kind <> $2 order by id',
      [booking, 'event'],
    )

  test('adds nobody to a table, neither as a table nor as a desk', async () => {
    const booking = await phone({ time: '12:00' })
    const walkIn = await post('add', {
      ...{ key: newKey(), source: 'walk_in', area: 'Beer Hall', party: 2, anyway: true },
    })
    const seated = walkIn.json<AddReply>().booking.id
    for (const subject of [booking.id, seated]) {
      const before = await reservationsOf(subject)
      for (const kind of ['table', 'desk']) {
        const guest = { kind, subject, key: newKey(), name: 'Eve', party: 1 }
        expect((await onList('add', guest, staff.editor)).status, kind).toBe(403)
        for (const session of [staff.bar, staff.publisher]) {
          const reply = await onList('add', guest, session)
          expect(reply.status, reply.text).toBe(409)
          expect(reply.json()).toMatchObject({
            error: kind === 'table' ? 'on_sheet' : 'desk_for_one',
          })
        }
      }
      expect(await reservationsOf(subject)).toEqual(before)
    }
  })

  test('sends staff to the sheet for a larger party, and takes a smaller one', async () => {
    const booking = await phone({ time: '12:30' })
    const [found] = await reservationsOf(booking.id)
    if (!found) throw new Error('The booking has no reservation.')
    const { id: rsvp, version } = found
    const larger = await onList('party', { rsvp, version, party: 20 })
    expect(larger.status).toBe(409)
    expect(larger.json<{ message: string }>().message).toContain('on the evening sheet')
    expect((await onList('check-in', { rsvp, inside: 2 }, staff.editor)).status).toBe(403)
    expect((await onSheet(booking.id)).party).toBe(2)
    const smaller = await onList('party', { rsvp, version, party: 1 })
    expect(smaller.status, smaller.text).toBe(200)
    expect((await onSheet(booking.id)).party).toBe(1)
  })
})

test('a kind of reservations finds its own bookings only', async () => {
  const table = await phone({ time: '13:00' })
  const { visitor } = await membershipOf(server, server.databaseUrl).signIn('own@members.example')
  const request = { day: bookable, slot: 'Morning', key: newKey() }
  expect((await visitor.call('/api/book/desk', request)).status).toBe(200)
  const [desk] = await query<{ id: number }>(
    `select subject as id from reservations where kind = 'desk' and email = 'own@members.example'`,
  )
  const pool = new pg.Pool({ connectionString: server.databaseUrl, max: 1 })
  const db = drizzle(pool)
  try {
    for (const [own, other, id] of [
      [tableKind, deskKind, table.id],
      [deskKind, tableKind, desk?.id ?? 0],
    ] as const) {
      expect(await own.find(db, id), own.name).toMatchObject({ id })
      expect(await own.lock(db, id)).toMatchObject({ id })
      expect(await other.find(db, id), other.name).toBeNull()
      expect(await other.lock(db, id)).toBeNull()
      expect(await other.findAll(db, [id])).toEqual([])
    }
  } finally {
    await pool.end()
  }
})

test('members whose desk is closed are told in the words of desks', async () => {
  const email = 'desk@members.example'
  const { visitor } = await membershipOf(server, server.databaseUrl).signIn(email)
  const request = { day: bookable, slot: 'Morning', key: newKey() }
  const booked = await visitor.call('/api/book/desk', request)
  expect(booked.status, booked.text).toBe(200)
  const [desk] = await query<{ booking: number; table_id: number }>(
    `select t.booking, t.table_id from booking_tables as t
       join reservations as r on r.kind = 'desk' and r.subject = t.booking where r.email = $1`,
    [email],
  )
  const block = { day: bookable, from: '06:00', to: '23:00', reason: 'Damp' }
  const blocked = await post('block', { ...block, tables: [desk?.table_id] })
  expect(blocked.status, blocked.text).toBe(200)
  const closure = blocked.json<BlockReply>().closure.id
  const { hits } = (await get(`hits?closure=${closure}`)).json<HitsReply>()
  expect(hits).toMatchObject([{ id: desk?.booking, has_address: true, proposals: [] }])
  const told = await post('tell', { closure, bookings: [desk?.booking] })
  expect(told.json()).toEqual({ guests: 1, without: 0 })
  const mails = await query<{ kind: string; text: string }>(
    `select kind, text from mails where to_address = $1 and kind like '%closure'`,
    [email],
  )
  expect(mails).toMatchObject([{ kind: 'desk_closure' }])
  expect(mails[0]?.text).toContain('your desk can’t be used')
  expect(mails[0]?.text).toMatch(/, 8am–noon, /)
  expect((await post('unblock', { closure })).status).toBe(200)
})

test('what guests of the site begin and do not complete is not on the sheet', async () => {
  const at = (await server.get(`/api/book/availability?day=${bookable}&party=2&area=Beer+Hall`))
    .json<AvailabilityReply>()
    .areas[0]?.slots.flatMap(({ times }) => times)
    .find(({ free }) => free)?.at
  const body = { area: 'Beer Hall', day: bookable, at, party: 2 }
  const before = (await sheetOf(bookable)).bookings.length
  const held = await server.send('/api/book/hold', jsonRequest('POST', body))
  expect(held.status, held.text).toBe(200)
  const begun = (await sheetOf(bookable)).bookings
  expect(begun).toHaveLength(before + 1)
  expect(begun.filter(({ status }) => status === 'held')).not.toEqual([])
  const id = Number(held.json<HoldReply>().hold.split('-')[0])
  await query(`update booking_tables set held_until = now() - interval '1 s' where booking = $1`, [
    id,
  ])
  expect((await sheetOf(bookable)).bookings).toHaveLength(before)
  // A place in line has no table from the beginning.
  await query('delete from booking_tables where booking = $1', [id])
  expect((await sheetOf(bookable)).bookings).toHaveLength(before)
})

test('a thousand holds that nobody completed hide no booking of the day', async () => {
  const full = addDays(day, 2)
  const booking = await post('add', {
    key: newKey(),
    ...call,
    day: full,
    time: '19:00',
    anyway: true,
  })
  const { id } = booking.json<AddReply>().booking
  // A third of each: it waits for a table, its hold has expired, and its table was freed.
  await query(
    `with begun as (
       insert into bookings (area, day, starts_at, ends_at, cancel_until, party, source)
       select 'Beer Hall', $1::text, $1::text::timestamptz, $1::text::timestamptz + interval '1 hour', now(), 2, 'web'
         from generate_series(1, 1005) returning id)
     insert into booking_tables (booking, table_id, during, arrivals, active, held_until)
     select id, -id, tstzrange($1::text::timestamptz, $1::text::timestamptz + interval '1 hour'), 2, id % 3 = 1,
            now() - interval '1 minute'
       from begun where id % 3 > 0`,
    [full],
  )
  const { bookings } = await sheetOf(full)
  expect(bookings.map((each) => each.id)).toEqual([id])
  // Nor do they fill what a search finds.
  await query(`update bookings set phone = '07700 955123' where day = $1`, [full])
  const { found } = (await get('search?text=955123')).json<SearchReply>()
  expect(found.map((each) => each.id)).toEqual([id])
})

test('only the bar, publishers and admins see the sheet', async () => {
  for (const role of ['editor', 'kitchen'] as const) {
    expect((await get('sheet', staff[role])).status, role).toBe(403)
    const body = { booking: 1, version: 1, action: 'seat' }
    expect((await post('change', body, staff[role])).status, role).toBe(403)
  }
  expect((await server.get('/api/evening/sheet')).status).toBe(401)
  for (const role of ['bar', 'publisher', 'admin'] as const) {
    expect((await get('sheet', staff[role])).status, role).toBe(200)
  }
})

test('a change is told to other windows within a second, and not to a tablet that was revoked', async () => {
  const path = '/api/staff/live?topics=evening'
  const stream = await openEventStream(server.port, path, sessionHeaders(staff.publisher))
  await stream.waitFor('event: evening')
  const before = stream.events().length
  const request = { key: newKey(), ...call, day, time: '22:00' }
  const from = Date.now()
  expect((await post('add', request)).status).toBe(200)
  await waitUntil(
    async () => stream.events().length,
    (count) => count > before,
  )
  expect(Date.now() - from).toBeLessThan(1000)
  stream.close()
  await query('delete from staff_sessions')
  expect((await get('sheet')).status).toBe(401)
  expect((await post('add', { key: newKey(), ...call, day, time: '19:00' })).status).toBe(401)
})
