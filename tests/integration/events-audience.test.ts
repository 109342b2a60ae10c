import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AboutReply, DraftReply } from '../../cms/features/events/audience/contract.ts'
import type { LiveNudge } from '../../cms/features/nudges/contract.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { openEventStream } from '../support/event-stream.ts'
import { addDate } from '../support/events.ts'
import { lettersOf, makeSubscribers } from '../support/letters.ts'
import { membershipOf } from '../support/membership.ts'
import { nudgesAt, nudgesOf, turnOn, unrestrictedSettings } from '../support/nudges.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let service: PushService
let staff: Awaited<ReturnType<typeof makeStaff>>
let letters: ReturnType<typeof lettersOf>
let nudges: ReturnType<typeof nudgesOf>
let membership: ReturnType<typeof membershipOf>
const inDatabase = <T>(work: (query: Query) => Promise<T>) => onDatabase(url, work)
const add = (given: Parameters<typeof addDate>[1] = {}) =>
  inDatabase((query) => addDate(query, given))

const beer = 'Beer & Brewing Events' as const
const films = 'Film & Cinema'

beforeAll(async () => {
  service = await startPushService()
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0', PUSH_LOCAL_SERVICES: service.origin })
  staff = await makeStaff(server)
  letters = lettersOf(server, staff, url)
  nudges = nudgesOf(server, staff)
  membership = membershipOf(server, url)
})
afterAll(async () => {
  await server?.stop()
  await service?.stop()
})

const requestDraft = (
  date: number,
  channel: 'letter' | 'nudge',
  by: string | undefined = staff.publisher,
) => server.send(`/api/event-dates/${date}/${channel}`, jsonRequest('POST', {}, by))
const draftOf = async (date: number, channel: 'letter' | 'nudge'): Promise<DraftReply> => {
  const reply = await requestDraft(date, channel)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<DraftReply>()
}
const find = async <Doc>(collection: string, id: number): Promise<Doc> =>
  (
    await server.send(
      `/api/${collection}/${id}?depth=0`,
      jsonRequest('GET', undefined, staff.publisher),
    )
  ).json<Doc>()

const insertReservation = (
  date: number,
  { member = null, email = null }: { member?: number | null; email?: string | null },
  status = 'going',
) =>
  inDatabase((query) =>
    query(
      `insert into reservations (kind, subject, member, email, party, status, queue, cancelled_at, cancelled_by, payment, key)
       values ('event', $1, $2, $3, 1, $4, case when $4 = 'waitlisted' then 1 end,
               case when $4 = 'cancelled' then now() end, case when $4 = 'cancelled' then 'guest' end, 'free',
               gen_random_uuid()::text)`,
      [date, member, email, status],
    ),
  )

/** The recipients of a letter: their addresses without the domain. */
const readersOf = async (letter: number) =>
  (
    await inDatabase((query) =>
      query<{ name: string }>(
        `select split_part(to_address, '@', 1) as name from mails where letter = $1 order by 1`,
        [letter],
      ),
    )
  ).map(({ name }) => name)

/** A member with a device. */
async function memberWith(name: string, interests: string[]) {
  const { visitor, user } = await membership.signIn(`${name}@venue.example`)
  const saved = await visitor.call('/api/member/profile', { interests })
  expect(saved.status, saved.text).toBe(200)
  return { ...(await turnOn(visitor, service)), visitor, id: user.id }
}

type Letter = {
  subject: string
  audience: Record<string, unknown>
  eventDate: number | null
  state: string
}

