import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  type SQL,
  sql,
  withPreparation,
} from '../../../platform/database/query.ts'
import type { ReservationKind } from '../../reservations/kind.ts'
import { reservationsOf } from '../../reservations/service.ts'
import { placeStates, type Reservable } from '../rules.ts'
import { bookingRow, releaseTables } from './place.ts'

/**
 * SQL: how a booking has its tables. Once it has a reservation, they are `taken` until it is cancelled or expires; its
 * tables are `held` only before.
 */
const places = sql`(
  select case when count(*) = 0 then 'waiting' when not bool_or(t.active) then 'released'
              when bool_or(t.held_until <= now()) then 'expired'
              when bool_or(t.held_until > now()) then 'held' else 'taken' end
    from booking_tables as t where t.booking = b.id) as places,
  (select min(t.held_until) from booking_tables as t where t.booking = b.id and t.active) as "heldUntil",
  (select coalesce(array_agg(t.table_id order by t.id), '{}') from booking_tables as t
    where t.booking = b.id and t.active) as "tableIds"`

const reservable = bookingRow.schema.extend({
  places: z.enum(placeStates),
  heldUntil: z.coerce.date().nullable(),
  tableIds: z.array(z.number()),
})
type Row = z.output<typeof reservable>

/** A booking as a subject of reservations. The number of places is not counted: the party has its tables, or none. */
const toSubject = (nameOf: (row: Row) => string) => (row: Row) =>
  ({ ...row, title: nameOf(row), capacity: null, taken: 0, maxParty: row.party }) as Reservable

/**
 * SQL: whether a booking `b` belongs to a kind. Its reservation says so. Before it has one, only what was begun on the site
 * can be a desk, because staff enter tables only.
 */
const isOf = {
  table: sql`not exists (select from ${reservationsOf('desk')} as other where other.subject = b.id)`,
  desk: sql`b.source = 'web' and not exists (select from ${reservationsOf('table')} as other where other.subject = b.id)`,
}

/** How a kind of reservations reads and changes its own bookings. @param nameOf names a booking in lists */
export function bookingSubjects(
  kind: keyof typeof isOf,
  nameOf: (row: Pick<Row, 'area'>) => string,
) {
  const toOne = toSubject(nameOf)
  const one = reservable.transform(toOne)
  const withDue = reservable
    .extend({ hasDue: z.boolean() })
    .transform(({ hasDue, ...row }) => ({ subject: toOne(row), hasDue }))
  const columns = sql`${bookingRow.columnsOf('b')}, ${places}`
  const find = (db: Database, id: number): Promise<Reservable | null> =>
    findRow(withPreparation(db), one)`
      select ${columns} from bookings as b where b.id = ${id} and ${isOf[kind]}`
  return {
    find,
    findWithDue: (db: Database, id: number, hasDue: SQL) =>
      findRow(withPreparation(db), withDue)`
        select ${columns}, ${hasDue} as "hasDue" from bookings as b where b.id = ${id} and ${isOf[kind]}`,
    findAll: (db: Database, ids: readonly number[]): Promise<Reservable[]> =>
      findRows(db, one)`
        select ${columns} from bookings as b
         where b.id = any(${idList(ids)}::int[]) and ${isOf[kind]} order by b.starts_at, b.id`,
    // The state of the tables is read after the lock, when nobody changes it any more.
    lock: async (db: Database, id: number): Promise<Reservable | null> => {
      const locked = await findRow(
        withPreparation(db),
        column(z.number()),
      )`select id from bookings where id = ${id} for no key update`
      return locked === null ? null : find(db, id)
    },
  }
}

/**
 * A statement that makes the hold of a booking’s tables a booking for good. It returns no row if one of the holds has
 * expired. What staff enter has its tables already.
 */
export const keepTables = (
  { id }: Pick<Reservable, 'id'>,
  { isByStaff }: { isByStaff: boolean },
): SQL => sql`
  update booking_tables as t set held_until = null
    from (select bool_and(active and (held_until > now() or ${isByStaff}::boolean and held_until is null)) as are_held
            from (select active, held_until from booking_tables where booking = ${id}::int order by id for update) as rows)
         as locked
   where locked.are_held and t.booking = ${id}::int
  returning 0 as taken, t.booking as subject`

/**
 * Frees the tables of a booking if nobody is left in its party, or changes how many people arrive at them.
 * @returns 0; null if the booking has no tables
 */
export async function changePeople(
  db: Database,
  { id, party }: Pick<Reservable, 'id' | 'party'>,
  count: number,
): Promise<number | null> {
  if (party + count <= 0) {
    await releaseTables(db, id)
    return 0
  }
  const changed = await execute(db)`
    update booking_tables set arrivals = ${party + count}::int
     where booking = ${id} and active and arrivals > 0`
  if (!changed) return count > 0 ? null : 0
  await execute(db)`
    update bookings set party = ${party + count}::int, version = version + 1 where id = ${id}`
  return 0
}

/** Statements about bookings that the module of reservations joins with its tables. */
export const reservableBookings = (name: string): ReservationKind['sql'] => ({
  open: sql`
    select id, starts_at, true as is_shown from bookings where ends_at > now() and finished_at is null`,
  // A table for a party that waits is chosen by the rules of its area, see `waitlist.ts`.
  free: sql`select id, 0 as free from bookings where false`,
  named: sql`select id, ${sql.raw(`'${name}, '`)} || area as title, starts_at from bookings`,
  endedBefore: (days) => sql`
    select id from bookings where ends_at < now() - ${days}::int * interval '1 day'`,
  lockAll: (ids) => sql`
    select id from bookings where id in (${ids}) order by id for no key update`,
})
