import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staffManager } from '../../cms/features/events/manage/access.ts'
import { linkRequest } from '../../cms/features/events/manage/contract.ts'
import { addGuest as addGuestBy } from '../../cms/features/events/manage/guests.ts'
import { createLink, mailFreshLinks, replaceLink } from '../../cms/features/events/manage/links.ts'
import {
  forgetOldOrganisers,
  listLinks,
  listManagedDates,
  revokeLink,
} from '../../cms/features/events/queries/links.ts'
import type { LinkScope } from '../../cms/features/events/rules.ts'
import { newFormKey } from '../support/credit.ts'
import { type DateRow, versionOfRow } from '../support/event-records.ts'
import { addDate } from '../support/events.ts'
import { type OrganiserSite, openOrganiserSite } from '../support/manage-event.ts'

/** For staff who manage the events of every day, which day it is has no effect. */
const tonight = { today: '2026-06-05', now: new Date('2026-06-05T20:00:00Z') }
let site: OrganiserSite
beforeAll(async () => {
  site = await openOrganiserSite()
})
afterAll(() => site?.pool.end())

type AddedEvent = Awaited<ReturnType<OrganiserSite['addEvent']>>
type Guest = { rsvp: { id: number; status: string; version: number; inside: number } }

const errorOf = ({ status, json }: Awaited<ReturnType<OrganiserSite['send']>>) =>
  status < 400 ? status : json<{ error: string }>().error
const act = (token: string, action: string, body: object = {}) =>
  site.send('POST', `/manage-event/${token}/${action}`, { body })

