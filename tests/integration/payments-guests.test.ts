import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookPayment } from '../../cms/features/payments/booking.ts'
import { closeOverdueCheckouts } from '../../cms/features/payments/checkouts/end.ts'
import { checkDuePayments } from '../../cms/features/payments/checks.ts'
import { paymentJobs } from '../../cms/features/payments/jobs.ts'
import type { CardProvider } from '../../cms/features/payments/provider.ts'
import {
  exportPaymentsOf,
  removeGuest,
  removeOldGuests,
} from '../../cms/features/payments/queries/payments.ts'
import { countFailedRefunds } from '../../cms/features/payments/queries/refunds.ts'
import { closeFailed, refundByStaff } from '../../cms/features/payments/refunds/request.ts'
import {
  beginCheckout,
  bookOpenCheckout,
  findSubjectPayments,
  refundSubject,
  settleDeposits,
} from '../../cms/features/payments/service.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import { newFormKey } from '../support/credit.ts'
import { killed, openTickets, type TestTickets } from '../support/payable.ts'

let site: TestTickets
let stripe: TestTickets['stripe']
beforeAll(async () => {
  site = await openTickets()
  stripe = site.stripe
})
afterAll(async () => {
  expect(await site.differences()).toEqual([])
  await site.stop()
})
beforeEach(async () => {
  stripe.setRefundStatus('succeeded')
  // Otherwise a test would also check payments that an earlier test left open.
  await site.query('update card_payments set check_at = null')
})

const book = (session: string) => bookPayment(site.request(), site.provider, session)
const check = (service: CardProvider = site.provider) => checkDuePayments(site.payload, service)
/** How the balances of the accounts change. */
const balances = async () => ({
  sales: await site.balance('venue:sales'),
  deposits: await site.balance('venue:deposits'),
  clearing: await site.balance('clearing:stripe'),
})
const changes = async (work: () => Promise<unknown>) => {
  const before = await balances()
  await work()
  const after = await balances()
  return {
    sales: after.sales - before.sales,
    deposits: after.deposits - before.deposits,
    clearing: after.clearing - before.clearing,
  }
}
const nothing = { sales: 0, deposits: 0, clearing: 0 }
const pay = async (use: 'sale' | 'deposit' = 'sale') => {
  const begun = await site.beginNew(use)
  stripe.pay(begun.session)
  await book(begun.session)
  const { id } = await site.paymentOf(begun.session)
  return { ...begun, payment: id }
}
const refundStaff = (payment: number, amountCents: number, key = newFormKey()) =>
  refundByStaff(site.request(), 7, { payment, key, amountCents, reason: 'They were ill' })

