import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TimeZoneReply } from '../../cms/features/venue/contract.ts'
import { makeDatabase } from '../support/database.ts'
import { dayAfter, thursday } from '../support/event-dates.ts'
import { eventsOf, versionOfRow } from '../support/event-records.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, type Role } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let server: Server
let staff: Record<Role, string>
let events: ReturnType<typeof eventsOf>

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' })
  staff = await makeStaff(server)
  events = eventsOf(server, staff)
})
afterAll(() => server?.stop())
beforeEach(async () => {
  const response = await saveZone('Europe/London', { product_name: 'Common People' })
  expect(response.status, response.text).toBe(200)
})

const saveZone = (time_zone: string, more: object = {}, role: Role = 'admin') =>
  server.send('/api/globals/venue', jsonRequest('POST', { time_zone, ...more }, staff[role]))
const preview = (time_zone: string, role: Role = 'admin') =>
  server.send('/api/venue/time-zone', jsonRequest('POST', { time_zone }, staff[role]))
const storedZone = async () =>
  (await events.query<{ time_zone: string }>('select time_zone from venue'))[0]?.time_zone
const iso = (local: string, offset = '') => new Date(`${local}:00${offset || 'Z'}`)
const thursday1 = thursday(8)
const firstOf = async (event: number) => {
  const [row] = await events.rowsOf(event)
  if (!row) throw new Error('The event has no date.')
  return row
}

