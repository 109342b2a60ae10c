import { z } from 'zod'
import { type Database, findRow, findRows } from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { lunchRuns } from '../tables.ts'

const fetchedRow = z.object({
  day: z.string(),
  offer: z.string(),
  /** How many lunches of others. */
  lunches: z.number(),
})

/** The runs that a member fetched in some days, with the lunches of others, oldest first. Runs are kept for a year. */
export const listFetched = (
  db: Database,
  { member, from, until }: { member: number; from: string; until: string },
) =>
  findRows(db, fetchedRow)`
    select r.day, r.offer_name as offer,
           (select count(*)::int from lunch_orders as o
             where o.run = r.id and o.state = 'settled' and o.member is distinct from r.runner
               and o.lines <> '[]'::jsonb) as lunches
      from lunch_runs as r
     where r.runner = ${member} and r.state = 'settled' and r.day >= ${from} and r.day < ${until}
     order by r.day, r.id`

const run = rowOf(lunchRuns, { only: ['id', 'offerName', 'day', 'area', 'opensAt', 'cutOffAt'] })
const nextRow = run.schema.extend({
  hasOrdered: z.boolean(),
  isRunner: z.boolean(),
  /** The clock of the database. */
  now: z.coerce.date(),
})
export type NextLunch = z.output<typeof nextRow>

/** The open run whose cut-off comes next; one in which the member takes part comes first. */
export const findNextLunch = (
  db: Database,
  { member, today }: { member: number; today: string },
): Promise<NextLunch | null> =>
  findRow(db, nextRow)`
    select ${run.columnsOf('r')}, o.id is not null as "hasOrdered", r.runner is not distinct from ${member}::int as "isRunner",
           clock_timestamp() as now
      from lunch_runs as r
      left join lunch_orders as o on o.run = r.id and o.member = ${member} and o.state = 'ordered' and o.lines <> '[]'::jsonb
     where r.day >= ${today} and r.state = 'open' and r.cut_off_at > now()
     order by (o.id is not null or r.runner is not distinct from ${member}::int) desc, r.cut_off_at, r.id limit 1`
