import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { deleteOldHealth } from '../../cms/features/bookings/queries/place.ts'
import { keepTables } from '../../cms/features/bookings/queries/subjects.ts'
import type { Table } from '../../cms/features/bookings/rules.ts'
import {
  closureHits,
  finish,
  hasComingBookings,
  moveToTables,
  release,
  reschedule,
  take,
  takeByStaff,
} from '../../cms/features/bookings/service.ts'
import type { Plan } from '../../cms/features/bookings/situation.ts'
import { type TakeRequest, waitFor } from '../../cms/features/bookings/taking.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { type Database, findRow } from '../../cms/platform/database/query.ts'
import { createBarrier } from '../support/barrier.ts'
import {
  bookedDay,
  clock,
  findDoubleBookings,
  findOrphans,
  testPlan,
  testTable,
  wanted,
} from '../support/bookings.ts'
import type { onDatabase } from '../support/database.ts'
import { openLedger, type TestLedger } from '../support/ledger.ts'
import { whileLocked } from '../support/while-locked.ts'

let site: TestLedger
beforeAll(async () => {
  site = await openLedger()
})
afterAll(async () => {
  expect(await findDoubleBookings(site.query)).toEqual([])
  expect(await findOrphans(site.query)).toEqual([])
  await site.pool.end()
})

const takeFor = (plan: Plan, request: Partial<TakeRequest> = {}, target = site) =>
  target.inTransaction((db) => take(db, plan, wanted(request)))
const reasonOf = (action: Promise<unknown>): Promise<string> =>
  action.then(
    () => 'done',
    ({ reason }) => String(reason),
  )
/** Runs actions at once. @returns how many ended with each reason; `done` for those that succeeded */
async function outcomesOf(actions: Promise<unknown>[]): Promise<Record<string, number>> {
  const outcomes = (await Promise.all(actions.map(reasonOf))).sort()
  return Object.fromEntries(
    [...new Set(outcomes)].map((each) => [each, outcomes.filter((one) => one === each).length]),
  )
}
/** Makes a hold a booking, as a reservation does. @returns false if it has expired */
const keep = (booking: { id: number }) =>
  site.inTransaction(
    async (db) =>
      (await findRow(db, z.unknown())`${keepTables(booking, { isByStaff: false })}`) !== null,
  )
const many = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index))
const rowsOf = (booking: number) =>
  site.query<{ table_id: number; active: boolean; is_held: boolean }>(
    `select table_id, active, held_until is not null as is_held from booking_tables
      where booking = $1 order by table_id`,
    [booking],
  )
const expireHold = (booking: number) =>
  site.query(
    `update booking_tables set held_until = now() - interval '1 second' where booking = $1`,
    [booking],
  )

test('nobody waits for a time at which the area is closed', async () => {
  const closure = {
    area: 'Beer Hall',
    tables: [],
    from: clock('18:00'),
    to: clock('21:00'),
  } as const
  const plan = testPlan([testTable()], { closures: [{ ...closure, guestText: '' }] })
  const wait = (time: string) =>
    site.inTransaction((db) => waitFor(db, plan, wanted({ at: clock(time) })))
  expect(await reasonOf(wait('19:00'))).toBe('closed')
  expect(await reasonOf(wait('21:00'))).toBe('free')
})

