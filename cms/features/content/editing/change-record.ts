import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { type Database, transactionOf } from '../../../platform/database/query.ts'
import type { Content } from '../contract.ts'
import {
  deleteVersions,
  findExpiredDrafts,
  unmarkOlderVersions,
  updateRecord,
  type Versioned,
} from '../stored-content.ts'
import { findScheduledVersions } from './queries/scheduled-changes.ts'

/** What a service orders when it writes a record that it has locked until the transaction ends. */
export type WriteOrder = {
  /** The action that the audit trail records. */
  action: string
  /** Further facts that the audit trail records. */
  details?: Record<string, unknown>
  /** The author for the audit trail; null for the program. Default: the user of the request. */
  by?: { id: number; name: string } | null
  /** The service has validated the content, so the hooks do not. */
  isValidated?: boolean
}

/** What the first hook finds out about a write through a form of the admin or Payload's API, for the later hooks. */
export type FormWrite = {
  /** The write does not change the published content. */
  isDraft: boolean
  isRestore: boolean
  /** The request has a text as `content_value`, and no `content_data`. */
  isValueOnly: boolean
  /** `updatedAt` of the version that the form was filled with (ISO 8601). The admin sends it. */
  basedOn: string | null
}

/**
 * What the hooks of the content collections know about the write that they run in: the service's order, or else the
 * form. Only this file and the hooks in `edited.ts` read it.
 */
type Write = { order?: WriteOrder; form?: FormWrite; revision?: number }

export const writeOf = (req: PayloadRequest): Write => (req.context.write ?? {}) as Write

/** Passes what is known about a form's write to the later hooks, unless a service ordered the write. */
export function noteForm(req: PayloadRequest, form: FormWrite): void {
  if (!writeOf(req).order) req.context.write = { form }
}

/**
 * Runs a service's write through Payload. The hooks take no lock, and record the order in the audit trail.
 * @param write writes one record, and returns the time of the write
 */
export async function writeInOrder<Result>(
  req: PayloadRequest,
  order: WriteOrder,
  write: () => Promise<Result>,
): Promise<{ written: Result; revision: number }> {
  const ordered: Write = { order }
  req.context.write = ordered
  try {
    const written = await write()
    return { written, revision: ordered.revision ?? 0 }
  } finally {
    delete req.context.write
  }
}

/** Updates a record that the caller has locked. @returns the time of the write and the new revision */
export const updateLocked = (
  req: PayloadRequest,
  target: { page: string; id: number },
  content: Content,
  state: Parameters<typeof updateRecord>[3],
  order: WriteOrder,
) => writeInOrder(req, order, () => updateRecord(req, target, content, state))

/**
 * Completes a write of a record in the request's transaction: marks the newest version, deletes expired
 * drafts and writes the audit trail. The hooks of the content collections call this function after each
 * create and update.
 * @param change.subject the name of the record, for staff
 * @param change.action the action for the audit trail if no service ordered the write
 */
export async function recordChange(
  req: PayloadRequest,
  change: { collection: Versioned; id: number; subject: string; action: string },
): Promise<void> {
  const write = writeOf(req)
  const version = await settleVersions(await transactionOf(req), change.collection, change.id)
  if (version !== null) write.revision = version
  const { action = change.action, details, by } = write.order ?? {}
  await record(req, {
    action,
    subject: change.subject,
    of_collection: change.collection,
    document: change.id,
    version,
    details,
    ...(by !== undefined && { by }),
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
