import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HoldReply } from '../../cms/features/bookings/guest/contract.ts'
import { tableKind, withDeposit } from '../../cms/features/bookings/reservations/kind.ts'
import { take } from '../../cms/features/bookings/service.ts'
import { balanceOf } from '../../cms/features/ledger/service.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import {
  cancelReservation,
  changeParty,
  checkIn,
  reserve,
  setNoShow,
} from '../../cms/features/reservations/service.ts'
import { databaseOf } from '../../cms/platform/database/query.ts'
import {
  clock,
  findDoubleBookings,
  openFriday,
  testPlan,
  testTable,
  wanted,
} from '../support/bookings.ts'
import { openCardEvents } from '../support/card-events.ts'
import { newFormKey } from '../support/credit.ts'
import { makeDatabase } from '../support/database.ts'
import { startServer } from '../support/server.ts'
import { visitorOf } from '../support/visitor.ts'

let site: Awaited<ReturnType<typeof openCardEvents>>
beforeAll(async () => {
  site = await openCardEvents([tableKind])
})
afterAll(async () => {
  expect(await findDoubleBookings(site.query)).toEqual([])
  expect(await site.differences()).toEqual([])
  await site.stop()
})

type Way = 'card' | 'credit'
const codes = ['venue:deposits', 'venue:sales', 'common_good', 'clearing:stripe'] as const
const balances = async ({ id }: SignedIn) => {
  const [deposits = 0, sales = 0, good = 0, stripe = 0] = await Promise.all(
    codes.map((code) => site.balance(code)),
  )
  const { balanceCents: member, heldCents: held } = await balanceOf(
    databaseOf(site.payload),
    `member:${id}`,
  )
  return { deposits, sales, good, stripe, member, held }
}
type Balances = Awaited<ReturnType<typeof balances>>
const none: Balances = { deposits: 0, sales: 0, good: 0, stripe: 0, member: 0, held: 0 }
/** What a deposit of 20.00 has changed. Of a deposit by card, the Common Good gets nothing. */
const expected: Record<Way, Record<'held' | 'earned', Balances>> = {
  card: {
    held: { ...none, deposits: 2000, stripe: -2000 },
    earned: { ...none, sales: 2000, stripe: -2000 },
  },
  credit: {
    held: { ...none, held: 2000 },
    earned: { ...none, sales: 1980, good: 20, member: -2000 },
  },
}

/** A member who has booked a table for four with a deposit of 5.00 for each. */
async function bookWith(way: Way) {
  const member = await site.join(50_00)
  const before = await balances(member)
  const plan = testPlan([testTable()], { deposit: { cents: 500, party: 1 } })
  const { booking } = await site.inTransaction((db) => take(db, plan, wanted({ heldMinutes: 10 })))
  const { id } = await reserve(withDeposit(way), site.request(), {
    ...{ subject: booking.id, party: 4, key: newFormKey(), guest: { member } },
  })
  const session = way === 'card' ? await site.pay(id) : null
  return {
    id,
    booking: booking.id,
    session,
    statusOf: async () =>
      (
        await site.query<{ status: string }>('select status from reservations where id = $1', [id])
      )[0]?.status,
    /** What has changed since before the booking. */
    changed: async () => {
      await site.sendRefunds()
      const now = await balances(member)
      return Object.fromEntries(
        Object.entries(now).map(([name, cents]) => [name, cents - before[name as keyof Balances]]),
      )
    },
    cancel: (by: 'guest' | 'staff' = 'guest') =>
      cancelReservation(tableKind, site.request(), { id, by }),
  }
}
const setTime = (booking: number, name: 'starts_at' | 'cancel_until', minutesAgo: number) =>
  site.query(
    `update bookings set ${name} = now() - $2 * interval '1 minute',
            ends_at = case when '${name}' = 'starts_at' then now() + interval '2 hours' else ends_at end
      where id = $1`,
    [booking, minutesAgo],
  )
const twice = async (work: () => Promise<unknown>) => {
  await Promise.all([work(), work()])
  await work()
}

