import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { isSilent, lastHeartbeat } from '../jobs/heartbeat.ts'
import type { WorkerState } from './contract.ts'
import { failuresShownDays, overdueMs } from './rules.ts'

/**
 * What was given up lately and is still open, among `scheduled_changes` as `s`: nobody has decided
 * anything later for the same key and action.
 */
export const hasFailed = sql`
  s.state = 'failed' and s.done_at > now() - ${failuresShownDays} * interval '1 day'
  and not exists (select from scheduled_changes as later
                   where later.id > s.id and later.action = s.action and later.page = s.page
                     and later.section = s.section and later.content_key = s.content_key)`

/**
 * Whether scheduled changes are worked off, as all processes see it in the database: late where
 * something is overdue by two minutes, or where something waits and no worker was seen for as long;
 * and how much was given up.
 */
export async function workerState(payload: Payload): Promise<WorkerState> {
  const [state] = await rows<{
    beat_at: Date | string | null
    overdue: number
    failed: number
    silent: boolean
  }>(
    payload,
    sql`select ${lastHeartbeat} as beat_at, waiting.overdue,
               (select count(*)::int from scheduled_changes as s where ${hasFailed}) as failed,
               waiting.count > 0 and ${isSilent} as silent
          from (select count(*) as count,
                       (count(*) filter (where at < now() - ${overdueMs} * interval '1 ms'))::int
                         as overdue
                  from scheduled_changes where state = 'waiting') as waiting`,
  )
  const { beat_at = null, overdue = 0, failed = 0, silent = false } = state ?? {}
  return {
    late: overdue > 0 || silent,
    beatAt: beat_at && new Date(beat_at).toISOString(),
    overdue,
    failed,
  }
}