/** Adds a guest. @returns the reservation */
const addGuest = async (token: string, date: number, more: object = {}) => {
  const body = { key: newFormKey(), date, name: 'Ada', party: 2, ...more }
  const reply = await act(token, 'add', body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Guest>().rsvp
}

/** Everything that a request could change. */
const stored = async () => {
  const tables = ['events', 'event_dates', 'reservations', 'event_links', 'event_messages']
  const rows = await Promise.all(
    [...tables, 'audit', 'mails', 'limits'].map((table) =>
      site.query(`select '${table}' as of, to_jsonb(t) as row from ${table} as t order by 2`),
    ),
  )
  return rows.flat()
}

const details = {
  summary: 'Songs.',
  areas: ['Event Spaces'],
  capacity: null,
  doors: null,
  seen: '',
  start: '2099-01-01T19:00',
  end: '2099-01-01T22:00',
}
const rights: [action: string, scopes: string, body: object][] = [
  ['seen', 'view door edit', {}],
  ['file', 'view door edit', {}],
  ['add', 'door edit', { key: '0'.repeat(24), name: 'Bob', party: 1 }],
  ['check-in', 'door edit', { inside: 1 }],
  ['party', 'edit', { party: 2, version: 1 }],
  ['note', 'edit', { note: null, version: 1 }],
  ['cancel', 'edit', {}],
  ['offer', 'edit', { reason: 'They rang.' }],
  ['move', 'edit', { position: 1, reason: 'They rang.' }],
  ['preview', 'edit', { audience: 'going', text: 'Hello' }],
  ['message', 'edit', { key: '1'.repeat(24), audience: 'going', text: 'Hello' }],
  ['details', 'edit', details],
  ['cancel-date', 'edit', { title: 'Another title' }],
]
const scopes: LinkScope[] = ['view', 'door', 'edit']

describe('an organiser’s link', () => {
  let event: AddedEvent
  let rsvp: number
  const tokens = {} as Record<LinkScope, string>
  beforeAll(async () => {
    event = await site.addEvent()
    for (const scope of scopes) tokens[scope] = await site.addLink(event.event, scope)
    rsvp = (await addGuest(tokens.edit, event.date)).id
  })

  test.each(rights)(
    'allows the action %s only with these scopes: %s',
    async (action, allowed, body) => {
      const allowing = await Promise.all(
        scopes.map(async (scope) => {
          const reply = await act(tokens[scope], action, { date: event.date, rsvp, ...body })
          return errorOf(reply) === 'not_allowed' ? [] : scope
        }),
      )
      expect(allowing.flat().join(' ')).toBe(allowed)
    },
  )

  test.each(rights.filter(([action]) => action !== 'seen'))(
    'reaches nothing of another event with the action %s',
    async (action, _, body) => {
      const other = await site.addEvent()
      const otherToken = await site.addLink(other.event)
      const guest = await addGuest(otherToken, other.date)
      const before = await stored()
      const foreign = await act(tokens.edit, action, { date: other.date, rsvp: guest.id, ...body })
      expect(errorOf(foreign)).toBe('no_date')
      if (['check-in', 'party', 'note', 'cancel', 'offer', 'move'].includes(action)) {
        const mixed = await act(tokens.edit, action, { date: event.date, rsvp: guest.id, ...body })
        expect(errorOf(mixed)).toBe('no_guest')
      }
      expect((await stored()).filter(({ of }) => of !== 'event_links')).toEqual(
        before.filter(({ of }) => of !== 'event_links'),
      )
    },
  )

  test('does nothing if it is unknown, revoked, or its dates ended over a week ago', async () => {
    const old = await site.addEvent({
      startsAt: new Date(Date.now() - 9 * 86_400_000),
      endsAt: new Date(Date.now() - 8 * 86_400_000),
    })
    const token = await site.addLink(old.event)
    const revoked = await site.addLink(event.event)
    await site.query(
      `update event_links set revoked_at = now() where id = (select max(id) from event_links)`,
    )
    for (const gone of ['f'.repeat(40), 'x', revoked, token]) {
      expect(errorOf(await act(gone, 'seen'))).toBe('link_gone')
    }
    const form = { date: String(event.date) }
    const page = await site.send('POST', `/manage-event/${revoked}/check-in`, { form })
    expect(page.location).toContain(`/manage-event/${revoked}?`)
    await site.query(`update event_dates set ends_at = now() - interval '6 days' where id = $1`, [
      old.date,
    ])
    expect(errorOf(await act(token, 'seen'))).toBe(200)
  })

  test('is revoked together with the person’s other links of the same scope', async () => {
    const { event: own } = await site.addEvent()
    const person = { name: 'Kim', email: 'kim-twice@venue.example' }
    const links = [await site.addLink(own, 'edit', person), await site.addLink(own, 'edit', person)]
    const door = await site.addLink(own, 'door', person)
    const [row] = await site.query<{ id: number }>(
      'select min(id) as id from event_links where event = $1',
      [own],
    )
    await revokeLink(site.db, row?.id ?? 0)
    for (const gone of links) expect(errorOf(await act(gone, 'seen'))).toBe('link_gone')
    expect(errorOf(await act(door, 'seen'))).toBe(200)
  })

  test('also manages a series that continues its event', async () => {
    const later = await site.addEvent()
    await site.query('update events set continues_id = $1 where id = $2', [
      event.event,
      later.event,
    ])
    const query = `date=${later.date}`
    expect((await site.send('GET', `/manage-event/${tokens.view}/guests`, { query })).status).toBe(
      200,
    )
    const back = await site.addLink(later.event)
    const earlier = { query: `date=${event.date}` }
    expect(errorOf(await site.send('GET', `/manage-event/${back}/guests`, earlier))).toBe('no_date')
  })

  test.each(scopes)('of the scope %s changes nothing by reading', async (scope) => {
    const before = await stored()
    const query = `date=${event.date}`
    const reply = await site.send('GET', `/manage-event/${tokens[scope]}/guests`, { query })
    expect(reply.status).toBe(200)
    expect(reply.text).not.toContain('Ada')
    expect(await stored()).toEqual(before)
  })
})

describe('guests', () => {
  test('are added once and checked in; the audit trail names the organiser, not the guest', async () => {
    const { event, date } = await site.addEvent({ capacity: 3 })
    const token = await site.addLink(event, 'edit', { name: 'Kim' })
    const body = { key: newFormKey(), date, name: '  Ada  ', party: 2, is_here: true }
    const [one, two] = [await act(token, 'add', body), await act(token, 'add', body)]
    expect(one.json<Guest>().rsvp).toMatchObject({ status: 'attended', inside: 2 })
    expect(two.json<Guest>().rsvp).toEqual(one.json<Guest>().rsvp)
    const { id } = one.json<Guest>().rsvp
    expect(
      (await site.query('select name, email from reservations where id = $1', [id]))[0],
    ).toEqual({ name: 'Ada', email: null })
    expect((await addGuest(token, date)).status).toBe('waitlisted')
    await act(token, 'check-in', { date, rsvp: id, inside: 1 })
    const undone = await act(token, 'check-in', { date, rsvp: id, inside: 0 })
    expect(undone.json<Guest>().rsvp).toMatchObject({ status: 'going', inside: 0 })
    expect(errorOf(await act(token, 'check-in', { date, rsvp: id, inside: 3 }))).toBe(
      'too_many_inside',
    )
    const entries = await site.query<{ by_name: string; by_id: null; subject: string }>(
      `select by_name, by_id, subject from audit where document = $1 and of_collection = 'reservations'`,
      [String(id)],
    )
    expect(entries.length).toBeGreaterThan(2)
    for (const entry of entries) {
      expect(entry).toMatchObject({ by_name: 'Kim (organiser)', by_id: null })
      expect(entry.subject).not.toContain('Ada')
    }
  })

  test('that two people change at once are changed by only one of them; the other person gets an error', async () => {
    const { event, date } = await site.addEvent()
    const token = await site.addLink(event)
    const { id, version } = await addGuest(token, date)
    const outcomes = await Promise.all(
      [3, 4].map(async (party) =>
        errorOf(await act(token, 'party', { date, rsvp: id, party, version })),
      ),
    )
    expect(outcomes.sort()).toEqual([200, 'stale'])
    const note = { date, rsvp: id, note: 'By the window', version }
    expect(errorOf(await act(token, 'note', note))).toBe('changed')
  })

  test('are downloaded without formulas, and without email addresses if the link may only view', async () => {
    const { event, date } = await site.addEvent()
    const [edit, view] = [await site.addLink(event), await site.addLink(event, 'view')]
    const hostile = ['=1+1', '+cmd', '-2', '@SUM(A1)', 'a,b"c', '\t=1', '＝1']
    for (const name of hostile) await addGuest(edit, date, { name, note: '=HYPERLINK("x")' })
    await addGuest(edit, date, { name: 'Eve', email: 'eve@venue.example' })
    const file = await act(edit, 'file', { date })
    expect(file.text).toContain("'=1+1")
    expect(file.text).toContain('eve@venue.example')
    for (const line of file.text.slice(1).trim().split('\r\n').slice(1)) {
      for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?\s*[=+\-@＝]/)
    }
    expect((await act(view, 'file', { date })).text).not.toContain('@venue.example')
    const scopes = (['editor', 'publisher', 'admin'] as const).map(
      (role) => staffManager({ id: 7, name: 'Sam', role }, tonight).scope,
    )
    expect(scopes).toEqual(['door', 'edit', 'edit'])
  })

  test('with an email address are limited per link; guests without address or added by staff are not', async () => {
    const { event, date } = await site.addEvent()
    const token = await site.addLink(event, 'door')
    const add = (name: string, more: object) =>
      act(token, 'add', { key: newFormKey(), date, name, party: 1, ...more })
    const first = { key: newFormKey(), email: 'first-mailed@venue.example' }
    expect(errorOf(await add('First', first))).toBe(200)
    await site.query(
      `update limits set taken = 100 where key = (
         select 'event guests added by link ' || id from event_links where event = $1)`,
      [event],
    )
    const email = 'one-too-many@venue.example'
    expect(errorOf(await add('Other', { email }))).toBe('too_many_mails')
    expect(await site.query('select from mails where to_address = $1', [email])).toEqual([])
    expect(errorOf(await add('Other', {}))).toBe(200)
    // Sends the first request again, as if its reply had been lost.
    expect(errorOf(await add('First', first))).toBe(200)
    const request = { key: newFormKey(), date, name: 'Other', party: 1, email, note: null }
    const sam = staffManager({ id: 7, name: 'Sam', role: 'editor' }, tonight)
    const { rsvp } = await addGuestBy(site.request(), sam, { ...request, is_here: false })
    expect(rsvp.status).toBe('going')
  })

  test('who wait get places out of turn, but only if a reason is given', async () => {
    const { event, date } = await site.addEvent({ capacity: 2 })
    const token = await site.addLink(event, 'edit', { name: 'Kim' })
    const going = await addGuest(token, date)
    const [first, second] = [
      await addGuest(token, date, { name: 'First', email: 'first@venue.example' }),
      await addGuest(token, date, { name: 'Second', email: 'second@venue.example' }),
    ]
    const move = { date, rsvp: second.id, position: 1 }
    expect(errorOf(await act(token, 'move', { ...move, reason: '' }))).toBe('bad_request')
    expect(errorOf(await act(token, 'move', { ...move, reason: 'A birthday' }))).toBe(200)
    expect(errorOf(await act(token, 'cancel', { date, rsvp: going.id }))).toBe(200)
    const rows = await site.query<{ id: number; status: string }>(
      'select id, status from reservations where id = any($1) order by id',
      [[first.id, second.id]],
    )
    expect(rows.map(({ status }) => status)).toEqual(['waitlisted', 'offered'])
    const offer = { date, rsvp: first.id, reason: 'They rang' }
    expect(errorOf(await act(token, 'offer', offer))).toBe('full')
    const [entry] = await site.query<{ by_name: string }>(
      `select by_name from audit where action = 'queue_moved' order by id desc limit 1`,
    )
    expect(entry?.by_name).toBe('Kim (organiser)')
  })
})

