import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TimedVisits } from '../../cms/features/letters/campaigns/contract.ts'
import { visitWriterOf } from '../support/analytics-visits.ts'
import { addMember } from '../support/dashboard.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { addGuests } from '../support/door.ts'
import { addDate } from '../support/events.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff, sessionHeaders } from '../support/staff.ts'
import { venueDayOf } from '../support/venue-days.ts'

let url: string
let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The day of the visits, which are at noon. */
const day = venueDayOf(new Date(Date.now() - 50 * dayMs))
const sentAt = new Date(Date.parse(`${day}T09:00:00Z`))
const visitedAt = Date.parse(`${day}T12:00:00Z`)

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  staff = await makeStaff(server)
  stored = visitWriterOf(url)
})
afterAll(() => server?.stop())

async function insertLetter({ state = 'sent', readers = 20 } = {}): Promise<number> {
  const isSent = state === 'sent'
  const [row] = await query<{ id: number }>(
    `insert into letters (subject, state, started_at, finished_at)
     values ('What is on', $1::enum_letters_state, $2, $2) returning id`,
    [state, isSent ? sentAt : null],
  )
  const id = row?.id ?? 0
  await query(
    `insert into mails (key, kind, letter, state, to_address, to_name, subject, html, text)
     select 'letter-' || $1 || '-' || n, 'letter', $1::int, 'sent', n || '@guests.example', 'Reader', 'What is on', '', ''
       from generate_series(1, $2::int) as n`,
    [id, isSent ? readers : 0],
  )
  return id
}
async function insertNudge(): Promise<number> {
  const [row] = await query<{ id: number }>(
    `insert into nudges (text, link, audience, state, sent_at)
     values ('Hello', '/beer', 'everyone', 'sent', $1) returning id`,
    [sentAt],
  )
  return row?.id ?? 0
}

let stored: ReturnType<typeof visitWriterOf>
let serial = 0
/** Visits by a letter or nudge of members who agreed to be counted. @returns the members */
async function visit(
  source: 'letter' | 'nudge',
  id: number,
  count: number,
  dayOf: (n: number) => string = () => day,
): Promise<number[]> {
  const members: number[] = []
  for (let n = 0; n < count; n++) {
    const member = await onDatabase(url, (run) => addMember(run, `r${++serial}@venue.example`))
    const session = await stored.visit({ day: dayOf(n), user: member, source })
    await query('update user_sessions set campaign = $2 where session_id = $1', [
      ...[session, `${source}-${id}`],
    ])
    members.push(member)
  }
  return members
}
const cameIn = (members: number[], after: number, source = 'door') =>
  query(
    `insert into check_in_visits (member, night, area, at, source)
     select member, $2::timestamptz::date::text, 'Beer Hall', $2, $3 from unnest($1::int[]) as member`,
    [members, new Date(visitedAt + after), source],
  )
async function reserve(members: number[], after: number): Promise<void> {
  await onDatabase(url, async (run) => {
    const date = await addDate(run)
    const ids = await addGuests(
      run,
      date,
      members.map((member) => ({ member })),
    )
    await run('update reservations set confirmed_at = $2 where id = any($1)', [
      ids,
      new Date(visitedAt + after),
    ])
  })
}

const get = (path: string, as = staff.publisher) => server.get(`/api/${path}`, sessionHeaders(as))
async function found(path: string) {
  const reply = await get(path)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<TimedVisits>().found
}

