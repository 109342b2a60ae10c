import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatesReply, PreviewReply } from '../../cms/features/events/series/record-contract.ts'
import { makeDatabase } from '../support/database.ts'
import { dayAfter, thursday } from '../support/event-dates.ts'
import { type DateRow, type EventDoc, eventsOf, seriesFields } from '../support/event-records.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'

let server: Server
let events: ReturnType<typeof eventsOf>

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' })
  events = eventsOf(server, await makeStaff(server))
  await events.query(
    `insert into venue (product_name, time_zone, currency) values ('Common People', 'Europe/London', 'GBP')`,
  )
})
afterAll(() => server?.stop())

let serial = 0
const at = (weeks: number, time = '19:30') => `${thursday(weeks)}T${time}`
const startsOf = async (event: number) =>
  (await events.rowsOf(event)).map((row) => row.original_start)
const datesOf = async (event: number) =>
  (await events.get(`event-list/${event}/dates`)).json<DatesReply>().dates

test('a nightly job adds the dates of series that are now within the horizon, and ends finished events', async () => {
  const series = await events.publish({ rule: 'FREQ=WEEKLY' })
  const all = await startsOf(series.id)
  const once = await events.publish({ rule: null })
  // Makes the rows as if the last dates were not within the horizon yet and the single event were over.
  await events.query(`delete from event_dates where event = $1 and original_start > $2`, [
    series.id,
    all.at(-4),
  ])
  await events.query(`update event_dates set status = 'ended' where event = $1`, [once.id])
  expect(await startsOf(series.id)).toHaveLength(all.length - 3)
  await events.query(`select graphile_worker.add_job('events.dates', '{}')`)
  const ended = async () =>
    (await events.query(`select status from events where id = $1`, [once.id]))[0]
  await expect.poll(ended, { timeout: 20_000 }).toEqual({ status: 'ended' })
  expect(await startsOf(series.id)).toEqual(all)
  expect((await events.rowsOf(series.id)).map(({ status }) => status)).toEqual(
    all.map(() => 'published'),
  )
})

