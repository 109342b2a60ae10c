import { z } from 'zod'
import { type Database, execute, findRows, jsonRows } from '../database/query.ts'
import { keptDays, maxClientsPerHour } from './rules.ts'

export type EventCount = { kind: string; client: string; count: number }

/**
 * Adds events to this hour's counts. The rows are always locked in the same order, to prevent deadlocks. Pairs
 * of kind and client beyond the first `maxClientsPerHour` of the hour are counted without the client.
 */
export async function addEvents(db: Database, counts: readonly EventCount[]): Promise<void> {
  await execute(db)`
    with sent as (
      select e.kind, e.client, e.count, row_number() over () as nth
        from jsonb_to_recordset(${jsonRows(counts)}) as e (kind text, client text, count int)),
    stored as (
      select kind, client from security_counts where hour = date_trunc('hour', now())),
    named as (
      select sent.kind, sent.count,
             case when stored.client is not null
                       or nth + (select count(*) from stored) <= ${maxClientsPerHour}
                  then sent.client else '' end as client
        from sent left join stored using (kind, client))
    insert into security_counts as known (hour, kind, client, count)
    select date_trunc('hour', now()), kind, client, sum(count)::int from named
     group by kind, client order by kind, client
    on conflict (hour, kind, client) do update
      set count = least(known.count::bigint + excluded.count, 2147483647)::int`
}

const kindRow = z.object({ kind: z.string(), count: z.number() })
/** The number of events of each kind in the last `hours` hours, the most frequent kind first. */
export const countByKind = (db: Database, hours: number) =>
  findRows(db, kindRow)`
    select kind, sum(count)::float8 as count from security_counts
     where hour > now() - ${hours} * interval '1 hour' group by kind order by count desc, kind`

const clientRow = z.object({ client: z.string(), count: z.number(), kinds: z.array(z.string()) })
/** The clients with the most events in the last 24 hours, with the number and the kinds of their events. */
export const findTopClients = (db: Database, limit: number) =>
  findRows(db, clientRow)`
    select client, sum(count)::float8 as count, array_agg(distinct kind order by kind) as kinds
      from security_counts
     where hour > now() - interval '24 hours' and client <> ''
     group by client order by count desc, client limit ${limit}`

export async function deleteOldCounts(db: Database): Promise<void> {
  await execute(db)`
    delete from security_counts where hour < now() - ${keptDays} * interval '1 day'`
}
