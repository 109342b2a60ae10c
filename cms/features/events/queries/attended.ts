import { z } from 'zod'
import { column, type Database, findRows, type SQL, sql } from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { reservationsOf } from '../../reservations/service.ts'
import { eventDates } from '../tables.ts'

const dateRow = rowOf(eventDates, { only: ['id', 'title', 'slug', 'day', 'areas', 'slot'] })
const attendedRow = dateRow.schema.extend({ party: z.number() })
export type AttendedDate = z.output<typeof attendedRow>

/** The reservations `r` of a member for dates `d` that are over. Those to whom the member did not come are left out. */
const attendedBy = (member: number): SQL => sql`
  ${reservationsOf('event')} as r join event_dates as d on d.id = r.subject
   where r.member = ${member} and r.status in ('going', 'attended') and d.ends_at < now()
     and d.status not in ('draft', 'cancelled', 'postponed')`

/**
 * The dates that are over for which a member had a place, oldest first. Those to whom they did not come are left out.
 * @param query `from` and `until` are days; `until` is the day after the last one
 */
export const listAttended = (
  db: Database,
  { member, from, until }: { member: number; from: string; until: string },
): Promise<AttendedDate[]> =>
  findRows(db, attendedRow)`
    select ${dateRow.columnsOf('d')}, r.party from ${attendedBy(member)}
       and d.day >= ${from} and d.day < ${until}
       and d.starts_at > ${from}::date - interval '2 days' and d.starts_at < ${until}::date + interval '2 days'
     order by d.starts_at, d.id`

/** The ids of the last of these dates, newest first. */
export const listLastAttended = (db: Database, member: number, limit: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select d.id from ${attendedBy(member)}
     order by d.starts_at desc limit ${limit}`
