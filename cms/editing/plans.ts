import type { PayloadRequest } from 'payload'
import { recordAll } from '../audit/service.ts'
import type { ContentKey } from '../content/contract.ts'
import { textName } from '../content/text-names.ts'
import { lockUntilCommit } from '../database/lock.ts'
import type { Database } from '../database/query.ts'
import { lockPlansOf, markCancelled, type Plan, type PlanOfRevision } from './queries/plans.ts'

export type { Plan, PlanOfRevision }

/**
 * Cancels scheduled changes and writes the audit trail. The caller has locked the rows of the changes.
 * @param reason shown to staff
 */
export async function cancelPlans(
  req: PayloadRequest,
  db: Database,
  plans: Plan[],
  reason: string | null,
): Promise<void> {
  if (!plans.length) return
  await markCancelled(
    db,
    plans.map(({ id }) => id),
    reason,
  )
  const entries = plans.map((plan) => ({
    action: 'cancel_schedule',
    subject: textName(plan),
    of_collection: 'scheduled_changes',
    document: plan.id,
    details: { action: plan.action, ...(reason && { reason }) },
  }))
  await recordAll(req, entries)
}

/**
 * Locks the waiting changes of some keys until the transaction ends. Until then, no other transaction can
 * schedule a change. Call this function before you lock the keys. The job that carries out changes locks in
 * the same order, which prevents deadlocks.
 */
export async function lockPlans(
  req: PayloadRequest,
  db: Database,
  keys: ContentKey[],
): Promise<PlanOfRevision[]> {
  await lockUntilCommit(req, 'schedule')
  return lockPlansOf(db, keys)
}