describe.each(['card', 'credit'] as const)('a deposit by %s', (way) => {
  const { held, earned } = expected[way]

  test('is owed until the visit, is earned then, and is owed again if nobody was there', async () => {
    const { id, booking, changed, statusOf } = await bookWith(way)
    expect([await changed(), await statusOf()]).toEqual([held, 'going'])
    await setTime(booking, 'starts_at', 5)
    for (let round = 0; round < 2; round++) {
      await twice(() => checkIn(tableKind, site.request(), { id, inside: 4 }))
      expect([await changed(), await statusOf()]).toEqual([earned, 'attended'])
      await twice(() => checkIn(tableKind, site.request(), { id, inside: 0 }))
      expect([await changed(), await statusOf()]).toEqual([held, 'going'])
    }
  })

  test('is earned from a party that did not come, and is owed again if it did', async () => {
    const { id, booking, changed, statusOf } = await bookWith(way)
    await setTime(booking, 'starts_at', 30)
    const set = (isMissing: boolean) =>
      twice(() => setNoShow(tableKind, site.request(), { id, isMissing }))
    for (let round = 0; round < 2; round++) {
      await set(true)
      expect([await changed(), await statusOf()]).toEqual([earned, 'no_show'])
      await set(false)
      expect([await changed(), await statusOf()]).toEqual([held, 'going'])
    }
    await checkIn(tableKind, site.request(), { id, inside: 4 })
    expect(await changed()).toEqual(earned)
  })

  test('that no party of equal shares divides is taken in whole minor units, and whole in the end', async () => {
    if (way === 'card') return
    const { id, booking, changed } = await bookWith(way)
    // After the time until which it comes back, a smaller party leaves it as it is.
    await site.query('update reservations set party = 3 where id = $1', [id])
    await site.query('update bookings set party = 3 where id = $1', [booking])
    await setTime(booking, 'starts_at', 5)
    await checkIn(tableKind, site.request(), { id, inside: 2 })
    expect(await changed()).toMatchObject({ member: -1333, held: 0 })
    await checkIn(tableKind, site.request(), { id, inside: 3 })
    expect(await changed()).toMatchObject({ member: -2000, held: 0 })
  })

  test('that a smaller party kept is divided into whole amounts', async () => {
    const { id, booking, changed } = await bookWith(way)
    // Moved too late to get anything back.
    await site.query('update reservations set party = 3 where id = $1', [id])
    await site.query('update bookings set party = 3 where id = $1', [booking])
    const [{ version }] = (await site.query('select version from reservations where id = $1', [
      id,
    ])) as [{ version: number }]
    const change = () =>
      changeParty(tableKind, site.request(), { id, party: 2, by: 'staff', version })
    expect(await change()).toMatchObject({ party: 2, priceCents: 1333 })
    expect(await changed()).toEqual(
      {
        card: { ...none, deposits: 1333, stripe: -1333 },
        credit: { ...none, held: 1333 },
      }[way],
    )
    await setTime(booking, 'starts_at', 5)
    await checkIn(tableKind, site.request(), { id, inside: 1 })
    await checkIn(tableKind, site.request(), { id, inside: 2 })
    expect(await changed()).toMatchObject({ deposits: 0, held: 0 })
  })

  test('comes back to who cancels in time', async () => {
    const { changed, cancel, session } = await bookWith(way)
    await twice(cancel)
    expect(await changed()).toEqual(none)
    if (session) expect(site.stripe.sessions.get(session)?.refunded).toBe(2000)
  })

  test('is kept from who cancels late, and comes back if staff cancel', async () => {
    const [late, byStaff] = [await bookWith(way), await bookWith(way)]
    await setTime(late.booking, 'cancel_until', 1)
    await setTime(byStaff.booking, 'cancel_until', 1)
    const before = await late.changed()
    await twice(late.cancel)
    const after = await late.changed()
    const moved = (name: keyof Balances) => (after[name] ?? 0) - (before[name] ?? 0)
    expect(
      Object.fromEntries(Object.keys(none).map((name) => [name, moved(name as never)])),
    ).toEqual(
      Object.fromEntries(
        Object.entries(earned).map(([name, cents]) => [name, cents - held[name as keyof Balances]]),
      ),
    )
    await twice(() => byStaff.cancel('staff'))
    if (byStaff.session) await site.sendRefunds()
    expect(await byStaff.changed()).toMatchObject({ member: 0, held: 0 })
    for (const [{ session }, refunded] of [
      [late, 0],
      [byStaff, 2000],
    ] as const) {
      if (session) expect(site.stripe.sessions.get(session)?.refunded).toBe(refunded)
    }
  })
})

test('a table whose deposit is not paid still counts for the client that holds it', async () => {
  const server = await startServer({ DATABASE_URL: await makeDatabase('demo'), ...site.stripe.env })
  try {
    const visitor = visitorOf(server)
    const day = openFriday()
    const hold = async (area: string, party: number) => {
      const at = clock('19:00', day).toISOString()
      const reply = await visitor.call('/api/book/hold', { area, day, at, party })
      return reply.json<HoldReply & { error?: string }>()
    }
    const { hold: token } = await hold('Kitchens', 10)
    const guest = { name: 'Ada', email: 'ada@venue.example', phone: '+44 114 496 1000' }
    const booked = await visitor.call('/api/book/reserve', { hold: token, ...guest })
    expect(booked.json()).toMatchObject({ rsvp: { status: 'held', payment: 'card' } })
    // A client can hold twelve places.
    expect((await hold('Beer Hall', 4)).error).toBe('too_many_held')
  } finally {
    await server.stop()
  }
})