describe('messages of an organiser', () => {
  test('are mailed once to each guest, at most two a day, with the organiser’s address for replies', async () => {
    const { event, date } = await site.addEvent({ capacity: 2 })
    const token = await site.addLink(event, 'edit', { email: 'kim@venue.example' })
    await addGuest(token, date, { email: 'goes@venue.example' })
    await addGuest(token, date, { email: 'waits@venue.example' })
    await addGuest(token, date, { name: 'No address', party: 1 })
    const message = { key: newFormKey(), date, audience: 'going', text: 'Come hungry.\nBring ID.' }
    const before = await site.query('select count(*) from mails')
    const preview = (await act(token, 'preview', message)).json<{ text: string }>()
    expect(preview).toMatchObject({ recipients: 1 })
    expect(preview.text).toContain('Bring ID.')
    expect(await site.query('select count(*) from mails')).toEqual(before)
    const replies = await Promise.all([1, 2].map(() => act(token, 'message', message)))
    for (const reply of replies) expect(reply.json()).toMatchObject({ told: 1 })
    const other = await act(token, 'message', { ...message, text: 'Something else' })
    expect(errorOf(other)).toBe('key_reused')
    const waiting = { ...message, key: newFormKey(), audience: 'waiting' }
    expect(errorOf(await act(token, 'message', waiting))).toBe(200)
    const third = { ...message, key: newFormKey() }
    expect(errorOf(await act(token, 'message', third))).toBe('messages_used_up')
    await site.query(
      `update event_messages set created_at = created_at - interval '25 hours' where date = $1`,
      [date],
    )
    expect(errorOf(await act(token, 'message', third))).toBe(200)
    const mails = await site.query<{ to_address: string; reply: string }>(
      `select to_address, headers->>'Reply-To' as reply from mails where kind like '%message' order by id`,
    )
    expect(mails.map(({ to_address }) => to_address)).toEqual([
      'goes@venue.example',
      'waits@venue.example',
      'goes@venue.example',
    ])
    for (const { reply } of mails) expect(reply).toBe('kim@venue.example')
  })

  test('without a recipient are refused', async () => {
    const { event, date } = await site.addEvent()
    const token = await site.addLink(event)
    const message = { key: newFormKey(), date, audience: 'waiting', text: 'Hello' }
    expect(errorOf(await act(token, 'message', message))).toBe('nobody')
  })
})

