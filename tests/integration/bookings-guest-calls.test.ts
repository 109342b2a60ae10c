import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HoldReply, ReserveReply } from '../../cms/features/bookings/guest/contract.ts'
import { venue } from '../../cms/features/venue/demo/venue.ts'
import { addDays, weekdayOf } from '../../cms/features/venue/hours/opening-hours.ts'
import { venueTimeOf } from '../../cms/features/venue/time/venue-time.ts'
import { findDoubleBookings } from '../support/bookings.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { venueDayOf } from '../support/venue-days.ts'

let server: Server
const query = (text: string, values: unknown[] = []) =>
  onDatabase(server.databaseUrl, (run) => run(text, values))
beforeAll(async () => {
  server = await startServer({ DATABASE_URL: await makeDatabase('demo') })
})
afterAll(async () => {
  expect(await findDoubleBookings(query as never)).toEqual([])
  await server?.stop()
})

const today = venueDayOf(new Date())
/** A Friday with the usual hours. */
const friday = Array.from({ length: 40 }, (_, days) => addDays(today, days + 2)).find(
  (day) => weekdayOf(day) === 'fri' && !venue.exceptions.some(({ date }) => date === day),
) as string
const at = (clock: string, day = friday) =>
  venueTimeOf(`${day}T${clock}`, 'Europe/London')?.at.toISOString() ?? ''
let client = 0
/** Sends JSON or a form from a client of its own, unless `from` says which one. */
const send = async (
  path: string,
  body: object | URLSearchParams,
  from = `81.${Math.floor(++client / 200)}.${client % 200}.7`,
) => {
  const isForm = body instanceof URLSearchParams
  const reply = await server.send(`/api/book/${path}`, {
    method: 'POST',
    headers: {
      origin: server.url,
      'x-forwarded-for': from,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: isForm ? String(body) : JSON.stringify(body),
  })
  const location = reply.headers.location
  return {
    status: reply.status,
    location,
    json: location ? null : reply.json<Record<string, unknown>>(),
  }
}
const wanted = (given: object = {}) => ({
  ...{ area: 'Kitchens', day: friday, at: at('18:00'), party: 2 },
  ...given,
})
const hold = async (given: object = {}, from?: string) =>
  (await send('hold', wanted(given), from)).json as unknown as HoldReply
let serial = 0
const typed = (given: object = {}) => ({
  ...{ name: 'Ada', email: `ada${++serial}@venue.example`, phone: `+44 114 496 ${1000 + serial}` },
  ...given,
})
const book = async (given: object = {}, fields: object = {}) => {
  const { hold: token } = await hold(given)
  const reply = await send('reserve', { hold: token, ...typed(fields) })
  return { hold: token, ...reply, rsvp: (reply.json as unknown as ReserveReply).rsvp }
}
const bookingOf = async (hold: string) =>
  (await query('select * from bookings where id = $1', [hold.split('-')[0]]))[0] as Record<
    string,
    unknown
  >

describe('holding a table', () => {
  test('of 200 clients who want the last one at once, exactly one gets it', async () => {
    const replies = await Promise.all(
      Array.from({ length: 200 }, () => send('hold', wanted({ party: 10, at: at('20:00') }))),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ json }) => json?.error === 'full')).toHaveLength(199)
  })

  test.each([
    ['party', 0],
    ['party', 1000],
    ['party', '2'],
    ['party', 1.5],
    ['day', '2026-02-30'],
    ['day', 'tomorrow'],
    ['at', '19:00'],
    ['area', 'Cellar'],
    ['step_free', 'yes'],
  ])('is refused for the %s %j', async (field, value) => {
    const { status, json } = await send('hold', wanted({ [field]: value }))
    expect([status, json?.error]).toEqual([400, 'bad_request'])
  })

  test('is refused in the past, in three years, between two times and in an area without tables', async () => {
    const past = addDays(today, -7)
    const far = addDays(today, 3 * 365)
    const errors = []
    for (const given of [
      { day: past, at: at('18:00', past) },
      { day: far, at: at('18:00', far) },
      { at: at('18:07') },
      { area: 'Event Spaces' },
    ]) {
      errors.push((await send('hold', wanted(given))).json?.error)
    }
    expect(errors).toEqual(['closed', 'too_far', 'no_time', 'no_tables'])
  })

  test('is refused to a client who holds its share of places', async () => {
    const from = '203.0.113.9'
    const times = ['15:00', '17:00'] as const
    const statuses = []
    for (let index = 0; index < 8; index++) {
      statuses.push(
        (
          await send(
            'hold',
            wanted({ area: 'Beer Hall', at: at(times[index % 2] as string) }),
            from,
          )
        ).status,
      )
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  })

  test('takes no share if it is refused, and gives one back once, while it is live', async () => {
    const from = '198.51.100.9'
    const given = { area: 'Beer Hall', at: at('13:00'), party: 6 }
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await send('hold', wanted({ ...given, party: 100 }), from)).json?.error).toBe(
        'too_large',
      )
      expect((await send('hold', wanted({ ...given, at: at('13:07') }), from)).status).toBe(409)
    }
    const tokens = []
    for (const _ of [1, 2]) tokens.push((await hold(given, from)).hold)
    expect((await send('hold', wanted(given), from)).json?.error).toBe('too_many_held')
    // A hold of another client, one that is let go again, and one that has expired give nothing back.
    const { hold: other } = await hold({ ...given, area: 'Kitchens', at: at('15:00') })
    await send('let-go', { hold: other }, from)
    await query(
      `update booking_tables set held_until = now() - interval '1 second' where booking = $1`,
      [tokens[0]?.split('-')[0]],
    )
    await send('let-go', { hold: tokens[0] as string }, from)
    expect((await send('hold', wanted(given), from)).json?.error).toBe('too_many_held')
    for (const _ of [1, 2]) await send('let-go', { hold: tokens[1] as string }, from)
    expect((await send('hold', wanted(given), from)).status).toBe(200)
    expect((await send('hold', wanted(given), from)).json?.error).toBe('too_many_held')
  })

  test('takes the table from others until the guest lets it go', async () => {
    const given = { party: 10, at: at('12:00') }
    const { hold: token } = await hold(given)
    expect((await send('hold', wanted(given))).json?.error).toBe('full')
    expect((await send('let-go', { hold: `${token.slice(0, -1)}x` })).status).toBe(200)
    expect((await send('hold', wanted(given))).json?.error).toBe('full')
    await send('let-go', { hold: token })
    expect((await send('hold', wanted(given))).status).toBe(200)
  })
})

