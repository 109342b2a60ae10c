import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import type { WorkerState } from './contract.ts'
import { overdueMs } from './rules.ts'

/** Whether scheduled changes are worked off, as all processes see it in the database. */
export async function workerState(payload: Payload): Promise<WorkerState> {
  const [state] = await rows<{ beat_at: Date | string | null; overdue: number }>(
    payload,
    sql`select (select max(beat_at) from worker_beats) as beat_at,
               (select count(*)::int from scheduled_changes
                 where state = 'waiting'
                   and at < now() - ${`${overdueMs} milliseconds`}::interval) as overdue`,
  )
  const { beat_at = null, overdue = 0 } = state ?? {}
  return {
    late: overdue > 0,
    beatAt: beat_at && new Date(beat_at).toISOString(),
    overdue,
  }
}
