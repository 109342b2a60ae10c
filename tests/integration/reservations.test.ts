import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { tableKind } from '../../cms/features/bookings/reservations/kind.ts'
import { eventKind } from '../../cms/features/events/reservations/kind.ts'
import type { ReservationState } from '../../cms/features/reservations/contract.ts'
import { reservationError } from '../../cms/features/reservations/errors.ts'
import { type ReservationKind, reservationKinds } from '../../cms/features/reservations/kind.ts'
import { confirmPaid, extendHold } from '../../cms/features/reservations/payment.ts'
import { eraseData, exportData, forgetOld } from '../../cms/features/reservations/personal-data.ts'
import {
  acceptOffer,
  cancelReservation,
  changeParty,
  checkIn,
  confirmReservation,
  expireAllDue,
  findByToken,
  reserve,
  reserveUnconfirmed,
} from '../../cms/features/reservations/service.ts'
import { findReservationsOfDay } from '../../cms/features/reservations/staff/day.ts'
import { reservationsFile } from '../../cms/features/reservations/staff/file.ts'
import { column, findRow, findRows, sql } from '../../cms/platform/database/query.ts'
import type { Feature } from '../../cms/platform/feature.ts'
import { newFormKey, openCredit, payloadOn, type TestCredit } from '../support/credit.ts'
import { addDate } from '../support/events.ts'

/**
 * Two kinds as later features declare them. A table is taken by a row that an exclusion constraint guards, and confirmed
 * at once. Portions of a drop are counted, and paid by card.
 */
let site: TestCredit
let payload: TestCredit['payload']
const request = () => site.request(payload)
const mails: string[] = []

const subjectRow = z.object({
  id: z.number(),
  title: z.string(),
  startsAt: z.coerce.date(),
  endsAt: z.coerce.date(),
  capacity: z.number().nullable(),
  taken: z.number(),
  maxParty: z.number(),
})
type Thing = z.output<typeof subjectRow>
const columns = sql`id, title, starts_at as "startsAt", ends_at as "endsAt", capacity, taken, 8 as "maxParty"`

const kindOn = (
  given: Pick<ReservationKind<Thing>, 'name' | 'takePlaces' | 'changeTaken'> &
    Partial<ReservationKind<Thing>>,
): ReservationKind<Thing> => ({
  table: 'things',
  find: (db, id) => findRow(db, subjectRow)`select ${columns} from things where id = ${id}`,
  findWithDue: async (db, id, hasDue) => {
    const row = await findRow(db, subjectRow.extend({ hasDue: z.boolean() }))`
      select ${columns}, ${hasDue} as "hasDue" from things where id = ${id}`
    return row && { subject: row, hasDue: row.hasDue }
  },
  findAll: (db, ids) =>
    findRows(db, subjectRow)`select ${columns} from things where id = any(${`{${ids}}`}::int[])`,
  lock: (db, id) =>
    findRow(db, subjectRow)`select ${columns} from things where id = ${id} for no key update`,
  maxParty: 20,
  announce: async () => undefined,
  isKnownTo: () => true,
  refusalOf: () => null,
  refusalOfChange: () => null,
  refusalOfCheckIn: () => null,
  isCancelled: () => false,
  isEnded: () => false,
  cancelledError: () => reservationError('cancelled'),
  notOfferedError: () => reservationError('full'),
  priceOf: () => ({ priceCents: 0, payment: 'free' }),
  confirmation: 'none',
  heldMinutes: 10,
  hasWaitlist: false,
  canOffer: () => true,
  moneyOf: ({ id, endsAt }) => ({
    ...{ area: null, reference: `thing:${id}`, commonGoodPercent: null, holdEndsAt: endsAt },
  }),
  describe: ({ title }) => title,
  findMailer: async () => async (mail, facts) => {
    mails.push(`${mail} ${facts.reservation.email}`)
    return null
  },
  path: '/things',
  sql: {
    open: sql`select id, starts_at, true as is_shown from things where ends_at > now()`,
    free: sql`select id, capacity - taken as free from things where starts_at > now()`,
    named: sql`select id, title, starts_at from things`,
    endedBefore: (days) =>
      sql`select id from things where ends_at < now() - ${days}::int * interval '1 day'`,
    lockAll: (ids) => sql`select id from things where id in (${ids}) order by id for no key update`,
  },
  ...given,
})