describe('a date that an organiser manages', () => {
  const read = async (date: number) => {
    const [row] = await site.query<{
      status: string
      summary: string
      capacity: number | null
      areas: string[]
      start: string
      end: string
    }>(
      `select status, summary, capacity, areas,
              to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as start,
              to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as end
         from event_dates where id = $1`,
      [date],
    )
    if (!row) throw new Error('There is no such date.')
    return row
  }
  const formOf = async (date: number) => {
    const { status: _, ...values } = await read(date)
    const [row] = await site.query<DateRow>(`select * from event_dates where id = $1`, [date])
    return { date, doors: null, seen: row && versionOfRow(row), ...values }
  }

  test('can be changed; for a new time or place, the organiser must decide whether guests are told', async () => {
    const { event, date } = await site.addEvent({ capacity: 5 })
    const token = await site.addLink(event)
    await addGuest(token, date, { email: 'told@venue.example', party: 3 })
    const form = await formOf(date)
    const tooFew = await act(token, 'details', { ...form, capacity: 2 })
    expect(tooFew.json()).toMatchObject({ error: 'capacity_taken', taken: 3 })
    expect(errorOf(await act(token, 'details', { ...form, capacity: 3 }))).toBe(200)
    expect(await read(date)).toMatchObject({ capacity: 3 })
    // Another person sends a form that was loaded before the change.
    expect(errorOf(await act(token, 'details', { ...form, capacity: 4 }))).toBe('changed')

    const moved = { ...(await formOf(date)), areas: ['Cafe'], summary: 'Outside.' }
    const asked = await act(token, 'details', moved)
    expect(asked.json()).toMatchObject({ error: 'ask_guests', guests: 3 })
    expect(await read(date)).toMatchObject({ areas: ['Event Spaces'] })
    const told = await act(token, 'details', { ...moved, tell: true })
    expect(told.json()).toEqual({ told: 1 })
    expect(await read(date)).toMatchObject({ areas: ['Cafe'], summary: 'Outside.' })
    // Sends the form again, as if its reply had been lost.
    expect((await act(token, 'details', { ...moved, tell: true })).json()).toEqual({ told: 0 })
    const mails = await site.query(
      `select from mails where to_address = 'told@venue.example' and kind like '%changed'`,
    )
    expect(mails).toHaveLength(1)
  })

  test('cannot be moved into the past or far into the future', async () => {
    const { event, date } = await site.addEvent()
    const token = await site.addLink(event)
    const form = await formOf(date)
    for (const day of ['2001-01-01', '2098-01-01']) {
      const moved = { ...form, start: `${day}T19:00`, end: `${day}T21:00` }
      expect(errorOf(await act(token, 'details', moved))).toBe('bad_schedule')
    }
    expect(await formOf(date)).toEqual(form)
  })

  test('can be changed any number of times, but guests are mailed only a few times a day', async () => {
    const { event, date } = await site.addEvent()
    const token = await site.addLink(event)
    await addGuest(token, date, { email: 'enough@venue.example' })
    const replies: unknown[] = []
    for (let n = 0; n < 7; n++) {
      const areas = [n % 2 ? 'Event Spaces' : 'Cafe']
      replies.push(
        errorOf(await act(token, 'details', { ...(await formOf(date)), areas, tell: true })),
      )
    }
    expect(replies).toEqual([...Array(6).fill(200), 'too_many_changes'])
    const silent = { ...(await formOf(date)), areas: ['Cafe'], tell: false }
    expect(errorOf(await act(token, 'details', silent))).toBe(200)
  })

  test('is cancelled only if its title is typed, and each guest is told once', async () => {
    const { event, date, title } = await site.addEvent({ title: 'Rosie’s  quiz' })
    const token = await site.addLink(event)
    await addGuest(token, date, { email: 'off@venue.example' })
    const wrong = { date, title: 'Quiz' }
    expect(errorOf(await act(token, 'cancel-date', wrong))).toBe('wrong_title')
    expect(await read(date)).toMatchObject({ status: 'published' })
    expect(title).toContain('’')
    const right = { date, title: " rosie's quiz ", reason: 'The band is ill.' }
    expect((await act(token, 'cancel-date', right)).json()).toEqual({ told: 1 })
    expect((await act(token, 'cancel-date', right)).json()).toEqual({ told: 0 })
    expect(await read(date)).toMatchObject({ status: 'cancelled' })
    const active = await site.query(
      `select status, cancelled_by from reservations where subject = $1 and status <> 'cancelled'`,
      [date],
    )
    expect(active).toEqual([])
    const mails = await site.query(
      `select from mails where to_address = 'off@venue.example' and kind like '%cancelled'`,
    )
    expect(mails).toHaveLength(1)
  })
})

