import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  requireRow,
  type SQL,
  sql,
  withPreparation,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf } from '../../../platform/database/row.ts'
import { namesDays, type ReservationStatus } from '../../reservations/rules.ts'
import { reservationsOf } from '../../reservations/service.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { bookings } from '../tables.ts'
import { isInOvertime, takesTable } from './taken.ts'

export const bookingRow = rowOf(bookings)
export type Booking = typeof bookings.$inferSelect

/** How many people may arrive at a time of an area: from `from` on, for `minutes`. */
export type Arrivals = { max: number; minutes: number }

/** The tables that a booking takes, and when. */
export type Place = {
  tables: readonly number[]
  /** From the start until the next party can come. */
  from: Date
  until: Date
  /** Null: no limit. */
  arrivals: Arrivals | null
  /** Also a table at which another party sits longer than planned, because staff want so. */
  isBeside?: boolean
}

export type NewBooking = Pick<
  Booking,
  | 'area'
  | 'day'
  | 'startsAt'
  | 'endsAt'
  | 'party'
  | 'source'
  | 'depositCents'
  | 'cancelUntil'
  | 'phone'
  | 'notes'
  | 'occasion'
  | 'highChair'
  | 'stepFree'
  | 'quotedFor'
>

/** `taken`: one of the tables is taken; `full`: too many people arrive at this time. Nothing was inserted then. */
export type Placed = { booking: Booking } | { refusal: 'taken' | 'full' }

const placed = z
  .looseObject({ places: z.number(), id: z.number().nullable() })
  .transform(({ places, ...row }): Placed => {
    if (row.id !== null) return { booking: bookingRow.schema.parse(row) as Booking }
    return { refusal: places ? 'taken' : 'full' }
  })

const rangeOf = ({ from, until }: Place) =>
  sql`tstzrange(${from}::timestamptz, ${until}::timestamptz)`

/** SQL: the tables of a place, each with its number, from 1. */
const wantedTables = ({ tables }: Place) =>
  sql`unnest(${idList(tables)}::int[]) with ordinality as wanted (id, number)`

/** SQL: a party arrives at its first table. */
const arrivalsOf = ({ party }: { party: number }) =>
  sql`case when wanted.number = 1 then ${party}::int else 0 end`

/** SQL: whether nobody sits longer than planned at a wanted table. The booking `except` does not count. */
const isLeft = ({ from, isBeside }: Place, except: number): SQL =>
  isBeside ? sql`true` : sql`not ${isInOvertime(sql`wanted.id`, from, except)}`

/** SQL: ends the expired holds of the tables at this time. */
const endHolds = (place: Place): SQL => sql`
  update booking_tables set active = false
   where id in (
     select id from booking_tables
      where active and held_until <= now() and table_id = any(${idList(place.tables)}::int[])
        and during && ${rangeOf(place)}
      order by id for update)
  returning id`

/** SQL: whether the party is one of those who may arrive at this time. The booking `except` does not count. */
const mayArrive = (
  { arrivals, from }: Place,
  { area, party, except }: { area: VenueArea; party: number; except: number },
): SQL =>
  arrivals
    ? sql`${party}::int + coalesce((
        select sum(b.party) from bookings as b
         where b.area = ${area} and b.id <> ${except}::int and b.starts_at >= ${from}::timestamptz
           and b.starts_at < ${from}::timestamptz + ${arrivals.minutes}::int * interval '1 minute'
           and exists (select from booking_tables as t where t.booking = b.id and ${takesTable('t')})), 0)
        <= ${arrivals.max}::int`
    : sql`true`

/**
 * Takes tables and inserts the booking, in one statement, which first ends expired holds of these tables. If another
 * transaction is taking one of them, waits until it ends. The caller has locked the arrivals (`lockArrivals`), and runs
 * the statement in a savepoint if it takes several tables, because it may have taken some of them before one is refused.
 * @param options.heldMinutes null: the tables are taken for good
 */
export const insertPlaced = (
  db: Database,
  booking: NewBooking,
  place: Place,
  { heldMinutes }: { heldMinutes: number | null },
): Promise<Placed> => {
  const row = insertion(bookings, { ...booking, id: sql`place.id` })
  return requireRow(withPreparation(db), placed)`
    with ended as (${endHolds(place)}),
    place as (
      select nextval('bookings_id_seq')::int as id from (select count(*) from ended) as holds
       where holds.count >= 0 and ${mayArrive(place, { ...booking, except: 0 })}),
    added as (
      insert into booking_tables (booking, table_id, during, arrivals, held_until)
      select place.id, wanted.id, ${rangeOf(place)}, ${arrivalsOf(booking)},
             now() + ${heldMinutes}::int * interval '1 minute'
        from place, ${wantedTables(place)}
       where ${isLeft(place, 0)}
       order by wanted.id
      on conflict do nothing
      returning id),
    made as (
      insert into bookings (${row.names})
      select ${row.values} from place where (select count(*) from added) = ${place.tables.length}::int
      returning ${bookingRow.columns})
    select (select count(*)::int from place) as places, made.* from (select) as one left join made on true`
}

/** What a move changes. */
export type BookingMove = Pick<NewBooking, 'area' | 'day' | 'startsAt' | 'endsAt' | 'party'> &
  Partial<Pick<NewBooking, 'depositCents' | 'cancelUntil'>>

/**
 * Moves a locked booking to other tables or another time, in one statement, like `insertPlaced`. A hold stays one. The
 * caller runs it in a savepoint, and rolls it back after a refusal, so that the booking keeps its tables. A party that
 * waits has none before; a booking that was released gets none.
 */
