import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventKind } from '../../cms/features/events/reservations/kind.ts'
import { cancelDate, endOverDates } from '../../cms/features/events/series/dates.ts'
import {
  acceptOffer,
  cancelRsvp,
  changeParty,
  checkIn,
  confirmRsvp,
  reserve,
  reserveUnconfirmed,
} from '../../cms/features/events/service.ts'
import { closeOverdueCheckouts } from '../../cms/features/payments/checkouts/end.ts'
import { checkDuePayments } from '../../cms/features/payments/checks.ts'
import { requireCardProvider } from '../../cms/features/payments/stripe.ts'
import { bookReturned } from '../../cms/features/reservations/guest/card-facts.ts'
import { eraseReservations } from '../../cms/features/reservations/personal-data.ts'
import { expireAllDue } from '../../cms/features/reservations/service.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import { clientHeader } from '../../cms/platform/limits/clients.ts'
import { openCardEvents } from '../support/card-events.ts'
import { newFormKey } from '../support/credit.ts'
import { findWrongPlaces } from '../support/events.ts'

let site: Awaited<ReturnType<typeof openCardEvents>>
let stripe: typeof site.stripe
beforeAll(async () => {
  site = await openCardEvents()
  stripe = site.stripe
})
afterAll(async () => {
  expect(await findWrongPlaces(site.query)).toEqual([])
  expect(await site.differences()).toEqual([])
  await site.stop()
})
beforeEach(async () => {
  // Otherwise a test would also check payments that an earlier test left open.
  await site.query('update card_payments set check_at = null')
})

const minutesLeft = (until: Date | null | undefined) =>
  Math.round((Number(until) - Date.now()) / 60_000)
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => error.reason,
  )
const statusOf = async (id: number) => (await site.stateOf(id)).status
/** How the balances of the accounts change. */
const changes = async (work: () => Promise<unknown>) => {
  const codes = ['venue:sales', 'venue:deposits', 'common_good', 'clearing:stripe'] as const
  const balances = () => Promise.all(codes.map((code) => site.balance(code)))
  const before = await balances()
  await work()
  const after = await balances()
  const [sales, deposits, good, clearing] = after.map((each, n) => each - (before[n] ?? 0))
  return { sales, deposits, good, clearing }
}
const nothing = { sales: 0, deposits: 0, good: 0, clearing: 0 }
const refundsOf = async (id: number) =>
  (
    await site.query<{ amount: string; state: string; cause: string }>(
      `select r.amount, r.state, r.cause from card_refunds as r join card_payments as p on p.id = r.payment
        where p.reference = $1 order by r.id`,
      [`reservation:${id}`],
    )
  ).map(({ amount, state, cause }) => `${amount} ${state} ${cause}`)
const change = (id: number, party: number, by: 'guest' | 'staff' = 'guest') =>
  changeParty(site.request(), { rsvp: id, party, by })
const cancel = (id: number, by: 'guest' | 'staff' | 'organiser' = 'guest') =>
  cancelRsvp(site.request(), { rsvp: id, by })

