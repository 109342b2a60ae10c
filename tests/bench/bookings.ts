import http from 'node:http'
import { performance } from 'node:perf_hooks'
import type { AvailabilityReply } from '../../cms/features/bookings/contract.ts'
import type {
  AddReply,
  ChangeReply,
  SheetReply,
} from '../../cms/features/bookings/evening/contract.ts'
import type { HoldReply } from '../../cms/features/bookings/guest/contract.ts'
import { newFormKey } from '../../cms/platform/http/cookies/form-key.ts'
import { findDoubleBookings, openFriday } from '../support/bookings.ts'
import { databaseAt, onDatabase } from '../support/database.ts'
import { openEventStream } from '../support/event-stream.ts'
import { request } from '../support/request.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'
import { compareRates, median, percentile, rateOf } from './load.ts'
import { type Row, toTable } from './table.ts'

const area = 'Beer Hall'
const tableCount = 60
const guestCount = 500
const fewBookings = 100
const manyBookings = 100_000
const stored = { DEMO: '1', LOG_LEVEL: 'warn', CLIENT_BUDGET: '0' }

/**
 * Measures bookings of tables: many guests for one evening, a month with many bookings, the page, and the evening sheet.
 * @param server a server with the demo venue
 * @param databaseUrl any database of the PostgreSQL server; new databases are created on that server
 */
export async function bookings(
  server: ServerProcess,
  databaseUrl: string,
  { rounds }: { rounds: number },
): Promise<Row[]> {
  const few = await startSite(databaseUrl, 'few_bookings', fewBookings)
  const many = await startSite(databaseUrl, 'many_bookings', manyBookings)
  const rows = [
    ...(await months(few, many, rounds)),
    ...(await rush(many)),
    ...(await sheets(many)),
  ]
  await few.stop()
  await many.stop()
  console.error(toTable(rows))
  return [await cachedPage(server, rounds), ...rows]
}

/** Starts a server with 60 tables of one area, and bookings of this month and the twelve months before it. */
async function startSite(databaseUrl: string, name: string, count: number): Promise<ServerProcess> {
  await onDatabase(databaseUrl, (query) => query(`create database ${name}`))
  const url = databaseAt(databaseUrl, name)
  const first = await startServerProcess({ DATABASE_URL: url, ...stored })
  await first.stop()
  await onDatabase(url, async (query) => {
    await query('truncate booking_tables, bookings, booking_health cascade')
    await query(`delete from reservations where kind = 'table'`)
    await query('delete from tables')
    await query(
      `insert into tables (name, area, min_party, max_party, position)
       select 'Table ' || n, $1::enum_tables_area, 1, 4, n from generate_series(1, $2::int) as n`,
      [area, tableCount],
    )
    // Each table has a booking of ninety minutes at each even hour from noon; the days go back from a month ahead.
    await query(
      `with tabled as (select id, row_number() over (order by id) - 1 as n from tables),
            planned as (
              select t.id as table_id,
                     (current_date + 28 - (k / 300)::int) as day,
                     (current_date + 28 - (k / 300)::int + interval '12 hours' + (k % 5) * interval '2 hours')
                       at time zone 'Europe/London' as starts
                from generate_series(0, $2::int - 1) as k join tabled as t on t.n = (k / 5) % 60),
            booked as (
              insert into bookings (area, day, starts_at, ends_at, party, source, cancel_until)
              select $1, day::text, starts, starts + interval '90 minutes', 2, 'web', starts from planned
              returning id, day, starts_at, ends_at),
            numbered as (
              select booked.*, row_number() over (partition by starts_at order by id) as n from booked),
            places as (
              select planned.*, row_number() over (partition by starts order by table_id) as n from planned)
       insert into booking_tables (booking, table_id, during, arrivals)
       select numbered.id, places.table_id, tstzrange(starts_at, ends_at), 2
         from numbered join places on places.starts = numbered.starts_at and places.n = numbered.n`,
      [area, count],
    )
    await query(
      `insert into reservations (kind, subject, name, email, party, status, payment, key, confirmed_at)
       select 'table', id, case when ends_at > now() then 'Guest ' || id end,
              case when ends_at > now() then 'guest' || id || '@guests.example' end, 2,
              case when ends_at > now() then 'going' else 'attended' end, 'free', 'key ' || id, now() from bookings`,
    )
    await query('vacuum analyze')
  })
  return startServerProcess({ DATABASE_URL: url, ...stored })
}

/** The response times of the availability of a month with many bookings, relative to few bookings. */
async function months(few: ServerProcess, many: ServerProcess, rounds: number): Promise<Row[]> {
  const month = openFriday().slice(0, 7)
  const path = `/api/book/month?${new URLSearchParams({ month, party: '2', area })}`
  const times = { few: [] as number[], many: [] as number[] }
  const timed = async (server: ServerProcess) => {
    const begunAt = performance.now()
    const reply = await server.get(path)
    if (reply.status !== 200) throw new Error(reply.text)
    return performance.now() - begunAt
  }
  for (let n = 0; n < 20; n++) await Promise.all([few, many].map(timed))
  // The two sites take turns, so that other load affects both equally.
  for (let n = 0; n < rounds * 100; n++) {
    times.few.push(await timed(few))
    times.many.push(await timed(many))
  }
  const [fewTime, manyTime] = [median(times.few), median(times.many)]
  const slowest = percentile(
    times.many.sort((a, b) => a - b),
    0.95,
  )
  return [
    {
      what: 'Availability of a month with 60 tables and 100,000 bookings, relative to 100 bookings',
      value: manyTime / fewTime,
      unit: `(${manyTime.toFixed(1)} ms)`,
      goal: { atMost: 3 },
    },
    { what: 'The same, p95', value: slowest, unit: 'ms', goal: { atMost: 50 } },
  ]
}

