import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chooseForNeeds, storeTyped } from '../../cms/features/bookings/guest/hold.ts'
import { remind } from '../../cms/features/bookings/notices.ts'
import {
  deleteOldHealth,
  deleteOldHolds,
  forgetOldGuests,
} from '../../cms/features/bookings/queries/place.ts'
import { tableKind, withDeposit } from '../../cms/features/bookings/reservations/kind.ts'
import { release, take } from '../../cms/features/bookings/service.ts'
import type { Plan } from '../../cms/features/bookings/situation.ts'
import { type TakeRequest, waitFor } from '../../cms/features/bookings/taking.ts'
import { offerTable, offerTables } from '../../cms/features/bookings/waitlist.ts'
import { balanceOf } from '../../cms/features/ledger/service.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import { eraseData } from '../../cms/features/reservations/personal-data.ts'
import {
  acceptOffer,
  cancelReservation,
  expireAllDue,
  reserve,
} from '../../cms/features/reservations/service.ts'
import { databaseOf } from '../../cms/platform/database/query.ts'
import { findDoubleBookings, testPlan, testTable, wanted } from '../support/bookings.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'

let site: TestCredit
beforeAll(async () => {
  site = await openCredit({ kinds: [tableKind] })
})
afterAll(async () => {
  expect(await findDoubleBookings(site.query)).toEqual([])
  await site.pool.end()
})

let serial = 0
const guest = () => ({ name: 'Ada', email: `guest${++serial}@venue.example` })
const hold = async (plan: Plan, given: Partial<TakeRequest> = {}) =>
  (await site.inTransaction((db) => take(db, plan, wanted({ heldMinutes: 10, ...given })))).booking
const wait = (plan: Plan) => site.inTransaction((db) => waitFor(db, plan, wanted()))
const typed = (given: object = {}) => ({
  ...{ phone: null, notes: null, occasion: null, highChair: false, stepFree: false },
  allergies: null,
  ...given,
})
const book = (
  subject: number,
  by: ReturnType<typeof guest> | { member: SignedIn } = guest(),
  kind = tableKind,
) => reserve(kind, site.request(), { subject, party: 4, key: newFormKey(), guest: by })
const tablesOf = async (booking: number) =>
  (await site.query('select from booking_tables where booking = $1 and active', [booking])).length
const mailsTo = (email: string | null) =>
  site.query<{ kind: string }>('select kind from mails where to_address = $1 order by id', [email])
const statusOf = async (id: number) =>
  (await site.query<{ status: string }>('select status from reservations where id = $1', [id]))[0]
    ?.status

describe('a party that waits', () => {
  test('is offered the table that another one gives back, has a quarter of an hour, and accepts', async () => {
    const plan = testPlan([testTable()])
    const first = await book((await hold(plan)).id)
    const waiting = await book((await wait(plan)).id)
    expect(waiting.status).toBe('waitlisted')
    expect(await offerTable(site.request(), plan, waiting.id)).toBe(false)
    await cancelReservation(tableKind, site.request(), { id: first.id, by: 'guest' })
    expect(await offerTable(site.request(), plan, waiting.id)).toBe(true)
    expect(await offerTable(site.request(), plan, waiting.id)).toBe(false)
    expect(await tablesOf(waiting.subject.id)).toBe(1)
    const accepted = await acceptOffer(tableKind, site.request(), waiting.id)
    expect(accepted.status).toBe('going')
    const kinds = (await mailsTo(waiting.email)).map(({ kind }) => kind)
    expect(kinds).toEqual(['table_waitlisted', 'table_offer', 'table_going'])
  })

  test('that does not answer loses the table, which is free for others', async () => {
    const plan = testPlan([testTable()])
    const first = await hold(plan)
    const waiting = await book((await wait(plan)).id)
    await site.inTransaction((db) => release(db, first.id))
    expect(await offerTable(site.request(), plan, waiting.id)).toBe(true)
    await site.query(
      `update reservations set offered_until = now() - interval '1 second' where id = $1`,
      [waiting.id],
    )
    await expireAllDue(site.payload)
    expect(await statusOf(waiting.id)).toBe('cancelled')
    expect(await tablesOf(waiting.subject.id)).toBe(0)
    expect((await hold(plan)).id).toBeGreaterThan(0)
  })
})

