import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AvailabilityReply, MonthReply } from '../../cms/features/bookings/contract.ts'
import { venue } from '../../cms/features/venue/demo/venue.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
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
afterAll(() => server?.stop())

const today = venueDayOf(new Date())
/** A day with the usual hours. */
const usualDay = [2, 3, 4, 5, 6, 7, 8, 9]
  .map((days) => addDays(today, days))
  .find((day) => !venue.exceptions.some(({ date }) => date === day)) as string
const ask = (query: Record<string, string>, path = 'availability') =>
  server.get(`/api/book/${path}?${new URLSearchParams(query)}`)
const areasOn = async (day: string, query: Record<string, string> = {}) =>
  (await ask({ day, party: '2', ...query })).json<AvailabilityReply>().areas
const clocksOf = (areas: AvailabilityReply['areas'], area: string) =>
  areas
    .find((each) => each.area === area)
    ?.slots.flatMap(({ slot, times }) => times.map(({ time }) => `${slot} ${time}`))
const save = (method: string, path: string, body: object) =>
  server.send(`/api/${path}`, jsonRequest(method, body, staff.publisher))

describe('availability', () => {
  test('has the times of each area by the venue’s hours and the four slots, and is stored nowhere', async () => {
    const reply = await ask({ day: usualDay, party: '2' })
    expect(reply.status).toBe(200)
    expect(reply.headers['cache-control']).toBe('no-store')
    const { areas } = reply.json<AvailabilityReply>()
    expect(areas.map(({ area }) => area)).toEqual(
      expect.arrayContaining(['Beer Hall', 'Cafe', 'Kitchens']),
    )
    expect(areas.map(({ area }) => area)).not.toContain('Event Spaces')
    const cafe = clocksOf(areas, 'Cafe')
    expect(cafe?.slice(0, 3)).toEqual(['Morning 07:00', 'Morning 07:30', 'Morning 08:00'])
    expect(cafe?.at(-1)).toBe('Evening 17:00')
    expect(clocksOf(await areasOn(usualDay, { area: 'Cafe' }), 'Kitchens')).toBeUndefined()
  })

  test('knows what a party needs, and how large it may be', async () => {
    const [hall] = await areasOn(usualDay, { area: 'Beer Hall', party: '4', outdoors: '1' })
    expect(hall?.slots.every(({ times }) => times.every(({ free }) => free))).toBe(true)
    const [chair] = await areasOn(usualDay, { area: 'Beer Hall', high_chair: '1' })
    expect(chair?.slots.some(({ times }) => times.some(({ free }) => free))).toBe(false)
    const [large] = await areasOn(usualDay, { area: 'Cafe', party: '9' })
    expect(large).toMatchObject({ state: 'too_large', largest_party: 8, slots: [] })
  })

  test.each([
    ['a day that has passed', addDays(today, -1), 'closed'],
    ['a day in three years', addDays(today, 1095), 'too_far'],
  ])('has no times on %s', async (_, day, state) => {
    expect(await areasOn(day, { area: 'Cafe' })).toEqual([
      expect.objectContaining({ area: 'Cafe', state, slots: [] }),
    ])
  })

  test.each([
    [{ party: '0' }, 'party'],
    [{ party: '1000' }, 'call us'],
    [{ party: '-2' }, 'number'],
    [{ party: '2.5' }, 'number'],
    [{ party: '"2"' }, 'number'],
    [{ party: '' }, 'number'],
    [{ party: '1e9' }, 'number'],
    [{ day: 'tomorrow' }, 'day'],
    [{ day: '2027-02-30' }, 'day'],
    [{ day: '' }, 'day'],
    [{ area: 'Cellar' }, 'area'],
    [{ step_free: 'yes' }, ''],
  ])('refuses %j with words that say why', async (query, words) => {
    const reply = await ask({ day: usualDay, party: '2', ...query })
    expect(reply.status, reply.text).toBe(400)
    expect(reply.json()).toMatchObject({ error: 'bad_request' })
    if (words !== 'party') expect(reply.json<{ message: string }>().message).toContain(words)
  })

  test('shows a closure at once, with its text, and stops to show it when it is deleted', async () => {
    const closure = {
      ...{ area: 'Cafe', from: `${usualDay}T12:00`, to: `${usualDay}T14:00` },
      ...{ reason: 'The floor is being painted', guest_text: 'We’re painting the floor.' },
    }
    const made = await save('POST', 'booking_closures', closure)
    expect(made.status, made.text).toBe(201)
    const cafe = async () => (await areasOn(usualDay, { area: 'Cafe' }))[0]
    const isFreeAt = (area: Awaited<ReturnType<typeof cafe>>, clock: string) =>
      area?.slots.flatMap(({ times }) => times).find(({ time }) => time === clock)?.free
    const closed = await waitUntil(cafe, (area) => area?.closed_text !== '')
    expect(closed?.closed_text).toBe('We’re painting the floor.')
    expect(['11:00', '11:30', '13:30', '14:00'].map((time) => isFreeAt(closed, time))).toEqual([
      true,
      false,
      false,
      true,
    ])
    const { id } = made.json<{ doc: { id: number } }>().doc
    await save('PATCH', `booking_closures/${id}`, { deletedAt: new Date().toISOString() })
    const open = await waitUntil(cafe, (area) => area?.closed_text === '')
    expect(isFreeAt(open, '12:00')).toBe(true)
  })
})

test('a month says for each day whether a party finds a table', async () => {
  const month = usualDay.slice(0, 7)
  const reply = await ask({ month, party: '2' }, 'month')
  expect(reply.headers['cache-control']).toBe('no-store')
  const { days } = reply.json<MonthReply>()
  expect(days).toHaveLength(
    new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate(),
  )
  expect(days.find(({ day }) => day === usualDay)?.state).toBe('free')
  const passed = days.filter(({ day }) => day < today)
  expect(passed.every(({ state }) => state === 'closed')).toBe(true)
  expect((await ask({ month: '2026-13', party: '2' }, 'month')).status).toBe(400)
})