test.each([
  ['europe/berlin', 'Europe/Berlin'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
])('the time zone %s is stored as %s, and calendar files name it', async (name, canonical) => {
  await events.publish({ rule: null })
  expect((await saveZone(name)).status).toBe(200)
  expect(await storedZone()).toBe(canonical)
  const file = await waitUntil(
    () => server.get('/calendar.ics'),
    ({ text }) => text.includes(`TZID:${canonical}`),
  )
  expect(file.status).toBe(200)
})

test.each(['+01:00', 'Europe/Nowhere', 'rubbish', ''])(
  'the time zone “%s” is refused',
  async (name) => {
    const response = await saveZone(name)
    expect(response.status).toBe(400)
    expect(response.text).toContain('time_zone')
    expect(await storedZone()).toBe('Europe/London')
    if (name)
      expect((await preview(name)).json()).toMatchObject({
        error: 'bad_request',
        message: expect.stringContaining('time zone'),
      })
  },
)

test('when the time zone changes, events keep their time on the clock, and nothing moves back later', async () => {
  const single = await events.publish({
    rule: null,
    start: `${thursday1}T19:30`,
    end: `${thursday1}T22:00`,
    doors: `${thursday1}T19:00`,
  })
  const series = await events.publish()
  const draft = await events.make({ rule: null })
  const own = (await events.rowsOf(series.id))[1]
  if (!own) throw new Error('The series has no second date.')
  const moved = {
    start: own.original_start.replace('19:30', '12:00'),
    end: own.original_start.replace('19:30', '14:00'),
  }
  const changed = await events.post(`event-dates/${own.id}`, {
    seen: versionOfRow(own),
    tell: false,
    title: own.title,
    summary: own.summary,
    ...moved,
    doors: null,
    capacity: 40,
    max_party: 6,
  })
  expect(changed.status, changed.text).toBe(200)
  // A date that is over may differ from what its record says now.
  const past = await events.publish({ rule: null })
  await events.query(
    `update event_dates set status = 'ended', starts_at = '2026-03-05 19:00Z', ends_at = '2026-03-05 21:00Z'
      where event = $1`,
    [past.id],
  )
  const before = await firstOf(single.id)
  const { moved: list } = (await preview('America/New_York')).json<TimeZoneReply>()
  expect(list).toContainEqual({
    title: before.title,
    path: `/collections/events/${single.id}`,
    count: 1,
    mails: 0,
    when: expect.stringContaining('19:30'),
    minutes: 300,
  })
  expect(list.find(({ path }) => path.endsWith(`/${series.id}`))?.count).toBe(4)
  expect(await firstOf(single.id)).toEqual(before)

  expect((await saveZone('America/New_York')).status).toBe(200)
  const wall = await events.query<{
    event: number
    start: string
    end: string
    doors: string | null
    day: string
  }>(
    `select event, to_char(starts_at at time zone 'America/New_York', 'YYYY-MM-DD"T"HH24:MI') as start,
            to_char(ends_at at time zone 'America/New_York', 'HH24:MI') as end,
            to_char(doors_at at time zone 'America/New_York', 'HH24:MI') as doors, day
       from event_dates where event = any($1) order by id`,
    [[single.id, series.id, draft.id, past.id]],
  )
  const of = (event: number) => wall.filter((each) => each.event === event)
  expect(of(single.id)).toMatchObject([
    { start: `${thursday1}T19:30`, end: '22:00', doors: '19:00', day: thursday1 },
  ])
  expect(of(series.id).map(({ start }) => start)).toEqual([
    `${thursday(1)}T19:30`,
    moved.start,
    `${thursday(3)}T19:30`,
    `${thursday(4)}T19:30`,
  ])
  expect(of(draft.id)).toMatchObject([{ start: `${thursday(1)}T19:30` }])
  expect(of(past.id)).toMatchObject([{ start: '2026-03-05T19:00', end: '21:00' }])
  const after = await firstOf(single.id)
  expect(after.sequence).toBe(before.sequence + 1)

  // The page shows the time that was typed, and saving the form again moves nothing.
  const page = await server.get(`/calendar/${single.slug}`)
  expect(page.text).toContain('-05:00')
  expect((await events.change(single.id, { summary: 'Seven rounds.' })).status).toBe(200)
  expect((await firstOf(single.id)).starts_at).toEqual(after.starts_at)
  const entries = await events.query<{ details: object }>(
    `select details from audit where action = 'time_zone_changed' order by id desc limit 1`,
  )
  expect(entries).toMatchObject([{ details: { from: 'Europe/London', to: 'America/New_York' } }])
})

test('guests of dates to come get one mail each, unless an admin decides otherwise', async () => {
  const event = await events.publish({ rule: null })
  const date = await firstOf(event.id)
  const [rsvp, waiting] = [
    await events.reserve(date.id, 2),
    await events.reserve(date.id, 3, 'waitlisted'),
  ]
  await events.query(`update reservations set email = null where subject = $1 and id <> all($2)`, [
    date.id,
    [rsvp, waiting],
  ])
  const previewed = await preview('Europe/Paris')
  expect(previewed.status, previewed.text).toBe(200)
  const { moved } = previewed.json<TimeZoneReply>()
  const entry = moved.find(({ path }) => path.endsWith(`/${event.id}`))
  expect(entry).toMatchObject({ mails: 2, minutes: -60 })
  expect((await saveZone('Europe/Paris')).status).toBe(200)
  for (const id of [rsvp, waiting]) {
    const [mail = '', ...more] = await waitUntil(
      () => events.mailsOf(id),
      (mails) => mails.length > 0,
    )
    expect(more).toEqual([])
    expect(mail).toContain('7.30pm')
    expect(mail).toContain('8.30pm')
  }
  expect((await saveZone('Europe/London', { tell_guests: 'no' })).status).toBe(200)
  expect((await firstOf(event.id)).starts_at).toEqual(date.starts_at)
  const jobs = await events.query(
    `select from graphile_worker.jobs where task_identifier = 'events.tell_moved'`,
  )
  expect(jobs).toEqual([])
  expect(await events.mailsOf(rsvp)).toHaveLength(1)
})

test('scheduled letters, nudges and changes of texts keep their time on the clock, with their jobs', async () => {
  const day = dayAfter(thursday(1), 1)
  const at = `${day} 18:00Z`
  const [letter] = await events.query<{ id: number }>(
    `insert into letters (subject, state, send_at) values ('December', 'scheduled', $1) returning id`,
    [at],
  )
  const [nudge] = await events.query<{ id: number }>(
    `insert into nudges (text, link, state, at, audience, ttl_minutes) values ('Now!', '/beer', 'scheduled', $1, 'everyone', 60)
     returning id`,
    [at],
  )
  await events.query(
    `insert into scheduled_changes (page, section, content_key, revision, action, at, batch, state)
     values ('beer', 'hero', 'title', 1, 'publish', $1, 'a-batch', 'waiting'),
            ('beer', 'hero', 'lead', 2, 'publish', $1, 'a-batch', 'waiting')`,
    [at],
  )
  const read = () =>
    events.query<{ what: string; at: Date }>(
      `select 'letter' as what, send_at as at from letters where id = $1
       union all select 'nudge', at from nudges where id = $2
       union all select content_key, at from scheduled_changes where batch = 'a-batch'
       union all select key, run_at from graphile_worker.jobs
                  where key = any(array['letters.start ' || $1::int, 'editing.batch a-batch'])
       order by 1`,
      [letter?.id, nudge?.id],
    )
  const { moved } = (await preview('Asia/Kolkata')).json<TimeZoneReply>()
  const titles = [
    'The letter “December”',
    'The nudge “Now!”',
    expect.stringMatching(/^Scheduled: .* and 1 more$/),
  ]
  for (const title of titles) {
    expect(moved).toContainEqual(expect.objectContaining({ title, count: 1, minutes: -330 }))
  }
  expect((await read()).map((each) => each.at)).toEqual(Array(4).fill(iso(`${day}T18:00`)))
  expect((await saveZone('Asia/Kolkata')).status).toBe(200)
  const rows = await read()
  expect(rows.map(({ what }) => what)).toEqual([
    'editing.batch a-batch',
    'lead',
    'letter',
    `letters.start ${letter?.id}`,
    'nudge',
    'title',
  ])
  expect(rows.map((each) => each.at)).toEqual(Array(6).fill(iso(`${day}T18:00`, '+05:30')))
})

test('only admins see what a change would move', async () => {
  expect((await preview('Europe/Paris', 'publisher')).status).toBe(403)
  expect((await saveZone('Europe/Paris', {}, 'publisher')).status).toBe(403)
  expect((await preview('europe/london')).json()).toEqual({ time_zone: 'Europe/London', moved: [] })
})
