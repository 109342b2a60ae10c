import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enquiryReference, enquiryToken } from '../../cms/features/enquiries/token.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'

import { postReplies, webhookSecret } from '../support/mail-webhook.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { sendStripeEvent, startStripe } from '../support/stripe.ts'
import { venueDayOf } from '../support/venue-days.ts'

type Row = Record<string, unknown> & { id: number; version: number; status: string }
let server: Server
let stripe: Awaited<ReturnType<typeof startStripe>>
let sessions: Awaited<ReturnType<typeof makeStaff>>
const query = <T extends object = Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(server.databaseUrl, (run) => run<T>(text, values))

beforeAll(async () => {
  stripe = await startStripe()
  server = await startServer({
    DATABASE_URL: await makeDatabase('demo'),
    MAIL_WEBHOOK_SECRET: webhookSecret,
    ...stripe.env,
  })
  sessions = await makeStaff(server)
})
afterAll(async () => {
  // Whatever happened, no space is kept for two enquiries, or for an enquiry and an event.
  expect(
    await query(
      `select h.id from enquiry_holds as h join event_dates as d on h.area = any(d.areas)
          and h.during && tstzrange(d.starts_at, d.ends_at) join enquiries as e on e.id = h.enquiry
        where h.active and (h.held_until is null or h.held_until > now()) and d.status = 'published'
          and e.event is distinct from d.event`,
    ),
  ).toEqual([])
  await Promise.all([server?.stop(), stripe?.stop()])
})

const today = venueDayOf(new Date())
let client = 0
const newClient = () => `82.${Math.floor(++client / 200)}.${client % 200}.7`
type Sent = { status: number; location: string | undefined; json: Record<string, unknown> }
const send = async (
  path: string,
  body: object | URLSearchParams,
  { from = newClient(), session }: { from?: string; session?: string } = {},
): Promise<Sent> => {
  const isForm = body instanceof URLSearchParams
  const reply = await server.send(`/api/${path}`, {
    ...jsonRequest('POST', body, session),
    ...(isForm && { body: String(body) }),
    headers: {
      ...jsonRequest('POST', body, session).headers,
      ...(isForm && { 'content-type': 'application/x-www-form-urlencoded' }),
      origin: server.url,
      'x-forwarded-for': from,
    },
    timeoutMs: 240_000,
  })
  const location = reply.headers.location
  return { status: reply.status, location, json: location ? {} : reply.json() }
}
const staff = (path: string, body: object, session = sessions.publisher) =>
  send(`enquiries/${path}`, body, { session })

let serial = 0
/** A day on which nothing else happens, far enough from the demo’s events. */
let days = 0
const nextDay = () => addDays(today, 400 + ++days)
const wanted = (given: object = {}) => ({
  ...{ kind: 'Wedding & Party Catering', day_part: 'Evening', people: 60, words: 'A wedding.' },
  ...{ name: 'Jo', email: `jo-${++serial}@guests.example`, key: newFormKey() },
  // Only those that name no day take the next one.
  ...{ days: 'days' in given ? [] : [nextDay()] },
  ...given,
})
const find = async (id: number) =>
  (await query<Row>('select * from enquiries where id = $1', [id]))[0] as Row
/** A confirmed enquiry. */
const make = async (given: { email?: string } = {}) => {
  const request = wanted(given)
  const { status, json } = await send('book/enquire', request)
  expect([status, json]).toEqual([200, { ok: true }])
  const [row] = await query<Row>('select * from enquiries where email = $1', [request.email])
  const id = row?.id ?? 0
  const token = enquiryToken({ id, linkVersion: 1 })
  await send('book/confirm-enquiry', { token })
  return { id, token, email: request.email, day: request.days[0] as string }
}
type Made = Awaited<ReturnType<typeof make>>
const quoteFor = async ({ id, day }: Made, given: object = {}) => ({
  ...{ id, version: (await find(id)).version, key: newFormKey(), area: 'Event Spaces', day },
  ...{ from: '14:00', until: '23:00', deposit: 0, valid_until: addDays(today, 7) },
  lines: [{ text: 'The hall', quantity: 1, cents: 1200_00, vat_percent: 20 }],
  ...given,
})
const quote = async (made: Made, given: object = {}) => staff('quote', await quoteFor(made, given))
const standing = async (id: number) =>
  (
    await query<{ id: number; status: string }>(
      'select id, status from enquiry_quotes where enquiry = $1 order by id desc limit 1',
      [id],
    )
  )[0] as { id: number; status: string }
const accept = async ({ id, token }: Made) =>
  send('book/accept-quote', { token, quote: (await standing(id)).id })
const mailsTo = async (email: string) =>
  (
    await query<{ kind: string }>('select kind from mails where to_address = $1 order by id', [
      email,
    ])
  ).map(({ kind }) => kind)
const holdsOf = async (id: number) =>
  (
    await query<{ n: string }>(
      'select count(*) as n from enquiry_holds where enquiry = $1 and active and (held_until is null or held_until > now())',
      [id],
    )
  )[0]?.n
