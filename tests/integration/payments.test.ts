import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDifferences } from '../../cms/features/ledger/check-books.ts'
import { payments } from '../../cms/features/payments/feature.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { openDatabase } from '../support/ledger.ts'
import { membershipOf } from '../support/membership.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { sendStripeEvent, startStripe, stripeEvent } from '../support/stripe.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'

let url: string
let stripe: Awaited<ReturnType<typeof startStripe>>
let server: Server
let second: Server
let serverWithoutStripe: Server

beforeAll(async () => {
  url = await makeDatabase('empty')
  stripe = await startStripe()
  const env = { DATABASE_URL: url, DEMO: '0' }
  server = await startServer({ ...env, ...stripe.env })
  second = await startServer({ ...env, ...stripe.env, SITE_URL: server.url })
  serverWithoutStripe = await startServer({ ...env, SITE_URL: server.url })
})
afterAll(() =>
  Promise.all([server, second, serverWithoutStripe, stripe].map((each) => each?.stop())),
)

let serial = 0
const newKey = () => (++serial).toString(16).padStart(24, '0')
const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))
const newMember = async () => {
  const email = `card${++serial}@venue.example`
  const { visitor, user } = await membershipOf(server, url).signIn(email)
  return { visitor, email, id: user.id, account: `member:${user.id}` }
}
const balance = async (account: string) => {
  const [row] = await query<{ sum: string }>(
    `select coalesce(sum(balance), 0) as sum from ledger_balances as b
       join ledger_accounts as a on a.id = b.account where a.code = $1`,
    [account],
  )
  return Number(row?.sum)
}
const kindsOf = async (account: string) =>
  (
    await query<{ kind: string; amount: string }>(
      `select t.kind, e.amount from ledger_entries as e join ledger_transfers as t on t.id = e.transfer
         join ledger_accounts as a on a.id = e.account where a.code = $1 order by t.id`,
      [account],
    )
  ).map(({ kind, amount }) => [kind, Number(amount)])
const checkout = (visitor: Visitor, changes: object = {}) =>
  visitor.call('/api/payments/checkout', { key: newKey(), amount: '20.00', ...changes })