const take = (id: number) => sql`
  insert into things_taken select id, tstzrange(starts_at, ends_at) from things where id = ${id}::int
  on conflict do nothing returning 0 as taken, thing as subject`
const tables = kindOn({
  name: 'table',
  takePlaces: ({ id }) => take(id),
  changeTaken: async (db, { id }, count) =>
    count > 0
      ? findRow(db, column(z.number()))`with place as (${take(id)}) select taken from place`
      : findRow(db, column(z.number()))`
          with freed as (delete from things_taken where thing = ${id}) select 0`,
})
const changeTaken: ReservationKind<Thing>['changeTaken'] = (db, { id }, count) =>
  findRow(db, column(z.number()))`
    update things set taken = taken + ${count}::int
     where id = ${id} and (${count}::int <= 0 or taken + ${count}::int <= capacity) returning taken`
const drops = kindOn({
  name: 'drop',
  takePlaces: ({ id }, { party }) => sql`
    update things set taken = taken + ${party}::int
     where id = ${id}::int and taken + ${party}::int <= capacity returning taken, id as subject`,
  changeTaken,
  ...{ confirmation: 'mail', heldMinutes: 5, hasWaitlist: true, offerMinutesOnDay: 15 },
  priceOf: (_, { party }) => ({ priceCents: 900 * party, payment: 'card' }),
})

beforeAll(async () => {
  site = await openCredit()
  await site.query(`
    create table things (id serial primary key, title text not null, starts_at timestamptz not null,
      ends_at timestamptz not null, capacity int, taken int not null default 0 check (taken between 0 and capacity));
    create table things_taken (thing int not null, during tstzrange not null, exclude using gist (during with &&))`)
  // Bookings declare a kind with the same name.
  const features = site.payload.config.custom.features.map((feature: Feature) => ({
    ...feature,
    provides: feature.provides?.filter(({ value }) => value !== tableKind) ?? [],
  }))
  payload = payloadOn(site.pool, [
    ...features,
    { name: 'things', provides: [tables, drops].map((kind) => reservationKinds.with(kind)) },
  ])
})
beforeEach(() => void mails.splice(0))
afterAll(async () => {
  await site.pool.end()
})

let serial = 0
/** Adds a thing on a day of its own, unless `hour` is given. */
async function addThing({ hour = 24 * (2 + ++serial), capacity = null as number | null } = {}) {
  const [row] = await site.query<{ id: number }>(
    `insert into things (title, starts_at, ends_at, capacity)
     values ('Thing', date_trunc('hour', now()) + $1::int * interval '1 hour',
             date_trunc('hour', now()) + ($1::int + 2) * interval '1 hour', $2) returning id`,
    [hour, capacity],
  )
  return row?.id ?? 0
}
const stranger = (email = `stranger-${++serial}@venue.example`) => ({ name: 'Jo', email })
const reserveAt = (
  kind: ReservationKind<Thing>,
  subject: number,
  {
    party = 2,
    guest = stranger() as Parameters<typeof reserve>[2]['guest'],
    key = newFormKey(),
  } = {},
) => reserve(kind, request(), { subject, party, key, guest })
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error) => error.reason,
  )
const takenAt = async (id: number) =>
  (await site.query<{ taken: number }>('select taken from things where id = $1', [id]))[0]?.taken
const setReservation = ({ id }: { id: number }, set: string) =>
  site.query(`update reservations set ${set} where id = ${id}`)
const current = async (kind: ReservationKind<Thing>, { token }: { token: string }) => {
  const state = await findByToken(kind, payload, token)
  if (!state) throw new Error('There is no such reservation.')
  return state
}

