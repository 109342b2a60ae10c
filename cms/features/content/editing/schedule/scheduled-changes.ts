import type { PayloadRequest } from 'payload'
import { recordAll } from '../../../../platform/audit/service.ts'
import { lockUntilCommit } from '../../../../platform/database/lock.ts'
import type { Database } from '../../../../platform/database/query.ts'
import type { ContentKey } from '../../contract.ts'
import { textName } from '../../text-names.ts'
import {
  type ChangeWithRevision,
  lockWaitingChanges,
  markCancelled,
  type WaitingChange,
} from '../queries/scheduled-changes.ts'

export type { ChangeWithRevision, WaitingChange }

/**
 * Cancels scheduled changes and writes the audit trail. The caller has locked the rows of the changes.
 * @param reason shown to staff
 */
export async function cancelScheduledChanges(
  req: PayloadRequest,
  db: Database,
  changes: WaitingChange[],
  reason: string | null,
): Promise<void> {
  if (!changes.length) return
  await markCancelled(
    db,
    changes.map(({ id }) => id),
    reason,
  )
  const entries = changes.map((change) => ({
    action: 'cancel_schedule',
    subject: textName(change),
    of_collection: 'scheduled_changes',
    document: change.id,
    details: { action: change.action, ...(reason && { reason }) },
  }))
  await recordAll(req, entries)
}

/**
 * Locks the waiting changes of some keys until the transaction ends. Until then, no other transaction can
 * schedule a change. Call this function before you lock the keys. The job that carries out changes locks in
 * the same order, which prevents deadlocks.
 */
export async function lockScheduledChanges(
  req: PayloadRequest,
  db: Database,
  keys: ContentKey[],
): Promise<ChangeWithRevision[]> {
  await lockUntilCommit(req, 'schedule')
  return lockWaitingChanges(db, keys)
}
