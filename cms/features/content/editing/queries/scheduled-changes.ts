import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRows,
  idList,
  jsonRows,
  requireRow,
  sql,
} from '../../../../platform/database/query.ts'
import { isSilent, lastHeartbeat } from '../../../../platform/jobs/heartbeat.ts'
import type { ContentKey } from '../../contract.ts'
import {
  type Replacement,
  replacements,
  type ScheduledAction,
  scheduledActions,
} from '../contract.ts'
import { failuresShownDays, overdueMs } from '../rules.ts'

const action = z.enum(scheduledActions)
const key = { page: z.string(), section: z.string(), content_key: z.string() }

const waitingChange = z.object({ ...key, id: z.number(), action })
/** A scheduled change that is waiting. */
export type WaitingChange = z.output<typeof waitingChange>
const changeWithRevision = waitingChange.extend({ revision: z.number() })
/** A waiting change with its revision. */
export type ChangeWithRevision = z.output<typeof changeWithRevision>

/** Cancels waiting changes whose rows the caller has locked. @param reason shown to staff */
export const markCancelled = (db: Database, ids: number[], reason: string | null) =>
  execute(db)`
    update scheduled_changes set state = 'cancelled', failure = ${reason}, updated_at = now()
     where id = any(${idList(ids)}::int[])`

/** Locks the waiting changes of some keys until the transaction ends. @returns these changes */
export const lockWaitingChanges = (
  db: Database,
  keys: readonly ContentKey[],
): Promise<ChangeWithRevision[]> =>
  findRows(db, changeWithRevision)`
    select s.id, s.page, s.section, s.content_key, s.action::text as action,
           s.revision::int as revision
      from scheduled_changes as s
      join jsonb_to_recordset(${jsonRows(keys)})
             as i (page text, section text, content_key text)
        on s.page = i.page and s.section = i.section and s.content_key = i.content_key
     where s.state = 'waiting' order by s.id for update of s`

const changeWithTime = waitingChange.extend({ at: z.coerce.date() })

/**
 * The next waiting change of each key.
 * @param page limits the result to this page and the global keys; null for the whole site
 */
export const findNextChanges = (db: Database, page: string | null) =>
  findReadableRows(db, changeWithTime, 'scheduled changes')`
    select distinct on (page, section, content_key)
           id, page, section, content_key, action::text as action, at
      from scheduled_changes
     where state = 'waiting'
       and ${page === null ? sql`true` : sql`page in (${page}, 'global')`}
     order by page, section, content_key, at, id`

/**
 * Returns those of the given version ids that are the `revision` of a waiting or failed change.
 * @param isGlobal whether the versions belong to global records
 */
export const findScheduledVersions = (db: Database, isGlobal: boolean, versions: number[]) =>
  findRows(db, column(z.number()))`
    select distinct revision::int as revision from scheduled_changes
     where revision = any(${idList(versions)}::int[]) and state in ('waiting', 'failed')
       and (page = 'global') = ${isGlobal}`

type NewChanges = {
  items: readonly (ContentKey & { revision: number })[]
  action: ScheduledAction
  /** What the page shows after unpublishing; null if the action is `publish`. */
  instead: Replacement | null
  at: Date
  batch: string
  by: { id: number; name: string }
}

/** Cancels waiting changes with the same keys and action, then adds new changes. @returns the new ids */
export async function replaceChanges(db: Database, changes: NewChanges): Promise<number[]> {
  const { items, action, instead, at, batch, by } = changes
  const replaced = (await lockWaitingChanges(db, items)).filter((each) => each.action === action)
  await markCancelled(
    db,
    replaced.map(({ id }) => id),
    'Replaced by a later decision.',
  )
  return findRows(db, column(z.number()))`
    insert into scheduled_changes
           (page, section, content_key, revision, action, instead, at, batch, by_name, by_id)
    select page, section, content_key, revision, ${action}::enum_scheduled_changes_action,
           ${instead}::enum_scheduled_changes_instead, ${at.toISOString()}::timestamptz, ${batch}, ${by.name}, ${by.id}
      from jsonb_to_recordset(${jsonRows(items)})
             as i (page text, section text, content_key text, revision numeric)
    returning id`
}

const waitingInBatch = waitingChange.extend({ batch: z.string(), at: z.coerce.date() })

/** Locks all waiting changes until the transaction ends. @returns these changes, without batches that are retried */
export const lockAllWaiting = (db: Database) =>
  findRows(db, waitingInBatch)`
    select id, page, section, content_key, action::text as action, batch, at from scheduled_changes
     where state = 'waiting' and retry_at is null order by id for update`

/** Moves the waiting changes of a batch to another time. */
export const moveBatch = (db: Database, batch: string, at: Date): Promise<number> =>
  execute(db)`
    update scheduled_changes set at = ${at.toISOString()}::timestamptz, updated_at = now()
     where batch = ${batch} and state = 'waiting'`

const changeInAnyState = waitingChange.extend({ state: z.string() })