export const movePlaced = (
  db: Database,
  id: number,
  booking: BookingMove,
  place: Place,
): Promise<Placed> =>
  requireRow(withPreparation(db), placed)`
    with former as (delete from booking_tables where booking = ${id} and active returning held_until),
    ended as (${endHolds(place)}),
    place as (
      select former.held_until
        from (select count(*), max(held_until) as held_until from former) as former,
             (select count(*) from ended) as holds
       where (former.count > 0 or not exists (select from booking_tables where booking = ${id}))
         and holds.count >= 0 and ${mayArrive(place, { ...booking, except: id })}),
    added as (
      insert into booking_tables (booking, table_id, during, arrivals, held_until)
      select ${id}::int, wanted.id, ${rangeOf(place)}, ${arrivalsOf(booking)}, place.held_until
        from place, ${wantedTables(place)}
       where ${isLeft(place, id)}
       order by wanted.id
      on conflict do nothing
      returning id),
    made as (
      update bookings set ${assignments(bookings, { ...booking, version: sql`version + 1` })}
       where id = ${id} and (select count(*) from added) = ${place.tables.length}::int
      returning ${bookingRow.columns})
    select (select count(*)::int from place) as places, made.* from (select) as one left join made on true`

/**
 * Finds the first of some sets of tables that no other transaction is taking on a day, and locks it until the transaction
 * ends. So guests who book at the same time get different tables, instead of waiting for each other.
 * @param sets the ids of the tables of each, best first
 * @returns its index; null if others are taking all of them
 */
export const lockFirstSet = (
  db: Database,
  day: string,
  sets: readonly (readonly number[])[],
): Promise<number | null> =>
  findRow(db, column(z.number()))`
    select number::int - 1
      from jsonb_array_elements(${JSON.stringify(sets)}::jsonb) with ordinality as candidate (tables, number)
     where (select bool_and(pg_try_advisory_xact_lock(hashtextextended('booking table ' || id || ' on ' || ${day}, 0)))
              from jsonb_array_elements_text(candidate.tables) as wanted (id))
     limit 1`

/** Finds a booking and locks it until the transaction ends. */
export const lockBooking = (db: Database, id: number): Promise<Booking | null> =>
  findRow(
    db,
    bookingRow.schema,
  )`select ${bookingRow.columns} from bookings where id = ${id} for no key update`

const useOfTables = z.object({ until: z.coerce.date().nullable(), isWaiting: z.boolean() })

/**
 * Until when a booking takes tables; null if it takes none, because it was released, its hold has expired, or it has
 * waited for a table from the beginning (`isWaiting`).
 */
export const findUse = (db: Database, booking: number) =>
  requireRow(db, useOfTables)`
    select max(upper(t.during)) filter (where ${takesTable('t')}) as until, count(*) = 0 as "isWaiting"
      from booking_tables as t where t.booking = ${booking}`

/** Frees the tables of bookings. @returns how many were taken */
export const releaseTables = (db: Database, booking: number): Promise<number> =>
  execute(db)`update booking_tables set active = false where booking = ${booking} and active`

/** Sets when a party left. Its tables are free from then on. */
export const finishLocked = async (db: Database, id: number): Promise<Booking> => {
  await execute(db)`
    update booking_tables
       set during = tstzrange(lower(during), least(upper(during), greatest(now(), lower(during) + interval '1 minute')))
     where booking = ${id} and active`
  return requireRow(db, bookingRow.schema)`
    update bookings set finished_at = now(), version = version + 1 where id = ${id} returning ${bookingRow.columns}`
}

/** Whether a table has bookings that are not over. */
export const hasComingBookings = async (db: Database, table: number): Promise<boolean> =>
  (
    await findRows(db, column(z.number()))`
      select t.id from booking_tables as t
       where t.table_id = ${table} and upper(t.during) > now() and ${takesTable('t')} limit 1`
  ).length > 0

export const insertHealth = (db: Database, booking: number, text: string) =>
  execute(db)`
    insert into booking_health (booking, text) values (${booking}, ${text})
    on conflict (booking) do update set text = excluded.text`

/** SQL: whether a booking `b` has a reservation with this status. */
const hasStatus = (status: ReservationStatus) => sql`(
  exists (select from ${reservationsOf('table')} as r where r.subject = b.id and r.status = ${status})
  or exists (select from ${reservationsOf('desk')} as r where r.subject = b.id and r.status = ${status}))`

/**
 * Deletes what guests wrote about their health, once they have left or cancelled. That of guests who did not come is kept
 * until the end, because staff can take that back.
 */
export const deleteOldHealth = (db: Database): Promise<number> =>
  execute(db)`
    delete from booking_health as h using bookings as b
     where b.id = h.booking
       and (b.ends_at < now() - interval '2 hours' or b.finished_at < now() or ${hasStatus('cancelled')}
            or b.ends_at < now() and ${hasStatus('no_show')})`

/** Deletes bookings that guests began and did not complete. They have no reservation. */
export const deleteOldHolds = (db: Database): Promise<number> =>
  execute(db)`
    delete from bookings as b
     where b.source = 'web' and b.created_at < now() - interval '1 day'
       and b.id not in (select subject from ${reservationsOf('table')} as r)
       and b.id not in (select subject from ${reservationsOf('desk')} as r)`

/** Erases telephone numbers and notes when names of reservations are erased, see `namesDays`. */
export const forgetOldGuests = (db: Database): Promise<number> =>
  execute(db)`
    update bookings set phone = null, notes = null, occasion = null
     where ends_at < now() - ${namesDays}::int * interval '1 day'
       and (phone, notes, occasion) is distinct from (null, null, null)`