describe('a kind that is confirmed at once, with places outside of a counter', () => {
  test('gives a stranger the reservation without a link, and refuses an overlapping one', async () => {
    const [first, second] = [await addThing({ hour: 30 }), await addThing({ hour: 31 })]
    const own = await reserveAt(tables, first)
    expect(own).toMatchObject({ status: 'going', isConfirmed: true, subject: { id: first } })
    expect(mails).toEqual([`going ${own.email}`])
    expect(await outcomeOf(reserveAt(tables, second))).toBe('full')
    await cancelReservation(tables, request(), { id: own.id, by: 'guest' })
    expect(await reserveAt(tables, second)).toMatchObject({ status: 'going' })
  })

  test('gives overlapping requests that arrive at once to one of them', async () => {
    const hour = 500
    const things = await Promise.all(Array.from({ length: 6 }, () => addThing({ hour })))
    const outcomes = await Promise.all(things.map((id) => outcomeOf(reserveAt(tables, id))))
    expect(outcomes.toSorted()).toEqual(['accepted', ...Array(5).fill('full')])
    const rows = await site.query(
      `select from reservations where kind = 'table' and subject = any($1)`,
      [things],
    )
    expect(rows).toHaveLength(1)
  })

  test('repeats the reply to a repeated request, and gives the link to nobody else', async () => {
    const thing = await addThing()
    const key = newFormKey()
    const guest = stranger()
    const first = await reserveAt(tables, thing, { guest, key })
    expect(await reserveAt(tables, thing, { guest, key })).toMatchObject({ id: first.id })
    expect(await outcomeOf(reserveAt(tables, thing, { guest }))).toBe('exists')
  })

  test('is not found by functions of another kind', async () => {
    const date = await addDate(site.query)
    const thing = await addThing()
    const { id, token } = await reserveAt(tables, thing)
    await site.query('update reservations set subject = $2 where id = $1', [id, date])
    expect(await findByToken(eventKind, payload, token)).toBeNull()
    expect(await outcomeOf(checkIn(eventKind, request(), { id, inside: 1 }))).toBe('not_found')
    await site.query('update reservations set subject = $2 where id = $1', [id, thing])
  })
})

