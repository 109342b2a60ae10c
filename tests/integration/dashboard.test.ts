import { drizzle } from 'drizzle-orm/node-postgres'
import type { PayloadRequest } from 'payload'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideConsent } from '../../cms/features/analytics/trail/service.ts'
import { exportCheckIns } from '../../cms/features/check-in/personal-data.ts'
import { keepVisit, keepVisitLater } from '../../cms/features/check-in/visits.ts'
import { findNumbers } from '../../cms/features/dashboard/numbers.ts'
import { eraseDashboard, exportDashboard } from '../../cms/features/dashboard/personal-data.ts'
import { periodWith, readPeriod } from '../../cms/features/dashboard/rules.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import { payloadOn } from '../support/credit.ts'
import { addMember, addUnreadNudge, fillTenYears, tenYears } from '../support/dashboard.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff, type Role, sessionHeaders } from '../support/staff.ts'
import { openAllDay, venueDayOf } from '../support/venue-days.ts'

const home = '/common-room/member'
const path = '/common-room/member/dashboard'
const zone = 'Europe/London'
const today = venueDayOf(new Date())
let server: Server
let staff: Record<Role, string>
let pool: pg.Pool
let db: Database
const query: Query = async (text, values) => (await pool.query(text, values)).rows
const payload = () => payloadOn(pool)
const request = () => ({ payload: payload(), context: {} }) as unknown as PayloadRequest

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
  staff = await makeStaff(server)
  await openAllDay(server, staff.admin)
  pool = new pg.Pool({ connectionString: server.databaseUrl, max: 20 })
  db = drizzle(pool) as unknown as Database
})
afterAll(async () => {
  await pool?.end()
  await server?.stop()
})

let serial = 0
/** A signed-in member who agrees that their visits are kept. */
async function join({ name = null as string | null, agrees = true } = {}) {
  const email = `numbers-${++serial}@venue.example`
  const { visitor, user } = await membershipOf(server, server.databaseUrl).signIn(email)
  await query(
    `update members set name = $2, analytics_consent = $3, analytics_consent_at = now() where id = $1`,
    [user.id, name, agrees],
  )
  const owner = { id: user.id, email }
  return { visitor, id: user.id, email, owner }
}
const fill = (member: number) =>
  onDatabase(server.databaseUrl, (run) => fillTenYears(run, member, `m${member}`))
const visit = (member: number, night: string, at: string, area = 'Cafe') =>
  query(
    `insert into check_in_visits (member, night, area, at, source) values ($1, $2, $3, $4, 'door')`,
    [member, night, area, at],
  )
const visitsOf = (member: number) =>
  query('select night, area, source from check_in_visits where member = $1 order by 1, 2', [member])
const form = (fields: Record<string, string> | [string, string][]) =>
  [
    new URLSearchParams(fields).toString(),
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ] as const

/** One number or list, counted by SQL that shares nothing with the program’s. */
const count = async (text: string, values: unknown[]): Promise<number> =>
  Number((await query<{ n: unknown }>(`select (${text}) as n`, values))[0]?.n)