describe('booking a held table', () => {
  test('confirms it at once, stores health apart, and mails link and calendar file without either', async () => {
    const allergies = 'Peanuts, badly'
    const { hold: token, rsvp } = await book(
      { area: 'Cafe', at: at('10:00') },
      { email: 'ada@venue.example', allergies, notes: 'By the window', occasion: 'birthday' },
    )
    expect(rsvp.status).toBe('going')
    const row = await bookingOf(token)
    expect(row).toMatchObject({ notes: 'By the window', occasion: 'birthday' })
    const [mail] = (await query(
      `select html, text, attachments from mails where to_address = 'ada@venue.example' and kind = 'table_going'`,
    )) as { html: string; text: string; attachments: unknown }[]
    expect(mail?.text).toContain(`/book/reservation/${rsvp.token}`)
    expect(JSON.stringify(mail)).toContain('table.ics')
    const kept = await query('select text from booking_health where booking = $1', [row.id])
    expect(kept).toEqual([{ text: allergies }])
    const everywhere =
      JSON.stringify(await query('select * from mails')) +
      JSON.stringify(await query('select * from audit')) +
      server.output()
    expect(everywhere).not.toContain(allergies)
    expect(everywhere).not.toContain('By the window')
  })

  test('sent twice or at once gives the same booking and one mail', async () => {
    const { hold: token } = await hold({ area: 'Cafe', at: at('11:00') })
    const body = { hold: token, ...typed() }
    const from = '203.0.113.77'
    const replies = await Promise.all([1, 2, 3].map(() => send('reserve', body, from)))
    replies.push(await send('reserve', body, from))
    const tokens = replies.map(({ json }) => (json as unknown as ReserveReply).rsvp?.token)
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).toBeTruthy()
    const mails = await query('select from mails where to_address = $1', [body.email])
    expect(mails).toHaveLength(1)
  })

  test('is refused to somebody else who sends the same hold, who learns nothing', async () => {
    const { hold: token } = await book({ area: 'Cafe', at: at('12:00') })
    const { json } = await send('reserve', { hold: token, ...typed() })
    expect(json?.error).toBe('full')
    expect(JSON.stringify(json)).not.toContain('token')
  })

  test('is refused once the hold has expired', async () => {
    const { hold: token } = await hold({ area: 'Cafe', at: at('13:00') })
    await query(
      `update booking_tables set held_until = now() - interval '1 second' where booking = $1`,
      [token.split('-')[0]],
    )
    expect((await send('reserve', { hold: token, ...typed() })).json?.error).toBe('expired')
    expect((await server.get(`/book/hold/${token}`)).text).toContain('Gone again')
  })

  test('is refused without a telephone, and with names and texts that are too long or have line breaks', async () => {
    const { hold: token } = await hold({ area: 'Cafe', at: at('14:00') })
    const error = async (fields: object) =>
      (await send('reserve', { hold: token, ...typed(fields) })).json?.error
    expect(await error({ phone: '' })).toBe('phone')
    expect(await error({ phone: 'call me' })).toBe('bad_request')
    expect(await error({ name: 'x'.repeat(121) })).toBe('bad_request')
    expect(
      (await send('reserve', { hold: token, ...typed({ name: 'x'.repeat(2 ** 20) }) })).status,
    ).toBe(413)
    expect(await error({ allergies: 'x'.repeat(301) })).toBe('bad_request')
    const { json } = await send('reserve', {
      hold: token,
      ...typed({ name: 'Ada\r\nBcc: all@venue.example' }),
    })
    expect((json as unknown as ReserveReply).rsvp.status).toBe('going')
    const [row] = (await query('select name from reservations where kind = $1 and subject = $2', [
      'table',
      token.split('-')[0],
    ])) as { name: string }[]
    expect(row?.name).not.toMatch(/[\r\n]/)
  })

  test('is refused a third time, by address and by telephone', async () => {
    const email = 'often@venue.example'
    await book({ area: 'Cafe', at: at('09:00') }, { email })
    await book({ area: 'Cafe', at: at('15:00') }, { email, phone: '+44 114 496 9999' })
    expect((await book({ area: 'Cafe', at: at('16:00') }, { email })).json?.error).toBe('too_many')
    await book({ area: 'Cafe', at: at('08:00') }, { phone: '+44 114 496 9999' })
    const { json } = await book({ area: 'Cafe', at: at('08:30') }, { phone: '+44 114 496 9999' })
    expect(json?.error).toBe('too_many')
  })
})