/** Sends the form as a browser without JavaScript does. */
const checkoutForm = (visitor: Visitor, amount: string) =>
  visitor.call('/api/payments/checkout', `key=${newKey()}&amount=${amount}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
/** A member who has begun a payment of 20.00. */
const begin = async () => {
  const member = await newMember()
  const response = await checkout(member.visitor)
  expect(response.status, response.text).toBe(200)
  return { ...member, session: stripe.sessionAt(response.json<{ url: string }>().url) }
}
const send = async (...messages: string[]) => {
  for (const each of messages) {
    const { status, text } = await sendStripeEvent(server, each)
    expect(status, text).toBe(200)
  }
}
/** Spends a member’s credit. */
const spend = (account: string, cents: number) =>
  query(
    `select ledger_transfer($1, '', 'payment', null, null, 'GBP', 'UTC', null, null, null, 'system', null,
       array[$2, 'venue:sales'], array[-$3::bigint, $3::bigint])`,
    [`test:${newKey()}`, account, cents],
  )

describe('without Stripe keys', () => {
  test('there are no card payments', async () => {
    const { visitor } = await newMember()
    const begun = await visitor.call(
      '/api/payments/checkout',
      { key: newKey(), amount: 2000 },
      { to: serverWithoutStripe },
    )
    expect([begun.status, begun.json()]).toMatchObject([404, { error: 'no_card_payments' }])
    expect(
      (await sendStripeEvent(serverWithoutStripe, stripeEvent('charge.refunded', {}))).status,
    ).toBe(404)
  })
})

describe('a payment', () => {
  test('is begun by a member, and leads to the service’s page', async () => {
    const { visitor, id } = await newMember()
    const body = { key: newKey(), amount: '25.00' }
    const begun = (await checkout(visitor, body)).json<{ url: string }>()
    const session = stripe.sessions.get(stripe.sessionAt(begun.url))
    expect(session).toMatchObject({ amount: 2500, currency: 'gbp' })
    expect(Object.fromEntries(session?.form ?? [])).toMatchObject({
      mode: 'payment',
      customer_email: expect.stringContaining('@venue.example'),
      success_url: `${server.url}/common-room/member/ledger?card=paid`,
      cancel_url: `${server.url}/common-room/member/ledger?card=cancelled`,
    })
    expect((await checkout(visitor, body)).json()).toEqual(begun)
    const other = await checkout(visitor, { ...body, amount: '26.00' })
    expect([other.status, other.json()]).toMatchObject([409, { error: 'key_reused' }])
    expect(await balance(`member:${id}`)).toBe(0)
  })

  test('can be begun without JavaScript: the reply is a page that leads to the service', async () => {
    const { visitor } = await newMember()
    const { status, headers, text } = await checkoutForm(visitor, '20')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.refresh).toMatch(/^0;url=https:\/\/checkout\.stripe\.com\//)
    expect(text).toContain('<a href="https://checkout.stripe.com/')
    const wrong = await checkoutForm(visitor, '1')
    expect([wrong.status, wrong.headers.location]).toEqual([
      303,
      '/common-room/member/ledger?problem=invalid_amount&form=card&amount=1#card',
    ])
  })

  test.each([0, -500, 499, 20_001, 1000.5, 2 ** 53, 'NaN', null])(
    'of %j is refused',
    async (amount) => {
      const { visitor } = await newMember()
      const { status, text } = await checkout(visitor, { amount })
      expect([status, JSON.parse(text).error]).toEqual([400, 'bad_request'])
    },
  )

  test('of a stranger is refused', async () => {
    expect((await checkout(visitorOf(server))).status).toBe(401)
  })

  test.each([
    ['can’t be reached', {}, 'service_unavailable'],
    ['fails', { status: 500, type: 'api_error' }, 'service_unavailable'],
    ['has too many requests', { status: 429 }, 'service_unavailable'],
    ['refuses the request', { status: 400 }, 'service_refused'],
    ['refuses the key', { status: 401 }, 'service_refused'],
  ])('is not begun while the service %s, and can be begun later', async (_, failure, reason) => {
    const { visitor, email } = await newMember()
    const body = { key: newKey(), amount: 2000 }
    stripe.setFailure({ ...failure, message: `Not for ${email}` })
    const refused = await checkout(visitor, body)
    const form = await checkoutForm(visitor, '20.00').finally(() => stripe.setFailure(null))
    expect([refused.status, refused.json()]).toMatchObject([503, { error: reason }])
    expect(form.headers.location).toBe(
      `/common-room/member/ledger?problem=${reason}&form=card&amount=20.00#card`,
    )
    const page = (await visitor.get(form.headers.location ?? '')).text
    expect(page).toMatch(/<input[^>]*id="card-amount"[^>]*value="20.00"/)
    expect(page).not.toContain('That didn’t work. Nothing was paid.')
    expect((await checkout(visitor, body)).status).toBe(200)
    expect(server.output()).toContain('a request to Stripe failed')
    expect(server.output()).not.toContain(email)
  })

  test('by somebody whose email address the service refuses is begun without the address', async () => {
    const { visitor } = await newMember()
    stripe.setFailure({ status: 400, param: 'customer_email' })
    const begun = await checkout(visitor).finally(() => stripe.setFailure(null))
    expect(begun.status, begun.text).toBe(200)
  })

  test('becomes credit once when it is paid, even if that is reported repeatedly and concurrently', async () => {
    const { session, account } = await begin()
    const paid = stripe.pay(session)
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => sendStripeEvent(index % 2 ? server : second, paid)),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    await send(paid)
    expect(await kindsOf(account)).toEqual([['card_top_up', 2000]])
  })

  test('that is not paid yet or belongs to another site changes nothing when it is reported', async () => {
    const { session, account } = await begin()
    await send(
      stripeEvent('checkout.session.completed', { id: session, payment_status: 'paid' }),
      stripeEvent('customer.created', { id: 'cus_1' }),
    )
    stripe.sessions.set('cs_foreign', {
      id: 'cs_foreign',
      amount: 5000,
      currency: 'gbp',
      paid: true,
      refunded: 0,
      disputes: [],
      form: new URLSearchParams(),
    })
    await send(stripe.pay('cs_foreign'))
    expect(await kindsOf(account)).toEqual([])
  })

  test('with another amount than was requested is refused', async () => {
    const { session, account } = await begin()
    const { status, text } = await sendStripeEvent(server, stripe.pay(session, { amount: 9000 }))
    expect([status, JSON.parse(text).error]).toEqual([409, 'wrong_amount'])
    expect(await balance(account)).toBe(0)
  })
})