describe('a guest without an account', () => {
  test('is led to a page with the amount, what it is for, the rule and fifteen minutes', async () => {
    const ticket = await site.newTicket()
    const reply = await beginCheckout(
      site.request(),
      { reference: `ticket:${ticket}`, key: newFormKey() },
      site.provider,
    )
    const session = stripe.sessions.get(stripe.sessionAt(reply.url))
    expect(session).toMatchObject({ amount: 2400, currency: 'gbp' })
    expect(Object.fromEntries(session?.form ?? [])).toMatchObject({
      'line_items[0][price_data][product_data][name]': 'Two places at the quiz',
      'custom_text[submit][message]': 'Free to cancel until the day before.',
      'payment_method_types[0]': 'card',
      success_url: expect.stringMatching(`/tickets/${ticket}\\?card=paid$`),
      cancel_url: expect.stringMatching(`/tickets/${ticket}\\?card=cancelled$`),
    })
    const minutes = (reply.endsAt.getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(14)
    expect(minutes).toBeLessThanOrEqual(15)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'held' })
  })

  test('pays; it is booked once, however often and concurrently it is reported', async () => {
    const { ticket, session, reference } = await site.beginNew()
    stripe.pay(session)
    const booked = await changes(async () => {
      await Promise.all(Array.from({ length: 8 }, () => book(session)))
      await book(session)
    })
    expect(booked).toEqual({ sales: 2400, deposits: 0, clearing: -2400 })
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid' })
    const mails = await site.mailsTo(ticket)
    expect(mails.map(({ kind }) => kind)).toEqual(['card_receipt'])
    const { id } = await site.paymentOf(session)
    expect(mails[0]?.text).toContain('£24.00')
    expect(mails[0]?.text).toContain(`Payment no. ${id}.`)
    expect(mails[0]?.text).toContain('Free to cancel until the day before.')
    expect(mails[0]?.text).toContain(`/tickets/${ticket}`)
    expect(await findSubjectPayments(site.db, reference)).toMatchObject([
      {
        id,
        status: 'paid',
        paidCents: 2400,
        netCents: 2400,
        currency: 'GBP',
        url: null,
        refunds: [],
      },
    ])
  })

  test('who returns from paying finds it booked, even if no message has arrived', async () => {
    const { ticket, session, reference } = await site.beginNew()
    await bookOpenCheckout(site.request(), reference, site.provider)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'held' })
    stripe.pay(session)
    await bookOpenCheckout(site.request(), reference, site.provider)
    await bookOpenCheckout(site.request(), reference, site.provider)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid' })
  })

  test('gets the same page for the same form, and none after the time is over', async () => {
    const ticket = await site.newTicket()
    const key = newFormKey()
    const session = await site.begin(ticket, key)
    expect(await site.begin(ticket, key)).toBe(session)
    await site.letPass(session, 15)
    await expect(site.begin(ticket, key)).rejects.toMatchObject({ reason: 'checkout_ended' })
  })

  test.each(['ticket:0', 'ticket:x', 'unknown:1', 'ticket', `ticket:${'9'.repeat(12)}`])(
    'can’t pay for %s',
    async (reference) => {
      const begun = beginCheckout(site.request(), { reference, key: newFormKey() }, site.provider)
      await expect(begun).rejects.toMatchObject({ reason: 'nothing_to_pay' })
    },
  )

  test('can’t begin often', async () => {
    const ticket = await site.newTicket()
    for (let n = 0; n < 20; n++) await site.begin(ticket)
    await expect(site.begin(ticket)).rejects.toMatchObject({ reason: 'too_often' })
  })
})

describe('money that can’t be kept is paid back, with a mail, and neither booked as sales nor as a deposit:', () => {
  test.each([
    [
      'after the time to pay, while the service could not end the checkout',
      async ({ session }: { ticket: number; session: string }) => {
        await site.letPass(session, 25)
        await closeOverdueCheckouts(site.payload)
        stripe.pay(session)
      },
    ],
    [
      'after the ticket was cancelled',
      async ({ ticket, session }: { ticket: number; session: string }) => {
        await site.cancel(ticket)
        stripe.pay(session)
      },
    ],
    [
      'for a ticket that is not held any more, although its checkout is open',
      async ({ ticket, session }: { ticket: number; session: string }) => {
        await site.query(`update tickets set state = 'free' where id = $1`, [ticket])
        stripe.pay(session)
      },
    ],
    [
      'for a ticket that has another price now',
      async ({ ticket, session }: { ticket: number; session: string }) => {
        await site.query('update tickets set price = 3600 where id = $1', [ticket])
        stripe.pay(session)
      },
    ],
    [
      'in another amount',
      async ({ session }: { session: string }) => void stripe.pay(session, { amount: 2399 }),
    ],
    [
      'in a larger amount',
      async ({ session }: { session: string }) => void stripe.pay(session, { amount: 90_000 }),
    ],
    [
      'in another currency',
      async ({ session }: { session: string }) => void stripe.pay(session, { currency: 'usd' }),
    ],
    [
      'after the guest began again in another tab',
      async ({ ticket, session }: { ticket: number; session: string }) => {
        await site.begin(ticket, newFormKey(), { ...site.provider, expire: async () => {} })
        stripe.pay(session)
      },
    ],
  ])('%s', async (_, happen) => {
    for (const use of ['sale', 'deposit'] as const) {
      const begun = await site.beginNew(use)
      const { ticket, session } = begun
      await happen(begun)
      const paid = stripe.sessions.get(session)?.amount
      const booked = await changes(async () => {
        await Promise.all([book(session), book(session)])
        await site.sendRefunds()
        await book(session)
        await site.sendRefunds()
      })
      expect(booked).toEqual(nothing)
      expect(stripe.sessions.get(session)?.refunded).toBe(paid)
      expect(stripe.sessions.get(session)?.refunds).toHaveLength(1)
      expect((await site.ticketOf(ticket))?.state).not.toBe('paid')
      expect(await site.paymentOf(session)).toMatchObject({ status: 'refused', net: '0' })
      const mails = await site.mailsTo(ticket)
      expect(mails.map(({ kind }) => kind)).toEqual(['card_refused'])
      expect(mails[0]?.text).toContain('all of it goes back to your card')
    }
  })

  test('for a feature that the program does not have any more', async () => {
    const { session } = await site.beginNew()
    await site.query(`update card_payments set reference = 'gone:1' where session = $1`, [session])
    stripe.pay(session)
    expect(
      await changes(async () => {
        await book(session)
        await site.sendRefunds()
      }),
    ).toEqual(nothing)
    expect(stripe.sessions.get(session)?.refunded).toBe(2400)
  })
})