/** 500 guests book one of 60 tables at once. Each chooses among the times that are free for it, as long as there are some. */
async function rush(server: ServerProcess): Promise<Row[]> {
  const day = openFriday()
  await onDatabase(server.databaseUrl, async (query) => {
    const ofDay = 'select id from bookings where day = $1'
    await query(`delete from booking_tables where booking in (${ofDay})`, [day])
    await query(`delete from reservations where kind = 'table' and subject in (${ofDay})`, [day])
    await query('delete from bookings where day = $1', [day])
  })
  const agent = new http.Agent({ keepAlive: true, maxSockets: guestCount })
  const send: ServerProcess['send'] = (path, options) => request(server.port, path, options, agent)
  const free = await server.get(
    `/api/book/availability?${new URLSearchParams({ day, party: '2', area })}`,
  )
  const at = free
    .json<AvailabilityReply>()
    .areas[0]?.slots.flatMap(({ times }) => times)
    .find(({ time }) => time === '19:00')?.at
  if (!at) throw new Error(`Nobody can book at seven on ${day}.`)
  const counts = { booked: 0, refused: 0, failed: 0 }
  const begunAt = performance.now()
  await rateOf(guestCount, guestCount, async (n) => {
    const guest = visitorOf({ send })
    const wish = { area, day, at, party: 2 }
    const held = await guest.call('/api/book/hold', wish)
    const hold = held.status === 200 && held.json<HoldReply>().hold
    const person = { name: `Guest ${n}`, email: `rush-${n}@guests.example`, phone: phoneOf(n) }
    const reply = hold ? await guest.call('/api/book/reserve', { hold, ...person }) : held
    if (reply.status === 200) counts.booked++
    else if (reply.status >= 500 || !reply.json<{ error?: string }>().error) counts.failed++
    else counts.refused++
  })
  const seconds = (performance.now() - begunAt) / 1000
  agent.destroy()
  const doubles = await onDatabase(server.databaseUrl, findDoubleBookings)
  console.error(JSON.stringify({ ...counts, seconds, doubles: doubles.length }))
  return [
    {
      what: '500 guests at once for 60 tables, until the last reply',
      value: seconds,
      unit: `s (${counts.booked} booked, ${counts.refused} told that it is full)`,
      goal: { atMost: 5 },
    },
    { what: 'Of these failed', value: counts.failed, unit: '', goal: { atMost: 0 } },
    {
      what: 'Tables that nobody got',
      value: tableCount - counts.booked,
      unit: '',
      goal: { atMost: 0 },
    },
    { what: 'Tables booked twice', value: doubles.length, unit: '', goal: { atMost: 0 } },
  ]
}

const phoneOf = (n: number) => `07700 9${String(n).padStart(5, '0')}`

/** How long it takes until a change on one evening sheet is on another one: the message, and the sheet that is read then. */
async function sheets(server: ServerProcess): Promise<Row[]> {
  const staff = await makeStaff(server)
  const day = openFriday()
  const post = async <Reply>(name: string, body: object) => {
    const reply = await server.send(`/api/evening/${name}`, jsonRequest('POST', body, staff.bar))
    if (reply.status !== 200) throw new Error(reply.text)
    return reply.json<Reply>()
  }
  const sheetOf = async () =>
    (
      await server.get(`/api/evening/sheet?day=${day}`, sessionHeaders(staff.publisher))
    ).json<SheetReply>()
  const added = await post<AddReply>('add', {
    ...{ key: newFormKey(), source: 'phone', area, party: 2, name: 'Ada', phone: '07700 900999' },
    ...{ day, time: '22:00', anyway: true },
  })
  const stream = await openEventStream(
    server.port,
    '/api/staff/live?topics=evening',
    sessionHeaders(staff.publisher),
  )
  const eventsSoFar = () => stream.text().split('event: evening').length
  const { id } = added.booking
  let { version } = added.booking
  const times: number[] = []
  for (let n = 0; n < 100; n++) {
    const before = eventsSoFar()
    const begunAt = performance.now()
    const minutes = 5 + (n % 2) * 5
    const changed = await post<ChangeReply>('change', {
      booking: id,
      version,
      action: 'late',
      minutes,
    })
    version = changed.booking.version
    await waitUntil(
      async () => eventsSoFar(),
      (count) => count > before,
    )
    await waitUntil(sheetOf, (sheet) =>
      sheet.bookings.some((each) => each.id === id && each.late_minutes === minutes),
    )
    times.push(performance.now() - begunAt)
  }
  stream.close()
  const slowest = percentile(
    times.sort((a, b) => a - b),
    0.95,
  )
  return [
    {
      what: 'A change on one evening sheet until another one has it, p95',
      value: slowest,
      unit: `ms (median ${median(times).toFixed(0)} ms)`,
      goal: { atMost: 1000 },
    },
  ]
}

async function cachedPage(server: ServerProcess, rounds: number): Promise<Row> {
  const pid = server.child.pid ?? 0
  const targetOf = (path: string) => ({ url: `http://127.0.0.1:${server.port}${path}`, pid })
  const rates = await compareRates(targetOf('/book'), targetOf('/cafe'), { rounds, seconds: 3 })
  return {
    what: 'Cached page of bookings, requests/s relative to the cafe’s page',
    value: rates.ratio,
    unit: `(${Math.round(rates.perSecond)}/s)`,
    goal: { atLeast: 0.9 },
  }
}
