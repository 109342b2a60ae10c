import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailHmac } from '../../cms/features/bookings/evening/no-shows.ts'
import type { HoldReply, ReserveReply } from '../../cms/features/bookings/guest/contract.ts'
import { venue } from '../../cms/features/venue/demo/venue.ts'
import { addDays, weekdayOf } from '../../cms/features/venue/hours/opening-hours.ts'
import { venueTimeOf } from '../../cms/features/venue/time/venue-time.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { startStripe } from '../support/stripe.ts'
import { venueDayOf } from '../support/venue-days.ts'

/** The deposits of guests, with card payments. In the Beer Hall, ten people and more pay 5.00 each, and 16 get joined tables. */

let server: Server
let stripe: Awaited<ReturnType<typeof startStripe>>
const query = (text: string, values: unknown[] = []) =>
  onDatabase(server.databaseUrl, (run) => run(text, values))
beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer({ DATABASE_URL: await makeDatabase('demo'), ...stripe.env })
})
afterAll(() => Promise.all([server, stripe].map((each) => each?.stop())))

const today = venueDayOf(new Date())
/** A Wednesday with the usual hours. */
const wednesday = Array.from({ length: 40 }, (_, days) => addDays(today, days + 2)).find(
  (day) => weekdayOf(day) === 'wed' && !venue.exceptions.some(({ date }) => date === day),
) as string
const at = (clock: string) =>
  venueTimeOf(`${wednesday}T${clock}`, 'Europe/London')?.at.toISOString()
let serial = 0
const send = async (path: string, body: object, from = `81.7.${++serial}.7`) => {
  const reply = await server.send(`/api/book/${path}`, {
    method: 'POST',
    headers: {
      ...{ origin: server.url, 'content-type': 'application/json' },
      'x-forwarded-for': from,
    },
    body: JSON.stringify(body),
  })
  return { status: reply.status, json: reply.json<Record<string, unknown>>() }
}
const wanted = (given: object = {}) => ({
  ...{ area: 'Beer Hall', day: wednesday, at: at('17:00'), party: 2 },
  ...given,
})
const hold = async (given: object = {}) =>
  ((await send('hold', wanted(given))).json as unknown as HoldReply).hold
const typed = (given: object = {}) => ({
  ...{ name: 'Ada', email: `ada${++serial}@venue.example`, phone: `+44 114 496 ${1000 + serial}` },
  ...given,
})
const book = async (given: object = {}, fields: object = {}) => {
  const token = await hold(given)
  const { json } = await send('reserve', { hold: token, ...typed(fields) })
  return { id: Number(token.split('-')[0]), ...(json as unknown as ReserveReply).rsvp }
}
const stateOf = async (booking: number) =>
  (
    await query(
      `select r.status, r.payment, r.price::int as price, b.party, b.deposit::int as deposit, b.version
         from reservations as r join bookings as b on b.id = r.subject where r.kind = 'table' and b.id = $1`,
      [booking],
    )
  )[0] as { status: string; payment: string; price: number; party: number; version: number }

