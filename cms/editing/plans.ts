import type { PayloadRequest } from 'payload'
import { recordAll } from '../audit/service.ts'
import type { ContentKey } from '../content/contract.ts'
import { textName } from '../content/text-names.ts'
import { lockUntilCommit } from '../database/lock.ts'
import type { Database } from '../database/query.ts'
import { lockPlansOf, markCancelled, type Plan, type PlanOfRevision } from './queries/plans.ts'

export type { Plan, PlanOfRevision }

/** Cancels scheduled changes and records it in the audit trail. The caller has locked their rows. */
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
 * Locks the waiting changes of some keys until the transaction ends; no change is scheduled until
 * then. Call it before the keys themselves are locked: the job that carries out changes uses this
 * order.
 */
export async function lockPlans(
  req: PayloadRequest,
  db: Database,
  keys: ContentKey[],
): Promise<PlanOfRevision[]> {
  await lockUntilCommit(req, 'schedule')
  return lockPlansOf(db, keys)
}