describe('staff', () => {
  test('cannot save two rules for the same days of an area', async () => {
    const rule = { area: 'Cafe', stays: [{ party: 4, minutes: 60 }] }
    const twice = await save('POST', 'booking_rules', rule)
    expect(twice.status).toBe(400)
    expect(twice.text).toContain('a rule for every day already')
    const monday = await save('POST', 'booking_rules', { ...rule, days: ['mon'] })
    expect(monday.status, monday.text).toBe(201)
    const again = await save('POST', 'booking_rules', { ...rule, days: ['tue', 'mon'] })
    expect(again.text).toContain('a rule for Monday already')
  })

  test.each([
    ['tables', { name: 'T', area: 'Cafe', min_party: 5, max_party: 4 }, 'largest party'],
    ['tables', { name: 'T', area: 'Cafe', max_party: 2.5 }, 'whole number'],
    ['tables', { name: 'T', area: 'Cafe', max_party: 0 }, 'whole number'],
    ['booking_rules', { area: 'Beer Hall', days: ['mon'], stays: [] }, 'stays'],
    [
      'booking_rules',
      { area: 'Beer Hall', days: ['mon'], interval: 1, stays: [{ party: 4, minutes: 60 }] },
      'whole number',
    ],
    [
      'booking_closures',
      { from: '2027-05-02T14:00', to: '2027-05-02T12:00', reason: 'x' },
      'end after it begins',
    ],
    ['booking_closures', { from: 'soon', to: 'later', reason: 'x' }, 'day and a time'],
    ...[
      ['2026-12-18T18:00', '2026-12-18T24:30'],
      ['2026-02-30T10:00', '2026-03-01T10:00'],
      ['2026-12-18T18:00', '9999-99-99T99:99'],
    ].map(
      ([from, to]) =>
        ['booking_closures', { from, to, reason: 'x' }, 'day and a time'] as [
          string,
          object,
          string,
        ],
    ),
  ])('cannot save in %s: %j', async (path, body, words) => {
    const reply = await save('POST', path, body)
    expect(reply.status).toBe(400)
    expect(reply.text).toContain(words)
  })

  test('cannot copy a table, which would be a second one that guests can book', async () => {
    const all = () => server.get('/api/tables?limit=1', sessionHeaders(staff.publisher))
    const before = (await all()).json<{ totalDocs: number; docs: { id: number }[] }>()
    const copied = await save('POST', `tables/${before.docs[0]?.id}/duplicate`, {})
    expect(copied.status).toBeGreaterThanOrEqual(400)
    expect((await all()).json()).toMatchObject({ totalDocs: before.totalDocs })
  })

  test('cannot delete a table that has bookings to come, but can take it from the list of the site', async () => {
    const made = await save('POST', 'tables', { name: 'Taken', area: 'Cafe', max_party: 4 })
    const { id } = made.json<{ doc: { id: number } }>().doc
    await onDatabase(server.databaseUrl, (query) =>
      query(
        `with booking as (
           insert into bookings (area, day, starts_at, ends_at, cancel_until, party, source)
           values ('Cafe', '2030-05-02', '2030-05-02T12:00Z', '2030-05-02T13:00Z', now(), 2, 'phone') returning *)
         insert into booking_tables (booking, table_id, during, arrivals)
         select id, $1, tstzrange(starts_at, ends_at), party from booking`,
        [id],
      ),
    )
    const trashed = await save('PATCH', `tables/${id}`, { deletedAt: new Date().toISOString() })
    expect(trashed.status).toBe(409)
    expect(trashed.text).toContain('This table has bookings')
    const deleted = await server.send(`/api/tables/${id}`, jsonRequest('DELETE', {}, staff.admin))
    expect(deleted.status).toBe(409)
    expect((await save('PATCH', `tables/${id}`, { active: false })).status).toBe(200)
  })

  test('delete a table with its closures, so that none of them closes the whole venue', async () => {
    const add = async () => {
      const made = await save('POST', 'tables', { name: 'Wobbly', area: 'Cafe', max_party: 4 })
      return made.json<{ doc: { id: number } }>().doc.id
    }
    const [wobbly, other] = [await add(), await add()]
    const block = async (tables: number[]) => {
      const times = { from: '10:00', to: '23:00', reason: 'A leg is loose' }
      const body = { day: usualDay, tables, ...times }
      const reply = await server.send(
        '/api/evening/block',
        jsonRequest('POST', body, staff.publisher),
      )
      return reply.json<{ closure: { id: number } }>().closure.id
    }
    const own = [await block([wobbly]), await block([wobbly, other])]
    const inTrash = await save('POST', 'booking_closures', {
      ...{ from: `${usualDay}T10:00`, to: `${usualDay}T22:00`, tables: [wobbly], reason: 'Again' },
    })
    own.push(inTrash.json<{ doc: { id: number } }>().doc.id)
    await save('PATCH', `booking_closures/${own[2]}`, { deletedAt: new Date().toISOString() })
    await save('PATCH', `tables/${wobbly}`, { deletedAt: new Date().toISOString() })
    const deleted = await server.send(
      `/api/tables/${wobbly}?trash=true`,
      jsonRequest('DELETE', {}, staff.admin),
    )
    expect(deleted.status).toBe(200)
    const left = await onDatabase(server.databaseUrl, (query) =>
      query('select id from booking_closures where id = any($1)', [own]),
    )
    expect(left).toEqual([{ id: own[1] }])
  })
})