/** Locks one change or a batch, in any state, until the transaction ends. @returns the changes */
export const lockByIdOrBatch = (db: Database, which: { id: number } | { batch: string }) =>
  findRows(db, changeInAnyState)`
    select id, page, section, content_key, state::text as state, action::text as action
      from scheduled_changes
     where ${'id' in which ? sql`id = ${which.id}` : sql`batch = ${which.batch}`}
     order by id for update`

// Condition for rows `s`: the change failed recently, and no later change was scheduled for the same key
// and action.
const isOpenFailure = sql`
  s.state = 'failed' and s.done_at > now() - ${failuresShownDays} * interval '1 day'
  and not exists (select from scheduled_changes as later
                   where later.id > s.id and later.action = s.action and later.page = s.page
                     and later.section = s.section and later.content_key = s.content_key)`

const instead = z.enum(replacements).nullable()

const openChangeRow = changeWithRevision.extend({
  instead,
  batch: z.string(),
  at: z.coerce.date(),
  state: z.enum(['waiting', 'failed']),
  by: z.string().nullable(),
  failure: z.string().nullable(),
})

/** Waiting changes and open failures, soonest first. @param page as in `findNextChanges` */
export const findOpenChanges = (db: Database, page: string | null) =>
  findReadableRows(db, openChangeRow, 'scheduled changes')`
    select id, batch, page, section, content_key, action::text as action,
           instead::text as instead, at,
           revision::int as revision, state::text as state, by_name as by, failure
      from scheduled_changes as s
     where (state = 'waiting' or ${isOpenFailure})
       and ${page === null ? sql`true` : sql`page in (${page}, 'global')`}
     order by at, id limit 1000`

const workerStateRow = z.object({
  beatAt: z.coerce.date().nullable(),
  overdue: z.number(),
  failed: z.number(),
  isSilent: z.boolean(),
})

/** When a process last polled for jobs, and the numbers of overdue changes and open failures. */
export const findWorkerState = (db: Database) =>
  requireRow(db, workerStateRow)`
    select ${lastHeartbeat} as "beatAt", waiting.overdue,
           (select count(*)::int from scheduled_changes as s where ${isOpenFailure}) as failed,
           waiting.count > 0 and ${isSilent} as "isSilent"
      from (select count(*) as count,
                   (count(*) filter (where at < now() - ${overdueMs} * interval '1 ms'))::int
                     as overdue
              from scheduled_changes where state = 'waiting') as waiting`

const dueRow = changeWithRevision.extend({
  instead,
  by: z.object({ id: z.number(), name: z.string() }).nullable(),
  isDue: z.boolean(),
})
/** A waiting change that is due. */
export type DueChange = Omit<z.output<typeof dueRow>, 'isDue'>

/**
 * Locks the waiting changes of a batch until the transaction ends.
 * @returns these changes; none if the batch is not due
 */
export async function lockDueBatch(db: Database, batch: string): Promise<DueChange[]> {
  const found = await findRows(db, dueRow)`
    select id, page, section, content_key, action::text as action, revision::int as revision,
           instead::text as instead,
           case when by_name is not null
                then jsonb_build_object('id', by_id, 'name', by_name) end as by,
           at <= now() as "isDue"
      from scheduled_changes where batch = ${batch} and state = 'waiting'
     order by id for update`
  return found[0]?.isDue ? found : []
}

/** Marks a change as carried out, or as cancelled if there is a `cancelReason`. */
export const markFinished = (
  db: Database,
  id: number,
  cancelReason: string | null,
): Promise<number> =>
  execute(db)`
    update scheduled_changes
       set state = ${cancelReason === null ? 'done' : 'cancelled'}::enum_scheduled_changes_state,
           failure = ${cancelReason}, done_at = now(), updated_at = now()
     where id = ${id}`

/**
 * Records a failed attempt to carry out a batch.
 * @param failure.retryAt null after the last attempt; the waiting changes are then marked as failed
 * @returns the changes of the batch that were waiting
 */
export const markFailed = (
  db: Database,
  batch: string,
  { attempt, reason, retryAt }: { attempt: number; reason: string; retryAt: Date | null },
): Promise<WaitingChange[]> =>
  findRows(db, waitingChange)`
    update scheduled_changes as s
       set tries = ${attempt}, failure = ${reason}, updated_at = now(),
           retry_at = ${retryAt?.toISOString() ?? null}::timestamptz,
           state = case when ${retryAt !== null} then state else 'failed' end,
           done_at = case when ${retryAt !== null} then null else now() end
      from (select id from scheduled_changes where state = 'waiting' and batch = ${batch}
             order by id for update) as locked
     where s.id = locked.id
    returning s.id, s.page, s.section, s.content_key, s.action::text as action`

/** The batches that are due for their first attempt or for a retry. */
export const findDueBatches = (db: Database): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select distinct batch from scheduled_changes
     where state = 'waiting' and coalesce(retry_at, at) <= now()`