describe('the guest’s page', () => {
  test('changes nothing when a mail scanner opens every link, and is 404 with another one', async () => {
    const { hold: token, rsvp } = await book({ area: 'Cafe', at: at('10:30') })
    const before = JSON.stringify([
      await bookingOf(token),
      await query('select * from reservations order by id'),
    ])
    for (const path of [
      `/book/reservation/${rsvp.token}`,
      `/book/move/${rsvp.token}`,
      `/book/hold/${token}`,
      `/api/book/calendar/${rsvp.token}`,
    ]) {
      const reply = await server.get(path)
      expect([path, reply.status]).toEqual([path, 200])
      for (const [, link = ''] of reply.text.matchAll(/href="(\/(?:api\/)?book[^"]*)"/g)) {
        await server.get(link.replaceAll('&#38;', '&').replaceAll('&amp;', '&'))
      }
    }
    for (const name of ['cancel', 'coming', 'late', 'move', 'accept', 'decline']) {
      expect((await server.get(`/api/book/${name}?token=${rsvp.token}`)).status).toBeGreaterThan(
        399,
      )
    }
    const after = JSON.stringify([
      await bookingOf(token),
      await query('select * from reservations order by id'),
    ])
    expect(after).toBe(before)
    const others = `${rsvp.token.slice(0, -1)}${rsvp.token.endsWith('0') ? '1' : '0'}`
    for (const name of ['cancel', 'coming', 'move']) {
      const { status } = await send(name, { ...wanted(), token: others })
      expect(status).toBe(404)
    }
    expect((await server.get(`/book/reservation/${others}`)).text).toContain(
      'no booking at this address',
    )
    expect((await server.get(`/api/book/calendar/${others}`)).status).toBe(404)
  })

  test('moves a booking and keeps it where nothing is free; a stale page is refused', async () => {
    const { hold: token, rsvp } = await book({ area: 'Kitchens', at: at('13:00') })
    await book({ party: 10, at: at('15:00') })
    const move = (given: object) =>
      send('move', { ...wanted(given), token: rsvp.token, version: rsvp.version })
    expect((await move({ party: 10, at: at('15:00') })).json?.error).toBe('full')
    expect(await bookingOf(token)).toMatchObject({ party: 2 })
    const moved = (await move({ party: 3, at: at('14:00') })).json as unknown as ReserveReply
    expect(moved.rsvp).toMatchObject({ party: 3, status: 'going' })
    expect(await bookingOf(token)).toMatchObject({ party: 3, starts_at: new Date(at('14:00')) })
    expect((await move({ at: at('17:00') })).json?.error).toBe('stale')
    const mails = await query(`select from mails where kind = 'table_moved'`)
    expect(mails).toHaveLength(1)
  })

  test('mails an address that nobody confirmed five times an hour, and moves all the same', async () => {
    const email = 'victim@venue.example'
    const given = { area: 'Cafe', at: at('08:00') }
    const { hold: token, rsvp } = await book(given, { email })
    for (let round = 1; round <= 8; round++) {
      const to = at(round % 2 ? '08:30' : '08:00')
      const reply = await send('move', { ...wanted({ ...given, at: to }), token: rsvp.token })
      expect(reply.status).toBe(200)
      expect(await bookingOf(token)).toMatchObject({ starts_at: new Date(to) })
    }
    expect((await send('cancel', { token: rsvp.token })).status).toBe(200)
    expect(await query('select from mails where to_address = $1', [email])).toHaveLength(5)
  })

  test('refuses and offers no change once the time began, and says nothing wrong to who did not come', async () => {
    const given = { area: 'Cafe', at: at('14:00') }
    const { hold: token, rsvp } = await book(given)
    const id = token.split('-')[0]
    await query(
      `update bookings set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour' where id = $1`,
      [id],
    )
    const refused = async () => {
      const move = { ...wanted({ ...given, at: at('14:30') }), token: rsvp.token }
      return [
        (await send('move', move)).json?.error,
        (await send('cancel', { token: rsvp.token })).json?.error,
      ]
    }
    expect(await refused()).toEqual(['ended', 'ended'])
    const page = async () => (await server.get(`/book/reservation/${rsvp.token}`)).text
    const on = await page()
    expect(on).toContain('Your table is waiting for you')
    expect(on).not.toContain('/api/book/cancel')
    expect(on).not.toContain(`/book/move/${rsvp.token}`)
    // What waits for its payment takes its table too.
    await query(
      `update reservations set status = 'held', held_until = now() + interval '5 minutes' where kind = 'table' and subject = $1`,
      [id],
    )
    expect(await page()).not.toContain('/api/book/cancel')
    await query(
      `update reservations set status = 'no_show', held_until = null where kind = 'table' and subject = $1`,
      [id],
    )
    expect(await refused()).toEqual(['ended', 'ended'])
    const missed = await page()
    expect(missed).toContain('That was that')
    expect(missed).not.toContain('Your table is waiting for you')
    expect(missed).not.toContain('/api/book/cancel')
  })

  test('cancels by a form, twice with one result, and frees the table', async () => {
    const { hold: token, rsvp } = await book({ area: 'Cafe', at: at('16:30') })
    const form = new URLSearchParams({ token: rsvp.token })
    for (let round = 0; round < 2; round++) {
      const { status, location } = await send('cancel', form)
      expect([status, location]).toEqual([303, `/book/reservation/${rsvp.token}?done=cancelled`])
    }
    const active = await query('select from booking_tables where booking = $1 and active', [
      token.split('-')[0],
    ])
    expect(active).toEqual([])
    const file = await server.get(`/api/book/calendar/${rsvp.token}`)
    expect(file.text).toContain('STATUS:CANCELLED')
    expect((await send('coming', { token: rsvp.token })).json?.error).toBe('ended')
  })

  test('changing, cancelling and coming at once leave one state', async () => {
    const { hold: token, rsvp } = await book({ area: 'Cafe', at: at('17:00') })
    await Promise.all([
      send('cancel', { token: rsvp.token }),
      send('move', { ...wanted({ area: 'Cafe', at: at('16:00') }), token: rsvp.token }),
      send('coming', { token: rsvp.token }),
    ])
    const [row] = (await query(
      `select r.status, (select count(*)::int from booking_tables as t where t.booking = r.subject and t.active) as tables
         from reservations as r where r.kind = 'table' and r.subject = $1`,
      [token.split('-')[0]],
    )) as { status: string; tables: number }[]
    expect(row).toEqual({ status: 'cancelled', tables: 0 })
  })
})

