import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  jsonRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { venueAreas } from '../../venue/rules.ts'
import { checkInVisits } from '../tables.ts'

const visitRow = rowOf(checkInVisits)
export type Visit = typeof checkInVisits.$inferSelect

/** @returns whether this is the member's first visit of this area in this night */
export async function insertVisit(
  db: Database,
  visit: Pick<Visit, 'member' | 'night' | 'area' | 'source' | 'at'>,
): Promise<boolean> {
  const row = insertion(checkInVisits, visit)
  const inserted = await execute(db)`
    insert into check_in_visits (${row.names}) select ${row.values} on conflict do nothing`
  return inserted > 0
}

/** A visit that the member has said, and that staff saw now. It keeps its time, see `takeBackVisit`. */
export const confirmVisit = (
  db: Database,
  { member, night, area }: Pick<Visit, 'member' | 'night' | 'area'>,
) =>
  execute(db)`
    update check_in_visits set source = 'door'
     where member = ${member} and night = ${night} and area = ${area} and source = 'here'`

/** Takes back that staff saw a member. If the member had said so before, that remains. */
export async function takeBackVisit(
  db: Database,
  { member, night, area }: Pick<Visit, 'member' | 'night' | 'area'>,
): Promise<void> {
  // A visit that began at the door has the time of its scan.
  const deleted = await execute(db)`
    delete from check_in_visits as v
     where v.member = ${member} and v.night = ${night} and v.area = ${area} and v.source = 'door'
       and exists (select from check_in_movements as m
                    where m.member = v.member and m.night = v.night and m.at = v.at)`
  if (deleted) return
  await execute(db)`
    update check_in_visits set source = 'here'
     where member = ${member} and night = ${night} and area = ${area} and source = 'door'`
}

/** The newest first. */
export const listVisits = (db: Database, member: number): Promise<Visit[]> =>
  findRows(db, visitRow.schema)`
    select ${visitRow.columns} from check_in_visits where member = ${member} order by night desc, at desc`

const hourRow = z.object({ area: z.enum(venueAreas), hour: z.number(), visits: z.number() })

/** Nights from `from` to before `until`, `YYYY-MM-DD`. */
export type VisitQuery = { member: number; from: string; until: string; timeZone: string }

/** How often a member was in each area, by the hour of the venue's clock at which they came. */
export const countVisits = (db: Database, { member, from, until, timeZone }: VisitQuery) =>
  findRows(db, hourRow)`
    select area, extract(hour from at at time zone ${timeZone})::int as hour, count(*)::int as visits
      from check_in_visits where member = ${member} and night >= ${from} and night < ${until}
     group by 1, 2 order by 1, 2`

const clockRow = z.object({
  night: z.string(),
  area: z.enum(venueAreas),
  /** `19:05`, on the venue's clock. */
  time: z.string(),
  hour: z.number(),
  source: z.enum(['here', 'door']),
})

/** A member's visits one by one, oldest first. */
export const listVisitTimes = (db: Database, { member, from, until, timeZone }: VisitQuery) =>
  findRows(db, clockRow)`
    select night, area, to_char(at at time zone ${timeZone}, 'HH24:MI') as time,
           extract(hour from at at time zone ${timeZone})::int as hour, source
      from check_in_visits where member = ${member} and night >= ${from} and night < ${until}
     order by night, at, area`

export const deleteVisitsOf = (db: Database, member: number) =>
  execute(db)`delete from check_in_visits where member = ${member}`

/** How many of these members were let in at the door after a moment, within some days. */
export const countWhoCame = (
  db: Database,
  members: readonly { member: number; since: Date }[],
  { days }: { days: number },
): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(distinct v.member)::int from check_in_visits as v
      join jsonb_to_recordset(${jsonRows(members)}) as m (member int, since timestamptz) on m.member = v.member
     where v.source = 'door' and v.at > m.since and v.at < m.since + ${days}::int * interval '1 day'`