describe('an event record', () => {
  test('has a date for each time it takes place, and the dates of a draft are drafts', async () => {
    const { id, slug } = await events.make()
    const rows = await events.rowsOf(id)
    expect(rows.map((row) => [row.original_start, row.slug, row.status, row.sequence])).toEqual(
      [1, 2, 3, 4].map((week) => [at(week), `${slug}-${thursday(week)}`, 'draft', 0]),
    )
    expect((await events.act(id, 'publish')).status).toBe(200)
    expect((await events.rowsOf(id)).map(({ status, sequence }) => [status, sequence])).toEqual(
      Array(4).fill(['published', 0]),
    )
  })

  test('that happens once gets a slug from its title, with a number if the slug is taken', async () => {
    const number = ++serial
    const title = `Gala ${number}`
    const first = await events.make({ title, rule: null })
    const second = await events.make({ title, rule: null })
    expect([first.slug, second.slug]).toEqual([`gala-${number}`, `gala-${number}-2`])
    const [row] = await events.rowsOf(first.id)
    expect(row?.slug).toBe(first.slug)
    const taken = await events.change(second.id, { slug: first.slug })
    expect([taken.status, taken.message]).toEqual([400, expect.stringContaining('is free')])
    expect((await events.change(first.id, { slug: '' })).status).toBe(200)
    expect((await events.rowsOf(first.id))[0]?.slug).toBe(first.slug)
  })

  test('whose title has no Latin letters gets the slug “event”', async () => {
    const { slug } = await events.make({ title: '日本酒の夜', rule: null })
    expect(slug).toMatch(/^event(-\d+)?$/)
  })

  test('that is secret has a slug that nobody can guess, and so have its dates', async () => {
    const { id, slug } = await events.make({ title: 'Whisper', visibility: 'secret' })
    expect(slug).toMatch(/^whisper-[a-z0-9]{12}$/)
    const slugsOf = async (event: number) => (await events.rowsOf(event)).map((row) => row.slug)
    expect(await slugsOf(id)).toEqual([1, 2, 3, 4].map((week) => `${slug}-${thursday(week)}`))
    expect((await events.act(id, 'publish')).status).toBe(200)
    expect((await slugsOf(id))[0]).toContain(slug)

    const draft = await events.make({ title: 'Murmur', rule: null })
    await events.change(draft.id, { visibility: 'secret' })
    expect(await slugsOf(draft.id)).toEqual([expect.stringMatching(/^murmur-[a-z0-9]{12}$/)])
    const known = await events.publish({ title: 'Shout', rule: null })
    await events.change(known.id, { visibility: 'secret' })
    expect(await slugsOf(known.id)).toEqual(['shout'])
  })

  test('keeps the ids and reservations of its dates when it is moved to another day', async () => {
    const { id } = await events.publish()
    const before = await events.rowsOf(id)
    const [first] = before as [DateRow]
    await events.reserve(first.id, 3)
    const friday = dayAfter(thursday(1), 1)
    const moved = { start: `${friday}T20:00`, end: `${friday}T22:00` }
    const undecided = await events.change(id, moved)
    expect([undecided.status, undecided.message]).toEqual([400, expect.stringContaining('1 mail')])
    expect(await startsOf(id)).toEqual(before.map((row) => row.original_start))
    expect((await events.change(id, { ...moved, tell: 'no' })).status).toBe(200)
    const after = await events.rowsOf(id)
    expect(after.map((row) => [row.id, row.slug, row.sequence])).toEqual(
      before.map((row) => [row.id, row.slug, 1]),
    )
    expect(after[0]).toMatchObject({ original_start: `${friday}T20:00`, taken: 3 })
  })

  test('asks about the day if its start is moved to a day on which it is not, and drops no date', async () => {
    const { id } = await events.publish({ rule: 'FREQ=WEEKLY;BYDAY=TH;COUNT=4' })
    const before = await events.rowsOf(id)
    const friday = dayAfter(thursday(1), 1)
    const moved = { start: `${friday}T19:30`, end: `${friday}T22:00` }
    const refused = await events.change(id, moved)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused)).toContain('It starts on a Friday')
    expect(await events.rowsOf(id)).toEqual(before)
    const accepted = await events.change(id, { ...moved, rule: 'FREQ=WEEKLY;BYDAY=FR;COUNT=4' })
    expect(accepted.status).toBe(200)
    const after = await events.rowsOf(id)
    expect(after.map((row) => row.id)).toEqual(before.map((row) => row.id))
    expect(after[0]?.original_start).toBe(moved.start)
    const single = await events.publish({ rule: null })
    const rule = 'FREQ=WEEKLY;BYDAY=MO'
    expect((await events.change(single.id, { rule })).status).toBe(400)
    const draft = await events.make()
    expect((await events.change(draft.id, { rule })).status).toBe(200)
  })

  test('loses dates without reservations when its rule or its left-out dates change', async () => {
    const { id } = await events.publish()
    expect((await events.change(id, { rule: 'FREQ=WEEKLY;INTERVAL=2;COUNT=2' })).status).toBe(200)
    expect(await startsOf(id)).toEqual([at(1), at(3)])
    expect((await events.change(id, { left_out: [at(3)] })).status).toBe(200)
    expect(await startsOf(id)).toEqual([at(1)])
  })

  test('cannot get a capacity below the number of places that are taken', async () => {
    const { id } = await events.publish()
    const [, second] = (await events.rowsOf(id)) as [DateRow, DateRow]
    await events.reserve(second.id, 12)
    const refused = await events.change(id, { capacity: 11 })
    expect([refused.status, refused.message]).toEqual([
      400,
      expect.stringContaining(`On ${thursday(2)}, 12 places are taken`),
    ])
    expect((await events.change(id, { capacity: 12 })).status).toBe(200)
    expect((await events.rowsOf(id)).map(({ capacity, sequence }) => [capacity, sequence])).toEqual(
      Array(4).fill([12, 0]),
    )
  })

  test('in the trash has no dates, and has them again when it is restored', async () => {
    const { id } = await events.publish()
    const deletedAt = new Date().toISOString()
    expect((await events.change(id, { deletedAt })).status).toBe(200)
    expect(await events.rowsOf(id)).toEqual([])
    expect(
      (await events.post(`events/${id}?trash=true`, { deletedAt: null }, 'publisher', 'PATCH'))
        .status,
    ).toBe(200)
    expect(await startsOf(id)).toEqual([1, 2, 3, 4].map((week) => at(week)))
  })

  test('with coming guests can be neither deleted nor made a draft', async () => {
    const { id } = await events.publish()
    const [first] = (await events.rowsOf(id)) as [DateRow]
    await events.reserve(first.id, 2)
    const trashed = await events.change(id, { deletedAt: new Date().toISOString() })
    expect([trashed.status, trashed.message]).toEqual([409, expect.stringContaining('Cancel it')])
    const forGood = await events.post(`events/${id}`, {}, 'admin', 'DELETE')
    expect(forGood.status).toBe(409)
    expect((await events.act(id, 'draft')).status).toBe(409)
    expect(await events.rowsOf(id)).toHaveLength(4)
  })

  test('that two requests change at once has dates that match the values saved last', async () => {
    const { id } = await events.publish()
    const replies = await Promise.all([
      events.change(id, { start: at(1, '20:00'), end: at(1, '22:00') }),
      events.change(id, { capacity: 50 }),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const rows = await events.rowsOf(id)
    expect(rows).toHaveLength(4)
    expect(new Set(rows.map(({ original_start }) => original_start)).size).toBe(4)
    const [record] = await events.query<{ start: string; capacity: number }>(
      'select start, capacity::int as capacity from events where id = $1',
      [id],
    )
    for (const { original_start, capacity } of rows) {
      expect([original_start.slice(11), capacity]).toEqual([
        record?.start.slice(11),
        record?.capacity,
      ])
    }
  })
})

