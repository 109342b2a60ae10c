import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDifferences } from '../../cms/features/ledger/check-books.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { addDate, findWrongPlaces } from '../support/events.ts'
import { startWithFaultPoints } from '../support/fault-points.ts'
import { openDatabase } from '../support/ledger.ts'
import { sendStripeEvent, startStripe } from '../support/stripe.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Where a process can be made to wait, in the middle of a statement, until it is killed. */
const points = {
  hold: ['insert', 'reservations', 'true'],
  checkout: ['insert', 'card_payments', 'true'],
  session: ['update', 'card_payments', 'new.session is not null and old.session is null'],
  booking: ['update', 'card_payments', `new.status = 'paid' and old.status = 'open'`],
  confirmation: ['update', 'reservations', `new.status = 'going' and old.status = 'held'`],
  receipt: ['insert', 'mails', `new.kind = 'card_receipt'`],
  refund: ['insert', 'card_refunds', 'true'],
  refunded: ['update', 'card_refunds', `new.state = 'succeeded'`],
} as const
type Point = keyof typeof points

let url: string
let stripe: Awaited<ReturnType<typeof startStripe>>
let faults: Awaited<ReturnType<typeof startWithFaultPoints<Point>>>
const onServer = <T>(work: (query: Query) => Promise<T>) => onDatabase(url, work)

beforeAll(async () => {
  url = await makeDatabase('empty')
  stripe = await startStripe()
  faults = await startWithFaultPoints({ DATABASE_URL: url, DEMO: '0', ...stripe.env }, points)
}, 240_000)
afterAll(() => Promise.all([faults?.stop(), stripe?.stop()]))

let serial = 0
const call = (path: string, body: object) => visitorOf(faults.server()).call(path, body)
type Guest = { date: number; email: string; key: string; token: string }
const newGuest = async (): Promise<Guest> => ({
  date: await onServer((query) =>
    addDate(query, {
      ...{ capacity: 2, payment: 'card', priceCents: 1200, refundUntilHours: 2 },
    }),
  ),
  email: `guest-${++serial}@venue.example`,
  key: newFormKey(),
  token: '',
})
const reserve = ({ date, email, key }: Guest) =>
  call('/api/calendar/reserve', { date, party: 2, key, name: 'Jo', email })
const withToken = async (guest: Guest): Promise<Guest> => ({
  ...guest,
  token: await onServer(async (query) => {
    const [mail] = await query<{ text: string }>(
      `select text from mails where to_address = $1 and kind = 'event_confirm'`,
      [guest.email],
    )
    return /reservation\/([\da-f-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }),
})
const beginPay = ({ token, key }: Guest) => call('/api/calendar/pay', { token, key })
/** Presses the button, also a second time with the same form. @returns the session at Stripe */
async function sessionOf(guest: Guest): Promise<string> {
  const reply = await beginPay(guest)
  expect(reply.status, reply.text).toBe(200)
  return stripe.sessionAt(reply.json<{ url: string }>().url)
}
const rowOf = async ({ email }: Guest) => {
  const [row] = await onServer((query) =>
    query<{ status: string; party: number; count: number }>(
      `select status, party, (count(*) over ())::int as count from reservations where email = $1`,
      [email],
    ),
  )
  return row
}
const giveBackOne = (guest: Guest) => call('/api/calendar/change', { token: guest.token, party: 1 })
const refundedAt = (session: string, cents: number) =>
  waitUntil(
    async () => stripe.sessions.get(session)?.refunded,
    (refunded) => refunded === cents,
  )

test.each(Object.keys(points) as Point[])(
  'a process killed at the point “%s” leaves nothing that a repeated request, message or job does not put right',
  async (point) => {
    const fresh = await newGuest()
    if (point === 'hold') {
      await faults.killAt(point, () => reserve(fresh))
      expect(await rowOf(fresh)).toBeUndefined()
    }
    expect((await reserve(fresh)).status).toBe(200)
    const guest = await withToken(fresh)

    if (point === 'checkout' || point === 'session')
      await faults.killAt(point, () => beginPay(guest))
    const session = await sessionOf(guest)
    expect((await rowOf(guest))?.status).toBe('held')
    // A repeated request gets the first session: nobody can pay twice.
    const begun = [...stripe.sessions.values()].filter(
      ({ form }) => form.get('customer_email') === guest.email,
    )
    expect(begun.map(({ id }) => id)).toEqual([session])

    const message = stripe.pay(session)
    if (point === 'booking' || point === 'confirmation' || point === 'receipt') {
      await faults.killAt(point, () => sendStripeEvent(faults.server(), message))
      expect((await rowOf(guest))?.status).toBe('held')
    }
    await Promise.all([
      sendStripeEvent(faults.server(), message),
      sendStripeEvent(faults.server(), message),
    ])
    expect(await rowOf(guest)).toEqual({ status: 'going', party: 2, count: 1 })

    if (point === 'refund') {
      await faults.killAt(point, () => giveBackOne(guest))
      expect((await rowOf(guest))?.party).toBe(2)
    }
    if (point === 'refunded') {
      await faults.killAt(point, () => giveBackOne(guest))
      await sendStripeEvent(faults.server(), stripe.endRefund(session, 'succeeded'))
    }
    expect((await giveBackOne(guest)).status).toBe(200)
    await refundedAt(session, 1200)
    expect(await rowOf(guest)).toEqual({ status: 'going', party: 1, count: 1 })
    await waitUntil(
      () =>
        onServer((query) =>
          query<{ net: string }>('select net from card_payments where session = $1', [session]),
        ),
      ([row]) => Number(row?.net) === 1200,
    )
  },
  240_000,
)

test('in the end, books, places, mails and Stripe agree', async () => {
  const paid = [...stripe.sessions.values()].filter((each) => each.paid)
  const kept = paid.reduce((sum, { amount, refunded }) => sum + amount - refunded, 0)
  const database = openDatabase(url)
  try {
    expect((await findDifferences(database.db)).differences).toEqual([])
  } finally {
    await database.close()
  }
  await onServer(async (query) => {
    expect(await findWrongPlaces(query)).toEqual([])
    const [sums] = await query(
      `select (select coalesce(sum(balance), 0)::int from ledger_balances as b join ledger_accounts as a on a.id = b.account
                where a.code = 'venue:sales') as sales,
              (select coalesce(sum(balance), 0)::int from ledger_balances as b join ledger_accounts as a on a.id = b.account
                where a.code = 'clearing:stripe') as stripe,
              (select coalesce(sum(price), 0)::int from reservations where status = 'going') as reserved,
              (select count(*)::int from mails where kind = 'card_receipt') as receipts,
              (select count(*)::int from mails where kind = 'card_refund') as refunds`,
    )
    const guests = Object.keys(points).length
    expect(sums).toEqual({
      ...{ sales: kept, stripe: -kept, reserved: kept },
      ...{ receipts: guests, refunds: guests },
    })
    expect(kept).toBe(guests * 1200)
  })
})
