import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type {
  DateReply,
  DatesReply,
  SplitReply,
} from '../../cms/features/events/series/record-contract.ts'
import { hashToken } from '../../cms/platform/crypto/tokens.ts'
import { makeDatabase } from '../support/database.ts'
import { dayAfter, thursday } from '../support/event-dates.ts'
import { type DateRow, eventsOf, versionOfRow } from '../support/event-records.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff, type Role } from '../support/staff.ts'

let server: Server
let staff: Record<Role, string>
let events: ReturnType<typeof eventsOf>

beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' })
  staff = await makeStaff(server)
  events = eventsOf(server, staff)
  await events.query(
    `insert into venue (product_name, time_zone, currency) values ('Common People', 'Europe/London', 'GBP')`,
  )
})
afterAll(() => server?.stop())

type Rows = [DateRow, DateRow, DateRow, DateRow]
const rows = async (event: number) => (await events.rowsOf(event)) as Rows
const formOf = (row: DateRow, changes: object = {}) => ({
  seen: versionOfRow(row),
  tell: null,
  title: row.title,
  summary: 'Six rounds.',
  start: row.original_start,
  end: row.original_start.replace('19:30', '22:00'),
  doors: null,
  capacity: row.capacity,
  max_party: 6,
  ...changes,
})
const save = async (row: DateRow, changes: object = {}) => {
  const response = await events.post(`event-dates/${row.id}`, formOf(row, changes))
  return { status: response.status, ...response.json<Partial<DateReply> & { error?: string }>() }
}
const act = async (row: DateRow, action: string, body: object = {}) => {
  const path = `event-dates/${row.id}/${action}`
  const response = await events.post(path, { seen: versionOfRow(row), ...body })
  return { status: response.status, ...response.json<Partial<DateReply> & { error?: string }>() }
}
const statusOf = async (rsvp: number) =>
  (
    await events.query<{ status: string }>(`select status from reservations where id = $1`, [rsvp])
  )[0]?.status

const addPicture = async () => {
  const file = { name: 'pens.jpg', type: 'image/jpeg', bytes: await photograph() }
  const uploaded = await server.send('/api/media', await uploadRequest(staff.editor, file))
  expect(uploaded.status, uploaded.text).toBe(201)
  return uploaded.json<{ doc: { id: number } }>().doc.id
}