describe('a checkout whose time is over', () => {
  test('is ended at the service by the job, and its ticket is free again, once', async () => {
    const { ticket, session } = await site.beginNew()
    await site.letPass(session, 15)
    await Promise.all([check(), check()])
    await check()
    expect(stripe.sessions.get(session)?.expired).toBe(true)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'free', expiries: 1 })
    expect(await site.paymentOf(session)).toMatchObject({
      status: 'closed',
      url: null,
      check_at: null,
    })
  })

  test('is not ended before', async () => {
    const { ticket, session } = await site.beginNew()
    await site.letPass(session, 14)
    await check()
    expect(stripe.sessions.get(session)?.expired).toBeUndefined()
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'held', expiries: 0 })
  })

  test('that never reached the service leaves nothing to look for, once another one is begun', async () => {
    const ticket = await site.newTicket()
    stripe.setFailure({ status: 500 })
    await site.begin(ticket).catch(() => undefined)
    stripe.setFailure(null)
    await site.begin(ticket)
    const rows = await site.query(
      `select status, check_at is null as is_done from card_payments where reference = $1 order by id`,
      [`ticket:${ticket}`],
    )
    expect(rows).toEqual([
      { status: 'closed', is_done: true },
      { status: 'open', is_done: false },
    ])
  })

  test('is accepted if it was paid in the last moment', async () => {
    const { ticket, session } = await site.beginNew()
    await site.letPass(session, 15)
    stripe.pay(session)
    expect(await changes(() => check())).toEqual({ sales: 2400, deposits: 0, clearing: -2400 })
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid', expiries: 0 })
  })

  test('is closed some minutes later if the service can’t be reached, and ended there as soon as it can', async () => {
    const { ticket, session } = await site.beginNew()
    await site.letPass(session, 15)
    stripe.setFailure({ status: 500 })
    await check()
    await closeOverdueCheckouts(site.payload)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'held' })
    await site.letPass(session, 6)
    await check().finally(() => stripe.setFailure(null))
    await closeOverdueCheckouts(site.payload)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'free', expiries: 1 })
    await check()
    expect(stripe.sessions.get(session)?.expired).toBe(true)
  })

  test('is looked for each minute, and when a process starts', () => {
    const job = paymentJobs.find(({ name }) => name === 'payments.check')
    expect(job).toMatchObject({ schedule: '* * * * *', atStart: true })
  })
})

describe('two tabs', () => {
  test('a second checkout ends the first at the service, and only the second can be paid', async () => {
    const { ticket, session } = await site.beginNew()
    const second = await site.begin(ticket)
    expect(stripe.sessions.get(session)?.expired).toBe(true)
    stripe.pay(second)
    await book(second)
    await book(session)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid', expiries: 0 })
  })

  test('who paid in the first tab is not asked to pay again in the second, even if no message has arrived', async () => {
    const { ticket, session } = await site.beginNew()
    stripe.pay(session)
    await expect(site.begin(ticket)).rejects.toMatchObject({ reason: 'paid' })
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid' })
  })

  test('the form of the first, sent again, does not end the checkout of the second', async () => {
    const [ticket, form] = [await site.newTicket(), newFormKey()]
    await site.begin(ticket, form)
    const second = await site.begin(ticket)
    await expect(site.begin(ticket, form)).rejects.toMatchObject({ reason: 'checkout_ended' })
    expect(stripe.sessions.get(second)?.expired).toBeUndefined()
    stripe.pay(second)
    await book(second)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid' })
  })

  test('the form with which somebody paid, sent again, says that it is paid', async () => {
    const [ticket, form] = [await site.newTicket(), newFormKey()]
    const session = await site.begin(ticket, form)
    stripe.pay(session)
    await book(session)
    await expect(site.begin(ticket, form)).rejects.toMatchObject({ reason: 'paid' })
  })

  test('begin at the same moment: one of them can be paid', async () => {
    const ticket = await site.newTicket()
    const begun = await Promise.allSettled(Array.from({ length: 5 }, () => site.begin(ticket)))
    const sessions = begun.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const open = await site.query<{ session: string }>(
      `select session from card_payments where reference = $1 and status = 'open'`,
      [`ticket:${ticket}`],
    )
    expect(open).toHaveLength(1)
    // The guest pays in every tab where the service still lets them.
    for (const { id, expired } of stripe.sessions.values()) {
      if (sessions.includes(id) && !expired) stripe.pay(id)
    }
    const booked = await changes(async () => {
      for (const session of sessions) await book(session)
      await site.sendRefunds()
      for (const session of sessions) await book(session)
    })
    expect(booked).toEqual({ sales: 2400, deposits: 0, clearing: -2400 })
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid' })
  })

  test('both paid, because the service ended neither: the money of one is paid back', async () => {
    const { ticket, session } = await site.beginNew()
    const second = await site.begin(ticket, newFormKey(), {
      ...site.provider,
      expire: async () => {},
    })
    stripe.pay(session)
    stripe.pay(second)
    const booked = await changes(async () => {
      await Promise.all([book(session), book(second)])
      await site.sendRefunds()
    })
    expect(booked).toEqual({ sales: 2400, deposits: 0, clearing: -2400 })
    expect(stripe.sessions.get(session)?.refunded).toBe(2400)
    expect(stripe.sessions.get(second)?.refunded).toBe(0)
  })
})