test('staff get drafts of a letter and a nudge with the details of the event', async () => {
  const date = await add({
    slug: 'stout-night',
    title: 'Stout {night}',
    startsAt: new Date('2100-12-02T19:30:00Z'),
    areas: ['Beer Hall', 'Cafe'],
    interests: [beer],
    payment: 'credit',
    priceCents: 1250,
    memberPriceCents: 1000,
  })
  const { id, path, is_new } = await draftOf(date, 'letter')
  expect([path, is_new]).toEqual([`/cms/collections/letters/${id}`, true])
  const letter = await find<Letter & { body: unknown }>('letters', id)
  expect(letter).toMatchObject({
    subject: 'Stout (night)',
    state: 'draft',
    eventDate: date,
    audience: { interests: [beer] },
  })
  const preview = await letters.call('preview', letter)
  expect(preview.status, preview.text).toBe(200)
  const { text, html } = preview.json<{ text: string; html: string }>()
  for (const words of [
    'Songs and supper.',
    'Thu 2 Dec 2100, 7.30pm',
    'Beer Hall and Cafe',
    '£12.50, for members £10.00',
  ]) {
    expect(text.replace(/\s+/g, ' ')).toContain(words)
  }
  expect(html).toContain('/calendar/stout-night')
  const nudge = await draftOf(date, 'nudge')
  expect(await find('nudges', nudge.id)).toMatchObject({
    title: 'Stout {night}',
    text: 'Thu 2 Dec 2100, 7.30pm, Beer Hall and Cafe. Songs and supper.',
    link: '/calendar/stout-night',
    audience: 'chosen',
    interests: [beer],
    event_date: date,
    state: 'draft',
  })
  const about = await server.send(
    `/api/event-dates/${date}/about`,
    jsonRequest('GET', undefined, staff.editor),
  )
  expect(about.json<AboutReply>()).toEqual({
    title: 'Stout {night}',
    when: 'Thu 2 Dec 2100, 7.30pm',
  })
})

test('a letter and a nudge about an event without interests are for everybody', async () => {
  const date = await add()
  const letter = await draftOf(date, 'letter')
  expect(await find('letters', letter.id)).toMatchObject({ audience: { interests: [] } })
  const nudge = await draftOf(date, 'nudge')
  expect(await find('nudges', nudge.id)).toMatchObject({ audience: 'everyone' })
})

test.each(['letter', 'nudge'] as const)(
  'a %s about a date has one draft and one audit entry, until the draft is sent',
  async (channel) => {
    const date = await add({ title: `Once by ${channel}` })
    const replies = await Promise.all([1, 2, 3].map(() => draftOf(date, channel)))
    const ids = new Set(replies.map(({ id }) => id))
    expect(ids.size).toBe(1)
    expect(replies.filter(({ is_new }) => is_new)).toHaveLength(1)
    const recorded = await inDatabase((query) =>
      query<{ action: string; by_name: string }>(
        'select action, by_name from audit where subject = $1 and of_collection = $2',
        [`Once by ${channel}`, 'events'],
      ),
    )
    expect(recorded).toEqual([{ action: `event_${channel}`, by_name: 'publisher' }])
    const table = channel === 'letter' ? 'letters' : 'nudges'
    await inDatabase((query) =>
      query(`update ${table} set state = 'sent' where id = $1`, [replies[0]?.id]),
    )
    const next = await draftOf(date, channel)
    expect([next.is_new, ids.has(next.id)]).toEqual([true, false])
  },
)

test.each([
  ['draft', { status: 'draft' }],
  ['secret', { visibility: 'secret' }],
  ['off', { status: 'cancelled' }],
  ['undated', { status: 'postponed' }],
  ['over', { startsAt: new Date(Date.now() - 9e6), endsAt: new Date(Date.now() - 6e6) }],
  ['over', { status: 'ended' }],
])('no letter or nudge is drafted about a date that is %s', async (code, given) => {
  const date = await add(given)
  for (const channel of ['letter', 'nudge'] as const) {
    const { status, text } = await requestDraft(date, channel)
    expect([status, JSON.parse(text).error]).toEqual([409, code])
  }
  const written = await inDatabase((query) =>
    query(
      'select id from letters where event_date = $1 union all select id from nudges where event_date = $1',
      [date],
    ),
  )
  expect(written).toEqual([])
})

test('only publishers and admins can draft a letter or a nudge about a date', async () => {
  const date = await add()
  for (const channel of ['letter', 'nudge'] as const) {
    expect((await requestDraft(date, channel, staff.editor)).status).toBe(403)
    expect((await requestDraft(date, channel, '')).status).toBe(401)
    expect((await requestDraft(2 ** 31 - 1, channel)).status).toBe(404)
    expect((await requestDraft(date, channel, staff.admin)).status).toBe(200)
  }
})

