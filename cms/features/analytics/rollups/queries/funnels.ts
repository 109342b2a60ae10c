import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  sql,
  textList,
} from '../../../../platform/database/query.ts'
import { eventNames } from '../../rules.ts'

const step = z.union([z.object({ page: z.string() }), z.object({ event: z.enum(eventNames) })])
const ownFunnel = z.object({
  id: z.string(),
  name: z.string(),
  steps: z.array(step),
  isCounted: z.boolean(),
})
export type OwnFunnel = z.output<typeof ownFunnel>

const columns = sql`id::text, name, steps, counted_at is not null as "isCounted"`

export const listOwnFunnels = (db: Database): Promise<OwnFunnel[]> =>
  findRows(db, ownFunnel)`select ${columns} from analytics_own_funnels order by id`

/**
 * Locks own funnels: nobody can delete them until the transaction ends. A transaction that changes sums of funnels
 * locks the funnels first, because a deletion locks the funnel and then its sums. By default the lock is shared,
 * because several days and months are added up at the same time.
 * @param options.ids the funnels to lock; null for all
 * @param options.isExclusive whether no other transaction may hold these locks
 */
export const lockOwnFunnels = (
  db: Database,
  {
    ids = null,
    isExclusive = false,
  }: { ids?: readonly string[] | null; isExclusive?: boolean } = {},
): Promise<OwnFunnel[]> =>
  findRows(db, ownFunnel)`
    select ${columns} from analytics_own_funnels
     where ${ids === null} or id::text in ${textList(ids ?? [])}
     order by analytics_own_funnels.id for ${isExclusive ? sql`update` : sql`key share`}`

/** Stores a funnel, unless the maximum number exists. @returns its id; null if the maximum number exists */
export const insertFunnel = (
  db: Database,
  { name, steps, maxCount }: { name: string; steps: readonly object[]; maxCount: number },
): Promise<number | null> =>
  findRow(db, column(z.number()))`
    insert into analytics_own_funnels (name, steps)
    select ${name}, ${JSON.stringify(steps)}::jsonb
     where (select count(*) from analytics_own_funnels) < ${maxCount}
    returning id`

/** Deletes a funnel with its sums. @returns its name; null if there was none */
export async function deleteFunnel(db: Database, id: number): Promise<string | null> {
  const name = await findRow(db, column(z.string()))`
    delete from analytics_own_funnels where id = ${id} returning name`
  // Now no sums of this funnel can be added, see `lockOwnFunnels`.
  await execute(db)`delete from analytics_funnels where funnel = ${String(id)}`
  return name
}

/** The own funnels whose earlier days are not added up yet. */
export const findUncountedFunnels = (db: Database): Promise<OwnFunnel[]> =>
  findRows(db, ownFunnel)`
    select ${columns} from analytics_own_funnels where counted_at is null order by id`

/** Days that have sums. A new funnel has to be counted on them too. */
export const findRolledDays = (db: Database): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select to_char(day, 'YYYY-MM-DD') from analytics_days where rolled_at is not null order by day`

/** Replaces the sums of a funnel for all months that have sums. */
export async function replaceMonthsOfFunnel(db: Database, id: string): Promise<void> {
  await execute(db)`delete from analytics_funnels where period = 'month' and funnel = ${id}`
  await execute(db)`
    insert into analytics_funnels (period, start, segment, funnel, step, sessions)
    select 'month', date_trunc('month', start)::date, segment, funnel, step, sum(sessions)
      from analytics_funnels
     where period = 'day' and funnel = ${id}
       and date_trunc('month', start)::date in (select start from analytics_months)
     group by date_trunc('month', start), segment, funnel, step`
}

export const finishFunnel = (db: Database, id: string) =>
  execute(db)`update analytics_own_funnels set counted_at = now() where id = ${id}::int`