describe('a stranger', () => {
  test('buys two places: held, paid, going, with a receipt by mail and on the page', async () => {
    const date = await site.addCardDate({ capacity: 10, title: 'Quiz' })
    const id = await site.reserveAsStranger(date, 2, { confirms: false })
    expect(await site.stateOf(id)).toMatchObject({
      ...{ status: 'held', isConfirmed: false, payment: 'card', priceCents: 2400 },
    })
    expect((await site.mailsTo(id))[0]?.text).toContain('£24 is to pay by card')
    expect(await outcomeOf(site.begin(id))).toBe('unconfirmed')
    const own = await site.reserveAsStranger(date, 2)
    expect(await site.pageOf(own)).toMatchObject({
      section: 'pay',
      card: { canPay: true, isRefunded: true, payments: [] },
    })
    const session = await site.begin(own)
    const form = Object.fromEntries(stripe.sessions.get(session)?.form ?? [])
    expect(stripe.sessions.get(session)).toMatchObject({ amount: 2400, currency: 'gbp' })
    expect(form['line_items[0][price_data][product_data][name]']).toMatch(/^2 places at Quiz, /)
    expect(form['custom_text[submit][message]']).toContain('goes back to your card')
    expect(form.success_url).toMatch(/\/calendar\/reservation\/[\da-f-]+\?card=paid$/)
    stripe.pay(session)
    expect(await changes(() => site.book(session))).toEqual({
      ...nothing,
      ...{ sales: 2400, clearing: -2400 },
    })
    const page = await site.pageOf(own)
    expect(page).toMatchObject({
      section: 'going',
      state: { isPaid: true },
      card: { canPay: false, payments: [{ status: 'paid', paidCents: 2400, refunds: [] }] },
    })
    const mails = await site.mailsTo(own)
    expect(mails.map(({ kind }) => kind)).toEqual(['event_confirm', 'event_going', 'card_receipt'])
    expect(mails[1]?.text).toContain('£24 is paid by card.')
    expect(mails[2]?.text).toContain('goes back to your card')
    expect(await site.takenAt(date)).toBe(4)
  })

  test('has fifteen minutes from beginning to pay, once', async () => {
    const id = await site.reserveAsStranger(await site.addCardDate({ capacity: 4 }))
    await site.query(
      `update reservations set held_until = now() + interval '2 minutes' where id = $1`,
      [id],
    )
    await site.begin(id)
    expect(minutesLeft((await site.stateOf(id)).heldUntil)).toBe(15)
    await site.letPass(id, 10)
    await site.begin(id)
    expect(minutesLeft((await site.stateOf(id)).heldUntil)).toBe(5)
    const [open] = await site.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::float8 / 60 as left from card_payments
        where reference = $1 and status = 'open'`,
      [`reservation:${id}`],
    )
    expect(Math.round(open?.left ?? 0)).toBe(5)
    await site.letPass(id, 6)
    expect(await outcomeOf(site.begin(id))).toBe('offer_expired')
  })

  test('whose address is confirmed keeps its share of the places, and no new time, until it is paid', async () => {
    const date = await site.addCardDate({ capacity: 8 })
    const fromHome = () =>
      Object.assign(site.request(), { headers: new Headers({ [clientHeader]: '203.0.113.5' }) })
    const isHeld = (email: string) =>
      reserveUnconfirmed(fromHome(), {
        ...{ date, party: 2, key: newFormKey(), guest: { name: 'Jo', email } },
      })
    expect(await isHeld('home-1@venue.example')).toBe(true)
    const [{ id } = { id: 0 }] = await site.query<{ id: number }>(
      `update reservations set held_until = now() + interval '9 minutes'
        where email = 'home-1@venue.example' returning id`,
    )
    await confirmRsvp(fromHome(), id)
    await confirmRsvp(fromHome(), id)
    const state = await site.stateOf(id)
    expect([state.isConfirmed, minutesLeft(state.heldUntil)]).toEqual([true, 9])
    expect(await isHeld('home-2@venue.example')).toBe(false)
    await site.pay(id)
    expect(await isHeld('home-3@venue.example')).toBe(true)
  })

  test('whose page is opened again and again after paying does not make us ask Stripe each time', async () => {
    const id = await site.reserveAsStranger(await site.addCardDate({ capacity: 2 }))
    const session = await site.begin(id)
    const asked = () => stripe.requests.filter((each) => each.endsWith(session)).length
    const before = asked()
    for (let n = 0; n < 30; n++) await bookReturned(site.payload, { id })
    expect(asked() - before).toBe(20)
    const other = await site.reserveAsStranger(await site.addCardDate({ capacity: 2 }))
    stripe.pay(await site.begin(other))
    expect(await bookReturned(site.payload, { id: other })).toBe(true)
    expect(await statusOf(other)).toBe('going')
  })

  test('gives one of two places back, and then the other, and never gets back more', async () => {
    const date = await site.addCardDate({ capacity: 2 })
    const { id, session } = await site.buy(date)
    expect(await outcomeOf(change(id, 3))).toBe('paid')
    const back = await changes(async () => {
      await Promise.all([change(id, 1), change(id, 1)])
      await site.sendRefunds()
    })
    expect(back).toEqual({ ...nothing, sales: -1200, clearing: 1200 })
    expect(await site.stateOf(id)).toMatchObject({ status: 'going', party: 1, priceCents: 1200 })
    expect([await site.takenAt(date), stripe.sessions.get(session)?.refunded]).toEqual([1, 1200])
    expect(await refundsOf(id)).toEqual(['1200 succeeded cancelled'])
    expect((await site.pageOf(id)).card?.payments).toMatchObject([
      { paidCents: 2400, netCents: 1200, refunds: [{ amountCents: 1200, state: 'succeeded' }] },
    ])
    expect((await site.mailsTo(id)).map(({ kind }) => kind)).toContain('card_refund')
    const rest = await changes(async () => {
      await Promise.all([cancel(id), cancel(id)])
      await cancel(id)
      await site.sendRefunds()
    })
    expect(rest).toEqual({ ...nothing, sales: -1200, clearing: 1200 })
    expect([await statusOf(id), await site.takenAt(date)]).toEqual(['cancelled', 0])
    expect(stripe.sessions.get(session)?.refunded).toBe(2400)
  })

  test.each([
    ['after the last hour of the rule', { refundUntilHours: 80 }],
    ['of an event without money back', { refundUntilHours: null }],
    ['of an event with 0 hours', { refundUntilHours: 0 }],
  ])('who cancels %s gets nothing; staff still give it back', async (_, rule) => {
    const date = await site.addCardDate({ capacity: 4, ...rule })
    const [one, two] = [await site.buy(date, 2), await site.buy(date, 2)]
    expect((await site.pageOf(one.id)).card?.isRefunded).toBe(false)
    expect(
      await changes(async () => {
        await change(one.id, 1)
        await cancel(one.id)
        await site.sendRefunds()
      }),
    ).toEqual(nothing)
    expect([await statusOf(one.id), await site.takenAt(date)]).toEqual(['cancelled', 2])
    await change(two.id, 1, 'staff')
    await cancel(two.id, 'organiser')
    await site.sendRefunds()
    expect(await refundsOf(two.id)).toEqual(['1200 succeeded staff', '1200 succeeded staff'])
  })

  test('who paid gets back what was promised then, and after a new time until the start', async () => {
    const date = await site.addCardDate({ capacity: 6 })
    const [promised, moved] = [await site.buy(date), await site.buy(date)]
    await site.query('update event_dates set refund_until_hours = 0 where id = $1', [date])
    const late = await site.buy(date)
    const factsOf = async (id: number) => (await site.pageOf(id)).card
    expect(await factsOf(late.id)).toMatchObject({
      ...{ isRefunded: false, rule: expect.stringContaining('Paid is paid') },
    })
    expect(await factsOf(promised.id)).toMatchObject({
      ...{ isRefunded: true, rule: expect.stringContaining('Cancel, or come with fewer, until') },
    })
    await cancel(promised.id)
    await cancel(late.id)
    await site.query(
      `update event_dates set starts_at = now() + interval '1 hour', ends_at = now() + interval '3 hours' where id = $1`,
      [date],
    )
    expect(await factsOf(moved.id)).toMatchObject({
      ...{ isRefunded: true, rule: expect.stringContaining('The time has changed') },
    })
    await change(moved.id, 1)
    await site.sendRefunds()
    expect(await Promise.all([promised, late, moved].map(({ id }) => refundsOf(id)))).toEqual([
      ...[['2400 succeeded cancelled'], [], ['1200 succeeded cancelled']],
    ])
  })

  test('who gives places back after staff have paid back a part gets what is left', async () => {
    const { id } = await site.buy(await site.addCardDate())
    await site.query(
      `insert into card_refunds (payment, key, amount, cause) select id, 'staff:1', 2000, 'staff'
         from card_payments where reference = $1`,
      [`reservation:${id}`],
    )
    // The page promises no more.
    expect((await site.pageOf(id)).card?.leftCents).toBe(400)
    await change(id, 1)
    await cancel(id)
    await site.sendRefunds()
    expect(await refundsOf(id)).toEqual(['2000 succeeded staff', '400 succeeded cancelled'])
  })
})

describe('a member', () => {
  test('pays the price of members', async () => {
    const date = await site.addCardDate()
    const guest = { member: await site.join(50_00) }
    const { id, ...state } = await reserve(site.request(), {
      ...{ date, party: 2, key: newFormKey(), guest },
    })
    expect(state).toMatchObject({ status: 'held', payment: 'card', priceCents: 2000 })
    const session = await site.pay(id)
    expect([await statusOf(id), stripe.sessions.get(session)?.amount]).toEqual(['going', 2000])
  })

  test('whose account is deleted gets the money back by the rule', async () => {
    const date = await site.addCardDate({ capacity: 2 })
    const member = await site.join()
    const { id } = await reserve(site.request(), {
      ...{ date, party: 2, key: newFormKey(), guest: { member } },
    })
    await site.pay(id)
    const req = site.request()
    await inTransaction(req, (db) => eraseReservations(eventKind, db, member, req))
    await site.sendRefunds()
    expect([await refundsOf(id), await site.takenAt(date)]).toEqual([
      ['2000 succeeded cancelled'],
      0,
    ])
  })
})

test('who is entered by staff pays at the bar, and an unpaid guest can’t be checked in', async () => {
  const date = await site.addCardDate({ startsAt: new Date(Date.now() + 3_600_000) })
  const entered = await reserve(site.request(), {
    ...{ date, party: 1, key: newFormKey(), guest: { name: 'Bo', email: null }, by: 'staff' },
  })
  expect(entered).toMatchObject({ status: 'going', payment: 'door', priceCents: 1200 })
  const id = await site.reserveAsStranger(date)
  expect(await outcomeOf(checkIn(site.request(), { rsvp: id, by: 'staff', inside: 1 }))).toBe(
    'unpaid',
  )
  await site.pay(id)
  const { due } = await checkIn(site.request(), { rsvp: id, by: 'staff', inside: 2 })
  expect([due, await statusOf(id)]).toEqual([null, 'attended'])
  // Undoing a check-in gives nothing back.
  await checkIn(site.request(), { rsvp: id, by: 'staff', inside: 0 })
  expect([await refundsOf(id), await statusOf(id)]).toEqual([[], 'going'])
})

describe('the waitlist', () => {
  test('leads to paying within the time of the offer', async () => {
    const date = await site.addCardDate({ capacity: 2 })
    const first = await site.reserveAsStranger(date)
    const next = await site.reserveAsStranger(date)
    expect(await statusOf(next)).toBe('waitlisted')
    await cancel(first)
    expect(await statusOf(next)).toBe('offered')
    const until = (await site.stateOf(next)).offeredUntil
    expect((await site.mailsTo(next)).at(-1)?.text).toContain('£24 is to pay by card')
    await acceptOffer(site.request(), next)
    expect(await site.stateOf(next)).toMatchObject({ status: 'held', heldUntil: until })
    await site.begin(next)
    // A checkout that ended does not end the offer.
    await site.query(
      `update card_payments set expires_at = now() - interval '1 second', check_at = now() where reference = $1`,
      [`reservation:${next}`],
    )
    await checkDuePayments(site.payload, requireCardProvider())
    expect(await statusOf(next)).toBe('held')
    await site.pay(next)
    expect([await statusOf(next), await site.takenAt(date)]).toEqual(['going', 2])
  })

  test('gets the places of those who don’t pay in time', async () => {
    const date = await site.addCardDate({ capacity: 2 })
    const [first, next] = [await site.reserveAsStranger(date), await site.reserveAsStranger(date)]
    const session = await site.begin(first)
    await site.letPass(first, 16)
    await checkDuePayments(site.payload, requireCardProvider())
    expect([await statusOf(first), await statusOf(next)]).toEqual(['cancelled', 'offered'])
    expect(stripe.sessions.get(session)?.expired).toBe(true)
    expect((await site.pageOf(first)).section).toBe('expired')
  })
})

describe('money that can’t be kept is paid back, and told:', () => {
  type Paying = { date: number; id: number; session: string }
  test.each([
    [
      'after the time was over, while Stripe could not be reached',
      async ({ id, session }: Paying) => {
        await site.letPass(id, 21)
        await closeOverdueCheckouts(site.payload)
        await expireAllDue(site.payload)
        stripe.pay(session)
      },
    ],
    [
      'after the places were given back by the job of reservations alone',
      async ({ id, session }: Paying) => {
        await site.letPass(id, 21)
        await expireAllDue(site.payload)
        stripe.pay(session)
      },
    ],
    [
      'after the guest cancelled',
      async ({ id, session }: Paying) => {
        await cancel(id)
        stripe.pay(session)
      },
    ],
    [
      'after staff cancelled the guest',
      async ({ id, session }: Paying) => {
        await cancel(id, 'staff')
        stripe.pay(session)
      },
    ],
    [
      'after the date was cancelled',
      async ({ date, session }: Paying) => {
        await cancelDate(site.request(), { date })
        stripe.pay(session)
      },
    ],
    [
      'for another number of people than now',
      async ({ id, session }: Paying) => {
        await change(id, 1)
        stripe.pay(session)
      },
    ],
    [
      'in another amount',
      async ({ session }: Paying) => void stripe.pay(session, { amount: 2399 }),
    ],
    [
      'in another currency',
      async ({ session }: Paying) => void stripe.pay(session, { currency: 'usd' }),
    ],
  ])('%s', async (_, pay) => {
    const date = await site.addCardDate({ capacity: 2 })
    const id = await site.reserveAsStranger(date)
    const session = await site.begin(id)
    const change = await changes(async () => {
      await pay({ date, id, session })
      await Promise.all([site.book(session), site.book(session)])
      await site.book(session)
      await site.sendRefunds()
      await site.book(session)
    })
    expect(change).toEqual(nothing)
    const { amount, refunded } = stripe.sessions.get(session) ?? {}
    expect(refunded).toBe(amount)
    expect(['held', 'cancelled']).toContain(await statusOf(id))
    const mails = (await site.mailsTo(id)).filter(({ kind }) => kind.startsWith('card'))
    expect(mails.map(({ kind }) => kind)).toEqual(['card_refused'])
  })

  test('what was paid in the last moment is accepted, whichever job comes first', async () => {
    const id = await site.reserveAsStranger(await site.addCardDate({ capacity: 2 }))
    const session = await site.begin(id)
    stripe.pay(session)
    await site.letPass(id, 16)
    await expireAllDue(site.payload)
    await checkDuePayments(site.payload, requireCardProvider())
    expect([await statusOf(id), await refundsOf(id)]).toEqual(['going', []])
  })
})

test('who pays in two tabs pays once', async () => {
  const id = await site.reserveAsStranger(await site.addCardDate({ capacity: 2 }))
  const sold = await changes(async () => {
    const first = await site.begin(id)
    stripe.pay(first)
    expect(await outcomeOf(site.begin(id))).toBe('paid_already')
    expect(await outcomeOf(site.begin(id))).toBe('paid_already')
  })
  expect([sold, await statusOf(id)]).toEqual([
    { ...nothing, sales: 2400, clearing: -2400 },
    'going',
  ])
  // Both were begun at once; Stripe can end neither, and both are paid.
  const other = await site.reserveAsStranger(await site.addCardDate({ capacity: 2 }))
  const both = await changes(async () => {
    const begun = await Promise.allSettled([site.begin(other), site.begin(other)])
    const sessions = begun.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    expect(sessions.length).toBeGreaterThan(0)
    for (const session of sessions) {
      if (!stripe.sessions.get(session)?.expired) stripe.pay(session)
    }
    await Promise.all(sessions.map(site.book))
    await site.sendRefunds()
  })
  expect(both).toEqual({ ...nothing, sales: 2400, clearing: -2400 })
})

test('a cancelled date gives everybody their money back, once', async () => {
  const date = await site.addCardDate({ capacity: 10, refundUntilHours: null })
  const bought = [await site.buy(date), await site.buy(date, 1)]
  const unpaid = await site.reserveAsStranger(date)
  const session = await site.begin(unpaid)
  const back = await changes(async () => {
    await Promise.all([cancelDate(site.request(), { date }), cancelDate(site.request(), { date })])
    await site.sendRefunds()
  })
  expect(back).toEqual({ ...nothing, sales: -3600, clearing: 3600 })
  for (const { id } of bought) {
    const mails = (await site.mailsTo(id)).slice(-2)
    expect(mails.map(({ kind }) => kind)).toEqual(['event_cancelled', 'card_refund'])
    expect(mails[0]?.text).toContain('What you paid goes back to your card.')
  }
  await checkDuePayments(site.payload, requireCardProvider())
  expect(stripe.sessions.get(session)?.expired).toBe(true)
})

test('the Common Good gets its share of what was kept, once, when the date is over', async () => {
  const date = await site.addCardDate({ capacity: 20, refundUntilHours: 80 })
  await site.query('update event_dates set common_good_percent = 5 where id = $1', [date])
  const [came, late, refunded] = [
    await site.buy(date),
    await site.buy(date, 1),
    await site.buy(date),
  ]
  await cancel(late.id)
  await cancel(refunded.id, 'staff')
  await site.query(
    `update event_dates set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 minute'
      where id = $1`,
    [date],
  )
  const share = await changes(async () => {
    await endOverDates(site.payload)
    await endOverDates(site.payload)
  })
  // 5 % of 24.00 and of 12.00. The refund of the third is requested, but not sent.
  expect(share).toEqual({ ...nothing, sales: -180, good: 180 })
  await site.sendRefunds()
  expect(await statusOf(came.id)).toBe('going')
})