describe('a link for one date', () => {
  const addSecondDate = async (event: number, startsAt: Date) =>
    addDate(site.query, { event, startsAt })

  test('reaches no other date of the series with any action', async () => {
    const { event, date } = await site.addEvent()
    const other = await addSecondDate(event, new Date(Date.now() + 50 * 3_600_000))
    const [own, series] = [await site.addLink(event, 'edit', { date }), await site.addLink(event)]
    const guest = await addGuest(series, other)
    const withoutLinks = async () => (await stored()).filter(({ of }) => of !== 'event_links')
    const before = await withoutLinks()
    for (const [action, , body] of rights.filter(([name]) => name !== 'seen')) {
      const reply = await act(own, action, { date: other, rsvp: guest.id, ...body })
      expect(errorOf(reply), action).toBe('no_date')
    }
    const polled = await site.send('GET', `/manage-event/${own}/guests`, { query: `date=${other}` })
    expect(errorOf(polled)).toBe('no_date')
    expect(await withoutLinks()).toEqual(before)
    expect(errorOf(await act(own, 'preview', { date, audience: 'going', text: 'Hello' }))).toBe(200)
    expect(await listManagedDates(site.db, { event, date })).toHaveLength(1)
    expect(await listManagedDates(site.db, { event, date: null })).toHaveLength(2)
  })

  test('ends a week after this date, also if the series goes on, and is erased after 90 days', async () => {
    const { event, date } = await site.addEvent({
      startsAt: new Date(Date.now() - 9 * 86_400_000),
      endsAt: new Date(Date.now() - 8 * 86_400_000),
    })
    await addSecondDate(event, new Date(Date.now() + 50 * 3_600_000))
    const token = await site.addLink(event, 'edit', { date, name: 'Kim' })
    const series = await site.addLink(event)
    expect(errorOf(await act(token, 'seen'))).toBe('link_gone')
    expect(errorOf(await act(series, 'seen'))).toBe(200)
    await site.query(
      `update event_dates set starts_at = now() - interval '92 days', ends_at = now() - interval '91 days'
        where id = $1`,
      [date],
    )
    await forgetOldOrganisers(site.db)
    const names = await site.query('select name from event_links where event = $1 order by id', [
      event,
    ])
    expect(names).toEqual([{ name: '' }, { name: 'Jo' }])
  })

  test('is what staff make unless they choose the whole series, and its mail says what it opens', async () => {
    const { event, date } = await site.addEvent()
    const other = await addSecondDate(event, new Date(Date.now() + 50 * 3_600_000))
    const make = async (email: string, more: object) => {
      const body = { key: newFormKey(), date, scope: 'view', name: 'Kim', email, mailed: true }
      const { url } = await createLink(
        site.request(),
        staff,
        linkRequest.parse({ ...body, ...more }),
      )
      return tokenIn(url)
    }
    const reach = async (token: string) =>
      Promise.all(
        [date, other].map(async (id) =>
          errorOf(await site.send('GET', `/manage-event/${token}/guests`, { query: `date=${id}` })),
        ),
      )
    const [one, all] = ['one-date@venue.example', 'all-dates@venue.example'] as const
    expect(await reach(await make(one, {}))).toEqual([200, 'no_date'])
    expect(await reach(await make(all, { whole_series: true }))).toEqual([200, 200])
    const textTo = async (email: string) =>
      (
        await site.query<{ text: string }>(
          `select text from mails where to_address = $1 order by id`,
          [email],
        )
      ).map(({ text }) => text.replaceAll(/\s+/g, ' '))
    expect(await textTo(one)).toEqual([expect.stringContaining('It opens one date: ')])
    expect(await textTo(all)).toEqual([expect.stringContaining('It opens all dates')])
    // Fresh and replaced links open what the old ones opened.
    await mailFreshLinks(site.request(), one)
    expect(await reach(tokenIn((await textTo(one))[1] ?? ''))).toEqual([200, 'no_date'])
    const listed = await listLinks(site.db, { id: other, event })
    expect(listed.map(({ email }) => email)).toEqual([all])
    const [link] = await listLinks(site.db, { id: date, event })
    const replaced = await replaceLink(site.request(), staff, {
      link: link?.id ?? 0,
      key: newFormKey(),
    })
    expect(await reach(tokenIn(replaced.url))).toEqual([200, 'no_date'])
  })
})