describe.each([
  ['letter', insertLetter, (id: number) => `letter/visits?id=${id}`, 28],
  ['nudge', insertNudge, (id: number) => `nudge-list/${id}/visits`, 7],
] as const)('the funnel of a %s', (source, insert, pathOf, days) => {
  test('ends at the door: those who came after their visit, in time, five or more', async () => {
    const id = await insert()
    const members = await visit(source, id, 9)
    const [first = 0, second = 0] = members
    expect(await found(pathOf(id))).toMatchObject({
      ...{ kind: 'counted', visits: 9, afterwards: { reserved: 0, came: 0 } },
    })
    // Neither those who came before, nor those who only said so, nor those who came too late.
    await cameIn(members, -hourMs)
    await cameIn(members, hourMs * 30, 'here')
    await cameIn(members, days * dayMs + hourMs)
    await reserve(members, -hourMs)
    expect(await found(pathOf(id))).toMatchObject({ afterwards: { reserved: 0, came: 0 } })
    await cameIn(members.slice(0, 4), 3 * dayMs)
    await reserve(members.slice(0, 4), hourMs)
    expect(await found(pathOf(id))).toMatchObject({
      afterwards: { reserved: null, came: null },
    })
    await cameIn(members.slice(3, 6), 5 * dayMs)
    await reserve(members.slice(0, 7), 2 * hourMs)
    expect(await found(pathOf(id))).toMatchObject({ afterwards: { reserved: 7, came: 6 } })
    // Their visits are no longer theirs after they took back that they are counted.
    await query('update user_sessions set user_id = null where user_id = any($1)', [
      [first, second],
    ])
    expect(await found(pathOf(id))).toMatchObject({ afterwards: { reserved: 5, came: null } })
  })

  test('says nothing of who reserved and came in until the time of the last visit is over', async () => {
    const id = await insert()
    const recent = venueDayOf(new Date(Date.now() - days * dayMs))
    await query(
      source === 'letter'
        ? 'update letters set started_at = $2, finished_at = $2 where id = $1'
        : 'update nudges set sent_at = $2 where id = $1',
      [id, new Date(`${recent}T09:00:00Z`)],
    )
    const members = await visit(source, id, 6, () => recent)
    await cameIn(members, (50 - days) * dayMs + hourMs)
    expect(await found(pathOf(id))).toMatchObject({ kind: 'counted', afterwards: null })
  })
})

describe('a reader who is no member', () => {
  const page = '/letter-only'
  const actionText = 'Opened the gate'
  /** Visits by a letter without a member, each with a view of a page and an action. */
  const visitOn = async (letter: number, days: readonly string[]) => {
    for (const each of days) {
      const session = await stored.visit({ day: each, source: 'letter', views: [{ path: page }] })
      await query('update user_sessions set campaign = $2 where session_id = $1', [
        ...[session, `letter-${letter}`],
      ])
      await query(
        `insert into user_interactions (day, session_id, id, page_path, interaction_type, at, additional_data)
         values ($1::date, $2, 'e', $3, 'event', $1::date + interval '12 hours 1 minute', jsonb_build_object('name', $4::text))`,
        [each, session, page, 'gate_opened'],
      )
    }
  }
  const fiveDays = [0, 1, 2, 3, 4].map((n) => venueDayOf(new Date(visitedAt + n * dayMs)))

  test('and comes on five days is one person, so nothing is shown', async () => {
    const id = await insertLetter()
    await visitOn(id, fiveDays)
    expect(await found(`letter/visits?id=${id}`)).toEqual({ kind: 'few' })
  })

  test('and five readers on one day are five people', async () => {
    const id = await insertLetter()
    await visitOn(id, Array(5).fill(day))
    expect(await found(`letter/visits?id=${id}`)).toMatchObject({
      ...{ kind: 'counted', visits: 5, views: 5, pages: [{ page, visits: 5 }] },
      actions: { rows: expect.arrayContaining([{ name: actionText, visits: 5 }]) },
    })
  })

  test('is not shown by the pages and actions of a letter that others read too', async () => {
    const id = await insertLetter()
    await visit('letter', id, 6)
    await visitOn(id, fiveDays)
    const shown = await found(`letter/visits?id=${id}`)
    expect(shown).toMatchObject({ kind: 'counted', visits: 11, views: 11, pages: [] })
    expect(shown).toMatchObject({
      actions: { rows: expect.arrayContaining([{ name: actionText, visits: null }]) },
    })
  })
})

test('members on different days count by member', async () => {
  const id = await insertLetter()
  await visit('letter', id, 5, (n) => venueDayOf(new Date(visitedAt + n * dayMs)))
  expect(await found(`letter/visits?id=${id}`)).toMatchObject({ kind: 'counted', visits: 5 })
})

test('a letter with few readers or visitors has no numbers; only publishers read them', async () => {
  const small = await insertLetter({ readers: 4 })
  await visit('letter', small, 6)
  expect(await found(`letter/visits?id=${small}`)).toEqual({ kind: 'small' })
  const few = await insertLetter()
  await visit('letter', few, 4)
  expect(await found(`letter/visits?id=${few}`)).toEqual({ kind: 'few' })
  expect(await found(`letter/visits?id=${await insertLetter()}`)).toEqual({ kind: 'none' })
  expect((await get(`letter/visits?id=${few}`, staff.editor)).status).toBe(403)
  const draft = await insertLetter({ state: 'draft' })
  expect((await get(`letter/visits?id=${draft}`)).status).toBe(404)
})