describe('moving a booking', () => {
  test('to a party with a deposit is refused, and the booking stays as it is', async () => {
    const { id, token } = await book()
    const { json } = await send('move', { ...wanted({ party: 16 }), token })
    expect(json.error).toBe('deposit')
    expect(await stateOf(id)).toMatchObject({ status: 'going', party: 2, payment: 'free' })
  })

  test('of somebody who repeatedly did not come keeps the deposit that is not paid yet', async () => {
    const fields = { email: 'never@venue.example', phone: '+44 114 496 7777' }
    for (const _ of [1, 2]) {
      const { id } = await book({ at: at('12:00') }, fields)
      await query('update bookings set finished_at = now() where id = $1', [id])
      await query('insert into booking_no_shows (booking, email_hmac) values ($1, $2)', [
        ...[id, emailHmac(fields.email)],
      ])
    }
    const { id, token } = await book({}, fields)
    expect(await stateOf(id)).toMatchObject({ status: 'held', payment: 'card', price: 2000 })
    expect((await send('move', { ...wanted({ at: at('17:30') }), token })).status).toBe(200)
    expect(await stateOf(id)).toMatchObject({ status: 'held', payment: 'card', price: 2000 })
  })

  test('is refused if staff changed the booking since the page was shown', async () => {
    const { id, token } = await book({ at: at('18:00') })
    const { version } = await stateOf(id)
    await query('update bookings set version = version + 1 where id = $1', [id])
    const move = (shown: number) =>
      send('move', { ...wanted({ at: at('18:30') }), token, table_version: shown })
    expect((await move(version)).json.error).toBe('stale')
    expect((await move(version + 1)).status).toBe(200)
    expect((await server.get(`/book/move/${token}`)).text).toContain(
      `name="table_version" value="${version + 2}"`,
    )
  })

  test('whose table is blocked gets another one at the same time, and is told if nothing changed', async () => {
    const { id, token } = await book({ at: at('14:00') })
    const move = async () => {
      const { version } = (
        await query('select version from reservations where subject = $1', [id])
      )[0] as {
        version: number
      }
      const form = { ...wanted({ at: at('14:00') }), token, version }
      const reply = await server.send('/api/book/move', {
        method: 'POST',
        headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(
          Object.entries(form).map(([name, value]) => [name, String(value)]),
        ).toString(),
      })
      return reply.headers.location
    }
    const tables = async () =>
      (await query('select table_id from booking_tables where booking = $1 and active', [id])) as {
        table_id: number
      }[]
    const [before] = await tables()
    expect(await move()).toContain('done=kept')
    const staff = await makeStaff(server)
    const times = { from: '13:00', to: '16:00', reason: 'A leg is loose' }
    const block = { day: wednesday, tables: [before?.table_id], ...times }
    expect(
      (await server.send('/api/evening/block', jsonRequest('POST', block, staff.bar))).status,
    ).toBe(200)
    const notice = 'The table that we kept for you can’t be used then.'
    const blocked = (await server.get(`/book/reservation/${token}`)).text
    expect(blocked).toContain(notice)
    // The title does not promise the table.
    expect(blocked).toContain('Something has come up at the time of your table.')
    expect(blocked).not.toContain('Just turn up')
    expect(await move()).toContain('done=moved')
    expect((await server.get(`/book/reservation/${token}`)).text).not.toContain(notice)
    expect(await tables()).toHaveLength(1)
    expect(await tables()).not.toEqual([before])
    expect(await move()).toContain('done=kept')
  })
})

test('a member without enough credit pays the deposit by card, and the page says so', async () => {
  const { visitor } = await membershipOf(server, server.databaseUrl).signIn('poor@venue.example')
  const held = (
    await visitor.call('/api/book/hold', wanted({ party: 16, at: at('13:00') }))
  ).json<HoldReply>()
  const { rsvp } = (
    await visitor.call('/api/book/reserve', { hold: held.hold, occasion: null })
  ).json<ReserveReply>()
  const id = Number(held.hold.split('-')[0])
  expect(await stateOf(id)).toMatchObject({ status: 'held', payment: 'card', price: 8000 })
  const home = (await visitor.get('/common-room/member')).text
  expect(home).toContain(`/book/reservation/${rsvp.token}`)
  expect(home).toContain('Yours once the deposit is paid')
  expect((await visitor.get('/common-room/main')).text).toContain('<a href="/book/desk"')
  const { text } = await server.get(`/book/reservation/${rsvp.token}?card=cancelled`)
  expect(text).toContain('Pay the deposit of £80')
  expect(text).toContain('You haven’t paid')

  const led = await send('pay', { token: rsvp.token, key: newFormKey() })
  const session = /cs_\w+/.exec(String(led.json.url))?.[0] ?? ''
  stripe.pay(session)
  const paid = await server.get(`/book/reservation/${rsvp.token}?card=paid`)
  for (const words of ['Paid, thank you', 'It’s yours', 'Receipt no.']) {
    expect(paid.text).toContain(words)
  }
  expect(await stateOf(id)).toMatchObject({ status: 'going', payment: 'card', price: 8000 })
  // Once it is too late to get the deposit back, a move does not bring it back.
  await query(`update bookings set cancel_until = now() - interval '1 hour' where id = $1`, [id])
  const moved = await send('move', {
    ...wanted({ party: 16, at: at('20:00') }),
    token: rsvp.token,
  })
  expect(moved.status).toBe(200)
  const [{ late }] = (await query(
    'select cancel_until < now() as late from bookings where id = $1',
    [id],
  )) as [{ late: boolean }]
  expect(late).toBe(true)
  await send('cancel', { token: rsvp.token })
  const refunds = await query('select from card_refunds')
  expect(refunds).toEqual([])
})

