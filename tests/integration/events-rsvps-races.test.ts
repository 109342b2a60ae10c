import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findDate } from '../../cms/features/events/queries/dates.ts'
import { acceptOffer, cancelRsvp, checkIn, reserve } from '../../cms/features/events/service.ts'
import type { SignedIn } from '../../cms/features/members/contract.ts'
import { expireAllDue } from '../../cms/features/reservations/service.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { createBarrier } from '../support/barrier.ts'
import { newFormKey, openCredit, type TestCredit } from '../support/credit.ts'
import { addDate, findWrongPlaces } from '../support/events.ts'
import { secret } from '../support/server.ts'

process.env.SECRET = secret

// If `barrier` is set, places are taken without the condition in the SQL. All requests wait at the barrier, so each
// reads the free places before one of them takes some.
const unsafe = vi.hoisted(() => ({ barrier: null as null | (() => Promise<void>) }))
vi.mock('../../cms/features/reservations/queries/places.ts', async (original) => {
  const actual =
    await original<typeof import('../../cms/features/reservations/queries/places.ts')>()
  const insertPlaced: typeof actual.insertPlaced = async (db, rsvp, takePlaces) => {
    if (!unsafe.barrier) return actual.insertPlaced(db, rsvp, takePlaces)
    const date = await findDate(db, rsvp.subject)
    await unsafe.barrier()
    if (!date || date.taken + rsvp.party > (date.capacity ?? 0))
      return { taken: null, reservation: null }
    await db.execute(
      sql`update event_dates set taken = taken + ${rsvp.party} where id = ${rsvp.subject}`,
    )
    const inserted = (await actual.insertWaiting(db, rsvp))?.reservation ?? null
    await db.execute(
      sql`update reservations set status = 'going', queue = null where id = ${inserted?.id}`,
    )
    return {
      taken: date.taken + rsvp.party,
      reservation: inserted && { ...inserted, status: 'going' },
    }
  }
  return { ...actual, insertPlaced }
})

let site: TestCredit
beforeAll(async () => {
  site = await openCredit()
})
afterAll(async () => {
  expect(await findWrongPlaces(site.query)).toEqual([])
  expect(await site.differences()).toEqual([])
  await site.pool.end()
})

let serial = 0
/** Inserts many members with one statement. */
async function joinMany(testSite: TestCredit, count: number): Promise<SignedIn[]> {
  const rows = await testSite.query<{ id: number; email: string }>(
    `insert into members (email, source) select $1 || n || '@venue.example', 'test' from generate_series(1, $2) as n
     returning id, email`,
    [`many-${++serial}-`, count],
  )
  return rows.map(({ id, email }) => ({ id, email, name: null, session: '' }))
}
const reserveAs = (
  testSite: TestCredit,
  date: number,
  member: SignedIn,
  party = 1,
  key = newFormKey(),
) => reserve(testSite.request(), { date, party, key, guest: { member } })
const reasonsOf = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((each) => (each.status === 'rejected' ? [each.reason.reason ?? each.reason] : []))

describe('many reservations of one date at once', () => {
  for (const parties of [100, 500]) {
    const tags = parties > 100 ? 'extended' : []
    test(`of ${parties} parties for 50 places take exactly 50; the others wait at the positions that their replies name`, {
      tags,
    }, async () => {
      const date = await addDate(site.query, { capacity: 50 })
      const members = await joinMany(site, parties)
      const states = await Promise.all(
        members.map((member, n) => reserveAs(site, date, member, (n % 3) + 1)),
      )
      const going = states.filter(({ status }) => status === 'going')
      const waiting = states.filter(({ status }) => status === 'waitlisted')
      expect(going.reduce((sum, { party }) => sum + party, 0)).toBe(50)
      expect(going.length + waiting.length).toBe(parties)
      expect(
        waiting.map(({ queue }) => queue?.position).sort((a, b) => Number(a) - Number(b)),
      ).toEqual(waiting.map((_, n) => n + 1))
      const order = await site.query<{ id: number }>(
        `select id from reservations where subject = $1 and status = 'waitlisted' order by queue`,
        [date],
      )
      const byReply = waiting.toSorted(
        (one, other) => (one.queue?.position ?? 0) - (other.queue?.position ?? 0),
      )
      expect(order.map(({ id }) => id)).toEqual(byReply.map(({ id }) => id))
      const [mails] = await site.query<{ going: number; waiting: number }>(
        `select count(*) filter (where kind = 'event_going')::int as going,
              count(*) filter (where kind = 'event_waitlisted')::int as waiting from mails
        where to_address like $1`,
        [`many-${serial}-%`],
      )
      expect(mails).toEqual({ going: going.length, waiting: waiting.length })
    })
  }

  test('take too many places without the condition in the SQL (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const scratch = await openCredit()
    await scratch.query('alter table event_dates drop constraint event_dates_capacity')
    const date = await addDate(scratch.query, { capacity: 10 })
    const members = await joinMany(scratch, 30)
    unsafe.barrier = createBarrier(30)
    await Promise.all(members.map((member) => reserveAs(scratch, date, member)))
    unsafe.barrier = null
    expect((await findDate(scratch.db as Database, date))?.taken).toBe(30)
    await scratch.pool.end()
  })
})

