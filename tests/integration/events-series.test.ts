import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatesReply, PreviewReply } from '../../cms/events/record-contract.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { json, makeStaff, type Role } from '../support/staff.ts'

let url: string
let server: Server
let staff: Record<Role, string>

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  staff = await makeStaff(server)
  await query(
    `insert into venue (product_name, time_zone, currency) values ('Common People', 'Europe/London', 'GBP')`,
  )
})
afterAll(() => server?.stop())

let serial = 0
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const call = (method: string, path: string, body: unknown, by: Role | null = 'publisher') =>
  server.send(`/api/${path}`, json(method, body, by ? staff[by] : ''))
const get = (path: string, by: Role | null = 'publisher') =>
  server.send(`/api/${path}`, { headers: json('GET', null, by ? staff[by] : '').headers ?? {} })

/** A day that many weeks from now, `YYYY-MM-DD`: a Thursday. */
function thursday(weeks: number): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + ((11 - day.getUTCDay()) % 7) + 7 * weeks)
  return day.toISOString().slice(0, 10)
}
const at = (weeks: number, time = '19:30') => `${thursday(weeks)}T${time}`

type Doc = { id: number; slug: string; status: string; updatedAt: string; rule: string | null }
const evening = (changes: object = {}) => ({
  title: `Quiz ${++serial}`,
  summary: 'Six rounds.',
  areas: ['Beer Hall'],
  ...{ start: at(1), end: at(1, '22:00'), rule: 'FREQ=WEEKLY;COUNT=4', capacity: 40 },
  ...changes,
})
async function make(changes: object = {}, by: Role = 'publisher'): Promise<Doc> {
  const response = await call('POST', 'events', evening(changes), by)
  expect(response.status, response.text).toBe(201)
  return response.json<{ doc: Doc }>().doc
}
async function publish(changes: object = {}): Promise<Doc> {
  const doc = await make(changes)
  const response = await act(doc.id, 'publish')
  expect(response.status, response.text).toBe(200)
  return doc
}
const change = async (id: number, data: object, by: Role = 'publisher') => {
  const response = await call('PATCH', `events/${id}`, data, by)
  return { status: response.status, ...response.json<{ doc?: Doc; message?: string }>() }
}
const act = (id: number, action: string, more: object = {}, by: Role = 'publisher') =>
  call('POST', `event-list/${id}/status`, { action, seen: null, ...more }, by)
type Row = {
  id: number
  event: number
  original_start: string
  slug: string
  status: string
  title: string
  starts_at: Date
  ends_at: Date
  capacity: number | null
  taken: number
  sequence: number
  own: object
}
const rowsOf = (event: number) =>
  query<Row>(`select * from event_dates where event = $1 order by starts_at`, [event])
const startsOf = async (event: number) => (await rowsOf(event)).map((row) => row.original_start)
const reserve = async (date: number, party: number, status = 'going') => {
  const number = ++serial
  await query(
    `insert into event_rsvps (date, name, email, party, status, payment, key, confirmed_at)
     values ($1, 'Grace', $2, $3, $4, 'free', $5, now())`,
    [date, `grace${number}@guests.example`, party, status, `key ${number}`],
  )
  await query(`update event_dates set taken = taken + $2 where id = $1`, [date, party])
}
const datesOf = async (event: number) =>
  (await get(`event-list/${event}/dates`)).json<DatesReply>().dates