describe('a price that is paid by card', () => {
  const book = async (capacity = 4, party = 2) => {
    const thing = await addThing({ capacity })
    const state = await reserveAt(drops, thing, { party, guest: { member: await site.join() } })
    return { thing, state }
  }
  const minutesLeft = (until: Date | null) => Math.round((Number(until) - Date.now()) / 60_000)

  test('keeps places for the minutes of the kind; beginning to pay extends this once', async () => {
    const { state } = await book()
    expect(state).toMatchObject({ status: 'held', payment: 'card', priceCents: 1800 })
    expect(minutesLeft(state.heldUntil)).toBe(5)
    expect(mails).toEqual([])
    const first = await extendHold(drops, request(), { id: state.id, minutes: 15 })
    expect(minutesLeft(first)).toBe(15)
    await setReservation(state, `held_until = now() + interval '3 minutes'`)
    const second = await extendHold(drops, request(), { id: state.id, minutes: 15 })
    expect(minutesLeft(second)).toBe(3)
  })

  test('is confirmed by the payment, once', async () => {
    const { state, thing } = await book()
    const pay = (transfer: number) => confirmPaid(drops, request(), { id: state.id, transfer })
    const outcomes = await Promise.all([pay(71), pay(71)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['confirmed', 'repeated'])
    expect((await pay(72)).kind).toBe('too_late')
    expect(await current(drops, state)).toMatchObject({ status: 'going', isPaid: true })
    expect([await takenAt(thing), mails]).toEqual([2, [`going ${state.email}`]])
    expect(await outcomeOf(extendHold(drops, request(), { id: state.id, minutes: 15 }))).toBe(
      'paid_already',
    )
    const change = { id: state.id, party: 3, by: 'guest' as const }
    expect(await outcomeOf(changeParty(drops, request(), change))).toBe('paid')
  })

  test('that arrives after the places were given back confirms nothing', async () => {
    const { state, thing } = await book()
    await setReservation(state, 'held_until = now()')
    await expireAllDue(payload)
    const late = await confirmPaid(drops, request(), { id: state.id, transfer: 80 })
    expect([late.kind, late.state.status, await takenAt(thing)]).toEqual([
      'too_late',
      'cancelled',
      0,
    ])
    expect(await outcomeOf(extendHold(drops, request(), { id: state.id, minutes: 15 }))).toBe(
      'offer_expired',
    )
  })

  test('has to be paid after an offer and after the address is confirmed, too', async () => {
    const { state: first, thing } = await book(2)
    const next = await reserveAt(drops, thing, { guest: { member: await site.join() } })
    expect(next.status).toBe('waitlisted')
    await cancelReservation(drops, request(), { id: first.id, by: 'guest' })
    const accepted = await acceptOffer(drops, request(), next.id)
    // The offer is valid for longer than the kind holds places.
    const offer = mails.find((mail) => mail === `offer ${next.email}`)
    expect([accepted.status, minutesLeft(accepted.heldUntil) > 60, offer !== undefined]).toEqual([
      'held',
      true,
      true,
    ])
    const paid = await confirmPaid(drops, request(), { id: next.id, transfer: 90 })
    expect(paid).toMatchObject({ kind: 'confirmed', state: { status: 'going' } })

    const other = await addThing({ capacity: 4 })
    const guest = stranger()
    const asked = { subject: other, party: 2, key: newFormKey(), guest }
    expect(await reserveUnconfirmed(drops, request(), asked)).toBe(true)
    const [row] = await site.query<{ id: number }>('select id from reservations where email = $1', [
      guest.email,
    ])
    const confirmed = await confirmReservation(drops, request(), row?.id ?? 0)
    expect(confirmed).toMatchObject({ status: 'held', isConfirmed: true })
  })
})

describe('all kinds', () => {
  const on = async (
    state: ReservationState<Thing>,
    search = '',
    withAddresses = true,
    isAllowed: Parameters<typeof findReservationsOfDay>[1]['isAllowed'] = () => true,
  ) =>
    findReservationsOfDay(payload, {
      ...{ day: state.subject.startsAt.toISOString().slice(0, 10), timeZone: 'UTC' },
      ...{ search, withAddresses, isOnlyTonight: false, isAllowed },
    })

  test('are in the list of a day, in which staff search', async () => {
    const thing = await addThing({ hour: 24 * 100 })
    const own = await reserveAt(tables, thing, {
      guest: { name: 'Zoë Ärger', email: 'zoe@venue.example' },
    })
    const date = await addDate(site.query, { startsAt: own.subject.startsAt })
    const event = await reserve(eventKind, request(), {
      ...{ subject: date, party: 1, key: newFormKey(), guest: { name: 'Bob', email: null } },
      by: 'staff',
    })
    const kindsOf = async (...given: Parameters<typeof on>) =>
      (await on(...given)).map(({ kind, rows }) => [kind, rows.map(({ id }) => id)])
    expect(await kindsOf(own)).toEqual(
      expect.arrayContaining([
        ['table', [own.id]],
        ['event', [event.id]],
      ]),
    )
    expect(await kindsOf(own, 'arger')).toEqual([['table', [own.id]]])
    expect(await kindsOf(own, 'zoe@')).toEqual([['table', [own.id]]])
    expect(await kindsOf(own, 'zoe@', false)).toEqual([])
    tables.ofOneGuest = { permission: 'bookings.run', refusal: () => reservationError('full') }
    expect(await kindsOf(own, '', true, (needed) => needed !== 'bookings.run')).toEqual([
      ['event', [event.id]],
    ])
    delete tables.ofOneGuest
    const [found] = await on(own, 'zoe')
    const options = { timeZone: 'UTC', withAddresses: true, of: ['What'] }
    const rows = (found?.rows ?? []).map((row) => ({ ...row, of: [found?.title ?? ''] }))
    expect(reservationsFile(rows, options)).toContain('Thing,Zoë Ärger,zoe@venue.example,2,Going')
  })

  test('are exported and erased with the member, and forgotten after their time', async () => {
    const member = await site.join()
    const thing = await addThing()
    const own = await reserveAt(tables, thing, { guest: { member } })
    expect(await exportData(site.db, member, request())).toMatchObject({
      table_reservations: [{ title: 'Thing', email: member.email, party: 2 }],
      drop_reservations: [],
    })
    await eraseData(site.db, member, request())
    expect(await findByToken(tables, payload, own.token)).toBeNull()
    const [row] = await site.query(
      'select status, name, email, member from reservations where id = $1',
      [own.id],
    )
    expect(row).toEqual({ status: 'cancelled', name: null, email: null, member: null })

    const old = await reserveAt(tables, await addThing())
    await site.query(
      `update things set starts_at = now() - interval '92 days', ends_at = now() - interval '91 days' where id = $1`,
      [old.subject.id],
    )
    await forgetOld(payload)
    expect((await current(tables, old)).email).toBeNull()
  })
})