describe('the numbers of ten years with 5,000 entries', () => {
  let member = 0
  beforeAll(async () => {
    member = await addMember(query, 'ten-years@venue.example')
    await fill(member)
    // Somebody else has as much, so a forgotten condition shows.
    await fill(await addMember(query, 'ten-other-years@venue.example'))
    await query(
      `insert into tried_beer_styles values ($1, 'IPA', $2::date), ($1, 'Stout', $2::date - 400), ($1, 'Cider', $2::date - 4000)`,
      [member, today],
    )
  })

  const periods = () => [
    periodWith('year', today),
    periodWith('year', `${Number(today.slice(0, 4)) - 4}-06-01`),
    periodWith('quarter', today),
    periodWith('quarter', `${Number(today.slice(0, 4)) - 1}-03-31`),
    periodWith('month', today),
    // The months in which the clocks change.
    readPeriod(`${Number(today.slice(0, 4)) - 2}-03`, today) ?? periodWith('month', today),
    readPeriod(`${Number(today.slice(0, 4)) - 2}-10`, today) ?? periodWith('month', today),
  ]

  test('are 5,000', async () => {
    expect(await count('select count(*) from check_in_visits where member = $1', [member])).toBe(
      tenYears.visits,
    )
    const { visits, entries, events, runs } = tenYears
    expect(visits + entries + events + runs).toBe(5000)
  })

  test('are what independent statements count, in each kind of period', async () => {
    for (const period of periods()) {
      const { key, from, until } = period
      const found = await findNumbers(payload(), member, period, today)
      const own = [member, from, until]
      for (const { area, cells } of found.attendance?.rows ?? []) {
        for (const { slot, visits } of cells) {
          const expected = await count(
            `select count(*) from check_in_visits as v, lateral (select to_char(v.at at time zone '${zone}', 'HH24') as h) as x
              where v.member = $1 and v.night >= $2 and v.night < $3 and v.area = $4
                and $5 = case when h in ('08', '09', '10', '11') then 'Morning'
                              when h in ('12', '13', '14', '15', '16') then 'Afternoon'
                              when h in ('17', '18', '19', '20') then 'Evening' else 'Late Night' end`,
            [...own, area, slot],
          )
          expect(visits, `${key} ${area} ${slot}`).toBe(expected)
        }
      }
      const visits = await count(
        'select count(*) from check_in_visits where member = $1 and night between $2 and ($3::date - 1)::text',
        own,
      )
      expect(found.attendance?.visits, key).toBe(visits)
      expect(found.attendance?.slots.reduce((sum, each) => sum + each.visits, 0)).toBe(visits)
      const events = await query<{ title: string }>(
        `select title from event_dates where ends_at < now() and day between $2 and ($3::date - 1)::text
            and exists (select from reservations where kind = 'event' and subject = event_dates.id and member = $1
                                                   and status = any('{going,attended}')) order by starts_at`,
        own,
      )
      expect(found.events.map(({ title }) => title)).toEqual(events.map(({ title }) => title))
      expect(found.fetched.lunches, key).toBe(
        await count(
          `select count(*) from lunch_orders join lunch_runs on lunch_runs.id = run
            where runner = $1 and lunch_runs.state = 'settled' and day between $2 and ($3::date - 1)::text
              and lunch_orders.state = 'settled' and lines::text <> '[]' and member <> $1`,
          own,
        ),
      )
      expect(found.styles.ofPeriod).toHaveLength(
        await count(
          'select count(*) from tried_beer_styles where member = $1 and day >= $2::date and day < $3::date',
          own,
        ),
      )
      for (const [kind, cents] of [
        ['gift', found.gifts.givenCents],
        ['round_up', found.gifts.roundedCents],
      ] as const) {
        expect(cents, `${key} ${kind}`).toBe(
          await count(
            `select coalesce(sum(-e.amount), 0) from ledger_entries as e, ledger_transfers as t, ledger_accounts as a
              where a.code = 'member:' || $1::int and e.account = a.id and t.id = e.transfer
                and date_trunc('day', e.created_at at time zone '${zone}') between $2::date and $3::date - 1
                and '${kind}' in (t.kind, (select kind from ledger_transfers where id = t.reverses))`,
            own,
          ),
        )
      }
      for (const { month, receivedCents, paidCents, closingCents } of found.credit) {
        const ofMonth = `from ledger_entries as e where account = (select id from ledger_accounts where code = 'member:' || $1::int)
          and to_char(e.created_at at time zone '${zone}', 'YYYY-MM')`
        const values = [member, month]
        expect(receivedCents, month).toBe(
          await count(`select coalesce(sum(greatest(amount, 0)), 0) ${ofMonth} = $2`, values),
        )
        expect(paidCents, month).toBe(
          await count(`select coalesce(sum(greatest(-amount, 0)), 0) ${ofMonth} = $2`, values),
        )
        // The balance is the sum of all amounts until then, however each entry says it.
        expect(closingCents, month).toBe(
          await count(`select coalesce(sum(amount), 0) ${ofMonth} <= $2`, values),
        )
      }
    }
  })

  test('are not empty, so that the comparison means something', async () => {
    const found = await findNumbers(payload(), member, periodWith('year', today), today)
    expect(found.attendance?.visits).toBeGreaterThan(200)
    expect(found.events.length).toBeGreaterThan(20)
    expect(found.fetched.lunches).toBeGreaterThan(50)
    expect(found.gifts.givenCents).toBeGreaterThan(1000)
    expect(found.gifts.roundedCents).toBeGreaterThan(100)
    expect(found.styles.all).toHaveLength(3)
    expect(found.credit.length).toBe(Number(today.slice(5, 7)))
  })

  test('and all visits are in the member’s own data', async () => {
    const { check_ins } = await exportCheckIns(db, { id: member, email: '' })
    expect(check_ins).toHaveLength(tenYears.visits)
  })
})