describe('one date', () => {
  test('can be changed alone, and keeps its own values when the series changes', async () => {
    const { id } = await events.publish()
    const [, second] = await rows(id)
    const wednesday = dayAfter(thursday(2), -1)
    const own = { title: 'Big quiz', start: `${wednesday}T18:00`, end: `${wednesday}T21:00` }
    expect((await save(second, own)).status).toBe(200)
    expect((await events.change(id, { summary: 'Seven rounds.', capacity: 30 })).status).toBe(200)
    const after = (await rows(id)).find((row) => row.id === second.id)
    expect(after).toMatchObject({ title: 'Big quiz', capacity: 30, sequence: 2 })
    expect(after?.starts_at.toISOString().slice(0, 16)).toContain(wednesday)
    expect(after?.original_start).toBe(second.original_start)
    const moved = { start: `${thursday(1)}T20:00`, end: `${thursday(1)}T22:30` }
    expect((await events.change(id, moved)).status).toBe(200)
    const kept = (await rows(id)).find((row) => row.id === second.id)
    expect([kept?.starts_at, kept?.original_start]).toEqual([
      after?.starts_at,
      `${thursday(2)}T20:00`,
    ])
  })

  test('follows the series again if it is saved with the values of the series', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    await save(first, { title: 'Other' })
    const [changed] = await rows(id)
    expect(changed.own).toEqual({ title: 'Other' })
    expect((await save(changed, { title: first.title })).status).toBe(200)
    expect((await rows(id))[0].own).toEqual({})
  })

  test('can be moved only if staff decide whether guests are told; guests are told once', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    const rsvp = await events.reserve(first.id, 3)
    const later = { start: `${thursday(1)}T20:00`, end: `${thursday(1)}T22:00` }
    expect(await save(first, later)).toMatchObject({ status: 409, error: 'ask_guests', guests: 3 })
    expect(await events.mailsOf(rsvp)).toEqual([])
    expect(await save(first, { ...later, tell: true })).toMatchObject({ status: 200, told: 1 })
    const mails = await events.mailsOf(rsvp)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatch(/It was .* 7\.30pm\.\s*It is now .* 8pm\.\s*It ends .* 10pm\./)
    // The same form is outdated when it is sent again.
    expect(await save(first, { ...later, tell: true })).toMatchObject({
      status: 409,
      error: 'changed',
    })
    expect(await events.mailsOf(rsvp)).toHaveLength(1)
  })

  test('is refused with impossible times or with fewer places than are taken', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    await events.reserve(first.id, 9)
    const refused = await save(first, { end: first.original_start, tell: true })
    expect(refused).toMatchObject({ status: 400, error: 'bad_schedule' })
    const past = { start: '2026-01-08T19:30', end: '2026-01-08T22:00', tell: true }
    expect(await save(first, past)).toMatchObject({
      status: 400,
      error: 'bad_schedule',
      message: 'It would be over already. Choose a time that is to come.',
    })
    expect(await save(first, { capacity: 8 })).toMatchObject({
      status: 409,
      error: 'too_small',
      message: `On ${thursday(1)}, 9 places are taken, so it can’t have only 8.`,
    })
  })

  test('that gets more places offers them to waiting guests in the same save', async () => {
    const { id } = await events.publish({ capacity: 2 })
    const [first] = await rows(id)
    await events.reserve(first.id, 2)
    const waiting = await events.reserve(first.id, 2, 'waitlisted')
    expect((await save(first, { capacity: 4 })).status).toBe(200)
    expect([await statusOf(waiting), (await events.mailsOf(waiting)).length]).toEqual([
      'offered',
      1,
    ])
  })

  test('of a cancelled series is published again with it, unless the date was cancelled without the series', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    expect(await act(first, 'cancel')).toMatchObject({ status: 200 })
    const statusesAfter = async (action: string) => {
      const response = await events.act(id, action)
      expect(response.status, response.text).toBe(200)
      return (await rows(id)).map(({ status }) => status)
    }
    expect(await statusesAfter('cancel')).toEqual(Array(4).fill('cancelled'))
    await statusesAfter('draft')
    const others = Array(3).fill('published')
    const cancelledAt = (await rows(id))[0].cancelled_at
    expect(await statusesAfter('publish')).toEqual(['cancelled', ...others])
    expect((await rows(id))[0].cancelled_at).toEqual(cancelledAt)
  })

  test('stays cancelled when its series is moved to another time, also if the series is a draft', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    expect(await act(first, 'cancel')).toMatchObject({ status: 200 })
    const at = (hour: number) => ({
      start: `${thursday(1)}T${hour}:00`,
      end: `${thursday(1)}T22:00`,
    })
    const dates = async () =>
      (await rows(id)).map((row) => [row.id, row.status, row.original_start.slice(11)])
    const others = (await rows(id)).slice(1).map((row) => row.id)
    expect((await events.change(id, at(20))).status).toBe(200)
    const moved = (time: string) => [
      [first.id, 'cancelled', time],
      ...others.map((other) => [other, 'published', time]),
    ]
    expect(await dates()).toEqual(moved('20:00'))
    expect((await events.act(id, 'draft')).status).toBe(200)
    expect((await events.change(id, at(21))).status).toBe(200)
    expect((await events.act(id, 'publish')).status).toBe(200)
    expect(await dates()).toEqual(moved('21:00'))
  })

  test('that was cancelled takes place again if its event has no other date and is published again', async () => {
    const { id } = await events.publish({ rule: null })
    const [only] = await rows(id)
    expect(await act(only, 'cancel')).toMatchObject({ status: 200 })
    expect((await events.change(id, { title: 'Still off' })).status).toBe(200)
    expect((await rows(id)).map(({ status }) => status)).toEqual(['cancelled'])
    expect((await events.act(id, 'draft')).status).toBe(200)
    expect((await events.act(id, 'publish')).status).toBe(200)
    expect((await rows(id)).map((row) => [row.id, row.status])).toEqual([[only.id, 'published']])
  })

  test('can be cancelled; its guests are told, and a change of the series does not restore it', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    const rsvp = await events.reserve(first.id, 2)
    const cancelled = await act(first, 'cancel', { reason: 'The band is ill.' })
    expect(cancelled).toMatchObject({ status: 200, told: 1 })
    expect(await act(first, 'cancel')).toMatchObject({ status: 409 })
    expect(await statusOf(rsvp)).toBe('cancelled')
    expect((await events.mailsOf(rsvp))[0]).toContain('The band is ill.')
    expect(
      (await events.change(id, { title: 'Quiz again', rule: 'FREQ=WEEKLY;COUNT=5' })).status,
    ).toBe(200)
    const after = await events.rowsOf(id)
    expect(after.map(({ status }) => status)).toEqual(['cancelled', ...Array(4).fill('published')])
    expect(after[0]).toMatchObject({ id: first.id, taken: 0, own: { status: 'cancelled' } })
    expect(after[0]?.cancelled_at).not.toBeNull()
  })

  test('that is postponed and then takes place after all keeps its guests, who are told both times', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    const rsvp = await events.reserve(first.id, 2)
    expect(await act(first, 'postpone')).toMatchObject({ status: 200, told: 1 })
    const [postponed] = await rows(id)
    expect(postponed).toMatchObject({ status: 'postponed', taken: 2, sequence: 1 })
    expect(await act(postponed, 'set')).toMatchObject({ status: 200, told: 1 })
    expect((await rows(id))[0]).toMatchObject({ status: 'published', taken: 2, sequence: 2 })
    expect([await statusOf(rsvp), (await events.mailsOf(rsvp)).length]).toEqual(['going', 2])
  })

  test('has a space, a price, a text and a picture of its own, on its page, in calendars and in mails', async () => {
    const { id, slug } = await events.publish({
      payment: 'door',
      price_cents: 800,
      body: 'Bring a pen.',
    })
    const picture = await addPicture()
    const [first, second] = await rows(id)
    const rsvp = await events.reserve(second.id, 2)
    const own = {
      areas: ['Cocktail Bar'],
      body: 'Bring two pens.',
      picture,
      payment: 'door',
      price_cents: 1250,
      member_price_cents: 1000,
    }
    expect(await save(second, own)).toMatchObject({ error: 'ask_guests', guests: 2, mails: 1 })
    expect(await save(second, { ...own, tell: true })).toMatchObject({ status: 200, told: 1 })
    const stored = () =>
      events.query<{
        areas: string[]
        price: number
        member_price: number
        picture: number | null
      }>(
        `select areas, price::int, member_price::int, picture from event_dates where id = any($1) order by id`,
        [[first.id, second.id]],
      )
    const changed = {
      areas: ['Cocktail Bar'],
      price: 1250,
      member_price: 1000,
      picture,
    }
    expect(await stored()).toEqual([
      { areas: ['Beer Hall'], price: 800, member_price: 800, picture: null },
      changed,
    ])
    expect((await events.mailsOf(rsvp)).join()).toContain('It is now in Cocktail Bar')
    const page = async (row: DateRow) => (await server.get(`/calendar/${row.slug}`)).text
    const shown = await page(second)
    for (const text of ['Bring two pens.', 'Cocktail', '£12.50', 'members £10']) {
      expect(shown).toContain(text)
    }
    expect(shown).toContain(`/media/`)
    expect(await page(first)).toContain('Bring a pen.')
    const file = await server.get(`/api/event-dates/${second.id}/calendar?slug=${second.slug}`)
    expect(file.headers['content-disposition']).toContain(`"${second.slug}.ics"`)
    expect(file.text).toContain('Cocktail Bar')
    // The picture is in use, although only one date shows it.
    const deleted = await events.post(`media/${picture}`, {}, 'admin', 'DELETE')
    expect([deleted.status, slug.length > 0]).toEqual([409, true])

    // The series changes; the date keeps what is its own, and follows the series again when it equals it.
    expect(
      (await events.change(id, { price_cents: 900, areas: ['Cafe'], tell: 'no' })).status,
    ).toBe(200)
    expect(await stored()).toEqual([
      { areas: ['Cafe'], price: 900, member_price: 900, picture: null },
      changed,
    ])
    const [, again] = await rows(id)
    const usual = {
      areas: ['Cafe'],
      body: 'Bring a pen.',
      picture: null,
      payment: 'door',
      price_cents: 900,
    }
    expect((await save(again, { ...usual, tell: false })).status).toBe(200)
    expect((await rows(id))[1].own).toEqual({})
    for (const refused of [
      { picture: 999_999 },
      { areas: [] },
      { price_cents: 0 },
      { price_cents: -1 },
    ]) {
      expect((await save((await rows(id))[1], refused)).status, JSON.stringify(refused)).toBe(400)
    }
  })

  test('can be free in a series that costs something, and cost something in a free one', async () => {
    const { id } = await events.publish({ payment: 'credit', price_cents: 800 })
    const [first, second] = await rows(id)
    expect((await save(first, { payment: 'free' })).status).toBe(200)
    expect((await save(second, { price_cents: 1000 })).status).toBe(200)
    const found = await events.query(
      `select payment, price::int, member_price::int from event_dates where event = $1 order by id limit 3`,
      [id],
    )
    expect(found).toEqual([
      { payment: 'free', price: 0, member_price: 0 },
      { payment: 'credit', price: 1000, member_price: 1000 },
      { payment: 'credit', price: 800, member_price: 800 },
    ])
  })

  test('is postponed with a reason that its guests read; the same for a whole event', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    const rsvp = await events.reserve(first.id, 2)
    const reason = 'The band is ill.'
    expect(await act(first, 'postpone', { reason })).toMatchObject({ status: 200, told: 1 })
    expect((await events.mailsOf(rsvp)).join()).toContain(reason)
    const other = await events.publish({ rule: null })
    const [date] = await rows(other.id)
    const guest = await events.reserve(date.id, 1)
    expect((await events.act(other.id, 'postpone', { reason })).status).toBe(200)
    expect((await events.mailsOf(guest)).join()).toContain(reason)
  })

  test('mails as many guests as every screen announces: reservations with a confirmed address, not people', async () => {
    const { id } = await events.publish()
    const [first] = await rows(id)
    const guests = [
      await events.reserve(first.id, 4),
      await events.reserve(first.id, 2, 'waitlisted'),
    ]
    const [nameless, unconfirmed] = [
      await events.reserve(first.id, 3),
      await events.reserve(first.id, 1),
    ]
    await events.query(`update reservations set email = null where id = $1`, [nameless])
    await events.query(`update reservations set confirmed_at = null where id = $1`, [unconfirmed])
    const { dates } = (await events.get(`event-list/${id}/dates`)).json<DatesReply>()
    expect(dates[0]).toMatchObject({ mails: 2, cancel_mails: 2 })
    const asked = await save(first, { start: `${thursday(1)}T20:00`, end: `${thursday(1)}T23:00` })
    expect(asked).toMatchObject({ error: 'ask_guests', mails: 2 })
    const reply = await act(first, 'cancel')
    expect(reply).toMatchObject({
      told: 2,
      message: expect.stringContaining('2 mails are on the way'),
    })
    const counts = await Promise.all(
      [...guests, unconfirmed].map(async (rsvp) => (await events.mailsOf(rsvp)).length),
    )
    expect(counts).toEqual([1, 1, 0])
  })

  test('can be left out of the series, unless somebody has reserved', async () => {
    const { id } = await events.publish()
    const [first, second] = await rows(id)
    await events.reserve(first.id, 1)
    expect(await act(first, 'leave-out')).toMatchObject({ status: 409, error: 'has_guests' })
    expect((await act(second, 'leave-out')).status).toBe(200)
    expect((await events.rowsOf(id)).map((row) => row.original_start.slice(0, 10))).toEqual([
      thursday(1),
      thursday(3),
      thursday(4),
    ])
  })
})

