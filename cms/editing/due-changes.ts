import { createLocalReq, type Payload } from 'payload'
import { recordAll } from '../audit/service.ts'
import { keyPath } from '../content/contract.ts'
import { type Executor, rows, sql } from '../database/sql.ts'
import { holdNames, inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { enqueueMissing } from '../jobs/enqueue.ts'
import type { JobFailure } from '../jobs/job.ts'
import { log } from '../log.ts'
import { batchKey, publishBatch } from './job-types.ts'
import { applyScheduled, type DueChange } from './scheduled-key.ts'

/** Why a batch failed, and at which of its changes. */
class ChangeError extends Error {
  readonly reason: string

  constructor(change: DueChange, cause: unknown) {
    const why =
      cause instanceof HttpError ? cause.message : 'It failed; the program’s log says why.'
    super(`${keyPath(change)}: ${why}`, { cause })
    this.reason = this.message
  }
}

/**
 * Does a batch of scheduled changes in one transaction: all of them or none. A second run finds
 * nothing that waits.
 * @throws ChangeError for the change that could not be done
 */
export async function runBatch(payload: Payload, batch: string): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const changes = await lockBatch(db, batch)
    if (!changes.length) return
    // All at once, as a publisher who publishes several does: one by one, two would wait for each other.
    await holdNames(db, changes.map(keyPath))
    for (const change of changes) {
      const outcome = await applyScheduled(req, db, change).catch((error: unknown) => {
        throw new ChangeError(change, error)
      })
      const state = outcome === 'done' ? 'done' : 'cancelled'
      const reason = outcome === 'done' ? null : 'Something later was published meanwhile.'
      await db.execute(
        sql`update scheduled_changes
               set state = ${state}::enum_scheduled_changes_state, failure = ${reason},
                   done_at = now(), updated_at = now()
             where id = ${change.id}`,
      )
    }
    log.info({ changes: changes.map(keyPath) }, 'scheduled changes are done')
  })
}

async function lockBatch(db: Executor, batch: string): Promise<DueChange[]> {
  const { rows: all } = await db.execute(
    sql`select id, page, section, content_key, action::text as action, revision::int as revision,
               case when by_name is not null
                    then jsonb_build_object('id', by_id, 'name', by_name) end as by,
               at <= now() as is_due
          from scheduled_changes where batch = ${batch} and state = 'waiting'
         order by id for update`,
  )
  return all[0]?.is_due ? (all as unknown as DueChange[]) : []
}

/** Records on a batch that it failed, and in the audit trail where it is given up. */
export async function noteBatchFailure(
  payload: Payload,
  batch: string,
  { error, attempt, retryAt }: JobFailure,
): Promise<void> {
  const reason =
    error instanceof ChangeError ? error.reason : 'It failed; the program’s log says why.'
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const { rows: failed } = await db.execute(
      sql`update scheduled_changes
             set tries = ${attempt}, failure = ${reason}, updated_at = now(),
                 retry_at = ${retryAt?.toISOString() ?? null}::timestamptz,
                 state = case when ${retryAt !== null} then state else 'failed' end,
                 done_at = case when ${retryAt !== null} then null else now() end
           where state = 'waiting' and batch = ${batch}
          returning id, page, section, content_key`,
    )
    if (retryAt) return
    const entries = (failed as unknown as DueChange[]).map((change) => ({
      action: 'schedule_failed',
      subject: keyPath(change),
      of_collection: 'scheduled_changes',
      document: change.id,
      version: null,
      details: { reason },
      by: null,
    }))
    await recordAll(req, entries)
  })
}

/** Enqueues batches that are due and whose job is missing. */
export async function enqueueDueBatches(payload: Payload, db: Executor): Promise<void> {
  const due = await rows<{ batch: string }>(
    payload,
    sql`select distinct batch from scheduled_changes
         where state = 'waiting' and coalesce(retry_at, at) <= now()`,
  )
  const jobs = due.map(({ batch }) => ({ key: batchKey(batch), data: { batch } }))
  await enqueueMissing(db, publishBatch, jobs)
}