test('a clock change moves no visit into another slot, and counts an hour that happens twice', async () => {
  const member = await addMember(query, 'clocks@venue.example')
  // In 2025 the clocks went forward on 30 March, and back on 26 October, at 1 am UTC.
  await visit(member, '2025-03-29', '2025-03-29T20:30:00Z', 'Cafe') // 20:30
  await visit(member, '2025-03-30', '2025-03-30T20:30:00Z', 'Cafe') // 21:30
  await visit(member, '2025-03-30', '2025-03-30T07:10:00Z', 'Kitchens') // 08:10
  await visit(member, '2025-03-28', '2025-03-28T07:10:00Z', 'Kitchens') // 07:10
  await visit(member, '2025-10-25', '2025-10-26T00:30:00Z', 'Beer Hall') // 01:30 in summer
  await visit(member, '2025-10-25', '2025-10-26T01:30:00Z', 'Cocktail Bar') // 01:30 in winter
  await visit(member, '2025-10-25', '2025-10-25T20:05:00Z', 'Cafe') // 21:05
  await visit(member, '2025-10-26', '2025-10-26T20:05:00Z', 'Cafe') // 20:05
  const gridOf = async (key: string) => {
    const period = readPeriod(key, today)
    const found = period && (await findNumbers(payload(), member, period, today))
    return Object.fromEntries(
      (found?.attendance?.rows ?? [])
        .filter(({ visits }) => visits > 0)
        .map(({ area, cells }) => [area, cells.map(({ visits }) => visits)]),
    )
  }
  expect(await gridOf('2025-03')).toEqual({ Cafe: [0, 0, 1, 1], Kitchens: [1, 0, 0, 1] })
  expect(await gridOf('2025-10')).toEqual({
    ...{ Cafe: [0, 0, 1, 1], 'Beer Hall': [0, 0, 0, 1], 'Cocktail Bar': [0, 0, 0, 1] },
  })
})

