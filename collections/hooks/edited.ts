import {
  APIError,
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type CollectionBeforeValidateHook,
  type CollectionConfig,
  type Endpoint,
  NotFound,
  restoreVersionOperation,
} from 'payload'
import { record } from '../../cms/audit/service.ts'
import { executorOf } from '../../cms/database/sql.ts'
import { holdNames } from '../../cms/database/transaction.ts'
import { parseContent } from '../../cms/editing/content.ts'
import type { ContentType } from '../../cms/editing/contract.ts'
import {
  editingContext,
  findWrittenAt,
  noteChange,
  type Versioned,
} from '../../cms/editing/versions.ts'
import { cleanText } from '../../cms/http/clean-text.ts'
import { HttpError } from '../../cms/http/errors.ts'
import { editors, hasRole, publishedOrStaff, publishers } from '../access/staff.ts'
import { announceAll } from './announce.ts'

type Doc = Record<string, unknown>
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
  const { data, draft } = args as {
    data?: { _status?: unknown; updatedAt?: unknown }
    draft?: boolean
  }
  const context = editingContext(req)
  context.asDraft = Boolean(draft)
  if (operation === 'restoreVersion') Object.assign(context, { action: 'restore', asDraft: true })
  if (req.user && typeof data?.updatedAt === 'string') context.startedFrom = data.updatedAt
  if (!req.user || hasRole(req, 'publisher')) return args
  if (data?._status === 'published') {
    throw new APIError('Only publishers publish. Save it as a draft.', 403, undefined, true)
  }
  if (operation === 'restoreVersion' && !args.overrideAccess) {
    throw new APIError('Only publishers restore what was.', 403, undefined, true)
  }
  context.asDraft = true
  return { ...args, draft: true, data: { ...data, _status: 'draft' } }
}

// Whichever way a text comes in, what is kept has the form that pages know how to show. Whether they
// ask for its key is looked at where drafts are listed.
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
  (heldAs: SubjectOf): CollectionBeforeChangeHook =>
  async ({ collection, data, originalDoc, operation, req }) => {
    const { held, startedFrom } = editingContext(req)
    const db = await executorOf(req)
    if (!held) await holdNames(db, [heldAs({ ...originalDoc, ...data })])
    if (operation === 'update' && startedFrom) {
      const { id } = originalDoc
      const writtenAt = (await findWrittenAt(db, collection.slug as Versioned, [id])).get(id)
      if (writtenAt !== undefined && writtenAt !== Date.parse(startedFrom)) {
        throw new APIError(changedMeanwhile, 409, undefined, true)
      }
    }
    return data
  }
const changedMeanwhile =
  'Somebody else saved this meanwhile. Nothing was written: load it again to see what they wrote.'

// Payload's own would publish at once what was published then; here it is a draft to look at.
const restoreAsDraft = (slug: Versioned): Endpoint => ({
  method: 'post',
  path: '/versions/:id',
  handler: async (req) => {
    const id = Number(req.routeParams?.id)
    if (!Number.isInteger(id) || id < 1 || id > 2 ** 31 - 1) throw new NotFound(req.t)
    const collection = req.payload.collections[slug]
    const result = await restoreVersionOperation({ collection, id, req, depth: 0, draft: true })
    return Response.json({ ...result, message: req.t('version:restoredSuccessfully') })
  },
})

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

/**
 * What all texts have in common: who may what, drafts, the audit trail, whom a change is told.
 * @param nameOf what a record is called in the audit trail
 * @param heldAs the name that it is held by while it changes
 */
export const edited = (
  slug: Versioned,
  tagsOf: Parameters<typeof announceAll>[0],
  nameOf: SubjectOf,
  heldAs: SubjectOf = nameOf,
) => {
  const announced = announceAll(tagsOf)
  return {
    slug,
    endpoints: [restoreAsDraft(slug)],
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
      beforeChange: [stampOf, stateInReply, holdRecord(heldAs)],
      afterChange: [audited(nameOf), ...announced.afterChange],
      afterDelete: [auditedDelete(nameOf), ...announced.afterDelete],
    },
  } satisfies Partial<CollectionConfig>
}
