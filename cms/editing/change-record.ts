import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import type { Content } from '../content/contract.ts'
import {
  deleteVersions,
  findExpiredDrafts,
  unmarkOlderVersions,
  updateRecord,
  type Versioned,
} from '../content/stored-content.ts'
import { type Database, transactionOf } from '../database/query.ts'
import { findScheduledVersions } from './queries/scheduled-changes.ts'

/** Data about one operation of Payload that creates or updates a record, for the hooks of the content collections. */
export type EditingContext = {
  /** The action that the audit trail records. Default: the hooks derive it from the write. */
  action?: string
  /** Further facts that the audit trail records. */
  details?: Record<string, unknown>
  /** The author for the audit trail; null for the program. Default: the user of the request. */
  by?: { id: number; name: string } | null
  /** The write does not change the published content. */
  asDraft?: boolean
  /** The caller has locked the record until the transaction ends. The hooks then take no lock. */
  isLocked?: boolean
  /** The caller has validated the content. The hooks then skip the validation. */
  isValidated?: boolean
  /** `updatedAt` of the version that the form was filled with (ISO 8601). The admin sends it. */
  basedOn?: string
  /** The id of the version that the write created. The hooks set it. */
  revision?: number
}

/** The editing context of a request. Creates the context if the request has none. */
export function editingContext(req: PayloadRequest): EditingContext {
  const context = (req.context.editing ?? {}) as EditingContext
  req.context.editing = context
  return context
}

/** Like `updateRecord`, for a record that the caller has locked. @param context for the hooks */
export async function updateLocked(
  req: PayloadRequest,
  target: { page: string; id: number },
  content: Content,
  state: Parameters<typeof updateRecord>[3],
  context: EditingContext,
): Promise<string> {
  req.context.editing = { ...context, isLocked: true }
  return updateRecord(req, target, content, state)
}

/**
 * Completes a write of a record in the request's transaction: marks the newest version, deletes expired
 * drafts and writes the audit trail. The hooks of the content collections call this function after each
 * create and update.
 * @param change.subject the name of the record, for staff
 * @param change.action the action for the audit trail if the context has none
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

/**
 * Marks the newest version of a record as the latest and deletes expired drafts of the record. A draft is
 * kept if it is the revision of a waiting or failed scheduled change.
 * @returns the revision of the record; null if the record has no version
 */
export async function settleVersions(
  db: Database,
  collection: Versioned,
  id: number,
): Promise<number | null> {
  const newest = await unmarkOlderVersions(db, collection, id)
  const expired = await findExpiredDrafts(db, collection, id)
  if (expired.length) {
    const scheduled = await findScheduledVersions(db, collection === 'cms_global_content', expired)
    const unused = expired.filter((version) => !scheduled.includes(version))
    await deleteVersions(db, collection, unused)
  }
  return newest
}