test('who only began to wait is deleted after ten minutes; who left a name is not', async () => {
  const plan = testPlan([testTable()])
  await hold(plan)
  const [begun, old, named] = [await wait(plan), await wait(plan), await wait(plan)]
  await book(named.id)
  await site.query(
    `update bookings set created_at = now() - interval '11 minutes' where id = any($1)`,
    [[old.id, named.id]],
  )
  await offerTables(site.payload, plan)
  const left = await site.query<{ id: number }>(
    'select id from bookings where id = any($1) order by id',
    [[begun.id, old.id, named.id]],
  )
  expect(left.map(({ id }) => id)).toEqual([begun.id, named.id])
})

test('if an offer fails for one party, the next one gets the table nevertheless; all of the line are tried', async () => {
  const tables = [testTable(), testTable()]
  const plan = testPlan(tables)
  const held = [await hold(plan), await hold(plan)]
  const waiting = []
  for (let number = 0; number < 3; number++) waiting.push(await book((await wait(plan)).id))
  for (const { id } of held) await site.inTransaction((db) => release(db, id))
  const [broken, second] = waiting
  // The statement that offers fails for the first one.
  await site.query(`
    create function fail_offer() returns trigger language plpgsql as
      $$ begin if new.id = ${broken?.id} and new.status = 'offered' then raise 'broken'; end if; return new; end $$;
    create trigger fail_offer before update on reservations for each row execute function fail_offer();`)
  try {
    await expect(offerTables(site.payload, plan)).rejects.toThrow()
  } finally {
    await site.query('drop trigger fail_offer on reservations; drop function fail_offer()')
  }
  expect([await statusOf(broken?.id as number), await statusOf(second?.id as number)]).toEqual([
    ...['waitlisted', 'offered'],
  ])
})

describe('what a guest ticks on the page of a hold', () => {
  const bookWith = (plan: Plan, id: number, needs: object) =>
    reserve(tableKind, site.request(), {
      ...{ subject: id, party: 4, key: newFormKey(), guest: guest() },
      before: async (db) => {
        await chooseForNeeds(db, plan, id, typed(needs))
      },
    })
  const tableOf = async (booking: number) =>
    (
      await site.query<{ table_id: number }>(
        'select table_id from booking_tables where booking = $1 and active',
        [booking],
      )
    ).map((row) => row.table_id)

  test('gets another table that has it', async () => {
    const [steps, flat] = [testTable(), testTable({ isStepFree: true, max: 5 })]
    const plan = testPlan([steps, flat])
    const { id } = await hold(plan)
    expect(await tableOf(id)).toEqual([steps.id])
    expect((await bookWith(plan, id, { stepFree: true })).status).toBe('going')
    expect(await tableOf(id)).toEqual([flat.id])
  })

  test('is refused if no such table is free, and the held one stays held', async () => {
    const table = testTable()
    const plan = testPlan([table])
    const { id } = await hold(plan)
    await expect(bookWith(plan, id, { highChair: true })).rejects.toMatchObject({
      reason: 'needs',
    })
    expect(await tableOf(id)).toEqual([table.id])
    expect((await bookWith(plan, id, {})).status).toBe('going')
  })
})

describe('a deposit', () => {
  const withRule = () => testPlan([testTable()], { deposit: { cents: 500, party: 1 } })
  const credit = (member: SignedIn) => balanceOf(databaseOf(site.payload), `member:${member.id}`)

  test('by card keeps the table until it is paid, and frees it when the time is over', async () => {
    const { id } = await hold(withRule())
    const state = await book(id, guest(), withDeposit('card'))
    expect(state).toMatchObject({ status: 'held', priceCents: 2000, payment: 'card' })
    // The hold of the table itself does not expire while the guest pays.
    await site.query(`update booking_tables set held_until = null where booking = $1`, [id])
    expect(await tablesOf(id)).toBe(1)
    await site.query(
      `update reservations set held_until = now() - interval '1 second' where id = $1`,
      [state.id],
    )
    await expireAllDue(site.payload)
    expect([await statusOf(state.id), await tablesOf(id)]).toEqual(['cancelled', 0])
  })

  test('from credit comes back in time, and is kept from those who cancel too late', async () => {
    for (const isLate of [false, true]) {
      const member = await site.join(5000)
      const { id } = await hold(withRule())
      const state = await book(id, { member }, withDeposit('credit'))
      expect(state).toMatchObject({ status: 'going', payment: 'credit', isPriceHeld: true })
      if (isLate)
        await site.query(
          `update bookings set cancel_until = now() - interval '1 hour' where id = $1`,
          [id],
        )
      await cancelReservation(tableKind, site.request(), { id: state.id, by: 'guest' })
      expect(await credit(member)).toMatchObject({
        ...{ balanceCents: isLate ? 3000 : 5000, heldCents: 0 },
      })
    }
  })
})