describe('without JavaScript', () => {
  test('a form holds a table and leads to the page that completes the booking; a full time leads back', async () => {
    const form = new URLSearchParams({ area: 'Cafe', day: friday, at: at('09:30'), party: '2' })
    const { status, location = '' } = await send('hold', form)
    expect(status).toBe(303)
    expect(location).toMatch(/^\/book\/hold\/\d+-[0-9a-f]{32}$/)
    const done = await send(
      'reserve',
      new URLSearchParams({ ...typed(), hold: location.split('/').at(-1) ?? '', occasion: '' }),
    )
    expect(done.location).toMatch(/^\/book\/reservation\/[\d\w-]+\?done=booked$/)
    form.set('party', '10')
    expect((await send('hold', form)).location).toMatch(
      /^\/book\/times\?problem=too_large&area=Cafe/,
    )
  })

  test('a full time offers near times, other rooms and a place in line, which leads to no table', async () => {
    await book({ party: 10, at: at('18:30') })
    const search = new URLSearchParams({
      day: friday,
      party: '10',
      full_area: 'Kitchens',
      full_at: at('18:30'),
    })
    const { text } = await server.get(`/book/times?${search}`)
    expect(text).toContain('Put us in line')
    const form = new URLSearchParams({
      area: 'Kitchens',
      day: friday,
      at: at('18:30'),
      party: '10',
      waits: '1',
    })
    const { location = '' } = await send('hold', form)
    const token = location.split('/').at(-1) ?? ''
    const { json } = await send('reserve', { hold: token, ...typed() })
    expect((json as unknown as ReserveReply).rsvp.status).toBe('waitlisted')
  })
})