describe('a letter about a date', () => {
  test('is not sent to people with a reservation, even if a member reserved with another address', async () => {
    const date = await add({ interests: [beer] })
    const otherDate = await add({ interests: [beer] })
    const names = ['none', 'cancelled', 'elsewhere', 'guest', 'waits', 'member', 'late', 'film']
    await makeSubscribers(
      url,
      names.map((name) => ({
        email: `${name}@readers.example`,
        interests: [name === 'film' ? films : beer],
      })),
    )
    const addressOf = (name: string) => ({ email: `${name}@readers.example` })
    await insertReservation(date, addressOf('guest'))
    await insertReservation(date, addressOf('waits'), 'waitlisted')
    await insertReservation(date, addressOf('cancelled'), 'cancelled')
    await insertReservation(otherDate, addressOf('elsewhere'))
    const { user } = await membership.signIn('member@readers.example')
    await insertReservation(date, { member: user.id, email: 'old-address@readers.example' })
    // This reservation no longer has a member or an address.
    await insertReservation(date, {})
    const { id } = await draftOf(date, 'letter')
    const audience = { interests: [beer], eventDate: date }
    expect((await letters.call('audience', audience, 'editor')).json()).toEqual({
      count: 4,
      of: names.length,
    })
    // A guest who reserves after the draft was written does not get the letter either.
    await insertReservation(date, addressOf('late'))
    const sent = await letters.act(id, 'send')
    expect(sent.json()).toMatchObject({ total: 3 })
    expect(await readersOf(id)).toEqual(['cancelled', 'elsewhere', 'none'])
  })

  test('goes to guests too if staff remove the date from its audience', async () => {
    const date = await add({ interests: [films] })
    await insertReservation(date, { email: 'film@readers.example' })
    const { id } = await draftOf(date, 'letter')
    expect((await letters.act(id, 'send')).json()).toMatchObject({
      message: expect.stringContaining('Nobody'),
    })
    const saved = await letters.sendAs('publisher', 'PATCH', `/api/letters/${id}`, {
      eventDate: null,
    })
    expect(saved.status, saved.text).toBe(200)
    expect((await letters.act(id, 'send')).json()).toMatchObject({ total: 1 })
  })

  test.each([[0], [1.5], [2 ** 31], ['1 or true']])(
    'is refused with the invalid date id %j',
    async (eventDate) => {
      const body = { subject: 'Hello', body: null, eventDate }
      expect((await letters.sendAs('editor', 'POST', '/api/letters', body)).status).toBe(400)
      expect((await letters.call('audience', { eventDate }, 'editor')).status).toBe(400)
    },
  )
})

test('a nudge about a date reaches no device and no open window of people with a reservation', async () => {
  const date = await add({ interests: [beer] })
  const guest = await memberWith('guest', [beer])
  const byAddress = await memberWith('by-address', [beer])
  const cancelled = await memberWith('cancelled', [beer])
  const other = await memberWith('other', [films])
  const stranger = visitorOf(server)
  const strange = await turnOn(stranger, service)
  await stranger.call('/api/push/settings', { ...unrestrictedSettings, topics: [beer] })
  await insertReservation(date, { member: guest.id })
  await insertReservation(date, { email: 'by-address@venue.example' })
  await insertReservation(date, { member: cancelled.id }, 'cancelled')
  const windows = await Promise.all(
    [guest, cancelled].map(async ({ visitor }) => {
      const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const stream = await openEventStream(server.port, '/api/nudge/live', { cookie })
      await stream.waitFor('retry: ')
      return stream
    }),
  )
  const { id } = await draftOf(date, 'nudge')
  const audience = { audience: 'chosen' as const, interests: [beer] }
  expect((await nudges.count({ ...audience, event_date: date })).json()).toMatchObject({
    people: 2,
  })
  expect((await nudges.count(audience)).json()).toMatchObject({ people: 4 })
  const nudge = await find<{ id: number; updatedAt: string }>('nudges', id)
  expect((await nudges.send(nudge)).json()).toMatchObject({ people: 2 })
  await waitUntil(
    () => nudges.progress(nudge),
    ({ state }) => state === 'sent',
  )
  const gotten = [guest, byAddress, cancelled, other, strange].map(
    (device) => nudgesAt(service, device).length,
  )
  expect(gotten).toEqual([0, 0, 1, 0, 1])
  // Once a later nudge has arrived, the windows have received all earlier nudges for them.
  await nudges.sendAll({ text: 'For everybody' })
  for (const window of windows) await window.waitFor('For everybody')
  const shown = windows.map((window) => window.events<LiveNudge>().map((each) => each.id))
  expect(shown.map((ids) => ids.includes(String(id)))).toEqual([false, true])
  for (const window of windows) window.close()
})