describe('clock changes and rules', () => {
  test('a series across a clock change keeps its local time; a single event at a skipped time is refused', async () => {
    const year = new Date().getUTCFullYear() + 1
    const march = new Date(Date.UTC(year, 2, 31))
    march.setUTCDate(march.getUTCDate() - march.getUTCDay())
    const change = march.toISOString().slice(0, 10)
    const before = new Date(march.getTime() - 86_400_000).toISOString().slice(0, 10)
    const night = { start: `${before}T01:30`, end: `${before}T03:30`, rule: 'FREQ=DAILY;COUNT=3' }
    const { id } = await events.make(night)
    expect(
      (await events.rowsOf(id)).map(({ starts_at }) => starts_at.toISOString().slice(11, 16)),
    ).toEqual(['01:30', '01:30', '00:30'])
    const single = { start: `${change}T01:30`, end: `${change}T03:30`, rule: null }
    const refused = await events.post('events', seriesFields(single))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('skip 01:30')])
  })

  test('an event in the repeated hour takes place in the later hour if staff choose this hour', async () => {
    const year = new Date().getUTCFullYear() + 1
    const october = new Date(Date.UTC(year, 9, 31))
    october.setUTCDate(october.getUTCDate() - october.getUTCDay())
    const day = october.toISOString().slice(0, 10)
    const night = { start: `${day}T01:15`, end: `${day}T01:45`, rule: null }
    const [first, second] = [
      await events.make(night),
      await events.make({ ...night, later_hour: true }),
    ]
    const hourOf = async ({ id }: EventDoc) =>
      (await events.rowsOf(id))[0]?.starts_at.toISOString().slice(11, 16)
    expect([await hourOf(first), await hourOf(second)]).toEqual(['00:15', '01:15'])
  })

  test.each([
    ['FREQ=SECONDLY', 'not more often'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'gives no date'],
    ['FREQ=DAILY;BYHOUR=1,2,3', 'dates in the next 400 days'],
  ])('the rule %s is refused', async (rule, message) => {
    const refused = await events.post('events', seriesFields({ rule }))
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('permissions on events', () => {
  test('editors can write drafts, and can change only the texts of published events', async () => {
    const { id } = await events.make({ status: 'published' }, 'editor')
    const edited = { capacity: 20, title: 'Better', status: 'published' }
    expect((await events.change(id, edited, 'editor')).doc?.status).toBe('draft')
    expect((await events.act(id, 'publish', {}, 'editor')).status).toBe(403)
    expect((await events.act(id, 'publish')).status).toBe(200)
    expect((await events.change(id, { summary: 'Seven rounds.' }, 'editor')).status).toBe(200)
    for (const data of [{ capacity: 30 }, { start: at(1, '18:00') }, { visibility: 'secret' }]) {
      expect((await events.change(id, data, 'editor')).status).toBe(403)
    }
    const [date] = await datesOf(id)
    for (const path of ['cancel', 'postpone', 'set', 'leave-out', 'split']) {
      const response = await events.post(`event-dates/${date?.id}/${path}`, { seen: '' }, 'editor')
      expect(response.status, path).toBe(403)
    }
  })

  test('strangers can read no event record and use no staff call', async () => {
    const { id } = await events.make()
    for (const path of [`events/${id}`, 'events', 'events?limit=0', `event-list/${id}/dates`]) {
      expect([401, 403], path).toContain((await events.get(path, null)).status)
    }
    expect((await events.post('event-list/preview', { event: 0 }, null)).status).toBe(401)
  })
})

describe('the preview of the event form shows', () => {
  const preview = async (event: number, changes: object = {}) => {
    const { title, summary, capacity, ...form } = seriesFields(changes)
    const response = await events.post('event-list/preview', { event, ...form }, 'editor')
    expect(response.status, response.text).toBe(200)
    return response.json<PreviewReply>()
  }

  test('the next dates, or the problems of the input', async () => {
    const weekly = await preview(0, { rule: 'FREQ=WEEKLY' })
    expect(weekly).toMatchObject({ problems: [], isEndless: true })
    expect(weekly.dates).toHaveLength(6)
    expect(weekly.dates[0]).toMatch(/^Thu \d+ \w+( \d{4})?, 19:30–22:00$/)
    const wrong = await preview(0, { end: at(1, '19:00') })
    expect(wrong.problems).toEqual([{ field: 'end', message: 'It must end after it starts.' }])
  })

  test('the dates of a series, of which staff can leave some out before it is saved', async () => {
    const rule = 'FREQ=WEEKLY;COUNT=3'
    const found = await preview(0, { rule, left_out: [at(2)] })
    expect(found.choices.map(({ original, isLeftOut }) => [original, isLeftOut])).toEqual([
      [at(1), false],
      [at(2), true],
      [at(3), false],
    ])
    expect(found.coming).toBe(2)
    expect((await preview(0, { rule: null })).choices).toEqual([])
    const { id } = await events.make({ start: at(1), end: at(1, '22:00'), rule, left_out: [at(2)] })
    const starts = async () => (await events.rowsOf(id)).map((row) => row.original_start)
    expect(await starts()).toEqual([at(1), at(3)])
    // Another time keeps the exception.
    const later = { start: at(1, '20:00'), end: at(1, '22:30') }
    expect((await events.change(id, later)).status).toBe(200)
    expect(await starts()).toEqual([at(1, '20:00'), at(3, '20:00')])
  })

  test('other events in the same space at the same time, drafts too, but not cancelled ones', async () => {
    const space = { areas: ['Kitchens'], start: at(30), end: at(30, '22:00'), rule: null }
    const draft = await events.make(space)
    await events.make({ ...space, areas: ['Cafe'] })
    await events.make({ ...space, start: at(30, '22:00'), end: at(30, '23:00') })
    const found = await preview(0, {
      ...space,
      start: at(29),
      end: at(29, '20:00'),
      rule: 'FREQ=WEEKLY;COUNT=3',
    })
    expect(found.overlaps.map(({ event, isDraft }) => [event, isDraft])).toEqual([[draft.id, true]])
    expect((await preview(draft.id, space)).overlaps).toEqual([])
    await events.query(`update event_dates set status = 'cancelled' where event = $1`, [draft.id])
    expect((await preview(0, space)).overlaps).toEqual([])
  })

  test('how many guests are affected by a new time or by a removed date', async () => {
    const { id } = await events.publish()
    const [first, second] = (await events.rowsOf(id)) as [DateRow, DateRow]
    await events.reserve(first.id, 3)
    await events.reserve(second.id, 2)
    const later = await preview(id, { start: at(1, '20:00') })
    expect(later.moved).toEqual({ dates: 2, guests: 5, mails: 2 })
    const fewer = await preview(id, { rule: 'FREQ=WEEKLY;COUNT=1' })
    expect(fewer).toMatchObject({
      moved: { guests: 0 },
      cancelled: { dates: 1, guests: 2, mails: 1 },
    })
  })
})