describe('the last table', () => {
  test('goes to exactly one of 200 clients who want it at once', async () => {
    const plan = testPlan([testTable()])
    const outcomes = await outcomesOf(many(200, () => takeFor(plan)))
    expect(outcomes).toEqual({ done: 1, full: 199 })
  })

  test('goes to exactly one of 100 clients whose times overlap in different ways', async () => {
    const plan = testPlan([testTable()])
    const times = ['18:00', '18:30', '19:00', '19:30', '20:00'].map((time) => clock(time))
    const { done = 0, full = 0 } = await outcomesOf(
      many(100, (index) => takeFor(plan, { at: times[index % times.length] ?? new Date() })),
    )
    // Those at 18:00 and 20:00 can have it both.
    expect([1, 2]).toContain(done)
    expect(done + full).toBe(100)
  })

  test('goes to several of them without the constraint (shows that the tests above can fail)', {
    tags: 'extended',
  }, async () => {
    const scratch = await openLedger()
    await scratch.query('alter table booking_tables drop constraint booking_tables_taken_once')
    const plan = testPlan([testTable()])
    const barrier = createBarrier(20)
    const outcomes = await outcomesOf(
      many(20, () =>
        scratch.inTransaction((db) => {
          let isFirst = true
          // All read what is free before one of them takes the table.
          const execute: Database['execute'] = async (statement) => {
            const result = await db.execute(statement)
            if (isFirst) await barrier()
            isFirst = false
            return result
          }
          return take(Object.assign(Object.create(db), { execute }), plan, wanted())
        }),
      ),
    )
    expect(outcomes).toEqual({ done: 20 })
    expect(await findDoubleBookings(scratch.query)).not.toEqual([])
    await scratch.pool.end()
  })
})

test('of 60 tables, each goes to one of 150 clients', async () => {
  const plan = testPlan(many(60, () => testTable()))
  expect(await outcomesOf(many(150, () => takeFor(plan)))).toEqual({ done: 60, full: 90 })
})

describe('tables that can be joined', () => {
  const pair = () => many(2, () => testTable({ max: 4, groups: ['window'] })) as [Table, Table]

  test('are booked by themselves or together, never both, by clients at once', async () => {
    for (let round = 0; round < 5; round++) {
      const tables = pair()
      const plan = testPlan(tables)
      const results = await Promise.allSettled(
        many(20, (index) => takeFor(plan, { party: index % 2 ? 8 : 4 })),
      )
      const taken = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      const ids = taken.flatMap((each) => each.tables)
      expect(ids.sort()).toEqual(tables.map(({ id }) => id).sort())
      for (const { booking, tables: own } of taken) {
        expect((await rowsOf(booking.id)).map(({ table_id }) => table_id)).toEqual(own.sort())
        expect(own).toHaveLength(booking.party === 8 ? 2 : 1)
      }
    }
  })

  test('are blocked, both of them, by a hold and by a booking for them together', async () => {
    for (const heldMinutes of [10, null]) {
      const plan = testPlan(pair())
      await takeFor(plan, { party: 8, heldMinutes })
      expect(await reasonOf(takeFor(plan, { party: 4 }))).toBe('full')
      expect(await reasonOf(takeFor(plan, { party: 8 }))).toBe('full')
    }
  })

  test('cannot be booked together while one of them is taken; a refused request leaves nothing', async () => {
    const [one, other] = pair()
    const plan = testPlan([one, other])
    await takeFor(plan, { party: 4 })
    const before = await site.query('select id from booking_tables')
    // As somebody who read before the table was taken, the statement itself has to refuse.
    expect(await reasonOf(takeFor(plan, { party: 8 }))).toBe('full')
    expect(await site.query('select id from booking_tables')).toHaveLength(before.length)
  })
})

describe('people who arrive at one time', () => {
  // The other tests' guests arrive on another day.
  const on = (days: number, given: Partial<TakeRequest> = {}, time = '19:00') => {
    const day = addDays(bookedDay, days)
    return { day, at: clock(time, day), ...given }
  }

  test('are never more than the rule allows, however many book at once', async () => {
    const plan = testPlan(
      many(30, () => testTable()),
      { covers: 10 },
    )
    const outcomes = await outcomesOf(many(30, () => takeFor(plan, on(1, { party: 2 }))))
    expect(outcomes).toEqual({ done: 5, full: 25 })
    expect(await reasonOf(takeFor(plan, on(1, { party: 2 }, '19:30')))).toBe('done')
    expect(await reasonOf(takeFor(plan, on(1, { party: 2 })))).toBe('full')
  })

  test('do not count twice at joined tables, nor after their hold has expired', async () => {
    const tables = many(4, () => testTable({ max: 4, groups: ['long'] }))
    const plan = testPlan(tables, { covers: 10 })
    const { booking } = await takeFor(plan, on(2, { party: 8, heldMinutes: 10 }))
    expect(await reasonOf(takeFor(plan, on(2, { party: 3 })))).toBe('full')
    expect(await reasonOf(takeFor(plan, on(2, { party: 2 })))).toBe('done')
    await expireHold(booking.id)
    expect(await reasonOf(takeFor(plan, on(2, { party: 8 })))).toBe('done')
  })
})

