import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskKind } from '../../cms/features/bookings/desks/kind.ts'
import { checkInUnmarked } from '../../cms/features/bookings/evening/unmarked.ts'
import { storeTyped } from '../../cms/features/bookings/guest/hold.ts'
import { eraseTypedBy, listTypedBy } from '../../cms/features/bookings/queries/guests.ts'
import { deleteOldHealth } from '../../cms/features/bookings/queries/place.ts'
import { tableKind, withDeposit } from '../../cms/features/bookings/reservations/kind.ts'
import { take } from '../../cms/features/bookings/service.ts'
import { balanceOf } from '../../cms/features/ledger/service.ts'
import { cancelReservation, reserve, setNoShow } from '../../cms/features/reservations/service.ts'
import { findDoubleBookings, testPlan, testTable, wanted } from '../support/bookings.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'

let site: TestCredit
beforeAll(async () => {
  site = await openCredit({ kinds: [tableKind, deskKind] })
})
afterAll(async () => {
  expect(await findDoubleBookings(site.query)).toEqual([])
  await site.pool.end()
})

let serial = 0
const newEmail = () => `night${++serial}@venue.example`
/** Books a table, with allergies and a telephone number. */
async function book({ email = newEmail() } = {}) {
  const { booking } = await site.inTransaction((db) =>
    take(db, testPlan([testTable()]), wanted({ heldMinutes: 10 })),
  )
  const typed = {
    ...{ phone: `0114 496 ${1000 + ++serial}`, notes: 'By the window', occasion: null },
    ...{ highChair: false, stepFree: false, allergies: 'Nuts' },
  }
  const state = await reserve(tableKind, site.request(), {
    ...{ subject: booking.id, party: 4, key: newFormKey(), guest: { name: 'Ada', email } },
    before: storeTyped(booking.id, typed, { email, member: null }),
  })
  return { ...state, phone: typed.phone }
}
type Booked = Awaited<ReturnType<typeof book>>
const healthOf = async ({ subject }: Booked) =>
  (await site.query('select from booking_health where booking = $1', [subject.id])).length
/** Moves a booking, so that it ended some minutes ago. */
const endAgo = ({ subject }: { subject: { id: number } }, minutes: number) =>
  site.query(
    `update bookings set starts_at = now() - $2::int * interval '1 minute' - interval '2 hours',
                         ends_at = now() - $2::int * interval '1 minute' where id = $1`,
    [subject.id, minutes],
  )

test('what guests wrote about their health goes when they cancel, and after the end if they did not come', async () => {
  const [coming, cancelled, missing] = [await book(), await book(), await book()]
  await cancelReservation(tableKind, site.request(), { id: cancelled.id, by: 'guest' })
  await setNoShow(tableKind, site.request(), { id: missing.id, isMissing: true })
  await deleteOldHealth(site.db)
  expect([await healthOf(coming), await healthOf(cancelled), await healthOf(missing)]).toEqual([
    1, 0, 1,
  ])
  await endAgo(coming, 1)
  await endAgo(missing, 1)
  await deleteOldHealth(site.db)
  expect([await healthOf(coming), await healthOf(missing)]).toEqual([1, 0])
})

test('what a member typed before joining, with the same address, is in the download, and is erased', async () => {
  const member = await site.join()
  const [own, other] = [await book({ email: member.email }), await book()]
  expect(await listTypedBy(site.db, member)).toMatchObject([
    { phone: own.phone, notes: 'By the window' },
  ])
  await site.inTransaction((db) => eraseTypedBy(db, member))
  const phones = await site.query(
    'select phone, notes from bookings where id = any($1) order by id',
    [[own.subject.id, other.subject.id]],
  )
  expect(phones).toEqual([
    { phone: null, notes: null },
    { phone: other.phone, notes: 'By the window' },
  ])
  expect([await healthOf(own), await healthOf(other)]).toEqual([0, 1])
})

test('parties with a deposit that nobody marked came, six hours after the end; one that fails stops no other', async () => {
  const bookFor = async (payment: 'credit' | 'card' | 'free', endedMinutes: number) => {
    const member = await site.join(5000)
    const rule = payment === 'free' ? {} : { deposit: { cents: 500, party: 1 } }
    const { booking } = await site.inTransaction((db) =>
      take(db, testPlan([testTable()], rule), wanted({ heldMinutes: 10 })),
    )
    const kind = payment === 'free' ? tableKind : withDeposit(payment)
    const request = { subject: booking.id, party: 4, key: newFormKey(), guest: { member } }
    const { id } = await reserve(kind, site.request(), request)
    // As if it had been paid.
    await site.query(`update reservations set status = 'going', held_until = null where id = $1`, [
      id,
    ])
    await site.query('update booking_tables set held_until = null where booking = $1', [booking.id])
    await endAgo({ subject: booking }, endedMinutes)
    return { id, booking: booking.id, member: member.id }
  }
  const damaged = await bookFor('credit', 600)
  await site.query('update booking_tables set active = false where booking = $1', [damaged.booking])
  const all = [
    damaged,
    await bookFor('credit', 400),
    await bookFor('card', 400),
    await bookFor('free', 400),
    await bookFor('credit', 300),
  ]
  await expect(checkInUnmarked(site.payload)).rejects.toMatchObject({ reason: 'ended' })
  const rows = await site.query<{ status: string; inside: number }>(
    'select status, inside from reservations where id = any($1) order by id',
    [all.map(({ id }) => id)],
  )
  expect(rows.map(({ status, inside }) => `${status} ${inside}`)).toEqual([
    ...['going 0', 'attended 4', 'attended 4', 'going 0', 'going 0'],
  ])
  const balances = await Promise.all(
    [all[1], all[4]].map((each) => balanceOf(site.db, `member:${each?.member ?? 0}`)),
  )
  expect(balances).toMatchObject([
    { balanceCents: 3000, heldCents: 0 },
    { balanceCents: 5000, heldCents: 2000 },
  ])
})