/** The draft of an event. */
const draft = async (day: string) => {
  const fields = {
    ...{ title: `Gig ${++serial}`, summary: 'Loud.', areas: ['Event Spaces'] },
    ...{ start: `${day}T19:00`, end: `${day}T22:00`, visibility: 'public', payment: 'free' },
    ...{ max_party: 6, common_good_percent: 1 },
  }
  const reply = await server.send('/api/events', jsonRequest('POST', fields, sessions.publisher))
  expect(reply.status).toBe(201)
  return reply.json<{ doc: { id: number } }>().doc.id
}
/** @returns the status of the reply */
const publish = async (event: unknown) =>
  (
    await server.send(
      `/api/event-list/${event}/status`,
      jsonRequest('POST', { action: 'publish', seen: null, reason: null }, sessions.publisher),
    )
  ).status

describe('an enquiry', () => {
  test('arrives once however often it is sent, is answered by a mail at once, and waits for staff', async () => {
    const request = wanted()
    const replies = await Promise.all([1, 2, 3].map(() => send('book/enquire', request)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const rows = await query<Row>('select * from enquiries where email = $1', [request.email])
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ status: 'new', due_on: addDays(today, 2), confirmed_at: null })
    expect(await mailsTo(request.email)).toEqual(['enquiry_received'])
  })

  test('can be sent by a form without JavaScript', async () => {
    const { key: _, days, ...fields } = wanted()
    const form = new URLSearchParams({
      ...fields,
      people: '60',
      budget: '1,500.00',
      phone: '',
      website: '',
    })
    for (const day of [...days, '', '']) form.append('days', day)
    const sent = await send('book/enquire', form)
    expect(sent).toMatchObject({ status: 303, location: '/book/hall/enquiry?done=sent' })
    await send('book/enquire', form)
    const rows = await query<Row>('select * from enquiries where email = $1', [fields.email])
    expect(rows).toMatchObject([{ days, budget: '150000', phone: null }])
    form.set('people', 'many')
    expect((await send('book/enquire', form)).location).toBe(
      '/book/hall/enquiry?problem=invalid_people',
    )
  })

  test.each([
    [{ kind: 'Fireworks' }],
    [{ days: [] }],
    [{ days: [addDays(today, -1)] }],
    [{ days: ['2027-02-30'] }],
    [{ days: [addDays(today, 4000)] }],
    [{ people: 0 }],
    [{ people: 1.5 }],
    [{ people: 5000 }],
    [{ words: ' ' }],
    [{ words: 'x'.repeat(4001) }],
    [{ name: '' }],
    [{ email: 'nobody' }],
    [{ email: undefined }],
    [{ phone: 'call me' }],
    [{ budget: 'a lot' }],
  ])('with %o is refused', async (given) => {
    const { status, json } = await send('book/enquire', wanted(given))
    expect([status, json.error]).toEqual([400, 'bad_request'])
  })

  test('of a bot that fills in everything is not stored', async () => {
    const request = wanted({ website: 'https://spam.example' })
    expect((await send('book/enquire', request)).status).toBe(200)
    expect(await query('select id from enquiries where email = $1', [request.email])).toEqual([])
  })

  test('500 by one client: a few are stored, and nobody else is refused', async () => {
    const from = newClient()
    const replies = await Promise.all(
      Array.from({ length: 500 }, () =>
        send('book/enquire', wanted({ words: 'flood', days: [today] }), { from }),
      ),
    )
    const stored = await query("select id from enquiries where words = 'flood'")
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.length).toBeLessThanOrEqual(12)
    expect(replies.filter(({ status }) => status === 429).length).toBe(500 - stored.length)
    expect((await send('book/enquire', wanted())).status).toBe(200)
  })

  test('one address, in whatever spelling, has five at a time', async () => {
    const name = `many-${++serial}`
    const statuses = []
    for (let index = 0; index < 6; index++) {
      const email = `${name}+${index}@guests.example`
      statuses.push((await send('book/enquire', wanted({ email }))).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    // Nobody confirmed them, so after some days they keep nobody away.
    await query("update enquiries set created_at = now() - interval '3 days' where email like $1", [
      `${name}+%`,
    ])
    await query("delete from limits where key like 'enquiries to %'")
    const again = await send('book/enquire', wanted({ email: `${name}@guests.example` }))
    expect(again.status).toBe(200)
  })
})

describe('the permanent link', () => {
  test('of another enquiry, a changed or an old one opens nothing and changes nothing', async () => {
    const [one, other] = [await make(), await make()]
    const [id, version, seal] = other.token.split('-')
    await query('update enquiries set link_version = 2 where id = $1', [one.id])
    const wrong = [
      one.token,
      `${one.id}-${version}-${seal}`,
      `${id}-2-${seal}`,
      `${id}-${version}-${'0'.repeat(40)}`,
      '1',
      "1' or true",
    ]
    const before = await find(other.id)
    for (const token of wrong) {
      for (const path of [
        'confirm-enquiry',
        'write',
        'accept-quote',
        'decline-quote',
        'remove-file',
        'pay-deposit',
      ]) {
        const body = { token, key: newFormKey(), text: 'Hello', quote: 1, file: 1 }
        expect([path, (await send(`book/${path}`, body)).status]).toEqual([path, 404])
      }
      const page = await server.get(`/book/hall/enquiry/${encodeURIComponent(token)}`)
      expect(page.text).toContain('no enquiry at this address')
    }
    expect(await find(other.id)).toEqual(before)
  })

  test('opened twice changes nothing; what is written there has to be answered', async () => {
    const { id, token } = await make()
    const before = await find(id)
    for (let index = 0; index < 2; index++) {
      const { status, headers } = await server.get(`/book/hall/enquiry/${token}`)
      expect([status, headers['referrer-policy']]).toEqual([200, 'no-referrer'])
    }
    expect(await find(id)).toEqual(before)
    await query("update enquiries set due_on = '2099-01-01' where id = $1", [id])
    const body = { token, key: newFormKey(), text: 'One more thing' }
    await Promise.all([send('book/write', body), send('book/write', body)])
    const rows = await query(
      "select id from enquiry_messages where enquiry = $1 and kind = 'guest'",
      [id],
    )
    expect(rows).toHaveLength(1)
    expect(await find(id)).toMatchObject({ due_on: addDays(today, 2) })
  })
})

describe('staff', () => {
  test('the bar, the kitchen and editors see no enquiries', async () => {
    const { id } = await make()
    for (const role of ['bar', 'kitchen', 'editor'] as const) {
      const note = { id, key: newFormKey(), text: 'x' }
      expect((await staff('note', note, sessions[role])).status).toBe(403)
    }
    expect((await send('enquiries/note', { id })).status).toBe(401)
  })

  test('of two who answer at once, one mail goes out; a repeated request sends no second one', async () => {
    const { id, email } = await make()
    const { version } = await find(id)
    const answers = ['We can', 'We can’t'].map((text) => ({
      ...{ id, version, key: newFormKey(), subject: 'Your wedding', text },
    }))
    const replies = await Promise.all(answers.map((body) => staff('mail', body)))
    expect(replies.map(({ json }) => json.error ?? 'sent').sort()).toEqual(['sent', 'stale'])
    const sent = answers[replies.findIndex(({ status }) => status === 200)]
    if (sent) expect((await staff('mail', sent)).status).toBe(200)
    expect((await mailsTo(email)).filter((kind) => kind === 'enquiry_answer')).toHaveLength(1)
    expect(await find(id)).toMatchObject({ status: 'answered', due_on: addDays(today, 7) })
    expect((await staff('mail', { ...sent, text: 'Other words' })).json.error).toBe('key_reused')
  })

  test('who write about a quote have until its end, and about a deposit until the day after', async () => {
    const made = await make()
    await quote(made, { deposit: 300_00 })
    const mail = async () => {
      const { version } = await find(made.id)
      const body = { id: made.id, version, key: newFormKey(), subject: 'Hello', text: 'Anything?' }
      expect((await staff('mail', body)).status).toBe(200)
      return (await find(made.id)).due_on
    }
    // The guest wrote, and waits.
    const write = () =>
      send('book/write', { token: made.token, key: newFormKey(), text: 'And the dog?' })
    await write()
    expect((await find(made.id)).due_on).toBe(addDays(today, 2))
    expect(await mail()).toBe(addDays(today, 8))
    await accept(made)
    await write()
    expect(await mail()).toBe(addDays(today, 8))
  })

  test('set who looks after it and until when, and paste what guests wrote elsewhere, once', async () => {
    const { id } = await make()
    const { version } = await find(id)
    const [pat] = await query<{ id: number }>("select id from users where role = 'publisher'")
    const change = { id, version, owner: pat?.id, due_on: addDays(today, 20) }
    expect((await staff('change', { ...change, due_on: 'soon' })).status).toBe(400)
    expect((await staff('change', change)).status).toBe(200)
    expect((await staff('change', change)).json.error).toBe('stale')
    expect(await find(id)).toMatchObject({ owner: pat?.id, due_on: addDays(today, 20) })
    const pasted = { id, key: newFormKey(), text: 'They rang: 70 people.' }
    await Promise.all([staff('reply', pasted), staff('reply', pasted)])
    const rows = await query(
      "select kind, text, staff from enquiry_messages where enquiry = $1 and kind = 'guest'",
      [id],
    )
    expect(rows).toEqual([{ kind: 'guest', text: pasted.text, staff: expect.any(Number) }])
    // Who pastes it has read it: the day stays.
    expect((await find(id)).due_on).toBe(addDays(today, 20))
  })

  test('get all enquiries as a file for spreadsheets, with their quotes', async () => {
    const made = await make({ email: `=cmd-${++serial}@guests.example` })
    await quote(made, { deposit: 300_00 })
    const { headers, text } = await server.get(
      '/api/enquiries/export',
      jsonRequest('GET', {}, sessions.publisher).headers,
    )
    expect(headers['content-disposition']).toBe('attachment; filename="enquiries.csv"')
    const lines = text.split('\r\n')
    // With the byte order mark.
    expect(lines[0]).toMatch(/^\ufeffNo\.,Status/)
    expect(lines[0]).toContain('Words,Quote,Space,From,Until,Total,Deposit,Deposit paid')
    const own = lines.find((line) => line.startsWith(`${made.id},`))
    expect(own).toContain(`,${today},A wedding.,Out,`)
    expect(own).toContain(`,${made.day} 14:00,${made.day} 23:00,1200.00,300.00,no`)
    // Spreadsheets would run it.
    expect(own).not.toContain(',=cmd')
  })

  test('who are admins get everything that is stored about one guest', async () => {
    const { id, email } = await make()
    const path = `/api/enquiries/data/${id}`
    const headers = (session: string) => jsonRequest('GET', {}, session).headers
    expect((await server.get(path, headers(sessions.publisher))).status).toBe(403)
    const reply = await server.get(path, headers(sessions.admin))
    expect(reply.headers['content-disposition']).toContain(`enquiry-${id}.json`)
    expect(reply.json()).toMatchObject({ enquiries: [{ id, email }], enquiry_messages: [] })
  })

  test('a lost enquiry needs a reason, frees the date, and can be opened again', async () => {
    const made = await make()
    await quote(made)
    expect(await holdsOf(made.id)).toBe('1')
    const { version } = await find(made.id)
    expect((await staff('lose', { id: made.id, version, reason: 'bored' })).status).toBe(400)
    expect((await staff('lose', { id: made.id, version, reason: 'price' })).status).toBe(200)
    expect(await find(made.id)).toMatchObject({
      status: 'lost',
      lost_reason: 'price',
      due_on: null,
      closure: null,
    })
    expect(await holdsOf(made.id)).toBe('0')
    const again = { id: made.id, version: (await find(made.id)).version }
    expect((await staff('quote', await quoteFor(made))).json.error).toBe('not_now')
    expect((await staff('reopen', again)).status).toBe(200)
    expect((await quote(made)).status).toBe(200)
  })
})

describe('a quote', () => {
  test('holds the date against other enquiries, events and tables until it is no longer valid', async () => {
    const [made, other] = [await make(), await make()]
    expect((await quote(made)).status).toBe(200)
    expect(await find(made.id)).toMatchObject({ status: 'quoted' })
    const same = { day: made.day, from: '22:59', until: '23:30' }
    expect((await quote(other, same)).json.message).toContain('Another enquiry')
    expect((await quote(other, { ...same, area: 'Cafe' })).status).toBe(200)
    const event = await draft(made.day)
    expect(await publish(event)).toBe(400)
    const closures = await query<{ from: string }>(
      'select c."from" from booking_closures as c join enquiries as e on e.closure = c.id where e.id = $1',
      [made.id],
    )
    expect(closures).toEqual([{ from: `${made.day}T14:00` }])
    const { version } = await find(made.id)
    await staff('withdraw', { id: made.id, version })
    expect(await publish(event)).toBe(200)
    expect((await quote(made)).json.message).toContain('An event takes place there')
  })

  test('against an event that is published in the same second, exactly one of both wins', async () => {
    const outcomes: string[] = []
    for (let round = 0; round < 4; round++) {
      const made = await make()
      const body = await quoteFor(made)
      const event = await draft(made.day)
      const [published, quoted] = await Promise.all([publish(event), staff('quote', body)])
      outcomes.push(`${published === 200 ? 'event' : ''}${quoted.status === 200 ? 'quote' : ''}`)
    }
    expect(outcomes.every((each) => each === 'event' || each === 'quote')).toBe(true)
  })

  test('of ten for the same evening at once, one holds it', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => make()))
    const day = nextDay()
    const bodies = await Promise.all(all.map((made) => quoteFor(made, { day })))
    const replies = await Promise.all(bodies.map((body) => staff('quote', body)))
    expect(replies.map(({ json }) => json.error ?? 'held').sort()).toEqual([
      'held',
      ...Array(9).fill('taken'),
    ])
  })

  test('that is accepted twice at once is accepted once', async () => {
    const made = await make()
    await quote(made)
    const replies = await Promise.all([accept(made), accept(made), accept(made)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await find(made.id)).toMatchObject({ status: 'won', due_on: null })
    expect((await mailsTo(made.email)).filter((kind) => kind === 'enquiry_won')).toHaveLength(1)
    const [mail] = await query<{ subject: string }>(
      `select subject from mails where to_address = $1 and kind = 'enquiry_won'`,
      [made.email],
    )
    expect(mail?.subject).toMatch(/^It’s yours: \w{3} \d+ \w{3}( \d{4})?, 2–11pm, /)
    expect(await holdsOf(made.id)).toBe('1')
  })

  test('is accepted neither after it has expired nor after a newer one', async () => {
    const made = await make()
    await quote(made)
    const { id: old } = await standing(made.id)
    await quote(made)
    const outdated = await send('book/accept-quote', { token: made.token, quote: old })
    expect(outdated.json.error).toBe('no_quote')
    await query(
      "update enquiry_quotes set valid_until = now() - interval '1 second' where enquiry = $1",
      [made.id],
    )
    expect((await accept(made)).json.error).toBe('quote_expired')
    expect(await find(made.id)).not.toMatchObject({ status: 'won' })
  })

  test('that is declined frees the date, once, and can’t be accepted any more', async () => {
    const made = await make()
    await quote(made)
    const { id } = await standing(made.id)
    const decline = () => send('book/decline-quote', { token: made.token, quote: id })
    expect((await Promise.all([decline(), decline()])).map(({ status }) => status)).toEqual([
      200, 200,
    ])
    expect(await find(made.id)).toMatchObject({ status: 'answered', due_on: addDays(today, 2) })
    expect(await holdsOf(made.id)).toBe('0')
    expect((await accept(made)).json.error).toBe('no_quote')
    const declined = await query(
      "select id from enquiry_messages where enquiry = $1 and text like '%declined%'",
      [made.id],
    )
    expect(declined).toHaveLength(1)
  })

  test('is not accepted after another won the date', async () => {
    const [made, other] = [await make(), await make()]
    expect((await quote(made, { holds: false })).status).toBe(200)
    expect((await quote(other, { day: made.day })).status).toBe(200)
    expect((await accept(other)).status).toBe(200)
    expect((await accept(made)).json.error).toBe('date_gone')
    expect(await find(made.id)).toMatchObject({ status: 'quoted' })
    expect(await find(other.id)).toMatchObject({ status: 'won' })
  })

  test.each([
    [{ until: '14:00', from: '14:00', valid_until: '2000-01-01' }, 'invalid_quote'],
    [{ deposit: 1200_01 }, 'invalid_quote'],
    [{ day: '2020-01-01' }, 'invalid_quote'],
    [{ lines: [] }, 'bad_request'],
    [{ lines: [{ text: 'x', quantity: 1.5, cents: 1, vat_percent: 20 }] }, 'bad_request'],
    [{ version: 999 }, 'stale'],
  ])('with %o is refused', async (given, error) => {
    const made = await make()
    expect((await quote(made, given)).json.error).toBe(error)
    expect(await holdsOf(made.id)).toBe('0')
  })
})

