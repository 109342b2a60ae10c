import type { PayloadRequest } from 'payload'
import { findAuthorOf } from '../../../platform/audit/service.ts'
import type { Database } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { type ContentData, isText, keyPath } from '../contract.ts'
import { findVersions, type StoredRecord, tableOf } from '../stored-content.ts'
import { validateContent } from '../validate-content.ts'
import { updateLocked, type WriteOrder } from './change-record.ts'
import type { Replacement } from './contract.ts'
import { previousContent } from './previous-content.ts'

type UnpublishOptions = { instead: Replacement } & Pick<WriteOrder, 'by' | 'details'>

/**
 * Unpublishes the live content of a record, in the request's transaction. The page then shows `instead`. A
 * newer draft stays a draft. The caller has locked the record.
 * @throws HttpError `bad_request` if `instead` is `nothing` for a picture
 */
export async function unpublishRecord(
  req: PayloadRequest,
  db: Database,
  record: StoredRecord,
  { instead, by, details }: UnpublishOptions,
): Promise<void> {
  const { live, content_type } = record
  if (live === null) return
  const data = await replacementOf(db, record, live, instead)
  const content = { content_type, content_data: data ?? live }
  await updateLocked(req, record, content, data ? 'published' : 'unpublished', {
    action: 'unpublish',
    ...(by !== undefined && { by }),
    details: { ...details, instead },
  })
  if (record.is_draft) await keepDraft(req, db, record, details)
}

/** The content that is published instead; null if the page is to show the fallback. */
async function replacementOf(
  db: Database,
  record: StoredRecord,
  live: ContentData,
  instead: Replacement,
): Promise<ContentData | null> {
  if (instead === 'delivered') return null
  if (instead === 'nothing') {
    if (isText(live)) return { text: '' }
    throw new HttpError('bad_request', `${keyPath(record)} is a picture. Choose another one.`)
  }
  const previous = previousContent(await findVersions(db, record))
  // An old version might not match today's schema.
  return previous && validateContent(record.content_type, previous)
}

/**
 * Writes a record's draft again after other content was published or unpublished. The draft then is the
 * newest version again. Its author stays the same.
 * @param record as it was before the other content was written
 */
export async function keepDraft(
  req: PayloadRequest,
  db: Database,
  record: StoredRecord,
  details: WriteOrder['details'],
): Promise<void> {
  if (!record.is_draft || record.revision === null) return
  const by = await findAuthorOf(db, tableOf(record.page), record.revision)
  await updateLocked(req, record, record, 'draft', {
    action: 'draft',
    by,
    ...(details && { details }),
  })
}