describe('a hold', () => {
  test('that has expired is ended by the statement that takes its table, and cannot be confirmed', async () => {
    const plan = testPlan([testTable()])
    const { booking } = await takeFor(plan, { heldMinutes: 10 })
    expect(await reasonOf(takeFor(plan))).toBe('full')
    await expireHold(booking.id)
    const next = await takeFor(plan)
    expect(await rowsOf(booking.id)).toMatchObject([{ active: false }])
    expect(await rowsOf(next.booking.id)).toMatchObject([{ active: true, is_held: false }])
    expect(await keep(booking)).toBe(false)
  })

  test('that has expired cannot be confirmed, even if nobody else wants the table', async () => {
    const { booking } = await takeFor(testPlan([testTable()]), { heldMinutes: 10 })
    await expireHold(booking.id)
    expect(await keep(booking)).toBe(false)
  })

  test('becomes a booking that does not expire', async () => {
    const plan = testPlan([testTable()])
    const { booking } = await takeFor(plan, { heldMinutes: 10 })
    expect(await keep(booking)).toBe(true)
    expect(await rowsOf(booking.id)).toMatchObject([{ active: true, is_held: false }])
    expect(await reasonOf(takeFor(plan))).toBe('full')
  })

  test('that is being confirmed while somebody takes its table is not ended', async () => {
    const plan = testPlan([testTable()])
    const { booking } = await takeFor(plan, { heldMinutes: 10 })
    // The hold expires for the others, while the transaction that began before confirms it.
    const lock = async (query: Parameters<Parameters<typeof onDatabase>[1]>[0]) => {
      await query('update booking_tables set held_until = null where booking = $1', [booking.id])
    }
    await site.query(
      `update booking_tables set held_until = now() - interval '1 second' where booking = $1`,
      [booking.id],
    )
    expect(await whileLocked(site.url, lock, () => reasonOf(takeFor(plan)))).toBe('full')
    expect(await rowsOf(booking.id)).toMatchObject([{ active: true, is_held: false }])
  })
})