describe('nobody else', () => {
  test('gets a member’s dashboard, year, file or picture: no address names a member', async () => {
    const { visitor: ada, id } = await join({ name: 'Ada' })
    const { visitor: bo } = await join({ name: 'Bo' })
    await fill(id)
    const year = Number(today.slice(0, 4)) - 1
    const get = async (by: typeof ada, address: string) => by.get(address)
    const own = await get(ada, `${path}?period=${year}`)
    expect(own.text).toMatch(/Night \d+/)
    expect(own.headers['cache-control']).toMatch(/no-store/)
    expect(own.headers['x-robots-tag']).toMatch(/noindex/)
    for (const address of [
      `${path}?period=${year}&member=${id}&id=${id}`,
      `${path}/year?year=${year}&member=${id}`,
      `/api/dashboard/file?period=all&member=${id}`,
      `${home}?member=${id}`,
    ]) {
      const other = await get(bo, address)
      expect(other.status, address).toBe(200)
      expect(other.text, address).not.toMatch(/Night \d+|Lunch \d+/)
    }
    const file = await get(ada, `/api/dashboard/file?period=all&member=1`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="dashboard-all.csv"')
    expect(file.headers['cache-control']).toMatch(/no-store/)
    const lines = file.text.trim().split('\r\n')
    const kind = (name: string) => lines.filter((line) => line.startsWith(`${name},`)).length
    expect(kind('Here')).toBe(tenYears.visits)
    expect(kind('Event')).toBe(
      await count(
        `select count(*) from reservations where kind = 'event' and member = $1 and status in ('going', 'attended')`,
        [id],
      ),
    )
    const empty = (await get(bo, '/api/dashboard/file?period=all')).text.trim().split('\r\n')
    expect(empty.filter((line) => !line.includes('0.00'))).toHaveLength(1)
  })

  test('gets in without a member’s session: visitors go to the gate, staff too', async () => {
    for (const headers of [{}, sessionHeaders(staff.admin), sessionHeaders(staff.publisher)]) {
      for (const address of [path, `${path}/year`, home]) {
        const page = await server.get(address, headers)
        expect(page.status, address).toBe(302)
        expect(page.headers.location).toMatch(/^\/common-room\?back=/)
      }
      for (const call of ['file?period=all', 'picture?year=2025']) {
        const reply = await server.get(`/api/dashboard/${call}`, headers)
        expect(reply.status, call).toBe(401)
        expect(reply.json()).toMatchObject({ error: expect.any(String) })
      }
    }
  })

  test('is not led to a time before they joined, or after today', async () => {
    const { visitor } = await join()
    for (const page of [path, `${path}?period=${today.slice(0, 7)}`, `${path}/year`]) {
      expect((await visitor.get(page)).text, page).not.toMatch(/rel="(prev|next)"/)
    }
  })

  test('may ask for a period that is none', async () => {
    const { visitor } = await join()
    for (const period of ['2099', '2025-13', '1', '../../x']) {
      const file = await visitor.get(`/api/dashboard/file?period=${encodeURIComponent(period)}`)
      expect(file.status, period).toBe(400)
      expect((await visitor.get(`${path}?period=${encodeURIComponent(period)}`)).status).toBe(200)
    }
    expect((await visitor.get('/api/dashboard/picture?year=2099')).status).toBe(400)
  })
})

describe('attendance', () => {
  const here = (by: Awaited<ReturnType<typeof join>>['visitor'], area = 'cafe') =>
    by.call('/api/check-in/here', { area })

  test('is kept only of those who agree, and a withdrawal deletes all of it', async () => {
    const { visitor, id } = await join({ agrees: false })
    expect((await here(visitor)).json()).toEqual({ area: 'Cafe', first: true, kept: false })
    expect(await visitsOf(id)).toEqual([])
    expect((await visitor.get(path)).text).toContain('We keep nothing of where you are')
    const agreed = await visitor.call('/api/analytics/consent', ...form({ consent: 'true' }))
    expect(agreed.headers.location).toBe(`${path}?done=kept#attendance`)
    expect((await here(visitor)).json()).toEqual({ area: 'Cafe', first: true, kept: true })
    expect((await here(visitor)).json()).toEqual({ area: 'Cafe', first: false, kept: true })
    expect(await visitsOf(id)).toHaveLength(1)
    expect((await visitor.get(path)).text).toContain('visit to a room')
    await visitor.call('/api/analytics/consent', { consent: false })
    expect(await visitsOf(id)).toEqual([])
    const page = await visitor.get(path)
    expect(page.text).toContain('We keep nothing of where you are')
    expect((await visitor.get('/api/dashboard/file?period=all')).text).not.toContain('Here,')
    // Agreeing again brings nothing back.
    await visitor.call('/api/analytics/consent', { consent: true })
    expect(await visitsOf(id)).toEqual([])
    expect((await visitor.get(path)).text).not.toContain('visit to a room')
  })

  test('leaves out who a scan of an earlier night was for after a withdrawal', async () => {
    const { visitor, id } = await join()
    const scan = (received: string) =>
      query(
        `insert into check_in_movements (client_id, night, member, direction, count, counted, area, door, by, at, received_at)
         values (gen_random_uuid(), $2, $1, 'in', 1, 1, 'Cafe', 'list', 'Bar', now(), now() - $3::interval)`,
        [id, today, received],
      )
    await scan('3 days')
    await scan('1 minute')
    await visitor.call('/api/analytics/consent', { consent: false })
    const named = 'select count(*) from check_in_movements where member = $1'
    expect(await count(named, [id])).toBe(1)
  })

  test('is not kept by a visit that is stored while its member withdraws', async () => {
    const members = await Promise.all(
      Array.from({ length: 20 }, (_, n) => addMember(query, `race-${n}@venue.example`)),
    )
    await Promise.all(
      members.flatMap((member) => [
        ...(['Cafe', 'Kitchens', 'Beer Hall'] as const).map((area) =>
          inTransaction(request(), (tx) =>
            keepVisit(tx, { member, night: today, area, source: 'door', at: new Date() }),
          ),
        ),
        inTransaction(request(), (tx) => decideConsent(tx, member, false)),
      ]),
    )
    expect(
      await count('select count(*) from check_in_visits where member = any($1)', [members]),
    ).toBe(0)
    // What was left to a job, because the member was locked, does not store it afterwards.
    for (const member of members) {
      await keepVisitLater(payload(), {
        ...{ member, night: today, area: 'Cafe', source: 'door', at: new Date().toISOString() },
      })
    }
    expect(
      await count('select count(*) from check_in_visits where member = any($1)', [members]),
    ).toBe(0)
  })

  test('of a scan that arrives late has its time, and none was kept before the member agreed', async () => {
    const member = await addMember(query, 'late@venue.example')
    const agreedAt = new Date(Date.now() - 3 * 3_600_000)
    await query('update members set analytics_consent_at = $2 where id = $1', [member, agreedAt])
    const keep = (area: 'Cafe' | 'Kitchens', hoursAgo: number) =>
      inTransaction(request(), (tx) =>
        keepVisit(tx, {
          ...{ member, night: today, area, source: 'door' },
          at: new Date(Date.now() - hoursAgo * 3_600_000),
        }),
      )
    expect(await keep('Cafe', 4)).toEqual({ kept: false, first: true })
    expect(await keep('Kitchens', 2)).toEqual({ kept: true, first: true })
    const rows = await query<{ area: string; hours: number }>(
      `select area, round(extract(epoch from now() - at) / 3600)::int as hours
         from check_in_visits where member = $1`,
      [member],
    )
    expect(rows).toEqual([{ area: 'Kitchens', hours: 2 }])
  })

  test('is not lost while the member is changed: a job keeps it', async () => {
    const member = await addMember(query, 'locked@venue.example')
    const other = await pool.connect()
    try {
      await other.query('begin')
      await other.query('update members set name = $2 where id = $1', [member, 'Locked'])
      const kept = await inTransaction(request(), (tx) =>
        keepVisit(tx, { member, night: today, area: 'Cafe', source: 'door', at: new Date() }),
      )
      expect(kept).toEqual({ kept: true, first: true })
      expect(await visitsOf(member)).toEqual([])
    } finally {
      await other.query('commit')
      other.release()
    }
    await expect.poll(() => visitsOf(member)).toHaveLength(1)
  })
})

test('a member of one day sees a page with nothing in it, and a picture', async () => {
  const { visitor } = await join({ agrees: false })
  const page = await visitor.get(path)
  expect(page.status).toBe(200)
  expect(page.text).toContain('0 of 11 tried')
  expect(page.text).not.toContain('undefined')
  for (const period of [today.slice(0, 4), today.slice(0, 7)]) {
    expect((await visitor.get(`${path}?period=${period}`)).status).toBe(200)
  }
  const year = await visitor.get(`${path}/year`)
  expect(year.text).toContain('Nothing in the book for this year yet')
  const tiles = (await visitor.get(home)).text
  for (const kind of ['next', 'nudges']) expect(tiles).not.toContain(`data-tile="${kind}"`)
  const picture = await visitor.get(`/api/dashboard/picture?year=${today.slice(0, 4)}`)
  expect(picture.status).toBe(200)
})

test.each([
  [
    'words',
    'Bartholomew Featherstonehaugh of Longnor Moor and of the Parish of Saint Ann in the Fields, Founder of a Lot of Things',
  ],
  ['one word', 'W'.repeat(120)],
  ['accents', 'Ångström-Çelebi '.repeat(8).slice(0, 120).trim()],
  ['letters that no font has', '漢字'.repeat(60)],
])('a name of 120 characters fits the picture: %s', async (_, name) => {
  const { visitor, id } = await join({ name })
  await visit(id, '2025-05-05', '2025-05-05T19:00:00Z')
  const headers = {
    cookie: [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
  }
  const address = `${server.url}/api/dashboard/picture?year=2025&name=1&money=1`
  const response = await fetch(address, { headers })
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1080, height: 1350 })
  // The edges are empty: nothing is drawn beyond them.
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const column = (x: number) =>
    Array.from({ length: info.height - 100 }, (_, y) => data[(y + 50) * info.width + x] ?? 0)
  for (const x of [8, 40, info.width - 40, info.width - 8]) {
    expect(Math.max(...column(x)) - Math.min(...column(x)), `column ${x}`).toBeLessThan(8)
  }
  const svg = await (await fetch(`${address}&format=svg`, { headers })).text()
  expect(svg).toMatch(/^<svg [^>]+>/)
  expect(svg).not.toMatch(/<(script|image|text|foreignObject)|href|on\w+=/)
})