describe('a message of the payment service', () => {
  test.each([
    ['without a signature', { signature: '' }],
    ['with another secret', { secret: 'whsec_of_somebody_else_entirely' }],
    ['signed ten minutes ago', { ageSeconds: 600 }],
    ['with a made-up signature', { signature: `t=1,v1=${'0'.repeat(64)}` }],
  ])('%s is refused', async (_, signing) => {
    const { session, account } = await begin()
    const { status, text } = await sendStripeEvent(server, stripe.pay(session), signing)
    expect([status, JSON.parse(text).error]).toEqual([401, 'not_signed'])
    expect(await balance(account)).toBe(0)
  })

  test('that was changed after it was signed is refused', async () => {
    const paid = stripe.pay((await begin()).session)
    const other = stripe.pay((await begin()).session)
    const sent = await sendStripeEvent(
      {
        send: (path, options) => server.send(path, { ...options, body: other }),
      },
      paid,
    )
    expect(sent.status).toBe(401)
  })

  test('that can’t be handled now is refused; when it is repeated, the payment is booked', async () => {
    const { session, account } = await begin()
    const paid = stripe.pay(session)
    stripe.setFailure({ status: 500 })
    const refused = await sendStripeEvent(server, paid).finally(() => stripe.setFailure(null))
    expect([refused.status, refused.json()]).toMatchObject([503, { error: 'service_unavailable' }])
    await send(paid)
    expect(await balance(account)).toBe(2000)
  })
})

describe('a refund', () => {
  test('of the whole amount is booked once, as a reversal', async () => {
    const { session, account } = await begin()
    const clearing = await balance('clearing:stripe')
    const paid = stripe.pay(session)
    const refunded = [paid, stripe.refund(session, 2000)]
    await send(...refunded, ...refunded)
    expect(await kindsOf(account)).toEqual([
      ['card_top_up', 2000],
      ['reversal', -2000],
    ])
    expect(await balance('clearing:stripe')).toBe(clearing)
  })

  test('whose message arrives before that of its payment is booked after the payment', async () => {
    const { session, account } = await begin()
    const paid = stripe.pay(session)
    await send(stripe.refund(session, 2000), paid)
    expect(await kindsOf(account)).toEqual([
      ['card_top_up', 2000],
      ['reversal', -2000],
    ])
  })

  test('in parts takes back each part once, in whatever order they are reported', async () => {
    const { session, account } = await begin()
    const paid = stripe.pay(session)
    await send(paid)
    const parts = [stripe.refund(session, 500)]
    await send(...parts)
    parts.push(stripe.refund(session, 300))
    await send(...parts.reverse())
    expect(await kindsOf(account)).toEqual([
      ['card_top_up', 2000],
      ['card_refund', -500],
      ['card_refund', -300],
    ])
  })

  test('of spent credit takes the member’s remaining credit, and the rest from the venue', async () => {
    const { session, account } = await begin()
    await send(stripe.pay(session))
    await spend(account, 1500)
    const before = [await balance('venue:sales'), await balance('clearing:stripe')]
    await send(stripe.refund(session, 2000))
    expect(await balance(account)).toBe(0)
    expect(await balance('venue:sales')).toBe((before[0] ?? 0) - 1500)
    expect(await balance('clearing:stripe')).toBe((before[1] ?? 0) + 2000)
    const [entry] = await query(
      `select action, details, by_name from audit where action = 'card_taken_back' order by id desc limit 1`,
    )
    expect(entry).toEqual({
      action: 'card_taken_back',
      details: { amount_cents: -2000, of_the_venue_cents: -1500 },
      by_name: null,
    })
  })
})

describe('a dispute', () => {
  test('takes the amount back, and returns it when the venue wins', async () => {
    const { session, account } = await begin()
    await send(stripe.pay(session))
    await spend(account, 1500)
    const sales = await balance('venue:sales')
    const opened = stripe.dispute(session, 'needs_response')
    await send(opened, opened)
    expect([await balance(account), await balance('venue:sales')]).toEqual([0, sales - 1500])
    await send(stripe.dispute(session, 'won'), opened)
    expect([await balance(account), await balance('venue:sales')]).toEqual([500, sales])
  })

  test('that is lost changes nothing more; one that is only an inquiry takes nothing back', async () => {
    const { session, account } = await begin()
    await send(stripe.pay(session), stripe.dispute(session, 'warning_needs_response'))
    expect(await balance(account)).toBe(2000)
    await send(stripe.dispute(session, 'needs_response'), stripe.dispute(session, 'lost'))
    expect(await kindsOf(account)).toEqual([
      ['card_top_up', 2000],
      ['reversal', -2000],
    ])
  })
})

