import type { PayloadRequest } from 'payload'
import type { Executor } from '../database/sql.ts'
import { type Hold, holdNames, inTransaction } from '../database/transaction.ts'
import { HttpError } from '../http/errors.ts'
import { hasPicture } from '../media/service.ts'
import { isText, parseContent, subjectOf } from './content.ts'
import type {
  ConflictReply,
  ContentData,
  ContentKey,
  ContentType,
  SaveReply,
  SaveRequest,
} from './contract.ts'
import { fallbackText, knownKey } from './known-keys.ts'
import { mergeFields, mergeTexts, same } from './merge.ts'
import { findKept, findVersion, type KeptRecord, tableOf } from './records.ts'
import { editingContext } from './versions.ts'
import { writeRecord } from './write-record.ts'

/** What the audit trail is told of a new version. */
type Why = { action: string; details?: Record<string, unknown> }
export type Saved = { saved: SaveReply } | { conflict: ConflictReply }
type Content = { content_type: ContentType; content_data: ContentData }

/**
 * Keeps a draft where nobody saved since `asked.revision`. The record is held from before it is
 * compared until the draft is committed.
 * @param hold how it is held; tests take it away to show what it is for
 * @returns what is kept now, or the conflict, with nothing written
 * @throws HttpError `not_found` for a key that the pages don't know, `bad_request`, `too_large`
 */
export async function saveHeld(
  req: PayloadRequest,
  asked: SaveRequest,
  why: Why = { action: 'draft' },
  hold: Hold = holdNames,
): Promise<Saved> {
  const { page, section, content_key, revision } = asked
  const key = { page, section, content_key }
  const content = await checkContent(req, key, asked)
  return inTransaction(req, async (db) => {
    await hold(db, [subjectOf(key)])
    const [kept] = await findKept(db, [key])
    if (kept && isKept(kept, content)) return { saved: replyOf(kept, kept.revision ?? 0, kept.at) }
    // Where the record was discarded meanwhile there are no words of anybody to keep apart.
    if (kept && kept.revision !== revision) {
      return { conflict: await conflictOf(db, key, revision, content, kept) }
    }
    return { saved: await writeDraft(req, key, content, kept, why) }
  })
}

/** @throws HttpError where the pages could not show it */
export async function checkContent(
  req: PayloadRequest,
  key: ContentKey,
  { content_type, content_data }: Content,
): Promise<Content> {
  const known = knownKey(key)
  if (!known) throw new HttpError('not_found', `There is no text ${subjectOf(key)}.`)
  if (known !== content_type) {
    throw new HttpError('bad_request', `content_type: ${subjectOf(key)} is ${known}.`)
  }
  const data = parseContent(content_type, content_data)
  if (!isText(data) && !(await hasPicture(req, data.media))) {
    throw new HttpError('bad_request', 'content_data.media: There is no such picture.')
  }
  return { content_type, content_data: data }
}

const isKept = (kept: KeptRecord, { content_type, content_data }: Content): boolean =>
  kept.content_type === content_type && same(kept.content_data, content_data)

/**
 * Writes a new version over what is kept, in the request's transaction. The caller holds the record.
 */
export async function writeDraft(
  req: PayloadRequest,
  key: ContentKey,
  content: Content,
  kept: Pick<KeptRecord, 'id'> | undefined,
  why: Why,
): Promise<SaveReply> {
  const updatedAt = kept
    ? await writeRecord(req, { page: key.page, id: kept.id }, content, 'draft', why)
    : await createRecord(req, key, content, why)
  const { revision = 0 } = editingContext(req)
  return replyOf({ ...key, ...content }, revision, updatedAt)
}

async function createRecord(
  req: PayloadRequest,
  { page, section, content_key }: ContentKey,
  content: Content,
  why: Why,
): Promise<string> {
  req.context.editing = { ...why, held: true }
  const content_data = { ...content.content_data }
  const data = { content_type: content.content_type, content_data, _status: 'draft' as const }
  const shared = { draft: true as const, req, depth: 0, overrideAccess: true }
  const made =
    tableOf(page) === 'cms_content'
      ? req.payload.create({
          collection: 'cms_content',
          data: { page, section, content_key, ...data },
          ...shared,
        })
      : req.payload.create({
          collection: 'cms_global_content',
          data: {
            content_key: `${section}.${content_key}`,
            ...data,
            content_value: isText(content.content_data) ? content.content_data.text : null,
          },
          ...shared,
        })
  return (await made).updatedAt
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
  db: Executor,
  key: ContentKey,
  revision: number | null,
  mine: Content,
  kept: KeptRecord,
): Promise<ConflictReply> {
  const { content_data: theirs } = kept
  const code = fallbackText(key)
  const version = revision === null ? null : await findVersion(db, key, revision)
  // Whoever started from nothing kept started from the text in code.
  const begun = revision === null && code !== null ? { text: code } : null
  const base = version?.content_data ?? begun
  return {
    error: 'conflict',
    message: `${kept.by ?? 'Somebody else'} saved this meanwhile. Nothing of yours was lost: choose what to keep.`,
    theirs: {
      content_data: theirs,
      revision: kept.revision ?? 0,
      by: kept.by ?? '',
      at: kept.at ?? '',
    },
    base,
    merged: mergedOf(base, mine.content_data, theirs),
  }
}

function mergedOf(base: ContentData | null, mine: ContentData, theirs: ContentData) {
  if (!isText(mine) || !isText(theirs)) return null
  const from = base && isText(base) ? base.text : null
  const positioning = mergeFields(base?.positioning, mine.positioning, theirs.positioning)
  return { ...mergeTexts(from, mine.text, theirs.text), ...(positioning && { positioning }) }
}