test('two requests for one hold at once, by two people: one has the table, the other is refused', async () => {
  const { id } = await hold(testPlan([testTable()]))
  const results = await Promise.allSettled([book(id), book(id), book(id)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const rows = await site.query(
    'select status from reservations where subject = $1 and kind = $2',
    [id, 'table'],
  )
  expect(rows).toEqual([{ status: 'going' }])
})

test('a request that is sent again causes no second mail, also if it counted the mail and another one made the booking', async () => {
  const { id } = await hold(testPlan([testTable()]))
  const person = guest()
  const request = { subject: id, party: 4, key: newFormKey(), guest: person }
  const first = await reserve(tableKind, site.request(), request)
  // As if the second request had been the first to be counted.
  await site.query(`delete from limits where key like 'tables to %'`)
  const again = await reserve(tableKind, site.request(), request)
  expect(again.id).toBe(first.id)
  expect(await mailsTo(person.email)).toEqual([{ kind: 'table_going' }])
})

test('a hold of joined tables of which one has expired becomes no booking', async () => {
  const tables = [1, 2].map(() => testTable({ max: 4, groups: ['window'] }))
  const { id } = await hold(testPlan(tables), { party: 8 })
  expect(await tablesOf(id)).toBe(2)
  await site.query(
    `update booking_tables set held_until = now() - interval '1 second'
      where id = (select max(id) from booking_tables where booking = $1)`,
    [id],
  )
  const { email } = guest()
  await expect(book(id, { name: 'Ada', email })).rejects.toMatchObject({ reason: 'expired' })
})

test('the reminder asks once, the day before, and not those who booked later', async () => {
  const soon = await book((await hold(testPlan([testTable()]))).id)
  const late = await book((await hold(testPlan([testTable()]))).id)
  const day = new Date(Date.now() + 23 * 3_600_000)
  await site.query(
    `update bookings set starts_at = $2, ends_at = $2::timestamptz + interval '2 hours', day = '2999-01-01' where id = any($1)`,
    [[soon.subject.id, late.subject.id], day],
  )
  await site.query(
    `update reservations set confirmed_at = now() - interval '3 days' where id = $1`,
    [soon.id],
  )
  await remind(site.payload)
  await remind(site.payload)
  const asked = async (email: string | null) =>
    (await mailsTo(email)).filter(({ kind }) => kind === 'table_reminder_day').length
  expect([await asked(soon.email), await asked(late.email)]).toEqual([1, 0])
})

test('what guests typed is deleted after the visit, and holds that became nothing after a day', async () => {
  const { id } = await hold(testPlan([testTable()]))
  const person = guest()
  await reserve(tableKind, site.request(), {
    ...{ subject: id, party: 4, key: newFormKey(), guest: person },
    before: storeTyped(id, typed({ allergies: 'Nuts', phone: '0114 496 1234' }), {
      ...{ email: person.email, member: null },
    }),
  })
  const empty = await hold(testPlan([testTable()]))
  await site.inTransaction((db) => release(db, empty.id))
  await site.query(
    `update bookings set created_at = now() - interval '2 days' where id = any($1)`,
    [[id, empty.id]],
  )
  const db = databaseOf(site.payload)
  await deleteOldHealth(db)
  expect(await site.query('select text from booking_health where booking = $1', [id])).toHaveLength(
    1,
  )
  await site.query(
    `update bookings set starts_at = now() - interval '100 days', ends_at = now() - interval '99 days' where id = $1`,
    [id],
  )
  await deleteOldHealth(db)
  await deleteOldHolds(db)
  await forgetOldGuests(db)
  expect(await site.query('select from booking_health where booking = $1', [id])).toEqual([])
  expect(
    await site.query('select id, phone from bookings where id = any($1)', [[id, empty.id]]),
  ).toEqual([{ id, phone: null }])
})

test('a member who is erased frees the table and leaves no data', async () => {
  const member = await site.join()
  const state = await book((await hold(testPlan([testTable()]))).id, { member })
  await site.inTransaction((db) => eraseData(db, member, site.request()))
  expect(await tablesOf(state.subject.id)).toBe(0)
})