describe('moving a booking', () => {
  test('to a table that many others want: one of them or the booking has it, and nobody loses one', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = many(2, () => testTable()) as [Table, Table]
      const first = await takeFor(testPlan([one]))
      const plan = testPlan([one, two])
      const move = site.inTransaction((db) =>
        moveToTables(db, plan, { booking: first.booking.id, tables: [two.id] }),
      )
      const { done = 0 } = await outcomesOf([move, ...many(10, () => takeFor(testPlan([two])))])
      expect(done).toBe(1)
      const [row] = await rowsOf(first.booking.id)
      const isMoved = (await reasonOf(move)) === 'done'
      expect(row).toMatchObject({ table_id: isMoved ? two.id : one.id, active: true })
    }
  })

  test('to joined tables of which it has one already keeps nothing of the others free', async () => {
    const [one, two] = many(2, () => testTable()) as [Table, Table]
    const plan = testPlan([one, two])
    const { booking } = await takeFor(testPlan([one]))
    const moved = await site.inTransaction((db) =>
      moveToTables(db, plan, { booking: booking.id, tables: [one.id, two.id] }),
    )
    expect(moved.booking.version).toBe(2)
    expect((await rowsOf(booking.id)).map(({ table_id }) => table_id)).toEqual([one.id, two.id])
    expect(await reasonOf(takeFor(plan))).toBe('full')
  })

  test('keeps its tables if the new ones are taken, or if it was changed meanwhile', async () => {
    const [one, two, three] = many(3, () => testTable()) as [Table, Table, Table]
    const plan = testPlan([one, two, three])
    const { booking } = await takeFor(testPlan([one]))
    await takeFor(testPlan([two]))
    const moveTo = (tables: number[], version?: number) =>
      reasonOf(
        site.inTransaction((db) =>
          moveToTables(db, plan, { booking: booking.id, tables, version }),
        ),
      )
    expect(await moveTo([three.id, two.id])).toBe('table_taken')
    expect(await moveTo([three.id], 7)).toBe('stale')
    expect(await moveTo([99])).toBe('not_found')
    expect(await rowsOf(booking.id)).toMatchObject([{ table_id: one.id, active: true }])
  })

  test('to another time gets a table there with its terms, or keeps what it has', async () => {
    const plan = testPlan([testTable()], { deposit: { cents: 500, party: 3 } })
    const { booking } = await takeFor(plan)
    await takeFor(plan, { at: clock('21:00') })
    const changeTo = (time: string, party = 4) => {
      const request = { area: 'Beer Hall' as const, day: bookedDay, at: clock(time), party }
      return reasonOf(
        site.inTransaction((db) => reschedule(db, plan, { booking: booking.id, ...request })),
      )
    }
    expect(await changeTo('20:00')).toBe('full')
    expect(await changeTo('12:10')).toBe('no_time')
    expect(await changeTo('18:30', 3)).toBe('done')
    const [row] = await site.query(
      `select b.party, deposit::int, cancel_until = $4 as is_until, lower(t.during) = $2 as is_moved, upper(t.during) = $3 as has_end
         from booking_tables as t join bookings as b on b.id = t.booking where b.id = $1 and t.active`,
      [booking.id, clock('18:30'), clock('20:30'), clock('16:30')],
    )
    expect(row).toEqual({ party: 3, deposit: 1500, is_until: true, is_moved: true, has_end: true })
  })
})

describe('guests who call or come in', () => {
  const byStaff = (plan: Plan, tables: number[], given: Partial<TakeRequest> = {}) =>
    site.inTransaction((db) =>
      takeByStaff(db, plan, { ...wanted({ source: 'phone', ...given }), tables }),
    )

  test('get the tables that staff choose, beyond the rules, but none that is taken', async () => {
    const [one, two] = many(2, () => testTable()) as [Table, Table]
    const plan = testPlan([one, two], { largestParty: 4 })
    await takeFor(plan, { party: 4 })
    const free = [one, two].find(({ id }) => id !== one.id) as Table
    expect(await reasonOf(byStaff(plan, [one.id, free.id], { party: 12 }))).toBe('table_taken')
    expect(await reasonOf(byStaff(plan, [free.id], { party: 12, at: clock('19:10') }))).toBe('done')
    expect(await reasonOf(byStaff(plan, [7]))).toBe('not_found')
  })

  test('may wait for a table, which they then get at another time', async () => {
    const table = testTable()
    const plan = testPlan([table])
    const { booking } = await byStaff(plan, [], { source: 'walk_in' })
    expect(await rowsOf(booking.id)).toEqual([])
    const seat = () =>
      site.inTransaction((db) =>
        moveToTables(db, plan, { booking: booking.id, tables: [table.id], at: clock('19:20') }),
      )
    const seated = await seat()
    expect(seated.booking.startsAt).toEqual(clock('19:20'))
    expect(seated.booking.endsAt).toEqual(clock('21:20'))
    await site.inTransaction((db) => release(db, booking.id))
    expect(await reasonOf(seat())).toBe('ended')
  })
})

test('a released table is free again, and a finished one from that moment on', async () => {
  const plan = testPlan([testTable()])
  const first = await takeFor(plan)
  await site.inTransaction((db) => release(db, first.booking.id))
  await site.inTransaction((db) => release(db, first.booking.id))
  const second = await takeFor(plan)
  // The party has been there for an hour.
  await site.query(
    `update booking_tables set during = tstzrange(now() - interval '1 hour', now() + interval '1 hour')
      where booking = $1`,
    [second.booking.id],
  )
  await site.inTransaction((db) => finish(db, { booking: second.booking.id }))
  const [row] = await site.query<{ is_past: boolean }>(
    'select upper(during) <= now() as is_past from booking_tables where booking = $1',
    [second.booking.id],
  )
  expect(row?.is_past).toBe(true)
  const again = site.inTransaction((db) => finish(db, { booking: second.booking.id }))
  expect(await reasonOf(again)).toBe('ended')
})

