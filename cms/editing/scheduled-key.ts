import type { PayloadRequest } from 'payload'
import { findAuthorOf } from '../audit/service.ts'
import { findRecords, findVersion, isPublishedAfter, tableOf } from '../content/stored-content.ts'
import type { Database } from '../database/query.ts'
import { HttpError } from '../http/errors.ts'
import { updateLocked } from './change-record.ts'
import type { DueChange } from './queries/plans.ts'

/**
 * Carries out one scheduled change, in the request's transaction. The caller has locked the record.
 * @returns `superseded` if a later version was published meanwhile
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
    const context = { action: 'unpublish', by, details }
    if (record.live !== null) await updateLocked(req, record, record, 'unpublished', context)
    return 'done'
  }
  const chosen = await findVersion(db, record, change.revision, record.id)
  if (!chosen) throw new HttpError('not_found', 'The revision is no longer kept.')
  if (await isPublishedAfter(db, record, change.revision)) return 'superseded'
  const { revision } = record
  const newest = revision === null ? null : await findVersion(db, record, revision, record.id)
  await updateLocked(req, record, chosen, 'published', { action: 'publish', by, details })
  // A newer draft stays the version that editors continue from.
  if (revision !== null && revision !== change.revision && newest?.status === 'draft') {
    const author = await findAuthorOf(db, tableOf(change.page), revision)
    const context = { action: 'draft', by: author, asDraft: true, details }
    await updateLocked(req, record, newest, 'draft', context)
  }
  return 'done'
}