describe('a process that is killed', () => {
  test('after the service began the checkout: the form leads to the same page when it is sent again', async () => {
    const ticket = await site.newTicket()
    const key = newFormKey()
    const { size } = stripe.sessions
    const begin = (request: Parameters<CardProvider['begin']>[0]) =>
      site.provider.begin(request).then(() => Promise.reject(new Error('killed')))
    await expect(site.begin(ticket, key, { ...site.provider, begin })).rejects.toThrow('killed')
    expect(stripe.sessions.size).toBe(size + 1)
    const session = await site.begin(ticket, key)
    expect(stripe.sessions.size).toBe(size + 1)
    stripe.pay(session)
    await book(session)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid' })
  })

  test('there, and nobody sends the form again: the ticket is free after the time to pay', async () => {
    const ticket = await site.newTicket()
    const begin = () => Promise.reject(new Error('killed'))
    await expect(site.begin(ticket, newFormKey(), { ...site.provider, begin })).rejects.toThrow(
      'killed',
    )
    await site.query(
      `update card_payments set expires_at = now(), check_at = now() where reference = $1`,
      [`ticket:${ticket}`],
    )
    await check()
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'free', expiries: 1 })
  })

  test('before the message arrives: the job books it', async () => {
    const { ticket, session } = await site.beginNew()
    stripe.pay(session)
    await site.query('update card_payments set check_at = now() where session = $1', [session])
    expect(await changes(() => check())).toEqual({ sales: 2400, deposits: 0, clearing: -2400 })
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'paid' })
  })

  test('while it books: nothing is half done, and it is booked once afterwards', async () => {
    const { ticket, session } = await site.beginNew()
    stripe.pay(session)
    killed.inPaid = true
    const lost = await changes(async () => {
      await expect(book(session)).rejects.toThrow('killed')
    }).finally(() => {
      killed.inPaid = false
    })
    expect(lost).toEqual(nothing)
    expect(await site.ticketOf(ticket)).toMatchObject({ state: 'held' })
    await site.query('update card_payments set check_at = now() where session = $1', [session])
    expect(await changes(() => check())).toEqual({ sales: 2400, deposits: 0, clearing: -2400 })
  })

  test.each([
    ['the service still knows the key', false],
    ['the service has forgotten the key', true],
  ])(
    'after the service accepted a refund, and %s: nothing is paid back twice',
    async (_, isOld) => {
      const { session, payment } = await pay()
      await refundStaff(payment, 1000)
      const refundPart: CardProvider['refundPart'] = (...request) =>
        site.provider.refundPart(...request).then(() => Promise.reject(new Error('killed')))
      await expect(site.sendRefunds({ ...site.provider, refundPart })).rejects.toThrow('killed')
      if (isOld) stripe.forgetKeys()
      expect(await changes(() => site.sendRefunds())).toMatchObject({ sales: -1000 })
      expect(stripe.sessions.get(session)?.refunded).toBe(1000)
      expect(await site.refundsOf(session)).toMatchObject([{ amount: '1000', state: 'succeeded' }])
    },
  )
})

