import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRow,
  findRows,
  idList,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { assignments } from '../../../platform/database/row.ts'
import { kindNames, reservationStatuses } from '../../reservations/rules.ts'
import { reservationsOf } from '../../reservations/service.ts'
import { bookings } from '../tables.ts'
import { type Booking, bookingRow } from './place.ts'
import { takesTable } from './taken.ts'

const sheetRow = bookingRow.schema.extend({
  tables: z.array(z.number()),
  /** Until when its tables are taken, with the time until the next party; null if it has none. */
  until: z.coerce.date().nullable(),
  isHeld: z.boolean(),
  isReleased: z.boolean(),
  allergies: z.string().nullable(),
  reservation: z.number().nullable(),
  kind: z.enum(kindNames).nullable(),
  status: z.enum(reservationStatuses).nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  member: z.number().nullable(),
  /** Whether the person came before. Null if nothing is known by which to tell. */
  cameBefore: z.boolean().nullable(),
})
export type SheetRow = z.output<typeof sheetRow>

/** SQL: earlier visits before a booking `b`. Each condition is a statement of its own, so that it can use its index. */
const visitsBefore = (isSame: SQL) => sql`
  select from ${reservationsOf('table')} as earlier join bookings as visit on visit.id = earlier.subject
   where ${isSame} and visit.id <> b.id and earlier.status = 'attended' and visit.starts_at < b.starts_at`

/** SQL: a booking `b` with its tables, its newest reservation `r` and what the guest wrote about health. */
const withAll = (where: SQL) => sql`
  select ${bookingRow.columnsOf('b')}, t.tables, t.until, t."isHeld", t."isReleased", h.text as allergies,
         r.id as reservation, r.kind, r.status, coalesce(r.name, b.guest_name) as name, r.email, r.member,
         case when r.member is not null or r.email is not null or b.phone is not null then
           exists (${visitsBefore(sql`earlier.member = r.member`)})
           or exists (${visitsBefore(sql`earlier.email = r.email`)})
           or exists (${visitsBefore(sql`visit.phone = b.phone`)}) end as "cameBefore"
    from bookings as b
    cross join lateral (
      select coalesce(array_agg(table_id order by id) filter (where ${takesTable('each')}), '{}') as tables,
             max(upper(during)) filter (where ${takesTable('each')}) as until,
             coalesce(bool_or(held_until is not null) filter (where ${takesTable('each')}), false) as "isHeld",
             count(*) > 0 and not coalesce(bool_or(${takesTable('each')}), false) as "isReleased"
        from booking_tables as each where each.booking = b.id) as t
    left join booking_health as h on h.booking = b.id
    left join lateral (
      select * from (${reservationsOf('table')} union all ${reservationsOf('desk')}) as one where one.subject = b.id order by one.id desc limit 1) as r on true
   where ${where}`

/** SQL: what a guest of the site began and did not complete is no booking, once it has no table. */
const isBooking = sql`(b.source <> 'web' or r.id is not null or cardinality(t.tables) > 0)`

/** More than a venue has in a day. */
const most = 1000

/** The bookings of a day, by their start. */
export const listSheet = (db: Database, day: string): Promise<SheetRow[]> =>
  findReadableRows(db, sheetRow, 'bookings')`
    ${withAll(sql`b.day = ${day} and ${isBooking}`)} order by b.starts_at, b.id limit ${most}`

export const findOnSheet = (db: Database, id: number): Promise<SheetRow | null> =>
  findRow(db, sheetRow)`${withAll(sql`b.id = ${id}`)}`

/** The bookings with these ids, with the names of their guests. */
export const findAllOnSheet = (db: Database, ids: readonly number[]): Promise<SheetRow[]> =>
  findRows(
    db,
    sheetRow,
  )`${withAll(sql`b.id = any(${idList(ids)}::int[])`)} order by b.starts_at, b.id`

