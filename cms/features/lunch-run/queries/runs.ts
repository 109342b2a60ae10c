import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  requireRow,
  textList,
} from '../../../platform/database/query.ts'
import { assignments, insertion, rowOf, type Values } from '../../../platform/database/row.ts'
import type { Dish } from '../rules.ts'
import { lunchRuns } from '../tables.ts'

const run = rowOf(lunchRuns, { without: ['key', 'createdAt'] })
const runRow = run.schema.extend({ dishes: z.custom<Dish[]>(Array.isArray) })
export type Run = z.output<typeof runRow>

export const findRun = (db: Database, id: number): Promise<Run | null> =>
  findRow(db, runRow)`select ${run.columns} from lunch_runs where id = ${id}`

export const findRunByKey = (db: Database, starter: number, key: string): Promise<Run | null> =>
  findRow(db, runRow)`
    select ${run.columns} from lunch_runs where starter = ${starter} and key = ${key}`

/** Locks a run so that nobody orders meanwhile. */
export const lockRun = (db: Database, id: number): Promise<Run | null> =>
  findRow(db, runRow)`select ${run.columns} from lunch_runs where id = ${id} for no key update`

/** Locks a run so that it does not change, while others can order too. */
export const shareRun = (db: Database, id: number): Promise<Run | null> =>
  findRow(db, runRow)`select ${run.columns} from lunch_runs where id = ${id} for share`

/** The database’s clock. All processes and orders share it. */
export const readClock = (db: Database): Promise<Date> =>
  requireRow(db, column(z.coerce.date()))`select clock_timestamp()`

/** @returns null if the offer has an open run on that day */
export async function insertRun(
  db: Database,
  values: Values<typeof lunchRuns>,
): Promise<Run | null> {
  const { names, values: row } = insertion(lunchRuns, values)
  return findRow(db, runRow)`
    insert into lunch_runs (${names}) select ${row}
    on conflict (day, source, coalesce(vendor, 0)) where state = 'open' do nothing
    returning ${run.columns}`
}

export const updateRun = (
  db: Database,
  id: number,
  values: Values<typeof lunchRuns>,
): Promise<number> =>
  execute(db)`update lunch_runs set ${assignments(lunchRuns, values)} where id = ${id}`

/** How many runs of a member are not finished. */
export const countOwnRuns = (db: Database, starter: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from lunch_runs where starter = ${starter} and state in ('open', 'closed')`

/** The runs of a day and those to come, in the order of their cut-offs. */
export const listRunsFrom = (db: Database, day: string): Promise<Run[]> =>
  findRows(db, runRow)`
    select ${run.columns} from lunch_runs where day >= ${day} order by cut_off_at, id limit 100`

/** The ids of runs with a step that is due. */
export const listDueRuns = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from lunch_runs
     where (state = 'open' and (cut_off_at <= now() or (asked_at is null and cut_off_at <= now() + interval '15 minutes')))
        or (state = 'closed' and ends_at <= now())
     order by id limit 200`

/** The runs of a day that have one of the dishes and are not finished. Locked in the order of their ids. */
export const lockRunsWith = (
  db: Database,
  { day, dishes }: { day: string; dishes: readonly string[] },
): Promise<Run[]> =>
  findRows(db, runRow)`
    select ${run.columns} from lunch_runs
     where day = ${day} and source = 'kitchens' and state in ('open', 'closed')
       and exists (select from jsonb_array_elements(dishes) as dish
                    where dish ->> 'id' in ${textList(dishes)})
     order by id for no key update`

/** Runs whose starter or runner is a member. */
export const lockRunsOf = (db: Database, member: number): Promise<Run[]> =>
  findRows(db, runRow)`
    select ${run.columns} from lunch_runs where starter = ${member} or runner = ${member}
     order by id for no key update`

/** Removes a member from the runs that they started or ran. */
export async function forgetRunner(db: Database, member: number): Promise<void> {
  await execute(db)`update lunch_runs set starter = null where starter = ${member}`
  await execute(db)`
    update lunch_runs set runner = null, runner_since = null where runner = ${member}`
}

/** Deletes runs, with their orders, that ended long ago. */
export async function deleteOldRuns(db: Database, days: number): Promise<void> {
  const old = await findRows(db, column(z.number()))`
    select id from lunch_runs
     where ends_at < now() - ${days} * interval '1 day' and state in ('settled', 'cancelled') limit 1000`
  if (!old.length) return
  await execute(db)`delete from lunch_orders where run = any(${idList(old)}::int[])`
  await execute(db)`delete from lunch_runs where id = any(${idList(old)}::int[])`
}