describe('a deposit', () => {
  test('makes the date the guest’s, and a draft of an event can be made once and published', async () => {
    const made = await make()
    await quote(made, { deposit: 300_00 })
    await accept(made)
    expect(await find(made.id)).toMatchObject({ status: 'held' })
    const paying = await send('book/pay-deposit', { token: made.token, key: newFormKey() })
    stripe.pay(stripe.sessionAt(String(paying.json.url)))
    const page = await server.get(`/book/hall/enquiry/${made.token}?card=paid`)
    expect(page.text).toContain('The date is yours')
    const won = await find(made.id)
    expect(won).toMatchObject({ status: 'won' })
    const drafts = await Promise.all(
      [1, 2].map(() => staff('event', { id: made.id, version: won.version })),
    )
    const event = drafts[0]?.json.event
    expect(drafts.map(({ json }) => json.event)).toEqual([event, event])
    expect(await publish(event)).toBe(200)
  })

  /** Accepts the quote, and pays its deposit. @returns our number of the payment */
  const payFor = async (made: Made) => {
    await quote(made, { deposit: 300_00 })
    await accept(made)
    const paying = await send('book/pay-deposit', { token: made.token, key: newFormKey() })
    stripe.pay(stripe.sessionAt(String(paying.json.url)))
    await server.get(`/book/hall/enquiry/${made.token}?card=paid`)
    expect(await find(made.id)).toMatchObject({ status: 'won' })
    const [row] = await query<{ id: number }>(
      'select id from card_payments where reference = $1 order by id desc limit 1',
      [`enquiry:${made.id}`],
    )
    return row?.id ?? 0
  }
  const lose = async ({ id }: Made, refund: boolean) => {
    const { version } = await find(id)
    const body = { id, version, reason: 'plans', refund }
    expect((await staff('lose', body)).status).toBe(200)
  }
  const reopen = async ({ id }: Made) => staff('reopen', { id, version: (await find(id)).version })
  const refundsOf = (id: number) =>
    query(
      `select r.payment, r.amount::int as cents from card_refunds as r
         join card_payments as p on p.id = r.payment where p.reference = $1 order by r.id`,
      [`enquiry:${id}`],
    )

  test('goes back if staff say so when they close the enquiry, also a second one', async () => {
    const made = await make()
    const first = await payFor(made)
    await lose(made, true)
    expect(await refundsOf(made.id)).toEqual([{ payment: first, cents: 300_00 }])
    await reopen(made)
    const second = await payFor(made)
    await lose(made, true)
    expect(await refundsOf(made.id)).toEqual([
      { payment: first, cents: 300_00 },
      { payment: second, cents: 300_00 },
    ])
  })

  test('that the venue kept does not go back with a later one', async () => {
    const made = await make()
    await payFor(made)
    await lose(made, false)
    await reopen(made)
    const second = await payFor(made)
    await lose(made, true)
    expect(await refundsOf(made.id)).toEqual([{ payment: second, cents: 300_00 }])
  })

  test('of which staff pay some back themselves is noted, and due today', async () => {
    const made = await make()
    const payment = await payFor(made)
    const body = { payment, key: newFormKey(), amount: 100_00, reason: 'A smaller room' }
    const reply = await send('payments/refund', body, { session: sessions.publisher })
    expect([reply.status, reply.json]).toEqual([200, expect.anything()])
    await expect.poll(async () => (await find(made.id)).due_on, { timeout: 30_000 }).toBe(today)
    const notes = await query<{ text: string }>(
      "select text from enquiry_messages where enquiry = $1 and text like 'Of the deposit%'",
      [made.id],
    )
    expect(notes).toEqual([{ text: 'Of the deposit, £200.00 is with us now.' }])
    await lose(made, true)
    expect((await refundsOf(made.id)).at(-1)).toEqual({ payment, cents: 200_00 })
  })

  test('that is paid after staff said that it is won goes back', async () => {
    const made = await make()
    await quote(made, { deposit: 300_00 })
    await accept(made)
    const paying = await send('book/pay-deposit', { token: made.token, key: newFormKey() })
    const { version } = await find(made.id)
    expect((await staff('win', { id: made.id, version })).status).toBe(200)
    const event = stripe.pay(stripe.sessionAt(String(paying.json.url)))
    expect((await sendStripeEvent(server, event)).status).toBe(200)
    await expect.poll(() => refundsOf(made.id)).toMatchObject([{ cents: 300_00 }])
    expect(await find(made.id)).toMatchObject({ status: 'won' })
  })

  test('is not begun to be paid after the day that the guest knows, however often it was begun before', async () => {
    const made = await make()
    await quote(made, { deposit: 300_00 })
    await accept(made)
    const pay = () => send('book/pay-deposit', { token: made.token, key: newFormKey() })
    const set = (minutes: number) =>
      query(
        `update enquiry_quotes set accepted_at = now() - interval '7 days' + $2::int * interval '1 minute'
          where enquiry = $1`,
        [made.id, minutes],
      )
    await query(
      "update enquiry_holds set held_until = now() + interval '1 minute' where enquiry = $1",
      [made.id],
    )
    await set(1)
    expect((await pay()).status).toBe(200)
    await set(-1)
    expect((await pay()).json.error).toBe('quote_expired')
  })

  test('that arrives after the date has gone is paid back', async () => {
    const [made, other] = [await make(), await make()]
    await quote(made, { deposit: 300_00 })
    await accept(made)
    const paying = await send('book/pay-deposit', { token: made.token, key: newFormKey() })
    await query(
      "update enquiry_holds set held_until = now() - interval '1 minute' where enquiry = $1",
      [made.id],
    )
    await quote(other, { day: made.day })
    expect((await accept(other)).status).toBe(200)
    stripe.pay(stripe.sessionAt(String(paying.json.url)))
    await server.get(`/book/hall/enquiry/${made.token}?card=paid`)
    const [payment] = await query<{ status: string }>(
      'select status from card_payments where reference = $1',
      [`enquiry:${made.id}`],
    )
    expect(payment?.status).toBe('refused')
    expect(await find(made.id)).not.toMatchObject({ status: 'won' })
  })
})