test('a member whose deposit became larger sees it before it is put by', async () => {
  const email = 'twice-missed@venue.example'
  const { visitor } = await membershipOf(server, server.databaseUrl).signIn(email)
  const held = await visitor.call('/api/book/hold', wanted({ at: at('15:00') }))
  const { hold: token } = held.json<HoldReply>()
  const shown = async () =>
    /name="deposit" value="(\d+)"/.exec((await server.get(`/book/hold/${token}`)).text)?.[1]
  for (const clock of ['09:00', '10:00']) {
    const { id } = await book({ area: 'Cafe', at: at(clock) })
    await query('insert into booking_no_shows (booking, email_hmac) values ($1, $2)', [
      ...[id, emailHmac(email)],
    ])
  }
  expect(await shown()).toBe('0')
  const reserve = (deposit: number) =>
    visitor.call('/api/book/reserve', { hold: token, occasion: null, deposit })
  const refused = await reserve(0)
  expect([refused.status, refused.json<{ error: string }>().error]).toEqual([409, 'deposit_asked'])
  expect(await shown()).toBe('2000')
  expect((await reserve(2000)).status).toBe(200)
  expect(await stateOf(Number(token.split('-')[0]))).toMatchObject({ price: 2000 })
})

test('a table whose deposit was not paid in time is free for who looks for one, before the job runs', async () => {
  const large = wanted({ party: 16, at: at('21:00') })
  const member = (name: string) =>
    membershipOf(server, server.databaseUrl).signIn(`${name}@venue.example`)
  const { visitor: first } = await member('first')
  const { hold: token } = (await first.call('/api/book/hold', large)).json<HoldReply>()
  await first.call('/api/book/reserve', { hold: token, occasion: null })
  const id = Number(token.split('-')[0])
  expect(await stateOf(id)).toMatchObject({ status: 'held', payment: 'card' })
  const others = (await query(
    `select t.id from tables as t where t.area = 'Beer Hall'
        and not exists (select from booking_tables where booking = $1 and table_id = t.id)`,
    [id],
  )) as { id: number }[]
  const staff = await makeStaff(server)
  for (const some of [others.slice(0, 12), others.slice(12)]) {
    const times = { day: wednesday, from: '20:30', to: '23:00', reason: 'Varnish' }
    const block = { ...times, tables: some.map((each) => each.id) }
    const reply = await server.send('/api/evening/block', jsonRequest('POST', block, staff.bar))
    expect(reply.status).toBe(200)
  }
  const { visitor } = await member('late')
  const look = () => visitor.call('/api/book/hold', large)
  expect((await look()).json<{ error: string }>().error).toBe('full')
  await query(`update reservations set held_until = now() where subject = $1 and kind = 'table'`, [
    id,
  ])
  const freed = await look()
  expect(freed.status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ status: 'cancelled' })
  await visitor.call('/api/book/let-go', freed.json<HoldReply>())
  const closures = (await query(`select id from booking_closures where reason = 'Varnish'`)) as {
    id: number
  }[]
  for (const closure of closures) {
    const unblock = jsonRequest('POST', { closure: closure.id }, staff.bar)
    expect((await server.send('/api/evening/unblock', unblock)).status).toBe(200)
  }
})

test('requests beyond the limit neither set a deposit nor say whether one is asked', async () => {
  const token = await hold({ at: at('14:00') })
  const email = 'never@venue.example'
  // Nobody has told a name and an address yet, so the request is refused before it is counted.
  const { json } = await send('reserve', { hold: token, email, phone: '+44 114 496 7777' })
  expect(json.error).toBe('who')
  const rows = await query('select deposit::int from bookings where id = $1', [token.split('-')[0]])
  expect(rows).toEqual([{ deposit: 0 }])
})

test('two per person count in every spelling of a telephone and an address', async () => {
  const error = async (clock: string, fields: object) => {
    const token = await hold({ area: 'Cafe', at: at(clock) })
    return (await send('reserve', { hold: token, ...typed(fields) })).json.error
  }
  await book({ area: 'Cafe', at: at('09:00') }, { phone: '07700 900999' })
  await book({ area: 'Cafe', at: at('11:00') }, { phone: '07700900999' })
  expect(await error('13:00', { phone: '+447700900999' })).toBe('too_many')
  await book({ area: 'Cafe', at: at('09:00') }, { email: 'bea@venue.example' })
  await book({ area: 'Cafe', at: at('11:00') }, { email: 'bea+two@venue.example' })
  expect(await error('13:00', { email: 'bea+three@venue.example' })).toBe('too_many')
})

