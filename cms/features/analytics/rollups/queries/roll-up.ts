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
import type { Funnel } from '../rules.ts'
import { type Kind, keysOf, numbersOf, sumsOf, tableOf } from './kinds.ts'
import { rawFacts } from './raw-facts.ts'

/**
 * Settings for adding up very many rows, until the transaction ends. PostgreSQL's statistics do not contain the newest
 * days yet. So it expects one row for them, and would compare each session with each view. Only hash joins and hash
 * aggregation are fast whatever it expects. JIT is off, because compiling a statement takes longer than running it.
 */
export const tuneForSums = (db: Database) => execute(db)`
  select set_config('work_mem', '64MB', true), set_config('jit', 'off', true),
         set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
         set_config('enable_sort', 'off', true)`

/**
 * Locks a day until the transaction ends, so that its sums are computed only once. Meanwhile, transactions that mark
 * the day as dirty wait.
 * @returns whether the day had sums before
 */
export async function lockDay(db: Database, day: string): Promise<boolean> {
  await execute(db)`insert into analytics_days (day) values (${day}::date) on conflict do nothing`
  const wasRolled = await findRow(db, column(z.boolean()))`
    select rolled_at is not null from analytics_days where day = ${day}::date for update`
  return wasRolled ?? false
}

/** Computes the sums of a day from its raw rows, and replaces the old ones. */
export async function replaceDay(
  db: Database,
  kind: Kind,
  { day, funnels }: { day: string; funnels: readonly Funnel[] },
): Promise<void> {
  const ids = funnels.map(({ id }) => id)
  const funnelCondition = kind === 'funnels' ? sql`funnel in ${textList(ids)}` : sql`true`
  await execute(db)`
    delete from ${tableOf(kind)} where period = 'day' and start = ${day}::date and ${funnelCondition}`
  await execute(db)`
    insert into ${tableOf(kind)} (period, start, ${keysOf(kind)}, ${numbersOf(kind)})
    select 'day', start, ${keysOf(kind)}, ${numbersOf(kind)}
      from (${rawFacts(kind, { days: [day], countsVisitors: true, funnels })}) as facts`
}

/** Computes the sums of a month from the sums of its days, and replaces the old ones. */
export async function replaceMonth(db: Database, kind: Kind, month: string): Promise<void> {
  await execute(db)`
    delete from ${tableOf(kind)} where period = 'month' and start = ${month}::date`
  await execute(db)`
    insert into ${tableOf(kind)} (period, start, ${keysOf(kind)}, ${numbersOf(kind)})
    select 'month', ${month}::date, ${keysOf(kind)}, ${sumsOf(kind)}
      from ${tableOf(kind)}
     where period = 'day' and start between ${month}::date
           and (${month}::date + interval '1 month' - interval '1 day')::date
     group by ${keysOf(kind)}`
}

/** Records that the sums of a day are complete, and that the sums of its month are outdated. */
export async function finishDay(db: Database, day: string): Promise<void> {
  await execute(db)`
    update analytics_days set rolled_at = clock_timestamp(), dirty_at = null where day = ${day}::date`
  await execute(db)`
    delete from analytics_months where start = date_trunc('month', ${day}::date)::date`
}

export const finishMonth = (db: Database, month: string) =>
  execute(db)`insert into analytics_months (start) values (${month}::date) on conflict do nothing`

/** SQL: the first day with data. */
export const firstDay = sql`(
  select min(day) from (select min(day) as day from analytics_days
                        union all select min(day) from user_sessions) as days)`

/** Days up to `last` that have no sums, or whose raw rows changed after they were added up; the latest first. */
export const findDaysToRoll = (db: Database, last: string): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select to_char(day, 'YYYY-MM-DD')
      from (select generate_series(${firstDay}::timestamp, ${last}::timestamp, '1 day')::date as day)
           as every
      left join analytics_days using (day)
     where rolled_at is null or dirty_at is not null
     order by day desc`

/** The first days of months that ended on or before `last`, have no sums, and whose days all have sums. */
export const findMonthsToRoll = (db: Database, last: string): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select to_char(month, 'YYYY-MM-DD')
      from (select date_trunc('month', day)::date as month
              from (select generate_series(${firstDay}::timestamp, ${last}::timestamp, '1 day')::date as day)
                   as every
              left join analytics_days using (day)
             group by 1
            having bool_and(rolled_at is not null and dirty_at is null)) as complete
     where (month + interval '1 month' - interval '1 day')::date <= ${last}::date
       and month not in (select start from analytics_months)
     order by month desc`

/** Locks the days of a month until the transaction ends. @returns whether all of them have current sums */
export async function lockMonth(db: Database, month: string): Promise<boolean> {
  const rolled = await findRows(db, column(z.boolean()))`
    select rolled_at is not null and dirty_at is null from analytics_days
     where day between ${month}::date and (${month}::date + interval '1 month' - interval '1 day')::date
     order by day for update`
  return rolled.every(Boolean)
}

const rolledRow = z.object({
  firstDay: z.string().nullable(),
  days: z.array(z.string()),
  dirtyDays: z.array(z.string()),
  months: z.array(z.string()),
})

/** Which days and months between two days have sums. */
export async function findAvailableSums(db: Database, { from, to }: { from: string; to: string }) {
  const row = await findRow(db, rolledRow)`
    select to_char(${firstDay}, 'YYYY-MM-DD') as "firstDay",
           coalesce(jsonb_agg(day::text) filter (where rolled_at is not null), '[]') as days,
           coalesce(jsonb_agg(day::text) filter (where rolled_at is not null and dirty_at is not null), '[]')
             as "dirtyDays",
           (select coalesce(jsonb_agg(start::text), '[]') from analytics_months
             where start between ${from}::date and ${to}::date) as months
      from analytics_days where day between ${from}::date and ${to}::date`
  const { firstDay: first = null, days = [], dirtyDays = [], months = [] } = row ?? {}
  return {
    firstDay: first,
    days: new Set(days),
    dirtyDays: new Set(dirtyDays),
    months: new Set(months),
  }
}
