import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import type { Content } from '../content/contract.ts'
import {
  deleteVersions,
  findExpiredDrafts,
  settleNewest,
  updateRecord,
  type Versioned,
} from '../content/stored-content.ts'
import { type Database, transactionOf } from '../database/query.ts'
import { findPlannedVersions } from './queries/plans.ts'

/** Information about a Payload call for the hooks of the content collections. */
export type EditingContext = {
  /** The action for the audit trail. */
  action?: string
  details?: Record<string, unknown>
  by?: { id: number; name: string } | null
  /** The call leaves the published content as it is. */
  asDraft?: boolean
  /** The record is locked until the transaction ends. */
  isLocked?: boolean
  isValidated?: boolean
  /** When the form that is saved was filled (ISO 8601); the admin sends it along. */
  basedOn?: string
  /** Set by the hooks: the version that the call created. */
  revision?: number
}

/** The context of a request, which is created if missing. */
export function editingContext(req: PayloadRequest): EditingContext {
  const context = (req.context.editing ?? {}) as EditingContext
  req.context.editing = context
  return context
}

/** As `updateRecord`, for a record that the caller has locked. */
export async function updateLocked(
  req: PayloadRequest,
  place: { page: string; id: number },
  content: Content,
  state: Parameters<typeof updateRecord>[3],
  context: EditingContext,
): Promise<string> {
  req.context.editing = { ...context, isLocked: true }
  return updateRecord(req, place, content, state)
}

/**
 * Records a change of a record, in the request's transaction: settles its newest version, deletes
 * expired drafts and writes the audit trail. Every write of a content collection ends here.
 * @param change.subject the record as staff name it
 * @param change.action for the audit trail, unless the context has one
 */
export async function recordChange(
  req: PayloadRequest,
  change: { collection: Versioned; id: number; subject: string; action: string },
): Promise<void> {
  const context = editingContext(req)
  const version = await settleVersions(await transactionOf(req), change.collection, change.id)
  if (version !== null) context.revision = version
  await record(req, {
    action: context.action ?? change.action,
    subject: change.subject,
    of_collection: change.collection,
    document: change.id,
    version,
    details: context.details,
    ...(context.by !== undefined && { by: context.by }),
  })
}

/** Settles the newest version of a record and deletes its expired drafts. @returns its revision */
export async function settleVersions(
  db: Database,
  collection: Versioned,
  id: number,
): Promise<number | null> {
  const newest = await settleNewest(db, collection, id)
  const expired = await findExpiredDrafts(db, collection, id)
  if (expired.length) {
    const planned = await findPlannedVersions(db, collection === 'cms_global_content', expired)
    const unused = expired.filter((version) => !planned.includes(version))
    await deleteVersions(db, collection, unused)
  }
  return newest
}
