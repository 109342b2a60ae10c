import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HoldReply } from '../../cms/features/bookings/guest/contract.ts'
import { findDifferences } from '../../cms/features/ledger/check-books.ts'
import { clock, findDoubleBookings, findOrphans, openFriday } from '../support/bookings.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { startWithFaultPoints } from '../support/fault-points.ts'
import { openDatabase } from '../support/ledger.ts'
import { sendStripeEvent, startStripe } from '../support/stripe.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

const points = {
  hold: ['insert', 'booking_tables', 'true'],
  typed: ['insert', 'reservations', `new.kind = 'table'`],
  checkout: ['insert', 'card_payments', 'true'],
  deposit: ['update', 'card_payments', `new.status = 'paid' and old.status = 'open'`],
  confirmation: ['update', 'reservations', `new.status = 'going' and old.status = 'held'`],
  refund: ['insert', 'card_refunds', 'true'],
} as const
type Point = keyof typeof points
/** Ten in the kitchens, on a Friday: 10.00 for each. The only table for ten is free again after each test. */
const depositCents = 10_000
const day = openFriday()
const wanted = {
  ...{ area: 'Kitchens', day, at: clock('20:00', day).toISOString(), party: 10 },
}

let url: string
let stripe: Awaited<ReturnType<typeof startStripe>>
let faults: Awaited<ReturnType<typeof startWithFaultPoints<Point>>>
let before: object[]
const onServer = <T>(work: (query: Query) => Promise<T>) => onDatabase(url, work)
const balances = () =>
  onServer((query) =>
    query(
      `select a.code, b.balance from ledger_accounts as a join ledger_balances as b on b.account = a.id
        where a.code in ('venue:sales', 'common_good') order by a.code`,
    ),
  )

beforeAll(async () => {
  url = await makeDatabase('demo')
  stripe = await startStripe()
  before = await balances()
  faults = await startWithFaultPoints({ DATABASE_URL: url, ...stripe.env }, points)
}, 240_000)
afterAll(() => Promise.all([faults?.stop(), stripe?.stop()]))

const call = (name: string, body: object) =>
  visitorOf(faults.server()).call(`/api/book/${name}`, body)
async function accepted<Reply>(name: string, body: object): Promise<Reply> {
  const reply = await call(name, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Reply>()
}
let serial = 0

test.each(Object.keys(points) as Point[])(
  'a process killed at the point “%s” leaves a table that a repeated request or message books, or frees',
  async (point) => {
    const email = `deposit-${++serial}@venue.example`
    const stateOf = async () => {
      const [row] = await onServer((query) =>
        query(
          `select r.status, count(*)::int as tables from reservations as r
             left join booking_tables as t on t.booking = r.subject and t.active
            where r.email = $1 group by r.id`,
          [email],
        ),
      )
      return row
    }
    if (point === 'hold') await faults.killAt(point, () => call('hold', wanted))
    const { hold } = await accepted<HoldReply>('hold', wanted)
    const phone = `+44 114 496 ${2000 + serial}`
    const typed = { hold, name: 'Ada', email, phone }
    if (point === 'typed') {
      await faults.killAt(point, () => call('reserve', typed))
      expect(await stateOf()).toBeUndefined()
    }
    const { rsvp } = await accepted<{ rsvp: { token: string } }>('reserve', typed)
    expect(rsvp).toMatchObject({ status: 'held', payment: 'card', price_cents: depositCents })

    const payment = { token: rsvp.token, key: newFormKey() }
    if (point === 'checkout') await faults.killAt(point, () => call('pay', payment))
    const session = stripe.sessionAt((await accepted<{ url: string }>('pay', payment)).url)
    expect(await accepted('pay', payment)).toEqual({ url: expect.stringContaining(session) })
    expect(await stateOf()).toEqual({ status: 'held', tables: 1 })

    const message = stripe.pay(session)
    const tell = () => sendStripeEvent(faults.server(), message)
    if (point === 'deposit' || point === 'confirmation') {
      await faults.killAt(point, tell)
      expect(await stateOf()).toEqual({ status: 'held', tables: 1 })
    }
    await Promise.all([tell(), tell()])
    expect(await stateOf()).toEqual({ status: 'going', tables: 1 })
    expect((await call('hold', wanted)).json<{ error: string }>().error).toBe('full')

    const cancel = { token: rsvp.token }
    if (point === 'refund') {
      await faults.killAt(point, () => call('cancel', cancel))
      expect(await stateOf()).toEqual({ status: 'going', tables: 1 })
    }
    await accepted('cancel', cancel)
    await accepted('cancel', cancel)
    expect((await stateOf())?.status).toBe('cancelled')
    await waitUntil(
      async () => stripe.sessions.get(session)?.refunded,
      (refunded) => refunded === depositCents,
    )
  },
  240_000,
)

test('in the end, books, tables, mails and Stripe agree', async () => {
  const guests = Object.keys(points).length
  const sums = () =>
    onServer((query) =>
      query<{ owed: number }>(
        `select coalesce(sum(net), 0)::int as owed, count(*)::int as paid,
                (select count(*)::int from mails where kind = 'table_going' and to_address like 'deposit-%') as going,
                (select count(*)::int from mails where kind = 'card_receipt') as receipts,
                (select count(*)::int from mails where kind = 'card_refund') as refunds
           from card_payments where status = 'paid' and reference is not null`,
      ),
    )
  const [found] = await waitUntil(sums, ([row]) => row?.owed === 0)
  expect(found).toEqual({ owed: 0, paid: guests, going: guests, receipts: guests, refunds: guests })
  expect([...stripe.sessions.values()].filter(({ paid }) => paid)).toHaveLength(guests)
  expect(await balances()).toEqual(before)
  const database = openDatabase(url)
  try {
    expect((await findDifferences(database.db)).differences).toEqual([])
  } finally {
    await database.close()
  }
  await onServer(async (query) => {
    expect(await findDoubleBookings(query)).toEqual([])
    expect(await findOrphans(query)).toEqual([])
  })
})