const staff = { id: 7, name: 'Sam', role: 'publisher' as const }
const tokenIn = (text: string) => /manage-event\/([0-9a-f]{40})/.exec(text)?.[1] ?? ''

describe('links of organisers', () => {
  const mailed = async (email: string) =>
    (
      await site.query<{ text: string }>(
        `select text from mails where to_address = $1 and kind = 'event_link' order by id`,
        [email],
      )
    ).map(({ text }) => tokenIn(text))

  test('are created once for each form, stored as hashes, mailed, and can be replaced', async () => {
    const { date } = await site.addEvent()
    const request = {
      key: newFormKey(),
      date,
      whole_series: false,
      ...({ scope: 'door', name: 'Kim', mailed: true } as const),
    }
    const email = 'new-link@venue.example'
    const [one, two] = [
      await createLink(site.request(), staff, { ...request, email }),
      await createLink(site.request(), staff, { ...request, email }),
    ]
    expect(two).toEqual(one)
    expect(await mailed(email)).toEqual([tokenIn(one.url)])
    const [row] = await site.query('select * from event_links where id = $1', [one.link])
    expect(JSON.stringify(row)).not.toContain(tokenIn(one.url))
    const replaced = await replaceLink(site.request(), staff, {
      link: one.link,
      key: newFormKey(),
    })
    expect(errorOf(await act(tokenIn(one.url), 'seen'))).toBe('link_gone')
    expect(errorOf(await act(tokenIn(replaced.url), 'seen'))).toBe(200)
  })

  test('are not made with the key of another link', async () => {
    const [{ date }, { date: other }] = [await site.addEvent(), await site.addEvent()]
    const request = {
      key: newFormKey(),
      date,
      scope: 'door',
      name: 'Kim',
      mailed: false,
      whole_series: false,
    } as const
    const email = 'reused@venue.example'
    const { link } = await createLink(site.request(), staff, { ...request, email })
    const count = async () =>
      (await site.query('select id from event_links where email = $1', [email])).length
    for (const change of [
      { date: other },
      { scope: 'edit' as const },
      { name: 'Sam' },
      { whole_series: true },
      { email: 'other@venue.example' },
    ]) {
      const reused = createLink(site.request(), staff, { ...request, email, ...change })
      await expect(reused).rejects.toMatchObject({ status: 409, reason: 'key_reused' })
    }
    expect(await count()).toBe(1)
    const second = { ...request, key: newFormKey(), date: other, email }
    const elsewhere = await createLink(site.request(), staff, second)
    const key = newFormKey()
    const replaced = await replaceLink(site.request(), staff, { link, key })
    expect(await replaceLink(site.request(), staff, { link, key })).toMatchObject({
      link: replaced.link,
      url: replaced.url,
    })
    for (const [target, reused] of [
      [elsewhere.link, key],
      [replaced.link, key],
      [elsewhere.link, second.key],
    ] as const) {
      const refused = replaceLink(site.request(), staff, { link: target, key: reused })
      await expect(refused).rejects.toMatchObject({ reason: 'key_reused' })
    }
    expect(await count()).toBe(3)
  })

  test('that are lost are replaced by mail; the first use of the new link ends the old link', async () => {
    const { event } = await site.addEvent()
    const email = 'lost-link@venue.example'
    const old = await site.addLink(event, 'edit', { email })
    const lost = (address: string) =>
      site.send('POST', '/event-links/lost', { body: { email: address } })
    const replies = await Promise.all([lost(email), lost('stranger@venue.example')])
    expect(replies[0]?.text).toBe(replies[1]?.text)
    expect(await mailed('stranger@venue.example')).toEqual([])
    const [fresh = ''] = await mailed(email)
    expect(fresh).not.toBe(old)
    expect(errorOf(await act(old, 'seen'))).toBe(200)
    // A mail scanner opens the link.
    const scan = await site.send('GET', `/manage-event/${fresh}/guests`, { query: 'date=1' })
    expect(errorOf(scan)).toBe('no_date')
    expect(errorOf(await act(old, 'seen'))).toBe(200)
    expect(errorOf(await act(fresh, 'seen'))).toBe(200)
    expect(errorOf(await act(old, 'seen'))).toBe('link_gone')
    for (let count = 0; count < 4; count++) await mailFreshLinks(site.request(), email)
    expect(await mailed(email)).toHaveLength(3)
  })

  test('have no name and no email address 90 days after the last date', async () => {
    const [old, recent] = [await site.addEvent(), await site.addEvent()]
    for (const { event } of [old, recent]) {
      await site.addLink(event, 'edit', { name: 'Kim', email: 'kim-organises@venue.example' })
    }
    await site.query(
      `update event_dates set starts_at = now() - interval '92 days', ends_at = now() - interval '91 days'
        where id = $1`,
      [old.date],
    )
    await forgetOldOrganisers(site.db)
    const rows = await site.query(
      'select name, email from event_links where event = any($1) order by id',
      [[old.event, recent.event]],
    )
    expect(rows).toEqual([
      { name: '', email: null },
      { name: 'Kim', email: 'kim-organises@venue.example' },
    ])
  })

  test('can be requested with a form, after which every address gets the same page', async () => {
    const email = 'lost-by-form@venue.example'
    await site.addLink((await site.addEvent()).event, 'edit', { email })
    for (const each of [email, 'no-link@venue.example']) {
      const reply = await site.send('POST', '/event-links/lost', { form: { email: each } })
      expect(reply.location).toBe('/manage-event?sent=1#outcome')
    }
  })
})