describe('home', () => {
  const tilesOf = (html: string) => [...html.matchAll(/data-tile="(\w+)"/g)].map(([, kind]) => kind)
  const move = (by: Awaited<ReturnType<typeof join>>['visitor'], tile: string, to: number) =>
    by.call('/api/member-home/order', ...form({ tile, to: String(to), on: 'home' }))

  test('has its tiles in the member’s own order, moved by a form, once if it is sent twice', async () => {
    const { visitor: ada } = await join()
    const { visitor: bo } = await join()
    const before = tilesOf((await bo.get(home)).text)
    for (let n = 0; n < 2; n++) {
      const moved = await move(ada, 'moments', 0)
      expect(moved.status).toBe(303)
      expect(moved.headers.location).toBe(`${home}?done=moved&tile=moments&by=-1#arrange`)
    }
    expect(tilesOf((await ada.get(home)).text)[0]).toBe('moments')
    expect(tilesOf((await ada.get('/common-room/main')).text)[0]).toBe('moments')
    expect(tilesOf((await bo.get(home)).text)).toEqual(before)
    const wrong = await ada.call('/api/member-home/order', { tile: 'gone', to: 0 })
    expect(wrong.json()).toMatchObject({ error: 'no_tile' })
    expect((await ada.call('/api/member-home/order', { tile: 'next', to: 99 })).status).toBe(400)
    await Promise.all(['next', 'lunch', 'credit'].map((tile) => move(ada, tile, 0)))
    const [row] = await query<{ tiles: string[] }>(
      `select tiles from member_homes order by changed_at desc limit 1`,
    )
    expect(new Set(row?.tiles).size).toBe(6)
  })

  test('says what is next, and what the member may like and why; in the Common Room too', async () => {
    const { visitor, id, email } = await join()
    const [date] = await query<{ id: number; title: string }>(
      `select id, title from event_dates where starts_at > now() and status = 'published' order by starts_at limit 1`,
    )
    await query(
      `insert into reservations (kind, subject, member, email, party, status, payment, key, confirmed_at)
       values ('event', $1, $2, $3, 2, 'going', 'free', 'next', now())`,
      [date?.id, id, email],
    )
    const [tap] = await query<{ name: string; style: string; number: number }>(
      `select name, style, number::int from taps where status = 'pouring' and number = 2 and deleted_at is null`,
    )
    await visitor.call('/api/member/profile', { beer_styles: [tap?.style] })
    for (const address of [home, '/common-room/main']) {
      const { text } = await visitor.get(address)
      expect(tilesOf(text)).toEqual(expect.arrayContaining(['next', 'suggestion']))
      expect(text).toContain('Change or cancel')
    }
    const { text } = await visitor.get(home)
    // Another tap of the style may come first.
    expect(text).toMatch(/Your style is on tap (one|two)/)
    const room = (await visitor.get('/common-room/main')).text
    for (const link of [
      home,
      path,
      `${home}/lunch-run`,
      `${home}/moments`,
      `${home}/ledger`,
      `${home}/profile`,
    ]) {
      expect(room).toContain(`<a href="${link}"`)
    }
  })

  test('shows nudges that nobody opened until the member has read them', async () => {
    const { visitor, id } = await join()
    const nudge = await addUnreadNudge(query, id)
    const { text } = await visitor.get(home)
    expect(text).toContain('A chair is free.')
    const until = /name="until" value="([^"]+)"/.exec(text)?.[1] ?? ''
    const read = await visitor.call('/api/member-home/nudges-read', ...form({ until, on: 'room' }))
    expect(read.headers.location).toBe('/common-room/main#tiles')
    expect((await visitor.get(home)).text).not.toContain('A chair is free.')
    // A newer one is not read by a page that did not show it.
    await query(
      `update nudge_deliveries set accepted_at = now() + interval '1 second' where nudge = $1`,
      [nudge],
    )
    await visitor.call('/api/member-home/nudges-read', { until })
    expect((await visitor.get(home)).text).toContain('A chair is free.')

    // Opened by its link, by somebody else and by the member.
    const opened = { nudge }
    const other = await join()
    expect((await other.visitor.call('/api/member-home/nudge-opened', opened)).status).toBe(200)
    expect((await visitor.get(home)).text).toContain('A chair is free.')
    for (const _ of [1, 2]) await visitor.call('/api/member-home/nudge-opened', opened)
    expect((await visitor.get(home)).text).not.toContain('A chair is free.')
    const clicks = `select count(clicked_at)::int as clicks from nudge_deliveries where nudge = $1`
    expect(await query(clicks, [nudge])).toEqual([{ clicks: 1 }])
  })
})