describe('a record', () => {
  test('has a date for each occurrence; as a draft they are drafts', async () => {
    const { id, slug } = await make()
    const rows = await rowsOf(id)
    expect(rows.map((row) => [row.original_start, row.slug, row.status, row.sequence])).toEqual(
      [1, 2, 3, 4].map((week) => [at(week), `${slug}-${thursday(week)}`, 'draft', 0]),
    )
    expect((await act(id, 'publish')).status).toBe(200)
    expect((await rowsOf(id)).map(({ status, sequence }) => [status, sequence])).toEqual(
      Array(4).fill(['published', 0]),
    )
  })

  test('that happens once has its own address, and a number where another event has it', async () => {
    const number = ++serial
    const title = `Gala ${number}`
    const first = await make({ title, rule: null })
    const second = await make({ title, rule: null })
    expect([first.slug, second.slug]).toEqual([`gala-${number}`, `gala-${number}-2`])
    const [row] = await rowsOf(first.id)
    expect(row?.slug).toBe(first.slug)
    const taken = await change(second.id, { slug: first.slug })
    expect([taken.status, taken.message]).toEqual([400, expect.stringContaining('is free')])
  })

  test('keeps the ids and reservations of its dates when it is moved to another day', async () => {
    const { id } = await publish()
    const before = await rowsOf(id)
    const [first] = before as [Row]
    await reserve(first.id, 3)
    const day = new Date(`${thursday(1)}T00:00:00Z`)
    day.setUTCDate(day.getUTCDate() + 1)
    const friday = day.toISOString().slice(0, 10)
    const moved = { start: `${friday}T20:00`, end: `${friday}T22:00` }
    const unsaid = await change(id, moved)
    expect([unsaid.status, unsaid.message]).toEqual([400, expect.stringContaining('3 guests')])
    expect(await startsOf(id)).toEqual(before.map((row) => row.original_start))
    expect((await change(id, { ...moved, tell: 'no' })).status).toBe(200)
    const after = await rowsOf(id)
    expect(after.map((row) => [row.id, row.slug, row.sequence])).toEqual(
      before.map((row) => [row.id, row.slug, 1]),
    )
    expect(after[0]).toMatchObject({ original_start: `${friday}T20:00`, taken: 3 })
  })

  test('loses dates that nobody reserved, also when its rule changes', async () => {
    const { id } = await publish()
    expect((await change(id, { rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2' })).status).toBe(200)
    expect(await startsOf(id)).toEqual([at(1), at(3)])
    expect((await change(id, { left_out: [at(3)] })).status).toBe(200)
    expect(await startsOf(id)).toEqual([at(1)])
  })

  test('has a capacity of at least the places that are taken', async () => {
    const { id } = await publish()
    const [, second] = (await rowsOf(id)) as [Row, Row]
    await reserve(second.id, 12)
    const refused = await change(id, { capacity: 11 })
    expect([refused.status, refused.message]).toEqual([
      400,
      expect.stringContaining(`On ${thursday(2)}, 12 places are taken`),
    ])
    expect((await change(id, { capacity: 12 })).status).toBe(200)
    expect((await rowsOf(id)).map(({ capacity, sequence }) => [capacity, sequence])).toEqual(
      Array(4).fill([12, 0]),
    )
  })

  test('in the trash has no dates, and has them again when it is restored', async () => {
    const { id } = await publish()
    const deletedAt = new Date().toISOString()
    expect((await change(id, { deletedAt })).status).toBe(200)
    expect(await rowsOf(id)).toEqual([])
    expect((await call('PATCH', `events/${id}?trash=true`, { deletedAt: null })).status).toBe(200)
    expect(await startsOf(id)).toEqual([1, 2, 3, 4].map((week) => at(week)))
  })

  test('with guests to come is neither deleted nor made a draft', async () => {
    const { id } = await publish()
    const [first] = (await rowsOf(id)) as [Row]
    await reserve(first.id, 2)
    const trashed = await change(id, { deletedAt: new Date().toISOString() })
    expect([trashed.status, trashed.message]).toEqual([409, expect.stringContaining('Cancel it')])
    const forGood = await server.send(`/api/events/${id}`, json('DELETE', {}, staff.publisher))
    expect(forGood.status).toBe(409)
    expect((await act(id, 'draft')).status).toBe(409)
    expect(await rowsOf(id)).toHaveLength(4)
  })

  test('is changed twice at once: both are written, one after the other', async () => {
    const { id } = await publish()
    const replies = await Promise.all([
      change(id, { start: at(1, '20:00'), end: at(1, '22:00') }),
      change(id, { capacity: 50 }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const rows = await rowsOf(id)
    expect(rows).toHaveLength(4)
    expect(new Set(rows.map(({ original_start }) => original_start)).size).toBe(4)
  })
})

describe('clocks', () => {
  test('a series across the change stays at its time; a single skipped time is refused', async () => {
    const year = new Date().getUTCFullYear() + 1
    const march = new Date(Date.UTC(year, 2, 31))
    march.setUTCDate(march.getUTCDate() - march.getUTCDay())
    const change = march.toISOString().slice(0, 10)
    const before = new Date(march.getTime() - 86_400_000).toISOString().slice(0, 10)
    const night = { start: `${before}T01:30`, end: `${before}T03:30`, rule: 'FREQ=DAILY;COUNT=3' }
    const { id } = await make(night)
    expect(
      (await rowsOf(id)).map(({ starts_at }) => starts_at.toISOString().slice(11, 16)),
    ).toEqual(['01:30', '01:30', '00:30'])
    const single = { start: `${change}T01:30`, end: `${change}T03:30`, rule: null }
    const refused = await call('POST', 'events', evening(single))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('skip 01:30')])
  })

  test('an event in the repeated hour is in the later one if staff say so', async () => {
    const year = new Date().getUTCFullYear() + 1
    const october = new Date(Date.UTC(year, 9, 31))
    october.setUTCDate(october.getUTCDate() - october.getUTCDay())
    const day = october.toISOString().slice(0, 10)
    const night = { start: `${day}T01:15`, end: `${day}T01:45`, rule: null }
    const [first, second] = [await make(night), await make({ ...night, later_hour: true })]
    const hourOf = async ({ id }: Doc) =>
      (await rowsOf(id))[0]?.starts_at.toISOString().slice(11, 16)
    expect([await hourOf(first), await hourOf(second)]).toEqual(['00:15', '01:15'])
  })

  test.each([
    ['FREQ=SECONDLY', 'not more often'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'gives no date'],
    ['FREQ=DAILY;BYHOUR=1,2,3', 'dates in the next 400 days'],
  ])('the rule %s is refused', async (rule, message) => {
    const refused = await call('POST', 'events', evening({ rule }))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('who may do what', () => {
  test('editors write drafts, and correct texts of what is out', async () => {
    const { id } = await make({ status: 'published' }, 'editor')
    const edited = { capacity: 20, title: 'Better', status: 'published' }
    expect((await change(id, edited, 'editor')).doc?.status).toBe('draft')
    expect((await act(id, 'publish', {}, 'editor')).status).toBe(403)
    expect((await act(id, 'publish')).status).toBe(200)
    expect((await change(id, { summary: 'Seven rounds.' }, 'editor')).status).toBe(200)
    for (const data of [{ capacity: 30 }, { start: at(1, '18:00') }, { visibility: 'secret' }]) {
      expect((await change(id, data, 'editor')).status).toBe(403)
    }
    const [date] = await datesOf(id)
    for (const path of ['cancel', 'postpone', 'set', 'leave-out', 'split']) {
      const response = await call('POST', `event-dates/${date?.id}/${path}`, { seen: '' }, 'editor')
      expect(response.status, path).toBe(403)
    }
  })

  test('strangers read no record and no staff call', async () => {
    const { id } = await make()
    for (const path of [`events/${id}`, 'events', 'events/count', `event-list/${id}/dates`]) {
      expect([401, 403], path).toContain((await get(path, null)).status)
    }
    expect((await call('POST', 'event-list/preview', { event: 0 }, null)).status).toBe(401)
  })
})

describe('what the form shows', () => {
  const preview = async (event: number, changes: object = {}) => {
    const { title, summary, capacity, ...form } = evening(changes)
    const response = await call('POST', 'event-list/preview', { event, ...form }, 'editor')
    expect(response.status, response.text).toBe(200)
    return response.json<PreviewReply>()
  }

  test('the next dates, or what is wrong', async () => {
    const weekly = await preview(0, { rule: 'FREQ=WEEKLY' })
    expect(weekly).toMatchObject({ problems: [], isEndless: true })
    expect(weekly.dates).toHaveLength(6)
    expect(weekly.dates[0]).toMatch(/^Thu \d+ \w+( \d{4})?, 19:30–22:00$/)
    const wrong = await preview(0, { end: at(1, '19:00') })
    expect(wrong.problems).toEqual([{ field: 'end', message: 'It must end after it starts.' }])
  })

  test('other events in the same space at the same time, drafts too, but not cancelled ones', async () => {
    const space = { areas: ['Kitchens'], start: at(30), end: at(30, '22:00'), rule: null }
    const draft = await make(space)
    await make({ ...space, areas: ['Cafe'] })
    await make({ ...space, start: at(30, '22:00'), end: at(30, '23:00') })
    const found = await preview(0, {
      ...space,
      start: at(29),
      end: at(29, '20:00'),
      rule: 'FREQ=WEEKLY;COUNT=3',
    })
    expect(found.overlaps.map(({ event, isDraft }) => [event, isDraft])).toEqual([[draft.id, true]])
    expect((await preview(draft.id, space)).overlaps).toEqual([])
    await query(`update event_dates set status = 'cancelled' where event = $1`, [draft.id])
    expect((await preview(0, space)).overlaps).toEqual([])
  })

  test('how many guests another time moves, and another day cancels', async () => {
    const { id } = await publish()
    const [first, second] = (await rowsOf(id)) as [Row, Row]
    await reserve(first.id, 3)
    await reserve(second.id, 2)
    const later = await preview(id, { start: at(1, '20:00') })
    expect(later.moved).toEqual({ dates: 2, guests: 5 })
    const fewer = await preview(id, { rule: 'FREQ=WEEKLY;COUNT=1' })
    expect(fewer).toMatchObject({ moved: { guests: 0 }, cancelled: { dates: 1, guests: 2 } })
  })
})
