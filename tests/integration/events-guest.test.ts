import ical, { type VEvent } from 'node-ical'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { feedToken } from '../../cms/features/events/feeds/feed-token.ts'
import { reservationToken } from '../../cms/features/reservations/token.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { addDate } from '../support/events.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, secret, startServer } from '../support/server.ts'

let server: Server
const onServer = <T>(work: (query: Query) => Promise<T>) => onDatabase(server.databaseUrl, work)
const dates: Record<string, number> = {}

beforeAll(async () => {
  const url = await makeDatabase('demo')
  await onDatabase(url, async (query) => {
    await query('delete from reservations')
    await query('delete from event_dates')
    await query('delete from events')
    const add = async (slug: string, given: Parameters<typeof addDate>[1]) => {
      dates[slug] = await addDate(query, { slug, title: slug, ...given })
    }
    await add('quiz', { areas: ['Beer Hall'], interests: ['Beer & Brewing Events'], capacity: 4 })
    await add('film', { areas: ['Cafe'] })
    await add('called-off', { status: 'cancelled' })
    await add('called-off-long-ago', { status: 'cancelled' })
    await add('drafted', { status: 'draft' })
    await add('whispered', { visibility: 'secret' })
    await query(`update event_dates set sequence = 3, cancelled_at = now() - interval '6 days'
                  where slug = 'called-off'`)
    await query(`update event_dates set cancelled_at = now() - interval '8 days'
                  where slug = 'called-off-long-ago'`)
  })
  server = await startServer({ DATABASE_URL: url })
})
afterAll(() => server?.stop())

const entriesOf = (file: string) =>
  Object.values(ical.sync.parseICS(file)).flatMap((each) =>
    each?.type === 'VEVENT' ? [each as VEvent] : [],
  )
const titlesOf = (file: string) => entriesOf(file).map(({ summary }) => String(summary))

describe('the public feed', () => {
  test.each([
    ['', ['called-off', 'film', 'quiz']],
    ['?area=beer-hall', ['quiz']],
    ['?interest=beer-brewing-events', ['quiz']],
    ['?area=kitchens', []],
    ['?area=nowhere', ['called-off', 'film', 'quiz']],
  ])('with the query “%s” has only the public dates that match', async (search, titles) => {
    const { status, headers, text } = await server.get(`/calendar.ics${search}`)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(titlesOf(text).sort()).toEqual(titles)
  })

  test('keeps a cancelled date for a week, marked as cancelled', async () => {
    const { text } = await server.get('/calendar.ics')
    const cancelled = entriesOf(text).find(({ summary }) => summary === 'called-off')
    expect(cancelled).toMatchObject({ status: 'CANCELLED', sequence: 3 })
    expect(cancelled?.uid).toBe(`date-${dates['called-off']}@localhost`)
  })

  test('is not sent again to calendar programs that have the current version', async () => {
    const { headers } = await server.get('/calendar.ics')
    const again = await server.get('/calendar.ics', { 'if-none-match': String(headers.etag) })
    expect(again.status).toBe(304)
  })
})

test.each(['drafted', 'whispered'])(
  'a draft or secret date has no calendar file (slug of the date: %s)',
  async (slug) => {
    expect((await server.get(`/api/event-dates/${dates[slug]}/calendar`)).status).toBe(404)
    const { status, text } = await server.get(`/api/event-dates/${dates.quiz}/calendar`)
    expect([status, titlesOf(text)]).toEqual([200, ['quiz']])
  },
)

test('a member’s feed has the member’s reservations, until its URL is replaced', async () => {
  const membership = membershipOf(server, server.databaseUrl)
  const { visitor, user } = await membership.signIn('ada@venue.example')
  const { visitor: other } = await membership.signIn('bob@venue.example')
  const request = { date: dates.film, party: 2, key: 'a'.repeat(24) }
  expect((await visitor.call('/api/calendar/reserve', request)).status).toBe(200)

  const feed = (version: number, member = user.id) =>
    server.get(`/api/calendar/feeds/${feedToken({ member, version }, secret)}`)
  const [entry] = entriesOf((await feed(1)).text)
  expect(entry).toMatchObject({ summary: 'film', status: 'CONFIRMED' })
  expect(String(entry?.description)).toContain('Places for 2.')
  expect((await visitor.get('/common-room/member')).text).toContain(
    feedToken({ member: user.id, version: 1 }, secret),
  )

  expect((await feed(2)).status).toBe(404)
  await other.call('/api/calendar/feed/rotate', {})
  expect((await feed(1)).status).toBe(200)
  await visitor.call('/api/calendar/feed/rotate', {})
  expect([(await feed(1)).status, (await feed(2)).status]).toEqual([404, 200])
  await onServer((query) =>
    query('update members set suspended_at = now() where id = $1', [user.id]),
  )
  expect((await feed(2)).status).toBe(404)
})