test('beer styles are ticked as a whole, keep their day, and are in the member’s data until it is erased', async () => {
  const { visitor, id, owner } = await join()
  const tick = (styles: string[]) =>
    visitor.call(
      '/api/dashboard/beer-styles',
      ...form([...styles.map((style): [string, string] => ['styles', style]), ['period', '2025']]),
    )
  expect((await tick(['Stout', 'IPA'])).headers.location).toBe(
    `${path}?period=2025&done=ticked#beers`,
  )
  await query(`update tried_beer_styles set day = '2025-01-02' where member = $1`, [id])
  await tick(['Stout', 'Cider'])
  await tick(['Stout', 'Cider'])
  const exported = await exportDashboard(db, owner)
  expect(exported.beer_styles_tried).toEqual([
    { style: 'Stout', day: '2025-01-02' },
    { style: 'Cider', day: today },
  ])
  expect((await tick(['Water'])).headers.location).toContain('problem=styles')
  expect((await tick(['Stout', 'Cider'])).status).toBe(303)
  const data = await exportDashboard(db, owner)
  expect(data.home).toMatchObject({ tiles: [] })
  await eraseDashboard(db, owner)
  expect(await exportDashboard(db, owner)).toEqual({ beer_styles_tried: [], home: null })
  await tick([])
  expect((await exportDashboard(db, owner)).beer_styles_tried).toEqual([])
})
