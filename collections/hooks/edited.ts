import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type CollectionBeforeValidateHook,
  type CollectionConfig,
} from 'payload'
import { record } from '../../cms/audit/service.ts'
import { executorOf } from '../../cms/database/sql.ts'
import { holdNames } from '../../cms/database/transaction.ts'
import { cleanText } from '../../cms/editing/clean-text.ts'
import { parseContent } from '../../cms/editing/content.ts'
import type { ContentType } from '../../cms/editing/contract.ts'
import { editingContext, noteChange } from '../../cms/editing/versions.ts'
import { HttpError } from '../../cms/http/errors.ts'
import { editors, hasRole, publishedOrStaff, publishers } from '../access/staff.ts'
import { announceAll } from './announce.ts'

type Doc = Record<string, unknown>
/** What a record is called in the audit trail, and held by while it changes. */
type SubjectOf = (doc: Doc) => string

// `published` says which state a reply holds; Payload's own `_status` decides it.
const stateInReply: CollectionBeforeChangeHook = ({ data }) => ({
  ...data,
  published: data._status === 'published',
})

// What an editor saves is a draft, whatever the call says: the live text stays until a publisher
// publishes. Calls of the program itself carry no person and are not asked.
const editorsDraft: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const writes = operation === 'create' || operation === 'update' || operation === 'restoreVersion'
  if (!writes) return args
  const { data, draft } = args as { data?: { _status?: unknown }; draft?: boolean }
  editingContext(req).asDraft = Boolean(draft)
  if (!req.user || hasRole(req, 'publisher')) return args
  if (data?._status === 'published') {
    throw new APIError('Only publishers publish. Save it as a draft.', 403, undefined, true)
  }
  if (operation === 'restoreVersion' && !args.overrideAccess) {
    throw new APIError('Only publishers restore what was.', 403, undefined, true)
  }
  editingContext(req).asDraft = true
  return { ...args, draft: true, data: { ...data, _status: 'draft' } }
}

// Whichever way a text comes in, what is kept is what the pages know how to show.
export const checkContent: CollectionBeforeValidateHook = ({ data, originalDoc }) => {
  const type: ContentType = data?.content_type ?? originalDoc?.content_type ?? 'text'
  const value = data?.content_value
  try {
    return {
      ...data,
      ...(data?.content_data && { content_data: parseContent(type, data.content_data) }),
      ...(typeof value === 'string' && { content_value: cleanText(value) }),
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new APIError(error.message, error.status, undefined, true)
  }
}

// One who saves from the page compares what is there with what they started from: nothing comes
// between the two.
const holdRecord =
  (nameOf: SubjectOf): CollectionBeforeChangeHook =>
  async ({ data, originalDoc, req }) => {
    if (!editingContext(req).held) {
      await holdNames(await executorOf(req), [nameOf({ ...originalDoc, ...data })])
    }
    return data
  }

const audited =
  (nameOf: SubjectOf): CollectionAfterChangeHook =>
  async ({ collection, doc, operation, req }) => {
    const keepsDraft = operation === 'create' || editingContext(req).asDraft
    await noteChange(req, {
      collection: collection.slug as Parameters<typeof noteChange>[1]['collection'],
      id: doc.id,
      subject: nameOf(doc),
      action: doc._status === 'published' ? 'publish' : keepsDraft ? 'draft' : 'unpublish',
    })
    return doc
  }

const auditedDelete =
  (nameOf: SubjectOf): CollectionAfterDeleteHook =>
  async ({ collection, doc, req }) => {
    await record(req, {
      action: 'delete',
      subject: nameOf(doc),
      of_collection: collection.slug,
      document: doc.id,
      version: null,
      details: doc,
    })
    return doc
  }

const stampOf = ({ req, operation, data }: Parameters<CollectionBeforeChangeHook>[0]) =>
  operation === 'create' && req.user ? { ...data, created_by: req.user.id } : data

/** What all texts have in common: who may what, drafts, the audit trail, whom a change is told. */
export const edited = (tagsOf: Parameters<typeof announceAll>[0], nameOf: SubjectOf) => {
  const announced = announceAll(tagsOf)
  return {
    // Payload would drop the oldest, be they live, scheduled or somebody's words: see `settleNewest`.
    versions: { drafts: true, maxPerDoc: 0 },
    // Two who write at once are told by the revision they started from.
    lockDocuments: false,
    access: {
      create: editors,
      read: publishedOrStaff,
      update: editors,
      delete: publishers,
      readVersions: editors,
    },
    hooks: {
      beforeOperation: [editorsDraft],
      beforeChange: [stampOf, stateInReply, holdRecord(nameOf)],
      afterChange: [audited(nameOf), ...announced.afterChange],
      afterDelete: [auditedDelete(nameOf), ...announced.afterDelete],
    },
  } satisfies Partial<CollectionConfig>
}