describe('a closure', () => {
  const [one, two] = many(2, () => testTable()) as [Table, Table]
  const closure = {
    ...{ area: 'Beer Hall' as const, tables: [one.id], guestText: '' },
    ...{ from: clock('18:00'), to: clock('22:00') },
  }

  test('lets nobody book its tables at its time', async () => {
    const plan = testPlan([one], { closures: [closure] })
    expect(await reasonOf(takeFor(plan))).toBe('full')
    expect(await reasonOf(takeFor(plan, { at: clock('16:30') }))).toBe('full')
    expect(await reasonOf(takeFor(plan, { at: clock('16:00') }))).toBe('done')
  })

  test('lists the bookings that it hits with other times, and leaves them as they are', async () => {
    const plan = testPlan([one, two])
    const hit = await takeFor(testPlan([one]))
    const kept = await takeFor(testPlan([two]))
    const found = await closureHits(site.db, plan, closure)
    expect(found.map(({ id }) => id)).toEqual([hit.booking.id])
    expect(found[0]?.tables).toEqual([one.id])
    // The other table is taken from seven until nine, and the closed one is free again at ten.
    expect(found[0]?.proposals.map(({ times }) => times.map((each) => each.clock))).toEqual([
      ['17:00', '21:00', '21:30'],
    ])
    const whole = await closureHits(site.db, plan, { ...closure, tables: [] })
    expect(whole.map(({ id }) => id)).toEqual(
      expect.arrayContaining([hit.booking.id, kept.booking.id]),
    )
    expect(await rowsOf(hit.booking.id)).toMatchObject([{ active: true }])
  })
})

test('what a guest wrote about allergies is stored apart, and deleted after the visit', async () => {
  const { booking } = await takeFor(testPlan([testTable()]), {
    wishes: { allergies: 'Nuts', notes: 'By the window', phone: '0114 496 0000' },
  })
  expect(JSON.stringify(await site.query('select * from bookings'))).not.toContain('Nuts')
  const texts = () => site.query('select text from booking_health where booking = $1', [booking.id])
  await deleteOldHealth(site.db)
  expect(await texts()).toEqual([{ text: 'Nuts' }])
  await site.query(
    `update bookings set ends_at = now() - interval '3 hours', starts_at = now() - interval '5 hours' where id = $1`,
    [booking.id],
  )
  await deleteOldHealth(site.db)
  expect(await texts()).toEqual([])
})

test('a table with bookings to come is not deleted', async () => {
  const table = testTable()
  expect(await hasComingBookings(site.db, table.id)).toBe(false)
  const { booking } = await takeFor(testPlan([table]))
  expect(await hasComingBookings(site.db, table.id)).toBe(true)
  await site.inTransaction((db) => release(db, booking.id))
  expect(await hasComingBookings(site.db, table.id)).toBe(false)
})

test.each([
  ['on a day without the area’s rule', { area: 'Cafe' }, 'no_tables'],
  ['too far ahead', { day: '2030-05-03', at: new Date('2030-05-03T18:00Z') }, 'too_far'],
  ['at a time between two', { at: clock('19:10') }, 'no_time'],
  ['after the last booking', { at: clock('00:30', addDays(bookedDay, 1)) }, 'no_time'],
  ['at a time of another day', { at: clock('19:00', '2026-01-01') }, 'no_time'],
  ['in the past', { day: '2026-01-02', at: new Date('2026-01-02T19:00Z') }, 'closed'],
  ['for more people than an area takes', { party: 21 }, 'too_large'],
  ['for more people than a table has seats', { party: 9 }, 'no_fit'],
] as const)('a booking %s is refused', async (_, request, reason) => {
  expect(await reasonOf(takeFor(testPlan([testTable()]), request))).toBe(reason)
})
