import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { lastHeartbeat } from '../jobs/heartbeat.ts'
import type { OutboxState } from './contract.ts'
import { overdueMs, priorities } from './rules.ts'

const since = sql`now() - ${overdueMs} * interval '1 ms'`
const isOverdue = sql`state in ('queued', 'deferred')
  and (next_at < ${since} or (state = 'deferred' and response is null and created_at < ${since}))`

/**
 * How mails stand, as all processes see it in the database. Late: something urgent has been due for
 * two minutes; or something waits that long, and nothing has gone out meanwhile. A long letter whose
 * mails wait for their turn is not late.
 */
export async function outboxState(payload: Payload): Promise<OutboxState> {
  const [state] = await rows<{
    urgent: number
    overdue: number
    idle: boolean
    beat_at: Date | string | null
    error: string | null
  }>(
    payload,
    // The mails of a letter are many, and count only while nothing goes out.
    sql`with lull as materialized (
          select not exists (select from mails where updated_at > ${since} and sent_at > ${since})
                   as idle),
        waiting as (
          select priority, next_at, error from mails
           where ${isOverdue} and priority < ${priorities.letter}
          union all
          select priority, next_at, error from mails
           where ${isOverdue} and priority >= ${priorities.letter} and (select idle from lull))
        select (count(*) filter (where next_at < ${since} and priority < ${priorities.letter}))::int
                 as urgent,
               count(*)::int as overdue, (select idle from lull) as idle,
               ${lastHeartbeat} as beat_at,
               max(error) as error
          from waiting`,
  )
  const { urgent = 0, overdue = 0, idle = false, beat_at = null, error = null } = state ?? {}
  return {
    late: urgent > 0 || (overdue > 0 && idle),
    overdue,
    beatAt: beat_at && new Date(beat_at).toISOString(),
    error,
  }
}

/** How many mails are in which state: of the sent ones those of the last day, of the others all. */
export async function countMails(payload: Payload): Promise<Record<string, number>> {
  const counts = await rows<{ state: string; count: number }>(
    payload,
    sql`select state::text as state, count(*)::int as count from mails where state <> 'sent'
         group by state
        union all
        select 'sent', count(*)::int from mails
         where updated_at > now() - interval '1 day' and state = 'sent'`,
  )
  return Object.fromEntries(counts.map(({ state, count }) => [state, count]))
}
