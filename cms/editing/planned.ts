import type { PayloadRequest } from 'payload'
import { recordAll } from '../audit/service.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { type Executor, sql } from '../database/sql.ts'
import { subjectOf } from './content.ts'
import type { ContentKey, ScheduledAction } from './contract.ts'

/** A scheduled change that waits for its time. */
export type Planned = ContentKey & { id: number; action: ScheduledAction }
/** The same, with the words that it is about. */
export type PlannedWords = Planned & { revision: number }

/** Takes scheduled changes back, and says so in the audit trail. The caller holds their rows. */
export async function cancelPlanned(
  req: PayloadRequest,
  db: Executor,
  planned: Planned[],
  reason: string | null,
): Promise<void> {
  if (!planned.length) return
  const ids = JSON.stringify(planned.map(({ id }) => id))
  await db.execute(
    sql`update scheduled_changes set state = 'cancelled', failure = ${reason}, updated_at = now()
         where id in (select value::int from jsonb_array_elements_text(${ids}::jsonb))`,
  )
  await recordAll(
    req,
    planned.map((each) => ({
      action: 'cancel_schedule',
      subject: subjectOf(each),
      of_collection: 'scheduled_changes',
      document: each.id,
      version: null,
      details: { action: each.action, ...(reason && { reason }) },
    })),
  )
}

/**
 * What waits for any of these keys, held until the transaction ends; nothing is scheduled meanwhile.
 * To be asked before the keys themselves are held, as the worker does it.
 */
export async function holdPlanned(
  req: PayloadRequest,
  db: Executor,
  keys: ContentKey[],
): Promise<PlannedWords[]> {
  await lockUntilCommit(req, 'schedule')
  const { rows } = await db.execute(
    sql`select s.id, s.page, s.section, s.content_key, s.action::text as action,
               s.revision::int as revision
          from scheduled_changes as s
          join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
                 as i (page text, section text, content_key text)
            on s.page = i.page and s.section = i.section and s.content_key = i.content_key
         where s.state = 'waiting' order by s.id for update of s`,
  )
  return rows as unknown as PlannedWords[]
}
