import type { PayloadRequest } from 'payload'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findVenue } from '../../venue/service.ts'
import { type Content, type ContentData, type ContentKey, isText, keyPath } from '../contract.ts'
import { fallbackData } from '../known-keys.ts'
import { requireShowable } from '../require-showable.ts'
import { isSameContent } from '../rules.ts'
import {
  createRecord,
  findRecords,
  findVersion,
  type StoredRecord,
  updateRecord,
} from '../stored-content.ts'
import { type WriteOrder, writeInOrder } from './change-record.ts'
import type { ConflictReply, SaveReply, SaveRequest } from './contract.ts'
import { mergeFields, mergeTexts } from './merge.ts'

/** What the audit trail records about a new version. */
type Reason = Pick<WriteOrder, 'action' | 'details'>
export type SaveOutcome = { saved: SaveReply } | { conflict: ConflictReply }

/**
 * Saves a draft unless the record has another revision than `request.revision`. The published content does not change.
 * If the content is already stored, no new version is made. The record stays locked from the comparison of the
 * revisions to the end of the transaction.
 * @param request contains validated content
 * @returns the stored content with its revision; or the conflict, in which case nothing was written
 * @throws HttpError `not_found` for an unknown key, `bad_request` for content of another type or a
 *   missing picture
 */
export async function saveDraft(
  req: PayloadRequest,
  request: SaveRequest,
  reason: Reason = { action: 'draft' },
): Promise<SaveOutcome> {
  const { page, section, content_key, revision, content_type, content_data } = request
  const key = { page, section, content_key }
  const content = { content_type, content_data }
  await requireShowable(req, key, content)
  return inTransaction(req, async (db) => {
    await lockNames(db, [keyPath(key)])
    const [record] = await findRecords(db, [key])
    if (record && !record.is_removed && isStored(record, content)) {
      return { saved: replyOf(record, record.revision ?? 0, record.at) }
    }
    // A record that was deleted meanwhile has no content that could conflict. It is created again.
    if (record && record.revision !== revision) {
      const fallback = fallbackData(await findVenue(req.payload), key)
      const theirs = record.is_removed && fallback ? { ...record, content_data: fallback } : record
      return { conflict: await conflictOf(db, { ...key, fallback }, revision, content, theirs) }
    }
    return { saved: await writeDraft(req, key, content, record, reason) }
  })
}

const isStored = (record: StoredRecord, { content_type, content_data }: Content): boolean =>
  record.content_type === content_type && isSameContent(record.content_data, content_data)

/**
 * Writes a draft in the request's transaction. The caller has locked the record and validated the
 * content.
 * @param record gets a new version; if it is undefined, a record is created
 */
export async function writeDraft(
  req: PayloadRequest,
  key: ContentKey,
  content: Content,
  record: Pick<StoredRecord, 'id'> | undefined,
  reason: Reason,
): Promise<SaveReply> {
  const { written, revision } = await writeInOrder(req, { ...reason, isValidated: true }, () =>
    record
      ? updateRecord(req, { page: key.page, id: record.id }, content, 'draft')
      : createRecord(req, key, content),
  )
  return replyOf({ ...key, ...content }, revision, written)
}

const replyOf = (
  { page, section, content_key, content_type, content_data }: ContentKey & Content,
  revision: number,
  updatedAt: string | null,
): SaveReply => ({
  page,
  section,
  content_key,
  content_type,
  content_data,
  published: false,
  updated_at: updatedAt ?? '',
  revision,
})

async function conflictOf(
  db: Database,
  { fallback, ...key }: ContentKey & { fallback: ContentData | null },
  revision: number | null,
  mine: Content,
  record: StoredRecord,
): Promise<ConflictReply> {
  const { content_data: theirs } = record
  const version = revision === null ? null : await findVersion(db, key, revision)
  const fallbackBase = revision === null && fallback && isText(fallback) ? fallback : null
  const base = version?.content_data ?? fallbackBase
  return {
    error: 'conflict',
    message: `${record.by ?? 'Somebody else'} saved this meanwhile. Nothing of yours was lost: choose what to keep.`,
    theirs: {
      content_data: theirs,
      revision: record.revision ?? 0,
      by: record.by ?? '',
      at: record.at ?? '',
    },
    base,
    merged: merge(base, mine.content_data, theirs),
  }
}

function merge(base: ContentData | null, mine: ContentData, theirs: ContentData) {
  if (!isText(mine) || !isText(theirs)) return null
  const from = base && isText(base) ? base.text : null
  const positioning = mergeFields(base?.positioning, mine.positioning, theirs.positioning)
  return { ...mergeTexts(from, mine.text, theirs.text), ...(positioning && { positioning }) }
}