describe('this and the following dates', () => {
  test('become a series of their own, with their reservations, and are moved with it', async () => {
    const { id, slug } = await events.publish()
    const [first, , third] = await rows(id)
    const [early, late] = [await events.reserve(first.id, 2), await events.reserve(third.id, 4)]
    const before = await rows(id)
    const response = await events.post(`event-dates/${third.id}/split`, {})
    const part = response.json<SplitReply>().event
    expect([response.status, part === id], response.text).toEqual([200, false])
    expect((await events.rowsOf(id)).map((row) => row.id)).toEqual(
      before.slice(0, 2).map((row) => row.id),
    )
    const rest = before.slice(2).map((row) => ({ ...row, event: part }))
    expect(await events.rowsOf(part)).toEqual(rest)
    const saved = await events.query<{ rule: string; slug: string; continues_id: number | null }>(
      `select rule, slug, continues_id from events where id = any($1) order by id`,
      [[id, part]],
    )
    const until = dayAfter(thursday(3), -1).replaceAll('-', '')
    expect(saved).toEqual([
      { rule: `FREQ=WEEKLY;UNTIL=${until}`, slug, continues_id: null },
      { rule: 'FREQ=WEEKLY;COUNT=2', slug: `${slug}-2`, continues_id: id },
    ])
    // Guests get no mail until the new series is changed.
    expect(await events.mailsOf(late)).toEqual([])
    const friday = dayAfter(thursday(3), 1)
    const moved = { start: `${friday}T19:30`, end: `${friday}T22:00`, tell: 'yes' }
    expect((await events.change(part, moved)).status).toBe(200)
    expect([(await events.mailsOf(early)).length, (await events.mailsOf(late)).length]).toEqual([
      0, 1,
    ])
    expect(
      (await events.rowsOf(part)).map((row) => [row.id, row.original_start.slice(0, 10)]),
    ).toEqual([
      [third.id, friday],
      [before[3].id, dayAfter(friday, 7)],
    ])
    const [kept] = await events.query<{ date: number; status: string }>(
      `select subject as date, status from reservations where id = $1`,
      [late],
    )
    expect(kept).toEqual({ date: third.id, status: 'going' })
  })

  test('stay in the same series if it is split at its first date; two concurrent splits make one new series', async () => {
    const { id } = await events.publish()
    const [first, second] = await rows(id)
    const whole = await events.post(`event-dates/${first.id}/split`, {})
    expect(whole.json()).toEqual({ event: id })
    const replies = await Promise.all(
      [1, 2].map(() => events.post(`event-dates/${second.id}/split`, {})),
    )
    const parts = replies.map((each) => each.json<SplitReply>().event)
    expect(new Set(parts).size, JSON.stringify(parts)).toBe(1)
  })
})