describe('a desk', () => {
  const signIn = async () =>
    (await membershipOf(server, server.databaseUrl).signIn(`desk${++serial}@venue.example`)).visitor
  type Member = Awaited<ReturnType<typeof signIn>>
  const tomorrow = addDays(today, 1)
  const bookDesk = (by: Member, slot: string, day = tomorrow) =>
    by.call('/api/book/desk', { day, slot, key: newFormKey() })
  const errorOf = (reply: { json: <T>() => T }) => reply.json<{ error?: string }>().error

  test('is for members: two to come, the same one once, and cancelled by its link', async () => {
    const member = await signIn()
    const first = (await bookDesk(member, 'Morning')).json<ReserveReply>()
    expect(first.rsvp.status).toBe('going')
    expect((await bookDesk(member, 'Morning')).json<ReserveReply>().rsvp.token).toBe(
      first.rsvp.token,
    )
    expect((await bookDesk(member, 'Afternoon')).status).toBe(200)
    expect(errorOf(await bookDesk(member, 'Evening'))).toBe('too_many')
    await send('desk/cancel', { token: first.rsvp.token })
    expect((await bookDesk(member, 'Evening')).status).toBe(200)
    expect((await send('desk', { day: tomorrow, slot: 'Morning', key: newFormKey() })).status).toBe(
      401,
    )
    // A link of a desk opens no table.
    expect((await send('cancel', { token: first.rsvp.token })).status).toBe(404)
  })

  test('goes to one of those who want the last one at once', async () => {
    const members = await Promise.all(Array.from({ length: 9 }, signIn))
    const day = addDays(today, 3)
    const replies = await Promise.all(members.map((each) => bookDesk(each, 'Morning', day)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(6)
    expect(replies.filter((each) => errorOf(each) === 'full')).toHaveLength(3)
    expect(errorOf(await bookDesk(members[0] as Member, 'Morning', addDays(today, -1)))).toBe(
      'no_time',
    )
    expect(errorOf(await bookDesk(members[0] as Member, 'Morning', addDays(today, 30)))).toBe(
      'no_time',
    )
  })
})

test('a member books a table with nothing typed', async () => {
  const { visitor } = await membershipOf(server, server.databaseUrl).signIn(
    'two-taps@venue.example',
  )
  const held = (
    await visitor.call('/api/book/hold', wanted({ area: 'Cafe', at: at('07:30') }))
  ).json<HoldReply>()
  const { rsvp } = (
    await visitor.call('/api/book/reserve', { hold: held.hold, occasion: null })
  ).json<ReserveReply>()
  expect(rsvp.status).toBe('going')
})

test('a member holds two tables at a time, and lets one go once', async () => {
  const { visitor } = await membershipOf(server, server.databaseUrl).signIn('holds@venue.example')
  const take = async (area = 'Cafe') =>
    (await visitor.call('/api/book/hold', wanted({ area, at: at('12:30') }))).json<
      HoldReply & { error?: string }
    >()
  const first = await take()
  expect((await take()).error).toBeUndefined()
  expect((await take()).error).toBe('held_twice')
  for (const _ of [1, 2]) await visitor.call('/api/book/let-go', { hold: first.hold })
  const third = await take()
  expect(third.error).toBeUndefined()
  expect((await take()).error).toBe('held_twice')
  await visitor.call('/api/book/reserve', { hold: third.hold, occasion: null })
  expect((await take()).error).toBeUndefined()
  expect((await take()).error).toBe('held_twice')
})