describe('a file', () => {
  const pdf = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<<>>\n%%EOF\n'
  const upload = async (
    token: string,
    content: string | Buffer,
    { name = 'plan.pdf', accept = 'text/html,*/*' } = {},
  ) => {
    const boundary = 'xxBOUNDARYxx'
    const body = Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const reply = await server.send(`/api/book/file/${token}`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        origin: server.url,
        'x-forwarded-for': newClient(),
        accept,
      },
      body,
    })
    return reply.headers.location?.split('?')[1] ?? String(reply.status)
  }

  test('is stored once the address is confirmed, is downloaded by staff only, and is never shown', async () => {
    const unconfirmed = wanted()
    await send('book/enquire', unconfirmed)
    const [row] = await query<Row>('select id from enquiries where email = $1', [unconfirmed.email])
    expect(await upload(enquiryToken({ id: row?.id ?? 0, linkVersion: 1 }), pdf)).toBe('409')
    const { id, token } = await make()
    expect(await upload(token, pdf)).toBe('done=stored')
    expect(await upload(token, pdf)).toBe('done=stored')
    const files = await query<{ id: number; name: string }>(
      'select id, name from enquiry_files where enquiry = $1',
      [id],
    )
    expect(files).toMatchObject([{ name: 'plan.pdf' }])
    const path = `/api/enquiries/file/${files[0]?.id}`
    expect((await server.get(path)).status).toBe(401)
    expect((await server.get(path, jsonRequest('GET', {}, sessions.bar).headers)).status).toBe(403)
    const { headers, text } = await server.get(
      path,
      jsonRequest('GET', {}, sessions.publisher).headers,
    )
    expect(text).toBe(pdf)
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="plan.pdf"',
      'content-type': 'application/octet-stream',
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
    })
  })

  test('that is something else, too large, has macros or is a fourth is refused', async () => {
    const { token, id } = await make()
    expect(await upload(token, '<svg onload="alert(1)"/>', { name: 'a.png' })).toBe(
      'problem=file_type',
    )
    expect(await upload(token, 'PK\x03\x04 word/vbaProject.bin', { name: 'a.pdf' })).toBe(
      'problem=file_type',
    )
    expect(await upload(token, pdf.replace('>>', '/OpenAction << /S /JavaScript >> >>'))).toBe(
      'problem=file_active',
    )
    expect(await upload(token, Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-'))).toMatch(/too_large/)
    const huge = Buffer.alloc(6 * 1024 * 1024, '%PDF-')
    expect(await upload(token, huge)).toBe('problem=too_large')
    expect(await upload(token, huge, { accept: '*/*' })).toBe('413')
    const outcomes = await Promise.all([1, 2, 3, 4, 5].map((n) => upload(token, `${pdf}%${n}`)))
    expect(outcomes.sort()).toEqual([
      ...Array(3).fill('done=stored'),
      ...Array(2).fill('problem=too_many_files'),
    ])
    expect(await query('select id from enquiry_files where enquiry = $1', [id])).toHaveLength(3)
  })

  test('is removed by the guest whose it is, by nobody else', async () => {
    const [made, other] = [await make(), await make()]
    await upload(made.token, pdf)
    const filesOf = () =>
      query<{ id: number }>('select id from enquiry_files where enquiry = $1', [made.id])
    const [file] = await filesOf()
    const remove = (token: string) => send('book/remove-file', { token, file: file?.id })
    await remove(other.token)
    expect(await filesOf()).toHaveLength(1)
    expect((await remove(made.token)).status).toBe(200)
    expect((await remove(made.token)).status).toBe(200)
    expect(await filesOf()).toEqual([])
  })
})

