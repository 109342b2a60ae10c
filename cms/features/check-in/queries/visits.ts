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
import { checkInVisits } from '../tables.ts'

const visitRow = rowOf(checkInVisits)
export type Visit = typeof checkInVisits.$inferSelect

/** @returns whether this is the member's first visit of this area in this night */
export async function insertVisit(
  db: Database,
  visit: Pick<Visit, 'member' | 'night' | 'area' | 'source'>,
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
  // A visit that began at the door has the time of the transaction in which its movement was stored.
  const deleted = await execute(db)`
    delete from check_in_visits as v
     where v.member = ${member} and v.night = ${night} and v.area = ${area} and v.source = 'door'
       and exists (select from check_in_movements as m
                    where m.member = v.member and m.night = v.night and m.received_at = v.at)`
  if (deleted) return
  await execute(db)`
    update check_in_visits set source = 'here'
     where member = ${member} and night = ${night} and area = ${area} and source = 'door'`
}

/** The newest first. */
export const listVisits = (db: Database, member: number): Promise<Visit[]> =>
  findRows(db, visitRow.schema)`
    select ${visitRow.columns} from check_in_visits where member = ${member} order by night desc, at desc limit 2000`

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