test('who wishes to sit outside reads so on the page and in the mail, and nobody else does', async () => {
  const going = async (given: object) => {
    const email = `yard${++serial}@venue.example`
    const wished = { area: 'Cafe', at: at('12:00'), ...given }
    const page = (await server.get(`/book/hold/${await hold(wished)}`)).text
    const { token } = await book(wished, { email })
    const own = (await server.get(`/book/reservation/${token}`)).text
    const [mail] = await query(
      `select text from mails where to_address = $1 and kind = 'table_going'`,
      [email],
    )
    return [page, own, (mail as { text: string }).text].map((text) =>
      text.includes('Cafe, outside'),
    )
  }
  expect(await going({ outdoors: true })).toEqual([true, true, true])
  expect(await going({})).toEqual([false, false, false])
})

test('a form with a mistake keeps what was typed, except allergies', async () => {
  const token = await hold({ area: 'Cafe', at: at('16:00') })
  const form = { hold: token, name: 'Ada Typed', email: 'ada@typed.example', phone: 'abc' }
  const { headers } = await server.send('/api/book/reserve', {
    method: 'POST',
    headers: { origin: server.url, 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams({ ...form, allergies: 'walnuts' })),
  })
  const { text } = await server.get(String(headers.location))
  expect(text).toContain('Write a phone number')
  for (const value of ['Ada Typed', 'ada@typed.example', 'abc']) {
    expect(text).toContain(`value="${value}"`)
  }
  expect(text).not.toContain('walnuts')
})

test('a party that is too large for a room reads which rooms fit, and not that they are closed', async () => {
  const { text } = await server.get(`/book/times?area=Cafe&party=14&day=${wednesday}`)
  expect(text).toContain('Up to 8 of you can book a table here')
  expect(text).toMatch(/So many of you can book here:.*Beer Hall/)
  expect(text).toContain('data-state="too_large"')
  expect(text).not.toContain('There’s nothing to book that day')
  // Joined tables would have too many empty seats, so nobody waits in vain.
  const unfit = (await server.get(`/book/times?area=Beer+Hall&party=12&day=${wednesday}`)).text
  expect(unfit).toContain('No table here is of the right size for you.')
  expect(unfit).not.toContain('Every table is taken')
})

describe('a place in line', () => {
  const line = (given: object = {}) => send('hold', wanted({ waits: true, ...given }))

  test('is only for times at which nothing is free', async () => {
    expect((await line({ area: 'Cafe', at: at('15:00') })).json.error).toBe('free')
  })

  test('counts in the shares of a client, and letting it go deletes it', async () => {
    const full = { area: 'Kitchens', party: 10, at: at('18:00') }
    await hold(full)
    const from = '203.0.113.40'
    const wait = () => send('hold', wanted({ waits: true, ...full }), from)
    const first = await wait()
    expect(first.status).toBe(200)
    expect((await wait()).json.error).toBe('too_many_held')
    const { hold: token } = first.json as unknown as HoldReply
    for (const _ of [1, 2]) expect((await send('let-go', { hold: token }, from)).status).toBe(200)
    expect(await query('select from bookings where id = $1', [token.split('-')[0]])).toEqual([])
    expect((await wait()).status).toBe(200)
    expect((await wait()).json.error).toBe('too_many_held')
    expect((await send('reserve', { hold: token, ...typed() })).json.error).toBe('expired')
  })
})

test('a party that is larger than the share of a client holds its tables, and the client nothing more', async () => {
  const from = '203.0.113.41'
  const hold = (given: object) => send('hold', wanted({ at: at('20:00'), ...given }), from)
  expect((await hold({ party: 16 })).json).toHaveProperty('hold')
  expect((await hold({ party: 2 })).json.error).toBe('too_many_held')
})

test('without tables, the page says when the venue is open and how to call', async () => {
  const url = await makeDatabase('demo')
  await onDatabase(url, (run) => run('delete from tables'))
  const empty = await startServer({ DATABASE_URL: url, DEMO: '0' })
  try {
    const { status, text } = await empty.get('/book')
    expect(status).toBe(200)
    const main = /<main.*<\/main>/s.exec(text)?.[0].replace(/<style.*?<\/style>/gs, '') ?? ''
    expect(main).toContain('Just come by')
    expect(main).toContain('href="tel:')
    expect(main).toMatch(/<dt class="note[^>]*>Cafe<\/dt><dd[^>]*>[^<]*\d/)
    // What the page cannot do is not promised.
    expect(main).not.toContain('It’s yours at once')
    expect(main).not.toContain('name="book"')
    expect((await empty.get('/book/times')).status).toBe(200)
  } finally {
    await empty.stop()
  }
})
