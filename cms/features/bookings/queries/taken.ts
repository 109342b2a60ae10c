import { z } from 'zod'
import {
  column,
  type Database,
  findRows,
  idList,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import type { TakenTable } from '../times/availability.ts'

const takenTable = z.object({
  table: z.number(),
  from: z.number(),
  to: z.number(),
  arrivals: z.number(),
}) satisfies z.ZodType<TakenTable>

const milliseconds = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`

/** SQL: a row of `booking_tables` that takes its table, which an expired hold does not. */
export const takesTable = (alias: string): SQL =>
  sql.raw(`${alias}.active and (${alias}.held_until is null or ${alias}.held_until > now())`)

/** How long a party that sits longer than planned keeps its table from now on, in minutes; and the hours after which it has left unnoticed. */
const overtime = { minutes: 15, hours: 4 }
const soon = sql`now() + ${overtime.minutes}::int * interval '1 minute'`

/** SQL: tables `t` at which a party sits longer than planned, or soon does. */
const tablesInOvertime = sql`
  booking_tables as t join bookings as seated on seated.id = t.booking
    and seated.seated_at is not null and seated.finished_at is null
    and seated.ends_at > now() - ${overtime.hours}::int * interval '1 hour'
   where t.active and lower(t.during) > now() - interval '1 day' and lower(t.during) < now() and upper(t.during) < ${soon}`

/** SQL: whether somebody sits at a table longer than planned at a moment. The booking `except` does not count. */
export const isInOvertime = (table: SQL, at: Date, except: number): SQL => sql`(
  ${at}::timestamptz < ${soon}
  and exists (select from ${tablesInOvertime} and t.table_id = ${table} and t.booking <> ${except}::int))`

/** Which of some tables have a party that sits longer than planned at a moment. */
export const listInOvertime = (
  db: Database,
  { tables, at, except = 0 }: { tables: readonly number[]; at: Date; except?: number },
): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select wanted.id from unnest(${idList(tables)}::int[]) as wanted (id)
     where ${isInOvertime(sql`wanted.id`, at, except)}`

/**
 * When tables are taken between two moments, also by parties that sit longer than planned. No booking is longer than a day, so an index on the starts finds them all.
 * @param options.without a booking that is left out, because it is about to be moved
 */
export const listTaken = (
  db: Database,
  { from, to, without = null }: { from: Date; to: Date; without?: number | null },
): Promise<TakenTable[]> =>
  findRows(db, takenTable)`
    select t.table_id as "table", ${milliseconds(sql`lower(t.during)`)} as "from",
           ${milliseconds(sql`upper(t.during)`)} as "to", t.arrivals
      from booking_tables as t
     where lower(t.during) > ${from}::timestamptz - interval '1 day' and lower(t.during) < ${to}::timestamptz
       and upper(t.during) > ${from}::timestamptz and ${takesTable('t')}
       and t.booking is distinct from ${without}::int
    union all
    select t.table_id, ${milliseconds(sql`upper(t.during)`)}, ${milliseconds(soon)}, 0
      from ${tablesInOvertime} and ${from}::timestamptz < ${soon} and ${to}::timestamptz > now()
       and t.booking is distinct from ${without}::int`

const closureHit = z.object({
  id: z.number(),
  area: z.enum(venueAreas),
  day: z.string(),
  startsAt: z.coerce.date(),
  party: z.number(),
  tables: z.array(z.number()),
})
export type HitBooking = z.output<typeof closureHit>

/** The bookings that a closure hits, by their start, with all their tables. Those that are over are left out. */
export const listHitBookings = (
  db: Database,
  {
    area,
    tables,
    from,
    to,
  }: { area: VenueArea | null; tables: readonly number[]; from: Date; to: Date },
): Promise<HitBooking[]> =>
  findRows(db, closureHit)`
    select b.id, b.area, b.day, b.starts_at as "startsAt", b.party,
           array_agg(t.table_id order by t.table_id) as tables
      from bookings as b join booking_tables as t on t.booking = b.id and ${takesTable('t')}
     where b.finished_at is null
       and b.id in (select booking from booking_tables
                     where active and during && tstzrange(${from}::timestamptz, ${to}::timestamptz))
     group by b.id
    having bool_or(t.during && tstzrange(${from}::timestamptz, ${to}::timestamptz)
                   and case when ${tables.length}::int > 0 then t.table_id = any(${idList(tables)}::int[])
                       else b.area = coalesce(${area}, b.area) end)
     order by b.starts_at, b.id`