describe('the whole event', () => {
  test('is cancelled with all its coming dates; a concurrent second cancellation mails nobody again', async () => {
    const { id } = await events.publish()
    const [first, second] = await rows(id)
    const guests = [
      await events.reserve(first.id, 2),
      await events.reserve(second.id, 1, 'waitlisted'),
    ]
    const [one, other] = await Promise.all([1, 2].map(() => events.act(id, 'cancel')))
    expect([one?.status, other?.status].sort()).toEqual([200, 200])
    expect((await events.rowsOf(id)).map(({ status }) => status)).toEqual(
      Array(4).fill('cancelled'),
    )
    for (const guest of guests) {
      expect(await statusOf(guest)).toBe('cancelled')
      expect(await events.mailsOf(guest)).toHaveLength(1)
    }
    expect((await events.act(id, 'publish')).status).toBe(409)
  })

  test('cancels the dates that its new rule no longer has if they have guests, and tells the guests', async () => {
    const { id } = await events.publish()
    const all = await rows(id)
    const guest = await events.reserve(all[3].id, 2)
    expect((await events.change(id, { rule: 'FREQ=WEEKLY;COUNT=2' })).status).toBe(200)
    const after = await events.rowsOf(id)
    expect(after.map((row) => [row.id, row.status])).toEqual([
      [all[0].id, 'published'],
      [all[1].id, 'published'],
      [all[3].id, 'cancelled'],
    ])
    expect([await statusOf(guest), (await events.mailsOf(guest)).length]).toEqual(['cancelled', 1])
  })

  test('cannot be changed from an outdated form', async () => {
    const { id, updatedAt } = await events.make()
    expect((await events.act(id, 'publish', { seen: '2020-01-01T00:00:00.000Z' })).status).toBe(409)
    expect((await events.act(id, 'publish', { seen: updatedAt })).status).toBe(200)
  })

  test('is copied as a draft with a slug of its own', async () => {
    const { id, slug } = await events.publish()
    const response = await events.post(`events/${id}/duplicate`, {})
    expect(response.status, response.text).toBe(200)
    const { doc } = response.json<{ doc: { id: number; slug: string; status: string } }>()
    expect([doc.status, doc.slug]).toEqual(['draft', `${slug}-2`])
    expect((await events.rowsOf(doc.id)).map(({ status }) => status)).toEqual(
      Array(4).fill('draft'),
    )
  })
})