describe('a reply that the mail service reports', () => {
  const reply = (made: Made, given: object = {}) => ({
    ...{ id: newFormKey(), from: `Jo <${made.email}>`, text: 'Yes please\n> Shall we?' },
    subject: `Re: Your wedding [${enquiryReference(made.id)}]`,
    ...given,
  })
  const messagesOf = async (id: number) =>
    (
      await query<{ text: string }>(
        "select text from enquiry_messages where enquiry = $1 and kind = 'guest'",
        [id],
      )
    ).map(({ text }) => text)

  test('is stored once, without what it quotes', async () => {
    const made = await make()
    const one = reply(made)
    for (let index = 0; index < 2; index++) {
      expect((await postReplies(server, { replies: [one] })).status).toBe(200)
    }
    expect(await messagesOf(made.id)).toEqual(['Yes please'])
  })

  test('counts from another spelling of the mailbox, and beside one that is not complete', async () => {
    const name = `tagged-${++serial}`
    const made = await make({ email: `${name}+wedding@guests.example` })
    const replies = [{ id: 'no text' }, reply(made, { from: `${name}@guests.example` })]
    const { status, text } = await postReplies(server, { replies })
    expect([status, JSON.parse(text)]).toEqual([200, { ok: true, stored: 1 }])
    expect(await messagesOf(made.id)).toEqual(['Yes please'])
  })

  test('is refused or ignored if it is forged', async () => {
    const [made, other] = [await make(), await make()]
    const body = { replies: [reply(made)] }
    expect(
      (await postReplies(server, body, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }))
        .status,
    ).toBe(401)
    expect((await postReplies(server, body, { ageSeconds: 600 })).status).toBe(401)
    const forged = [
      reply(made, { from: 'eve@evil.example' }),
      reply(made, { subject: `Re: [E${made.id}-000000000000]` }),
      reply(made, { subject: `Re: [${enquiryReference(other.id)}]` }),
      reply(made, { subject: 'Re: nothing' }),
    ]
    const { text } = await postReplies(server, { replies: forged })
    expect(JSON.parse(text)).toEqual({ ok: true, stored: 0 })
    expect([...(await messagesOf(made.id)), ...(await messagesOf(other.id))]).toEqual([])
  })

  test('to a closed enquiry is kept and marked, and the enquiry stays closed', async () => {
    const made = await make()
    await staff('lose', { id: made.id, version: (await find(made.id)).version, reason: 'silence' })
    await postReplies(server, { replies: [reply(made)] })
    expect(await messagesOf(made.id)).toEqual(['Yes please'])
    expect(await find(made.id)).toMatchObject({ status: 'lost', due_on: addDays(today, 2) })
  })
})

