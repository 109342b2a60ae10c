import { randomUUID } from 'node:crypto'
import type { PayloadRequest } from 'payload'
import { recordAll } from '../audit/service.ts'
import { keyPath } from '../content/contract.ts'
import { hasVersion } from '../content/stored-content.ts'
import { lockUntilCommit } from '../database/lock.ts'
import { rows, sql } from '../database/sql.ts'
import { inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { requireRole } from '../staff/roles.ts'
import { findVenue } from '../venue/service.ts'
import { askedTime, spokenTime } from './asked-time.ts'
import type {
  CancelReply,
  CancelRequest,
  ScheduledEntry,
  ScheduleListReply,
  ScheduleReply,
  ScheduleRequest,
} from './contract.ts'
import { batchKey, publishBatch } from './job-types.ts'
import { cancelPlans, type Plan } from './plans.ts'
import { hasFailed } from './worker-state.ts'

/**
 * Notes that keys are to be published, or taken down, at a time: all of them, in one transaction
 * then as now. What waited for the same key and action is replaced by it.
 *
 * What is published then is the revision that was chosen here, word for word: it is what a publisher
 * read and agreed to. Whatever editors write over it until then stays a draft over it. A revision
 * that a publisher went past meanwhile, by publishing a later one, is not brought back: its entry is
 * cancelled and says so.
 * @param asked `at` on the venue's clock, `YYYY-MM-DDTHH:MM`; for a time that the clock leaves out or
 *   shows twice see `atVenue`, and the reply's message
 * @throws HttpError `unauthorized`, `forbidden` below publisher, `bad_request` for a time that is
 *   none or has passed, `not_found` for a key or revision that is not kept
 */
export async function scheduleChanges(
  req: PayloadRequest,
  asked: ScheduleRequest,
): Promise<ScheduleReply> {
  const by = requireRole(req, 'publisher')
  const { timeZone } = await findVenue(req.payload)
  const time = askedTime(asked.at, timeZone)
  const { action } = asked
  const at = time.at.toISOString()
  const items = [...new Map(asked.items.map((item) => [keyPath(item), item])).values()]
  const kept = JSON.stringify(items)
  const batch = randomUUID()
  const ids = await inTransaction(req, async (db) => {
    // Two who schedule the same key at once: the later one sees what the first one left.
    await lockUntilCommit(req, 'schedule')
    for (const item of items) {
      if (!(await hasVersion(db, item, item.revision))) {
        throw new HttpError('not_found', `There is no such revision of ${keyPath(item)}.`)
      }
    }
    await db.execute(sql`
      update scheduled_changes as s
         set state = 'cancelled', updated_at = now(), failure = 'Replaced by a later decision.'
        from jsonb_to_recordset(${kept}::jsonb) as i (page text, section text, content_key text)
       where s.state = 'waiting' and s.action = ${action} and s.page = i.page
         and s.section = i.section and s.content_key = i.content_key`)
    const { rows: made } = await db.execute(sql`
      insert into scheduled_changes
             (page, section, content_key, revision, action, at, batch, by_name, by_id)
      select page, section, content_key, revision, ${action}::enum_scheduled_changes_action,
             ${at}::timestamptz, ${batch}, ${by.name}, ${by.id}
        from jsonb_to_recordset(${kept}::jsonb)
             as i (page text, section text, content_key text, revision numeric)
      returning id`)
    const entries = items.map((item, index) => ({
      action: 'schedule',
      subject: keyPath(item),
      of_collection: 'scheduled_changes',
      document: Number(made[index]?.id),
      version: null,
      details: { action, at, revision: item.revision },
    }))
    await recordAll(req, entries)
    await enqueue(db, publishBatch, { batch }, { key: batchKey(batch), runAt: time.at })
    return made.map(({ id }) => Number(id))
  })
  const when = spokenTime(time.at, timeZone)
  const done = action === 'publish' ? 'published' : 'taken down'
  return { ids, at, message: `To be ${done} on ${when}.${time.remark}` }
}

/**
 * Takes back what waits: one change, or all that was scheduled together.
 * @throws HttpError `unauthorized`, `forbidden` below publisher, `not_found`, `conflict` where nothing
 *   of it waits any longer
 */
export async function cancelChanges(
  req: PayloadRequest,
  asked: CancelRequest,
): Promise<CancelReply> {
  requireRole(req, 'publisher')
  const chosen = 'id' in asked ? sql`id = ${asked.id}` : sql`batch = ${asked.batch}`
  return inTransaction(req, async (db) => {
    const { rows: found } = await db.execute(
      sql`select id, page, section, content_key, state::text as state, action::text as action
            from scheduled_changes where ${chosen} order by id for update`,
    )
    const [first] = found
    if (!first) throw new HttpError('not_found', 'There is no such scheduled change.')
    const waiting = found.filter(({ state }) => state === 'waiting') as unknown as Plan[]
    if (!waiting.length) throw new HttpError('conflict', `This was ${first.state} already.`)
    await cancelPlans(req, db, waiting, null)
    return { ids: waiting.map(({ id }) => id) }
  })
}

/**
 * What waits, soonest first, and what could not be done in the last two weeks.
 * @param page one page's and those of every page, or null for the whole site
 * @throws HttpError `unauthorized`
 */
export async function findSchedule(
  req: PayloadRequest,
  page: string | null,
): Promise<ScheduleListReply> {
  requireRole(req, 'editor')
  type Row = Omit<ScheduledEntry, 'at'> & { at: Date | string }
  const found = await rows<Row>(
    req.payload,
    sql`select id, batch, page, section, content_key, action::text as action, at,
               revision::int as revision, state::text as state, by_name as by, failure
          from scheduled_changes as s
         where (state = 'waiting' or ${hasFailed})
           and ${page === null ? sql`true` : sql`page in (${page}, 'global')`}
         order by at, id limit 1000`,
  )
  return { changes: found.map((row) => ({ ...row, at: new Date(row.at).toISOString() })) }
}