describe('staff', () => {
  test('pay back a part of a payment if they may, with a reason, and never more than was paid', async () => {
    const staff = await makeStaff(server)
    const { session, account } = await begin()
    await send(stripe.pay(session))
    const [payment] = await query<{ id: number }>(
      'select id from card_payments where session = $1',
      [session],
    )
    const refund = (by: string | undefined, changes: object = {}) => {
      const body = { key: newKey(), payment: payment?.id, amount: '5.00', reason: 'It was cold' }
      return server.send('/api/payments/refund', jsonRequest('POST', { ...body, ...changes }, by))
    }
    expect((await refund(undefined)).status).toBe(401)
    expect((await refund(staff.editor)).status).toBe(403)
    for (const [changes, error] of [
      [{ reason: ' ' }, 'bad_request'],
      [{ amount: '0' }, 'bad_request'],
      [{ amount: '-5' }, 'bad_request'],
      [{ amount: '20.01' }, 'refund_too_large'],
      [{ payment: 999_999 }, 'no_payment'],
    ] as const) {
      expect((await refund(staff.publisher, changes)).json()).toMatchObject({ error })
    }
    stripe.setRefundStatus('pending')
    expect((await refund(staff.publisher)).json()).toMatchObject({ repeated: false })
    await expect.poll(() => balance(account)).toBe(1500)
    stripe.setRefundStatus('succeeded')
    const trail = await query(
      `select by_name, details from audit where action = 'card_refund_requested' and document = $1`,
      [String(payment?.id)],
    )
    expect(trail).toEqual([
      { by_name: 'publisher', details: { amount_cents: 500, cause: 'staff' } },
    ])
    const page = async (by: string) =>
      (await server.send('/cms/card-payments', { headers: sessionHeaders(by) })).text
    expect(await page(staff.publisher)).toContain('It was cold')
    expect(await page(staff.editor)).not.toContain('It was cold')
    // The bank sends it back a day later.
    const failed = stripe.endRefund(session, 'failed')
    await send(failed, failed)
    expect(await balance(account)).toBe(2000)
    expect(await page(staff.publisher)).toContain('One refund failed')
    const [row] = await query<{ id: number }>(`select id from card_refunds where state = 'failed'`)
    const close = (by: string) =>
      server.send('/api/payments/refunds/close', jsonRequest('POST', { refund: row?.id }, by))
    expect((await close(staff.editor)).status).toBe(403)
    expect((await close(staff.publisher)).status).toBe(200)
    expect((await close(staff.publisher)).json()).toMatchObject({ error: 'no_failed_refund' })
    expect(await page(staff.publisher)).not.toContain('One refund failed')
  })
})

test('a deleted member’s payments are kept without the member, and can be refunded', async () => {
  const { session, account, id } = await begin()
  await send(stripe.pay(session))
  const { db, close } = openDatabase(url)
  const owner = { id, email: 'x@venue.example' }
  const req = {} as never
  expect(await payments.exportPersonalData?.(db, owner, req)).toMatchObject({
    card_payments: [{ amount: 2000, currency: 'GBP' }],
  })
  await payments.erasePersonalData?.(db, owner, req)
  expect(await payments.exportPersonalData?.(db, owner, req)).toEqual({ card_payments: [] })
  await send(stripe.refund(session, 2000))
  expect(await balance(account)).toBe(0)
  expect((await findDifferences(db)).differences).toEqual([])
  await close()
})

test.each(['JPY', 'KWD'])('a venue with the currency %s has no card payments', async (currency) => {
  const { visitor } = await newMember()
  const ledger = async () => (await visitor.get('/common-room/member/ledger')).text
  expect(await ledger()).toContain('/api/payments/checkout')
  const venue = await query<{ id: number }>('select id from venue')
  if (!venue.length) {
    await query(`insert into venue (product_name, time_zone, currency) values ('x', 'UTC', 'GBP')`)
  }
  const setCurrency = (value: string) =>
    query(
      `with changed as (update venue set currency = $1)
       select pg_notify('common_room_changes', '["venue"]')`,
      [value],
    )
  await setCurrency(currency)
  await expect.poll(ledger).not.toContain('/api/payments/checkout')
  const { size } = stripe.sessions
  const begun = await checkout(visitor)
  expect([begun.status, begun.json()]).toMatchObject([404, { error: 'no_card_payments' }])
  expect(stripe.sessions.size).toBe(size)
  await setCurrency('GBP')
  await expect.poll(ledger).toContain('/api/payments/checkout')
})
