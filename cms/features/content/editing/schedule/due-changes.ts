import { createLocalReq, type Payload } from 'payload'
import { recordAll } from '../../../../platform/audit/service.ts'
import { lockNames } from '../../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../../platform/database/query.ts'
import { inTransaction } from '../../../../platform/database/transaction.ts'
import { HttpError } from '../../../../platform/http/errors.ts'
import { enqueueMissing } from '../../../../platform/jobs/enqueue.ts'
import type { JobFailure } from '../../../../platform/jobs/job.ts'
import { log } from '../../../../platform/runtime/log/log.ts'
import { keyPath } from '../../contract.ts'
import { textName } from '../../text-names.ts'
import { batchKey, publishBatch } from '../job-types.ts'
import {
  type DueChange,
  findDueBatches,
  lockDueBatch,
  markFailed,
  markFinished,
} from '../queries/scheduled-changes.ts'
import { applyScheduled } from './scheduled-key.ts'

/** One change of a batch failed, so the whole batch is rolled back. */
class ChangeError extends Error {
  /** The key and the reason, for staff. */
  readonly reason: string

  constructor(change: DueChange, cause: unknown) {
    const why =
      cause instanceof HttpError ? cause.message : 'It failed; the program’s log says why.'
    super(`${keyPath(change)}: ${why}`, { cause })
    this.reason = this.message
  }
}

/**
 * Carries out a batch of scheduled changes in one transaction: all of them or none. Idempotent, because
 * only waiting changes are carried out.
 * @throws ChangeError for the change that failed
 */
export async function runBatch(payload: Payload, batch: string): Promise<void> {
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const changes = await lockDueBatch(db, batch)
    if (!changes.length) return
    // All keys are locked by one statement, in the same order as in the requests of staff. If they were locked one
    // by one, two transactions could deadlock.
    await lockNames(db, changes.map(keyPath))
    for (const change of changes) {
      const outcome = await applyScheduled(req, db, change).catch((error: unknown) => {
        throw new ChangeError(change, error)
      })
      const cancelReason = outcome === 'done' ? null : 'A newer version was published meanwhile.'
      await markFinished(db, change.id, cancelReason)
    }
    log.info({ changes: changes.map(keyPath) }, 'scheduled changes are done')
  })
}

/** Records a failed attempt to carry out a batch. The last failure is also written to the audit trail. */
export async function recordBatchFailure(
  payload: Payload,
  batch: string,
  { error, attempt, retryAt }: JobFailure,
): Promise<void> {
  const reason =
    error instanceof ChangeError ? error.reason : 'It failed; the program’s log says why.'
  const req = await createLocalReq({}, payload)
  await inTransaction(req, async (db) => {
    const changes = await markFailed(db, batch, { attempt, reason, retryAt })
    if (retryAt) return
    const entries = changes.map((change) => ({
      action: 'schedule_failed',
      subject: textName(change),
      of_collection: 'scheduled_changes',
      document: change.id,
      details: { reason },
      by: null,
    }))
    await recordAll(req, entries)
  })
}

/** Enqueues a job for each batch that is due and has no job. */
export async function enqueueDueBatches(db: Database): Promise<void> {
  const batches = await findDueBatches(db)
  const jobs = batches.map((batch) => ({ key: batchKey(batch), data: { batch } }))
  await enqueueMissing(db, publishBatch, jobs)
}
