import type { Payload } from 'payload'
import { z } from 'zod'
import {
  type Database,
  databaseOf,
  findRow,
  findRows,
  requireRow,
  sql,
} from '../../database/query.ts'
import { lastHeartbeat } from '../../jobs/heartbeat.ts'
import type { OutboxState, ServerTrouble } from '../contract.ts'
import { keptResponse, type MailState, notWrittenPrefix, overdueMs, priorities } from '../rules.ts'

const since = sql`now() - ${overdueMs} * interval '1 ms'`
const isOverdue = sql`state in ('queued', 'deferred')
  and (next_at < ${since} or (state = 'deferred' and response is null and created_at < ${since}))`

const isoTime = z.coerce.date().transform((at) => at.toISOString())

const stateRow = z.object({
  urgent: z.number(),
  overdue: z.number(),
  idle: z.boolean(),
  beat_at: z.coerce.date().nullable(),
  error: z.string().nullable(),
})

/**
 * Whether mails are sent on time. They are late if an urgent mail (a mail that is sent before letters) has been due for
 * two minutes. They are also late if no mail was sent for two minutes, although a mail was due or could not be sent
 * because the mail server could not be reached. Mails of a long letter that wait for their turn are therefore not late.
 */
export async function findOutboxState(payload: Payload): Promise<OutboxState> {
  const { urgent, overdue, idle, beat_at, error } = await requireRow(databaseOf(payload), stateRow)`
    with pause as materialized (
      select not exists (select from mails where updated_at > ${since} and sent_at > ${since})
               as idle),
    waiting as (
      select priority, next_at, error from mails
       where ${isOverdue} and priority < ${priorities.letter}
      union all
      select priority, next_at, error from mails
       where ${isOverdue} and priority >= ${priorities.letter} and (select idle from pause))
    select (count(*) filter (where next_at < ${since} and priority < ${priorities.letter}))::int
             as urgent,
           count(*)::int as overdue, (select idle from pause) as idle,
           ${lastHeartbeat} as beat_at,
           max(error) as error
      from waiting`
  return {
    late: urgent > 0 || (overdue > 0 && idle),
    overdue,
    beatAt: beat_at?.toISOString() ?? null,
    error,
  }
}

const troubleRow = z.object({ error: z.string(), since: isoTime, nextAt: isoTime })

/**
 * The outage of the mail server; null if the server accepted a mail after the last failed try, or if no mail waits for
 * a retry. Failures that concern only one mail do not count.
 */
export const findServerTrouble = (db: Database): Promise<ServerTrouble | null> =>
  findRow(db, troubleRow)`
    with failed as materialized (
      select error, next_at, created_at, updated_at from mails
       where state = 'deferred' and response is null
         and error not like ${`${notWrittenPrefix}%`}),
    accepted as materialized (
      select sent_at from mails
       where updated_at > (select min(created_at) from failed) and sent_at is not null
       order by updated_at desc limit 1)
    select (array_agg(error order by updated_at desc))[1] as error,
           greatest(min(created_at), (select sent_at from accepted)) as since,
           min(next_at) as "nextAt"
      from failed
    having max(updated_at) > coalesce((select sent_at from accepted), '-infinity')`

const countRow = z.object({ state: z.string(), count: z.number() })

/**
 * Counts mails by state; sent mails only if they are from the last day. Mails that were only kept in the mailbox,
 * because no mail server is configured, count as `kept` instead of `sent`.
 */
export async function countMails(
  payload: Payload,
): Promise<Partial<Record<MailState | 'kept', number>>> {
  const counts = await findRows(databaseOf(payload), countRow)`
    select state::text as state, count(*)::int as count from mails where state <> 'sent'
     group by state
    union all
    select case when response = ${keptResponse} then 'kept' else 'sent' end, count(*)::int from mails
     where updated_at > now() - interval '1 day' and state = 'sent'
     group by 1`
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
}