/** The bookings between two days whose name or telephone number contains a text. */
export const searchSheet = (
  db: Database,
  { from, until, text, digits }: { from: string; until: string; text: string; digits: string },
): Promise<SheetRow[]> =>
  findReadableRows(db, sheetRow, 'bookings')`
    ${withAll(sql`b.day between ${from} and ${until} and ${isBooking}
      and (strpos(lower(coalesce(r.name, b.guest_name)), ${text}) > 0
           or (length(${digits}) >= 3 and strpos(regexp_replace(b.phone, '\\D', '', 'g'), ${digits}) > 0))`)}
   order by b.starts_at, b.id limit 40`

/** Changes a locked booking, and increases its version. */
export const updateBooking = (
  db: Database,
  id: number,
  values: Partial<
    Pick<Booking, 'seatedAt' | 'finishedAt' | 'lateMinutes' | 'guestName' | 'staffKey'>
  > = {},
): Promise<Booking> =>
  requireRow(db, bookingRow.schema)`
    update bookings set ${assignments(bookings, { ...values, version: sql`version + 1` })}
     where id = ${id} returning ${bookingRow.columns}`

/** From now on, the guest gets the deposit back until the start, because it is the house that changes the booking. */
export const refundUntilStart = (db: Database, id: number): Promise<number> =>
  execute(db)`
    update bookings set cancel_until = starts_at where id = ${id} and cancel_until < starts_at`

/** Sets the deposit of a table that is only held. */
export const setDeposit = (db: Database, id: number, cents: number): Promise<number> =>
  execute(db)`update bookings set deposit = ${cents} where id = ${id}`

const entered = z.object({ id: z.number(), staffKey: z.string() })

/** The booking that an earlier request with this key made. Keys are erased after two days, so few bookings have one. */
export const findByStaffKey = (db: Database, key: string) =>
  findRow(db, entered)`
    select id, staff_key as "staffKey" from bookings
     where staff_key is not null and starts_with(staff_key, ${key}) limit 1`

const use = z.object({
  tables: z.array(z.number()),
  from: z.coerce.date().nullable(),
  until: z.coerce.date().nullable(),
})

/** Deletes the rows of tables that a booking took, so that it can take them again. @returns which, and when */
export const removeUse = (db: Database, booking: number) =>
  requireRow(db, use)`
    with gone as (delete from booking_tables where booking = ${booking} returning id, table_id, during)
    select coalesce(array_agg(table_id order by id), '{}') as tables, min(lower(during)) as "from",
           max(upper(during)) as until from gone`

const unmarked = z.object({ id: z.number(), kind: z.enum(kindNames) })

/** Reservations with a deposit whose bookings ended hours ago, and which nobody marked. */
export const listUnmarked = (db: Database) =>
  findRows(db, unmarked)`
    select r.id, r.kind
      from (${reservationsOf('table')} union all ${reservationsOf('desk')}) as r join bookings as b on b.id = r.subject
     where r.status = 'going' and b.ends_at < now() - interval '6 hours'
       and (r.hold is not null or r.payment = 'card' and r.price > 0)
     order by b.ends_at, r.id`

/** The place of a party among those of its area that wait for a table; 1 is the first. */
export const findWaitingPlace = (db: Database, { id, area, day }: Booking): Promise<number> =>
  requireRow(db, column(z.number()))`
    select 1 + count(*)::int from bookings as b
     where b.area = ${area} and b.day = ${day} and b.id < ${id} and b.quoted_for is not null
       and b.seated_at is null and b.finished_at is null
       and not exists (select from booking_tables as t where t.booking = b.id)`

const dayCount = z.object({ day: z.string(), parties: z.number(), people: z.number() })

/** The bookings of each day that are not cancelled. */
export const countByDay = (db: Database, { from, until }: { from: string; until: string }) =>
  findRows(db, dayCount)`
    select b.day, count(*)::int as parties, sum(b.party)::int as people from bookings as b
     where b.day between ${from} and ${until}
       and exists (select from booking_tables as t where t.booking = b.id and ${takesTable('t')})
     group by b.day order by b.day`

/** Erases the keys of old requests, and what is known of guests without a reservation. */
export const forgetEntered = (db: Database): Promise<number> =>
  execute(db)`
    update bookings
       set staff_key = null, guest_name = null, phone = case when guest_name is null then phone end
     where (staff_key is not null or guest_name is not null)
       and ends_at < now() - interval '2 days' and created_at < now() - interval '2 days'`
