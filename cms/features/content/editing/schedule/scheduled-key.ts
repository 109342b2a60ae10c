import type { PayloadRequest } from 'payload'
import type { Database } from '../../../../platform/database/query.ts'
import { HttpError } from '../../../../platform/http/errors.ts'
import { findRecords, findVersion, isPublishedAfter } from '../../stored-content.ts'
import { updateLocked } from '../change-record.ts'
import type { DueChange } from '../queries/scheduled-changes.ts'
import { keepDraft, unpublishRecord } from '../unpublish-record.ts'

/**
 * Carries out one scheduled change, in the request's transaction. The caller has locked the record.
 * @returns `superseded` if the change publishes a revision, and a later version was published meanwhile. The
 *   change is then not carried out.
 * @throws HttpError `not_found` if the text or the revision was deleted
 */
export async function applyScheduled(
  req: PayloadRequest,
  db: Database,
  change: DueChange,
): Promise<'done' | 'superseded'> {
  const [record] = await findRecords(db, [change])
  if (!record) throw new HttpError('not_found', 'The text is no longer kept.')
  const { by } = change
  const details = { scheduled: change.id }
  if (change.action === 'unpublish') {
    // If the change was stored without a replacement, the page shows the fallback.
    await unpublishRecord(req, db, record, { instead: change.instead ?? 'delivered', by, details })
    return 'done'
  }
  const chosen = await findVersion(db, record, change.revision, record.id)
  if (!chosen) throw new HttpError('not_found', 'The revision is no longer kept.')
  if (await isPublishedAfter(db, record, change.revision)) return 'superseded'
  await updateLocked(req, record, chosen, 'published', { action: 'publish', by, details })
  if (record.revision !== change.revision) await keepDraft(req, db, record, details)
  return 'done'
}