test('a member who sends one form 50 times and another form once gets one reservation and one mail', async () => {
  const date = await addDate(site.query, { capacity: 60 })
  const [member] = (await joinMany(site, 1)) as [SignedIn]
  const key = newFormKey()
  const states = await Promise.all([
    ...Array.from({ length: 50 }, () => reserveAs(site, date, member, 2, key)),
    reserveAs(site, date, member, 3),
  ])
  expect(new Set(states.map(({ id, token, party }) => `${id} ${token} ${party}`)).size).toBe(1)
  const mails = await site.query('select from mails where to_address = $1', [member.email])
  expect(mails).toHaveLength(1)
})

test('an address without an account gets one reservation and one mail if it is entered 20 times at once', async () => {
  const date = await addDate(site.query, { capacity: 60 })
  const email = 'twenty@venue.example'
  const states = await Promise.all(
    Array.from({ length: 20 }, () =>
      reserve(site.request(), {
        date,
        party: 2,
        key: newFormKey(),
        guest: { name: 'Jo', email },
      }),
    ),
  )
  expect(new Set(states.map(({ id }) => id)).size).toBe(1)
  expect(await site.query('select from mails where to_address = $1', [email])).toHaveLength(1)
})

describe('an offer', () => {
  /** Creates a full date with a member who is going and parties that wait. */
  async function fullDate(parties: number[]) {
    const date = await addDate(site.query, { capacity: 2 })
    const [first, ...others] = (await joinMany(site, parties.length + 1)) as [
      SignedIn,
      ...SignedIn[],
    ]
    const going = await reserveAs(site, date, first, 2)
    const waiting = []
    for (const [n, party] of parties.entries()) {
      waiting.push(await reserveAs(site, date, others[n] as SignedIn, party))
    }
    return { date, going, waiting }
  }
  const statusesOf = async (date: number) =>
    (
      await site.query<{ status: string }>(
        'select status from reservations where subject = $1 order by id',
        [date],
      )
    ).map(({ status }) => status)

  test('accepted from ten devices at once makes one reservation with one mail', async () => {
    const { date, going, waiting } = await fullDate([1, 1])
    await cancelRsvp(site.request(), { rsvp: going.id, by: 'guest' })
    const [offered] = waiting as [(typeof waiting)[0]]
    const states = await Promise.all(
      Array.from({ length: 10 }, () => acceptOffer(site.request(), offered.id)),
    )
    expect(new Set(states.map(({ status, version }) => `${status} ${version}`)).size).toBe(1)
    expect(await statusesOf(date)).toEqual(['cancelled', 'going', 'offered'])
    const mails = await site.query(`select from mails where key like $1`, [
      `event ${offered.id} going %`,
    ])
    expect(mails).toHaveLength(1)
  })

  test('that has expired is not accepted, and goes once to the next party, even with concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const { date, going, waiting } = await fullDate([2, 2])
      await cancelRsvp(site.request(), { rsvp: going.id, by: 'guest' })
      const [late, next] = waiting as [(typeof waiting)[0], (typeof waiting)[0]]
      await site.query(`update reservations set offered_until = now() where id = $1`, [late.id])
      const results = await Promise.allSettled([
        acceptOffer(site.request(), late.id),
        expireAllDue(site.payload),
        acceptOffer(site.request(), late.id),
      ])
      expect(reasonsOf(results)).toEqual(['offer_expired', 'offer_expired'])
      expect(await statusesOf(date)).toEqual(['cancelled', 'cancelled', 'offered'])
      const mails = await site.query<{ kind: string }>(
        `select kind from mails where key like $1 or key like $2 order by kind`,
        [`event ${late.id} offer_expired%`, `event ${next.id} offer %`],
      )
      expect(mails.map(({ kind }) => kind)).toEqual(['event_offer', 'event_offer_expired'])
    }
  })
})

test('of a concurrent cancellation and check-in exactly one succeeds, and the credit is correct', async () => {
  for (let round = 0; round < 12; round++) {
    const date = await addDate(site.query, { payment: 'credit', priceCents: 500, capacity: 9 })
    const member = await site.join(1000)
    const { id } = await reserveAs(site, date, member, 2)
    const work = [
      () => cancelRsvp(site.request(), { rsvp: id, by: 'guest' }),
      () => checkIn(site.request(), { rsvp: id, inside: 2, by: 'organiser' }),
    ]
    const started = round % 2 ? work.toReversed() : work
    const results = await Promise.allSettled(started.map((each) => each()))
    const [row] = await site.query<{ status: string }>(
      'select status from reservations where id = $1',
      [id],
    )
    const balance = await site.balance(`member:${member.id}`)
    expect([row?.status, balance, reasonsOf(results)]).toEqual(
      row?.status === 'attended'
        ? ['attended', 0, ['checked_in']]
        : ['cancelled', 1000, ['cancelled']],
    )
  }
  const [held] = await site.query(
    `select count(*)::int as n from ledger_holds where status = 'held'`,
  )
  expect(held).toEqual({ n: 0 })
})
