import { z } from 'zod'
import { type Database, findReadableRows, sql } from '../../../platform/database/query.ts'
import type { ReservationKind } from '../kind.ts'
import { reservationRow } from './reservations.ts'

const ofDay = reservationRow.schema
  .extend({ title: z.string(), startsAt: z.coerce.date() })
  .transform(({ title, startsAt, ...reservation }) => ({ title, startsAt, reservation }))
export type ReservationOfDay = z.output<typeof ofDay>

/** More than a page of a day shows. */
const mostOfDay = 2000

/**
 * The reservations of a kind whose subjects start between two moments, by subject; cancelled ones last.
 * @param member whose; by default everybody's. `most`: how many; null: all
 */
export const listOfDay = (
  db: Database,
  { name, sql: { named } }: Pick<ReservationKind, 'name' | 'sql'>,
  {
    from,
    until,
    member,
    most = mostOfDay,
  }: { from: Date; until: Date; member?: number | undefined; most?: number | null },
): Promise<ReservationOfDay[]> =>
  findReadableRows(db, ofDay, 'reservations')`
    select ${reservationRow.columnsOf('r')}, s.title, s.starts_at as "startsAt"
      from (${named}) as s join reservations as r on r.kind = ${name} and r.subject = s.id
     where s.starts_at >= ${from.toISOString()} and s.starts_at < ${until.toISOString()}
       ${member === undefined ? sql`` : sql`and r.member = ${member}`}
     order by s.starts_at, s.id, r.status = 'cancelled', r.queue nulls first, lower(r.name), r.id
     limit ${most}::int`