describe('the only date of an event', () => {
  const token = 'ab'.repeat(20)
  const read = async (event: number) =>
    (await events.get(`events/${event}`)).json<{ updatedAt: string; capacity: number }>()
  const audited = (event: number) =>
    events.query<{ by_name: string; details: object }>(
      `select by_name, details from audit where document = $1 and action in ('date_changed', 'change')
        order by id desc`,
      [String(event)],
    )
  const evening = (week: number) => ({
    start: `${thursday(week)}T20:00`,
    end: `${thursday(week)}T23:00`,
  })

  test('is changed by saving the event, which its form shows; the change is audited once', async () => {
    const { id } = await events.publish({ rule: null })
    const [date] = await rows(id)
    const rsvp = await events.reserve(date.id, 2)
    const moved = { title: 'Big quiz', ...evening(1) }
    expect(await save(date, moved)).toMatchObject({ status: 409, error: 'ask_guests', guests: 2 })
    expect(await save(date, { ...moved, tell: true })).toMatchObject({ status: 200, told: 1 })
    expect(await events.mailsOf(rsvp)).toHaveLength(1)
    expect(await read(id)).toMatchObject({ ...moved, summary: 'Six rounds.', areas: ['Beer Hall'] })
    expect((await rows(id))[0]).toMatchObject({ id: date.id, title: 'Big quiz', own: {} })
    const details = { date: date.id, told: 1 }
    expect((await audited(id))[0]).toEqual({ by_name: 'publisher', details })
    expect((await events.change(id, { ...evening(2), tell: 'no' })).status).toBe(200)
    const [last] = await rows(id)
    expect([last.id, last.original_start]).toEqual([date.id, `${thursday(2)}T20:00`])
    expect(last.starts_at.toISOString()).toContain(thursday(2))
  })

  test('is changed by an organiser, also in the browser of an editor, who may not change it', async () => {
    const { id } = await events.publish({ rule: null, capacity: 30 })
    await events.query(
      `insert into event_links (event, scope, name, token_hash) values ($1, 'edit', 'Jo', $2)`,
      [id, hashToken(token)],
    )
    const [date] = await rows(id)
    const rsvp = await events.reserve(date.id, 3)
    const send = async (changes: object, role: 'editor' | null = null) => {
      const [row] = await rows(id)
      const body = {
        date: date.id,
        seen: versionOfRow(row),
        tell: null,
        doors: null,
        ...evening(1),
        summary: 'Six rounds.',
        areas: ['Beer Hall'],
        capacity: 30,
        ...changes,
      }
      const reply = await events.post(`manage-event/${token}/details`, body, role)
      return reply.json<{ told?: number; error?: string; field?: string }>()
    }
    const before = versionOfRow(date)
    expect(await send({ capacity: 2, tell: false })).toMatchObject({ error: 'capacity_taken' })
    expect(await send({})).toMatchObject({ error: 'ask_guests' })
    expect(await send({ tell: true })).toEqual({ told: 1 })
    expect((await audited(id))[0]).toMatchObject({ by_name: 'Jo (organiser)' })
    // Sends the form again, as if its reply had been lost.
    expect(await send({ tell: true, seen: before })).toEqual({ told: 0 })
    expect(await send({ capacity: 20, seen: before })).toMatchObject({ error: 'changed' })
    expect(await events.mailsOf(rsvp)).toHaveLength(1)

    expect((await events.change(id, { capacity: 9 }, 'editor')).status).toBe(403)
    expect(await send({ capacity: 20 }, 'editor')).toEqual({ told: 0 })
    expect((await read(id)).capacity).toBe(20)
  })

  test('is changed only if nobody else has saved the event meanwhile, also while the event is a draft', async () => {
    const { id } = await events.make({ rule: null })
    const [date] = await rows(id)
    const { updatedAt } = await read(id)
    expect((await save(date, { summary: 'Seven rounds.' })).status).toBe(200)
    expect(await save(date, evening(1))).toMatchObject({ status: 409, error: 'changed' })
    expect((await events.change(id, { title: 'Other', updatedAt })).status).toBe(409)
  })

  test('keeps its own values if the event has other dates, such as a cancelled one', async () => {
    const { id } = await events.publish({ rule: 'FREQ=WEEKLY;COUNT=2' })
    const [first, second] = await rows(id)
    await events.reserve(first.id, 2)
    const rsvp = await events.reserve(second.id, 2)
    expect((await act(first, 'cancel', { reason: null })).status).toBe(200)
    const once = { rule: null, start: second.original_start, tell: 'no' }
    expect((await events.change(id, { ...once, end: `${thursday(2)}T22:00` })).status).toBe(200)
    const known = (await rows(id)).find((row) => row.id === second.id)
    expect((await save(known as DateRow, { ...evening(4), tell: false })).status).toBe(200)
    expect(await statusOf(rsvp)).toBe('going')
    const statuses = (await rows(id)).map((row) => [row.id, row.status])
    expect(statuses).toEqual([
      [first.id, 'cancelled'],
      [second.id, 'published'],
    ])
  })
})