describe('a refund', () => {
  test('of a part reduces the sales, is mailed and shown; the rest can follow, but not more', async () => {
    const { ticket, session, payment, reference } = await pay()
    const booked = await changes(async () => {
      await refundStaff(payment, 900)
      await site.sendRefunds()
      await refundStaff(payment, 1500)
      await expect(refundStaff(payment, 1)).rejects.toMatchObject({ reason: 'refund_too_large' })
      await site.sendRefunds()
    })
    expect(booked).toEqual({ sales: -2400, deposits: 0, clearing: 2400 })
    expect(stripe.sessions.get(session)?.refunded).toBe(2400)
    expect(await site.ticketOf(ticket)).toMatchObject({ net: 0 })
    const mails = await site.mailsTo(ticket)
    expect(mails.map(({ kind }) => kind)).toEqual(['card_receipt', 'card_refund', 'card_refund'])
    expect(mails[1]?.text).toContain('£9.00 of £24.00')
    const [shown] = await findSubjectPayments(site.db, reference)
    expect(shown).toMatchObject({
      netCents: 0,
      refunds: [
        { amountCents: 900, state: 'succeeded' },
        { amountCents: 1500, state: 'succeeded' },
      ],
    })
    const trail = await site.query(
      `select details from audit where action = 'card_refund_requested' and document = $1 order by id`,
      [String(payment)],
    )
    expect(trail).toEqual([
      { details: { amount_cents: 900, cause: 'staff' } },
      { details: { amount_cents: 1500, cause: 'staff' } },
    ])
  })

  test('of everything is booked as a reversal', async () => {
    const { payment } = await pay()
    await refundStaff(payment, 2400)
    await site.sendRefunds()
    const kinds = await site.query(
      'select kind from ledger_transfers where reference = $1 order by id',
      [`card:${payment}`],
    )
    expect(kinds).toEqual([{ kind: 'card_payment' }, { kind: 'reversal' }])
  })

  test.each([2401, 1_000_000])('of %i of 2400 is refused', async (amount) => {
    const { payment, session } = await pay()
    await expect(refundStaff(payment, amount)).rejects.toMatchObject({ reason: 'refund_too_large' })
    expect(await site.refundsOf(session)).toEqual([])
  })

  test('that is requested five times at once is accepted only as far as something is left', async () => {
    const { payment, session } = await pay()
    const requests = await Promise.allSettled([
      refundStaff(payment, 2400),
      refundStaff(payment, 2400),
      refundStaff(payment, 1000),
      refundStaff(payment, 1000),
      refundStaff(payment, 1000),
    ])
    await site.sendRefunds()
    const refunded = stripe.sessions.get(session)?.refunded ?? 0
    expect(refunded).toBeGreaterThan(0)
    expect(refunded).toBeLessThanOrEqual(2400)
    expect(requests.some(({ status }) => status === 'rejected')).toBe(true)
    expect((await site.paymentOf(session)).net).toBe(String(2400 - refunded))
  })

  test('with the same key is requested once; with another amount the key is refused', async () => {
    const { payment, session } = await pay()
    const key = newFormKey()
    const first = await refundStaff(payment, 500, key)
    expect(await refundStaff(payment, 500, key)).toEqual({ ...first, repeated: true })
    await expect(refundStaff(payment, 600, key)).rejects.toMatchObject({
      reason: 'refund_key_reused',
    })
    await Promise.all([site.sendRefunds(), site.sendRefunds()])
    expect(stripe.sessions.get(session)?.refunded).toBe(500)
  })

  test('of what was not paid is refused', async () => {
    const { session } = await site.beginNew()
    const { id } = await site.paymentOf(session)
    await expect(refundStaff(id, 100)).rejects.toMatchObject({ reason: 'not_paid' })
    await expect(refundStaff(999_999, 100)).rejects.toMatchObject({ reason: 'no_payment' })
  })

  test('that fails later is shown to staff, its amount is the venue’s again, and can be paid back again', async () => {
    stripe.setRefundStatus('pending')
    const { payment, session } = await pay()
    const failed = await countFailedRefunds(site.db)
    await refundStaff(payment, 2400)
    await site.sendRefunds()
    expect(await site.refundsOf(session)).toMatchObject([{ state: 'pending' }])
    expect(await site.paymentOf(session)).toMatchObject({ net: '0' })
    const message = stripe.endRefund(session, 'failed')
    expect(JSON.parse(message).type).toBe('refund.failed')
    expect(await changes(() => book(session))).toEqual({
      sales: 2400,
      deposits: 0,
      clearing: -2400,
    })
    expect(await site.refundsOf(session)).toMatchObject([
      { state: 'failed', failure: 'lost_or_stolen_card' },
    ])
    expect(await countFailedRefunds(site.db)).toBe(failed + 1)
    stripe.setRefundStatus('succeeded')
    await refundStaff(payment, 2400)
    await site.sendRefunds()
    expect(await countFailedRefunds(site.db)).toBe(failed)
    expect(stripe.sessions.get(session)?.refunded).toBe(2400)
  })

  test('that the service refuses is shown to staff, who can note that they paid in another way', async () => {
    const { payment, session } = await pay()
    stripe.dispute(session, 'needs_response')
    const failed = await countFailedRefunds(site.db)
    await refundStaff(payment, 100)
    await site.sendRefunds()
    const [refund] = await site.refundsOf(session)
    expect(refund).toMatchObject({ state: 'failed', failure: 'charge_disputed' })
    expect(await countFailedRefunds(site.db)).toBe(failed + 1)
    await closeFailed(site.request(), 7, refund?.id ?? 0)
    expect(await countFailedRefunds(site.db)).toBe(failed)
    await expect(closeFailed(site.request(), 7, refund?.id ?? 0)).rejects.toMatchObject({
      reason: 'no_failed_refund',
    })
  })

  test('waits while the service can’t be reached', async () => {
    const { payment, session } = await pay()
    await refundStaff(payment, 100)
    stripe.setFailure({ status: 500 })
    await expect(site.sendRefunds()).rejects.toMatchObject({ reason: 'service_unavailable' })
    stripe.setFailure(null)
    expect(await site.refundsOf(session)).toMatchObject([{ state: 'requested' }])
    await site.sendRefunds()
    expect(stripe.sessions.get(session)?.refunded).toBe(100)
  })

  test('at the service itself is booked, listed and mailed; messages in the wrong order change nothing', async () => {
    const { ticket, session } = await pay()
    stripe.refund(session, 300)
    stripe.refund(session, 200)
    const booked = await changes(async () => {
      await Promise.all([book(session), book(session)])
      await book(session)
    })
    expect(booked).toEqual({ sales: -500, deposits: 0, clearing: 500 })
    expect(await site.refundsOf(session)).toMatchObject([
      { amount: expect.any(String), cause: 'elsewhere', state: 'succeeded' },
      { amount: expect.any(String), cause: 'elsewhere', state: 'succeeded' },
    ])
    expect((await site.mailsTo(ticket)).map(({ kind }) => kind)).toEqual([
      'card_receipt',
      'card_refund',
      'card_refund',
    ])
  })

  test('for a cancelled subject pays back everything that is left, once', async () => {
    const { reference, payment, session } = await pay()
    await refundStaff(payment, 400)
    const cancelled = { reference, key: 'cancelled:1', cause: 'cancelled' as const }
    const refund = (more: { key?: string; amountCents?: number } = {}) =>
      inTransaction(site.request(), async (db) => {
        const req = site.request()
        return refundSubject(req, db, { ...cancelled, ...more })
      })
    await expect(refund({ amountCents: 2001 })).rejects.toMatchObject({
      reason: 'refund_too_large',
    })
    expect(await refund()).toBe(2000)
    expect(await refund()).toBe(2000)
    expect(await refund({ key: 'cancelled:2' })).toBe(0)
    await site.sendRefunds()
    expect(stripe.sessions.get(session)?.refunded).toBe(2400)
  })
})

