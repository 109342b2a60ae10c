import type { Payload } from 'payload'
import { rows, sql } from '../database/sql.ts'
import { lastHeartbeat } from '../jobs/heartbeat.ts'
import { overdueMs } from '../mail/rules.ts'

/** Whether letters are started when their time comes, as all processes see it in the database. */
export type LettersState = {
  /** How many are overdue by two minutes. */
  overdue: number
  /** When a worker was last seen, ISO 8601. */
  beatAt: string | null
  /** What could not be started, and why; those that were given up first. */
  failed: { id: number; subject: string; error: string; isGivenUp: boolean }[]
}

export async function lettersState(payload: Payload): Promise<LettersState> {
  const [state] = await rows<Omit<LettersState, 'beatAt'> & { beat_at: string | Date | null }>(
    payload,
    sql`select ${lastHeartbeat} as beat_at,
               (select count(*)::int from letters where state = 'scheduled'
                   and send_at < now() - ${overdueMs} * interval '1 ms') as overdue,
               (select coalesce(jsonb_agg(jsonb_build_object(
                         'id', id, 'subject', subject, 'error', last_error,
                         'isGivenUp', state = 'draft') order by state, updated_at desc), '[]'::jsonb)
                  from letters where last_error is not null and state in ('draft', 'scheduled'))
                 as failed`,
  )
  const { overdue = 0, failed = [], beat_at = null } = state ?? {}
  return { overdue, failed, beatAt: beat_at && new Date(beat_at).toISOString() }
}