describe('without JavaScript', () => {
  const submit = async (path: string, form: Record<string, string>) => {
    const { status, headers } = await server.send(`/api/calendar/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: server.url,
        'sec-fetch-site': 'same-origin',
      },
      body: String(new URLSearchParams(form)),
    })
    expect(status).toBe(303)
    return String(headers.location)
  }
  const read = async (path: string) => {
    const { text } = await server.get(path)
    return (/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '').replace(/<[^>]+>|\s+/g, ' ')
  }
  const tokenOf = (email: string) =>
    onServer(async (query) => {
      const [row] = await query<{ id: number }>('select id from reservations where email = $1', [
        email,
      ])
      return reservationToken({ id: row?.id ?? 0, version: 1 }, secret)
    })
  const statusOf = (email: string) =>
    onServer(async (query) => {
      const [row] = await query<{ status: string; party: number }>(
        'select status, party from reservations where email = $1 order by id desc',
        [email],
      )
      return row && `${row.status} ${row.party}`
    })

  test('a stranger reserves, confirms, brings a friend and cancels', async () => {
    const email = 'jo@example.org'
    const form = { date: String(dates.quiz), slug: 'quiz', party: '2', name: 'Jo', email }
    const next = await submit('reserve', form)
    expect(next).toBe('/calendar/reservation?sent=held&event=quiz')
    expect(await read(next)).toContain('Check your mail')
    const token = await tokenOf(email)
    const page = `/calendar/reservation/${token}`

    // Opens the pages as a mail scanner does.
    for (const path of [page, page, `${page}?done=confirmed`]) await server.get(path)
    expect(await statusOf(email)).toBe('held 2')
    expect(await read(page)).toContain('Yes, I’m coming')

    expect(await submit('confirm', { token })).toBe(`${page}?done=confirmed`)
    expect(await read(`${page}?done=confirmed`)).toContain('You’re in')
    await submit('change', { token, party: '3' })
    expect(await statusOf(email)).toBe('going 3')
    expect(await submit('change', { token, party: '5' })).toBe(`${page}?problem=full`)
    expect(await read(`${page}?problem=full`)).toContain('There aren’t that many places left')
    await submit('cancel', { token })
    expect(await statusOf(email)).toBe('cancelled 3')
    expect(await read(page)).toContain('Another time')
  })

  test.each([
    [{ name: '' }, 'invalid_name'],
    [{ email: 'nobody' }, 'invalid_email'],
    [{ party: '0' }, 'invalid_party'],
    [{ party: '10000' }, 'invalid_party'],
  ])(
    'a reservation with %j is refused, and the next page says that nothing is reserved',
    async (wrong, problem) => {
      const form = {
        date: String(dates.quiz),
        slug: 'quiz',
        party: '1',
        name: 'Al',
        email: 'al@example.org',
      }
      const next = await submit('reserve', { ...form, ...wrong })
      expect(next).toBe(`/calendar/reservation?problem=${problem}&event=quiz`)
      expect(await read(next)).toContain('Nothing is reserved')
    },
  )

  test('the page of a link that is not valid shows nothing of a reservation', async () => {
    const token = await tokenOf('jo@example.org')
    const wrong = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
    const { text, headers } = await server.get(`/calendar/reservation/${wrong}`)
    expect(text).toContain('There’s no reservation at this address')
    expect(text).not.toContain('jo@example.org')
    const found = await server.get(`/calendar/reservation/${token}`)
    // Nudges wait on this page.
    expect(found.text).toMatch(/<body[^>]* data-work/)
    expect((await server.get('/calendar/quiz')).text).not.toMatch(/<body[^>]* data-work/)
    for (const reply of [headers, found.headers]) {
      expect(reply['x-robots-tag']).toBe('noindex, nofollow')
      expect(reply['referrer-policy']).toBe('no-referrer')
    }
  })
})

describe('GET /api/calendar/mine', () => {
  let date: number
  const mineOf = async (client: { get: Server['get'] }, id: number | string = date) =>
    (await client.get(`/api/calendar/mine?date=${id}`)).json()
  const none = { rsvp: null }
  beforeAll(async () => {
    date = await onServer((query) => addDate(query, { slug: 'supper', capacity: 4 }))
  })

  test('replies with the caller’s own reservation of the date', async () => {
    const membership = membershipOf(server, server.databaseUrl)
    const { visitor } = await membership.signIn('cleo@venue.example')
    const { visitor: other } = await membership.signIn('dora@venue.example')
    const { visitor: third } = await membership.signIn('eve@venue.example')
    expect(await mineOf(visitor)).toEqual(none)
    const key = 'b'.repeat(24)
    await visitor.call('/api/calendar/reserve', { date, party: 4, key })
    await other.call('/api/calendar/reserve', { date, party: 2, key })
    expect(await mineOf(visitor)).toMatchObject({ rsvp: { status: 'going', party: 4 } })
    const waiting = { status: 'waitlisted', party: 2, queue: { position: 1 } }
    expect(await mineOf(other)).toMatchObject({ rsvp: waiting })
    for (const stranger of [third, server]) expect(await mineOf(stranger)).toEqual(none)
    expect(await mineOf(visitor, dates.film)).toEqual(none)

    const setStatus = (status: string) =>
      onServer((query) => query('update event_dates set status = $2 where id = $1', [date, status]))
    await setStatus('draft')
    expect(await mineOf(visitor)).toEqual(none)
    await setStatus('postponed')
    expect(await mineOf(visitor)).toMatchObject({ rsvp: { status: 'going' } })
    await setStatus('published')
    const moveBy = (hours: number) =>
      onServer((query) =>
        query(
          `update event_dates set starts_at = starts_at + $2 * interval '1 hour',
                                  ends_at = ends_at + $2 * interval '1 hour' where id = $1`,
          [date, hours],
        ),
      )
    // By default, a date starts in 26 hours and lasts for three.
    await moveBy(-27)
    expect(await mineOf(visitor)).toMatchObject({ rsvp: { status: 'going' } })
    await moveBy(-3)
    expect(await mineOf(visitor)).toEqual(none)
    await moveBy(30)
    const { rsvp } = (await mineOf(visitor)) as { rsvp: { token: string } }
    await visitor.call('/api/calendar/cancel', { token: rsvp.token })
    expect(await mineOf(visitor)).toEqual(none)
    await other.call('/api/auth/sign-out', {})
    expect(await mineOf(other)).toMatchObject({ error: 'cookie_required' })
  })

  test.each(['', '0', '-1', 'x', '1.5', '99999999999'])('refuses the date “%s”', async (wrong) => {
    expect(await mineOf(server, wrong)).toMatchObject({ error: 'bad_request' })
  })
})
