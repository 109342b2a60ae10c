import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDifferences } from '../../cms/features/ledger/check-books.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { addDate, findWrongPlaces } from '../support/events.ts'
import { openDatabase } from '../support/ledger.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { sendStripeEvent, startStripe } from '../support/stripe.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let stripe: Awaited<ReturnType<typeof startStripe>>
let server: Server
let withoutStripe: Server
const onServer = <T>(work: (query: Query) => Promise<T>) => onDatabase(url, work)

beforeAll(async () => {
  url = await makeDatabase('empty')
  stripe = await startStripe()
  server = await startServer({ DATABASE_URL: url, DEMO: '0', ...stripe.env })
})
afterAll(() => Promise.all([server, withoutStripe, stripe].map((each) => each?.stop())))

let serial = 0
const addCardDate = () =>
  onServer((query) =>
    addDate(query, {
      ...{ slug: `card-${++serial}`, title: 'Supper', capacity: 4, payment: 'card' },
      ...{ priceCents: 1200, memberPriceCents: 1000, refundUntilHours: 2 },
    }),
  )
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }
/** Sends a form as a browser without JavaScript does. */
const sendForm = (path: string, fields: Record<string, string>, to = server) =>
  visitorOf(to).call(path, new URLSearchParams(fields).toString(), { headers: formHeaders })
/** The token in the newest mail to an address. */
const tokenTo = (email: string) =>
  onServer(async (query) => {
    const [mail] = await query<{ text: string }>(
      'select text from mails where to_address = $1 order by id desc limit 1',
      [email],
    )
    return /reservation\/([\da-f-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  })
/** A stranger who reserves with the form on the page. @returns the token of the permanent link */
async function reserve(date: number, to = server) {
  const email = `buyer-${++serial}@venue.example`
  const reply = await sendForm(
    '/api/calendar/reserve',
    { date: String(date), slug: `card-x`, party: '2', name: 'Jo', email },
    to,
  )
  expect(reply.headers.location, reply.text).toContain('sent=held')
  return { email, token: await tokenTo(email) }
}
const pageOf = async (token: string, query = '') => {
  const { status, text } = await server.get(`/calendar/reservation/${token}${query}`)
  const words = text.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
  return { status, html: text, text: words }
}
const payForm = (token: string, key = newFormKey()) => sendForm('/api/calendar/pay', { token, key })
const sessionIn = ({ text }: { text: string }) =>
  /checkout\.stripe\.com\/c\/pay\/(cs_\w+)/.exec(text)?.[1] ?? ''

test('a stranger without JavaScript buys two places, gives one back, and cancels', async () => {
  const date = await addCardDate()
  const { token } = await reserve(date)
  const before = await pageOf(token)
  expect(before.text).toContain('Yes, and pay £24 by card')
  expect(before.text).toContain('that money goes back to your card')
  const led = await payForm(token)
  expect(led.status, led.text).toBe(200)
  const session = sessionIn(led)
  expect(led.headers.refresh).toContain(session)
  const unpaid = await pageOf(token, '?card=cancelled')
  for (const words of ['You haven’t paid.', 'Pay £24 by card', 'Kept until']) {
    expect(unpaid.text).toContain(words)
  }

  // The guest returns before Stripe's message arrives.
  expect((await pageOf(token, '?card=paid')).text).toContain('We haven’t heard of your payment yet')
  const message = stripe.pay(session)
  const paid = await pageOf(token, '?card=paid')
  for (const words of ['Paid, thank you.', 'You’re in', 'Receipt no.', '£24. Paid by card']) {
    expect(paid.text).toContain(words)
  }
  for (let n = 0; n < 2; n++) expect((await sendStripeEvent(server, message)).status).toBe(200)

  const version = /name="version" value="(\d+)"/.exec(paid.html)?.[1] ?? ''
  const changed = await sendForm('/api/calendar/change', { token, party: '1', version })
  expect(changed.headers.location).toContain('done=changed')
  await waitUntil(
    async () => stripe.sessions.get(session)?.refunded,
    (refunded) => refunded === 1200,
  )
  await waitUntil(
    () => pageOf(token),
    ({ text }) => text.includes('£12 went back to your card'),
  )
  await sendForm('/api/calendar/cancel', { token })
  await waitUntil(
    async () => stripe.sessions.get(session)?.refunded,
    (refunded) => refunded === 2400,
  )
  const gone = await pageOf(token)
  expect(gone.text).toContain('Another time')
  expect(gone.text).toContain('Receipt no.')
})

test('a link that is not valid can neither be paid nor seen', async () => {
  const { token } = await reserve(await addCardDate())
  const other = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
  const call = (body: object) => visitorOf(server).call('/api/calendar/pay', body)
  const reply = await call({ token: other, key: newFormKey() })
  expect([reply.status, reply.json<{ error: string }>().error]).toEqual([404, 'not_found'])
  expect((await pageOf(other)).text).not.toContain('Pay £')
  expect((await call({ token, key: 'x' })).status).toBe(400)
  const free = await reserve(await onServer((query) => addDate(query, { slug: `free-${serial}` })))
  const nothing = await call({ token: free.token, key: newFormKey() })
  expect([nothing.status, nothing.json<{ error: string }>().error]).toEqual([404, 'nothing_to_pay'])
  const own = await call({ token, key: newFormKey() })
  expect([own.status, own.json()]).toEqual([200, { url: expect.stringContaining('cs_') }])
})

test('a member is led to the payment from the page of the reservation, at the price of members', async () => {
  const date = await addCardDate()
  const { visitor } = await membershipOf(server, url).signIn(`member-${++serial}@venue.example`)
  const reply = await visitor.call('/api/calendar/reserve', { date, party: 2, key: newFormKey() })
  const { rsvp } = reply.json<{ rsvp: { token: string; status: string; price_cents: number } }>()
  expect(rsvp).toMatchObject({ status: 'held', price_cents: 2000, payment: 'card' })
  const page = await pageOf(rsvp.token, '?done=reserved')
  expect(page.text).toContain('Pay £20 by card')
  expect(page.text).not.toContain('Done.')
})

test('the event’s page says that it is paid by card, and by which rule it is given back', async () => {
  await addCardDate()
  const { text } = await server.get(`/calendar/card-${serial}`)
  expect(text).toContain('You pay by card when you reserve.')
  expect(text).toContain('to pay by card. We keep the places')
  expect(text).toContain('that money goes back to your card')
})

test('without the keys of Stripe, an event that is paid by card is paid at the bar', async () => {
  // Started here, because this process cannot send the refunds of the other tests, and would take their jobs.
  withoutStripe = await startServer({ DATABASE_URL: url, DEMO: '0', SITE_URL: server.url })
  const date = await addCardDate()
  const page = await withoutStripe.get(`/calendar/card-${serial}`)
  expect(page.text).toContain('You pay at the bar.')
  expect(page.text).not.toContain('by card')
  const { token } = await reserve(date, withoutStripe)
  expect(
    (await sendForm('/api/calendar/pay', { token, key: newFormKey() }, withoutStripe)).headers
      .location,
  ).toContain('problem=no_card_payments')
  const reply = await withoutStripe.send('/api/calendar/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(reply.json()).toMatchObject({
    rsvp: { status: 'going', payment: 'door', price_cents: 2400 },
  })
})

test('nothing is wrong in the books, and no place is lost', async () => {
  const database = openDatabase(url)
  expect((await findDifferences(database.db)).differences).toEqual([])
  await database.close()
  expect(await onServer(findWrongPlaces)).toEqual([])
})