describe('a space that is held', () => {
  const evening = (path: string, body: object) =>
    send(`evening/${path}`, body, { session: sessions.bar })
  const enter = (day: string, given: object = {}) =>
    evening('add', {
      ...{ key: newFormKey(), source: 'phone', area: 'Beer Hall', party: 2, name: 'Ada' },
      ...{ day, time: '19:00' },
      ...given,
    })
  /** A day of the usual hours that bookings reach. */
  let bookable = 60
  const weekday = () => {
    for (;;) {
      const day = addDays(today, ++bookable)
      if (new Date(`${day}T12:00Z`).getUTCDay() === 3) return day
    }
  }
  const hold = async (day: string, given: object = {}) => {
    const made = await make()
    return { made, reply: await quote(made, { day, area: 'Beer Hall', ...given }) }
  }

  test('gets tables of staff only anyway, also for a stay that only ends in it', async () => {
    const day = weekday()
    const before = await enter(day, { time: '16:30' })
    expect([before.status, before.json]).toEqual([200, expect.anything()])
    const { made, reply } = await hold(day, { from: '20:00', until: '23:00' })
    expect(reply.status).toBe(200)
    const { id, version } = before.json.booking as { id: number; version: number }
    const [own] = await query<{ tables: number[] }>(
      'select array_agg(table_id) as tables from booking_tables where booking = $1',
      [id],
    )
    const late = await enter(day, { time: '19:30', tables: own?.tables })
    expect(late.json).toMatchObject({ error: 'over_capacity', warnings: ['kept'] })
    const found = await enter(day, { time: '19:30' })
    expect(found.json).toMatchObject({ warnings: ['kept', 'no_table'] })
    expect((await enter(day, { time: '16:30' })).status).toBe(200)
    // Moving a booking there is a warning too.
    const move = { booking: id, version, action: 'move', tables: own?.tables, time: '21:00' }
    expect((await evening('change', move)).json).toMatchObject({
      error: 'occupied',
      message: 'The whole room is kept for a private party then.',
    })
    expect((await evening('change', { ...move, anyway: true })).status).toBe(200)
    const page = await server.get(
      `/cms/enquiries/${made.id}`,
      jsonRequest('GET', {}, sessions.publisher).headers,
    )
    expect(page.text).toContain('A table is booked there then.')
  })

  test('in the same second as staff enter guests there, is held or has the table, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const day = weekday()
      const made = await make()
      const body = await quoteFor(made, { day, area: 'Beer Hall' })
      const [entered, quoted] = await Promise.all([enter(day), staff('quote', body)])
      const outcome = `${entered.status === 200 ? 'table' : ''}${quoted.status === 200 ? 'hold' : ''}`
      expect(['table', 'hold']).toContain(outcome)
    }
  })

  test('is left out by a series until it is free again', async () => {
    const first = nextDay()
    const day = addDays(first, 7)
    const other = addDays(first, 14)
    days += 15
    const fields = {
      ...{ title: `Quiz ${++serial}`, summary: 'Questions.', areas: ['Event Spaces'] },
      ...{ start: `${first}T19:00`, end: `${first}T22:00`, visibility: 'public' },
      ...{ payment: 'free', max_party: 6, common_good_percent: 1, rule: 'FREQ=WEEKLY;COUNT=3' },
    }
    const reply = await server.send('/api/events', jsonRequest('POST', fields, sessions.publisher))
    expect(reply.status, reply.text).toBe(201)
    const event = reply.json<{ doc: { id: number } }>().doc.id
    expect(await publish(event)).toBe(200)
    const daysOf = async () =>
      (
        await query<{ day: string }>('select day from event_dates where event = $1 order by day', [
          event,
        ])
      ).map((row) => row.day)
    expect(await daysOf()).toEqual([first, day, other])
    const continueSeries = async () => {
      await query("select graphile_worker.add_job('events.dates', '{}')")
    }
    // As if these two were not within the horizon yet.
    await query('delete from event_dates where event = $1 and day > $2', [event, first])
    const { made, reply: quoted } = await hold(day, { area: 'Event Spaces' })
    expect(quoted.status).toBe(200)
    await continueSeries()
    await expect.poll(daysOf, { timeout: 30_000 }).toEqual([first, other])
    await staff('withdraw', { id: made.id, version: (await find(made.id)).version })
    await continueSeries()
    await expect.poll(daysOf, { timeout: 30_000 }).toEqual([first, day, other])
  })
})

test('erased enquiries have no name, words, files or link, and free their dates', async () => {
  const made = await make()
  await quote(made)
  const { version } = await find(made.id)
  expect((await staff('erase', { id: made.id }, sessions.admin)).json.error).toBe('not_now')
  await staff('lose', { id: made.id, version, reason: 'plans', words: 'Jo called' })
  expect((await staff('erase', { id: made.id })).status).toBe(403)
  expect((await staff('erase', { id: made.id }, sessions.admin)).status).toBe(200)
  expect(await find(made.id)).toMatchObject({ name: '', email: '', words: '', lost_words: null })
  expect((await server.get(`/book/hall/enquiry/${made.token}`)).text).toContain(
    'no enquiry at this address',
  )
})
