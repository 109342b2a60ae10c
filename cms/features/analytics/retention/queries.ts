import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  sql,
} from '../../../platform/database/query.ts'
import type { RawTable } from '../rules.ts'

/** How long a statement waits for a lock of reports or of new events, in ms. */
const lockTimeoutMs = 2000

/** Partitions of a table whose days are all before a day. */
export const listPartitionsBefore = (
  db: Database,
  table: RawTable,
  day: string,
): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select c.relname from pg_inherits join pg_class as c on c.oid = inhrelid
     where inhparent = ${table}::regclass
       and substring(pg_get_expr(c.relpartbound, c.oid) from 'TO [(]''([0-9-]+)''')::date <= ${day}::date
     order by c.relname`

/**
 * Deletes a partition with its rows. Waits for locks only briefly, so that new events never wait long for the deletion.
 */
export async function dropPartition(db: Database, partition: string): Promise<void> {
  await db.execute(sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`)
  await db.execute(sql`drop table if exists ${sql.identifier(partition)}`)
}

/** Deletes the rows of all days before a day. @returns how many rows */
export const deleteRowsBefore = (db: Database, table: RawTable, day: string): Promise<number> =>
  execute(db)`delete from ${sql.identifier(table)} where day < ${day}::date`

/**
 * The first day from `from` until the day before `before` that has visits and whose rows are not completely aggregated.
 */
export async function findUnaggregatedDay(
  db: Database,
  { from, before }: { from: string; before: string },
): Promise<string | null> {
  const found = await findRow(db, z.object({ day: z.string().nullable() }))`
    select min(each.day::date)::text as day
      from generate_series(${from}::timestamp, ${before}::timestamp - interval '1 day', interval '1 day')
             as each (day)
      left join analytics_days as days on days.day = each.day::date
     where (days.rolled_at is null or days.dirty_at is not null)
       and exists (select from user_sessions where user_sessions.day = each.day::date)`
  return found?.day ?? null
}