describe('a deposit', () => {
  const settle = (reference: string, outcome: 'held' | 'visit' | 'no_show') =>
    inTransaction(site.request(), async (db) => {
      const req = site.request()
      await settleDeposits(req, db, { reference, outcome })
    })

  test('is owed to the guest until the visit', async () => {
    expect(await changes(() => pay('deposit'))).toEqual({
      sales: 0,
      deposits: 2400,
      clearing: -2400,
    })
  })

  test.each([
    ['visit', 'deposit_visit'],
    ['no_show', 'deposit_no_show'],
  ] as const)('is earned by a %s, once', async (outcome, kind) => {
    const { reference, payment } = await pay('deposit')
    const booked = await changes(async () => {
      await Promise.all([settle(reference, outcome), settle(reference, outcome)])
      await settle(reference, outcome)
    })
    expect(booked).toEqual({ sales: 2400, deposits: -2400, clearing: 0 })
    const kinds = await site.query(
      'select kind from ledger_transfers where reference = $1 order by id',
      [`card:${payment}`],
    )
    expect(kinds).toEqual([{ kind: 'card_payment' }, { kind }])
  })

  test('is a deposit again if staff correct that the guest came', async () => {
    const { reference } = await pay('deposit')
    const booked = await changes(async () => {
      await settle(reference, 'no_show')
      await settle(reference, 'held')
      await settle(reference, 'visit')
      await settle(reference, 'no_show')
      await settle(reference, 'held')
    })
    expect(booked).toEqual(nothing)
  })

  test('is given back, partly before and partly after the visit; only the rest is earned', async () => {
    const { reference, payment } = await pay('deposit')
    const before = await changes(async () => {
      await refundStaff(payment, 400)
      await site.sendRefunds()
      await settle(reference, 'visit')
    })
    expect(before).toEqual({ sales: 2000, deposits: -2400, clearing: 400 })
    const after = await changes(async () => {
      await refundStaff(payment, 2000)
      await site.sendRefunds()
    })
    expect(after).toEqual({ sales: -2000, deposits: 0, clearing: 2000 })
  })

  test('that is disputed is taken from the account that has it', async () => {
    const { reference, session } = await pay('deposit')
    const disputed = await changes(async () => {
      stripe.dispute(session, 'needs_response')
      await book(session)
    })
    expect(disputed).toEqual({ sales: 0, deposits: -2400, clearing: 2400 })
    const won = await changes(async () => {
      stripe.dispute(session, 'won')
      await book(session)
      await settle(reference, 'visit')
    })
    expect(won).toEqual({ sales: 2400, deposits: 0, clearing: -2400 })
  })

  test('can’t be taken from what others have paid: the account is never below zero', async () => {
    const owed = await site.balance('venue:deposits')
    const taken = site.move(['venue:deposits', owed + 1, 'venue:sales'], { kind: 'deposit_visit' })
    await expect(taken).rejects.toMatchObject({ reason: 'insufficient_funds' })
  })
})

test('a member’s data has what they paid as a guest; it is erased with them, or after half a year', async () => {
  const { ticket, session, payment } = await pay()
  await refundStaff(payment, 100)
  const [{ email } = { email: '' }] = await site.query<{ email: string }>(
    'select email from tickets where id = $1',
    [ticket],
  )
  const owner = { id: 0, email: email.toUpperCase() }
  expect(await exportPaymentsOf(site.db, owner)).toMatchObject([
    { amount: 2400, description: 'Two places at the quiz' },
  ])
  await removeGuest(site.db, owner)
  const other = await pay()
  await site.letPass(other.session, 181 * 24 * 60)
  await removeOldGuests(site.db)
  for (const each of [session, other.session]) {
    expect(await site.paymentOf(each)).toMatchObject({ email: null, member: null, net: '2400' })
  }
  expect(await site.query('select reason from card_refunds where payment = $1', [payment])).toEqual(
    [{ reason: null }],
  )
  // A refund of somebody whose address is erased needs no mail.
  await site.sendRefunds()
  expect(stripe.sessions.get(session)?.refunded).toBe(100)
})

describe('the database', () => {
  test.each([
    'amount = 0',
    'net = paid + 1',
    `paid = null`,
    `status = 'open'`,
    `status = null`,
    `reference = null`,
    `account = 'member:1'`,
    `account = 'till:cash'`,
    `use = 'gift'`,
    'expires_at = null',
    `outcome = 'visit'`,
  ])('refuses a guest’s payment with %s', async (change) => {
    const { session } = await pay()
    const changed = site.query(`update card_payments set ${change} where session = $1`, [session])
    await expect(changed).rejects.toMatchObject({ code: '23514' })
  })

  test.each([
    'amount = 0',
    `state = 'lost'`,
    `cause = 'other'`,
    'service = null',
    'ended_at = null',
  ])('refuses a refund with %s', async (change) => {
    const { payment } = await pay()
    await refundStaff(payment, 100)
    await site.sendRefunds()
    const changed = site.query(`update card_refunds set ${change} where payment = $1`, [payment])
    await expect(changed).rejects.toMatchObject({ code: '23514' })
  })
})
