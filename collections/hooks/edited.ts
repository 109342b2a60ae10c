import {
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
import type { ContentKey, ContentType } from '../../cms/content/contract.ts'
import { findWrittenAt, type Versioned } from '../../cms/content/stored-content.ts'
import { validateContent } from '../../cms/content/validate-content.ts'
import { lockNames } from '../../cms/database/advisory-locks.ts'
import { transactionOf } from '../../cms/database/query.ts'
import { editingContext, recordChange } from '../../cms/editing/change-record.ts'
import { lockForForm } from '../../cms/editing/publish.ts'
import { cleanText } from '../../cms/http/clean-text.ts'
import { HttpError } from '../../cms/http/errors.ts'
import { editors, hasRole, publishedOrStaff, publishers } from '../access/staff.ts'
import { announceAll } from './announce.ts'
import { refuse } from './refuse.ts'
import { isTrashedIfChanged } from './trash.ts'

type Doc = Record<string, unknown>
type NameOf = (doc: Doc) => string

// Sets `published`, which tells clients whether a reply contains the published content.
const setPublished: CollectionBeforeChangeHook = ({ data }) => ({
  ...data,
  published: data._status === 'published',
})

// What editors save becomes a draft; their requests to publish or restore are refused. Calls without a user come from
// the program.
const saveAsDraft: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const writes = operation === 'create' || operation === 'update' || operation === 'restoreVersion'
  if (!writes) return args
  const { data, draft } = args as {
    data?: { _status?: unknown; updatedAt?: unknown }
    draft?: boolean
  }
  const context = editingContext(req)
  context.asDraft = Boolean(draft)
  if (operation === 'restoreVersion') Object.assign(context, { action: 'restore', asDraft: true })
  if (req.user && typeof data?.updatedAt === 'string') context.basedOn = data.updatedAt
  if (!req.user || hasRole(req, 'publisher')) return args
  if (data?._status === 'published') {
    refuse('Only publishers publish. Save it as a draft.', 403)
  }
  if (operation === 'restoreVersion' && !args.overrideAccess) {
    refuse('Only publishers restore a version as published. Restore it as a draft.', 403)
  }
  context.asDraft = true
  return { ...args, draft: true, data: { ...data, _status: 'draft' } }
}

/** Validates content that is written through the admin or Payload's REST API. */
export const checkContent: CollectionBeforeValidateHook = ({ data, originalDoc, req }) => {
  if (editingContext(req).isValidated) return data
  const type: ContentType = data?.content_type ?? originalDoc?.content_type ?? 'text'
  const value = data?.content_value
  try {
    return {
      ...data,
      ...(data?.content_data && { content_data: validateContent(type, data.content_data) }),
      ...(typeof value === 'string' && { content_value: cleanText(value) }),
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    refuse(error.message, error.status)
  }
}

// Locks the record, as a save from the page does. Refuses a form that is based on an outdated version.
// Refuses to unpublish a text, because staff choose its replacement on the page.
const lockRecord =
  (lockOf: NameOf): CollectionBeforeChangeHook =>
  async ({ collection, data, originalDoc, operation, req }) => {
    const { isLocked, basedOn, asDraft } = editingContext(req)
    const db = await transactionOf(req)
    const doc = { ...originalDoc, ...data }
    if (!isLocked && collection.slug === 'faq') await lockNames(db, [lockOf(doc)])
    else if (!isLocked) {
      const isLive = await lockForForm(req, db, keyOf(doc), doc)
      if (isLive && !asDraft && data._status === 'draft') refuse(takeOffOnPage)
    }
    if (operation === 'update' && basedOn) {
      const { id } = originalDoc
      const writtenAt = (await findWrittenAt(db, collection.slug as Versioned, [id])).get(id)
      if (writtenAt !== undefined && writtenAt !== Date.parse(basedOn)) {
        refuse(changedMeanwhile, 409)
      }
    }
    return data
  }
const takeOffOnPage =
  'Take it off on its page, below its history: there you choose what the page shows instead.'
// The key of a global text begins with its section.
const keyOf = ({ page, section, content_key }: Doc): ContentKey => {
  if (page !== undefined) return { page, section, content_key } as ContentKey
  const [first = '', ...rest] = String(content_key).split('.')
  return { page: 'global', section: first, content_key: rest.join('.') }
}
const changedMeanwhile =
  'Somebody else saved this meanwhile. Nothing was written: load it again to see what they wrote.'

// Restores every version as a draft. Payload's own endpoint would publish a version that was published.
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

const recordWrite =
  (nameOf: NameOf): CollectionAfterChangeHook =>
  async ({ collection, doc, operation, previousDoc, req }) => {
    const isTrashed = isTrashedIfChanged(doc, previousDoc)
    if (isTrashed !== undefined) editingContext(req).action = isTrashed ? 'trash' : 'untrash'
    const keepsDraft = operation === 'create' || editingContext(req).asDraft
    await recordChange(req, {
      collection: collection.slug as Versioned,
      id: doc.id,
      // The document of a restored version lacks the fields that never change.
      subject: nameOf({ ...previousDoc, ...withoutNull(doc) }),
      action: doc._status === 'published' ? 'publish' : keepsDraft ? 'draft' : 'unpublish',
    })
    return doc
  }

const withoutNull = (doc: Doc): Doc =>
  Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null))

const recordDelete =
  (nameOf: NameOf): CollectionAfterDeleteHook =>
  async ({ collection, doc, req }) => {
    await record(req, {
      action: 'delete',
      subject: nameOf(doc),
      of_collection: collection.slug,
      document: doc.id,
      details: doc,
    })
    return doc
  }

const setCreator = ({ req, operation, data }: Parameters<CollectionBeforeChangeHook>[0]) =>
  operation === 'create' && req.user ? { ...data, created_by: req.user.id } : data

/**
 * The common parts of all editable collections: access, drafts, the audit trail, announced changes.
 * @param tagsOf the cache tags that a change of a record announces
 * @param nameOf a record's name in the audit trail
 * @param lockOf the name of a record's lock
 */
export const editableCollection = (
  slug: Versioned,
  tagsOf: Parameters<typeof announceAll>[0],
  nameOf: NameOf,
  lockOf: NameOf = nameOf,
) => {
  const announced = announceAll(tagsOf)
  return {
    slug,
    endpoints: [restoreAsDraft(slug)],
    // 0 means no maximum. With a maximum, Payload would delete the oldest versions, even published or scheduled ones.
    // `settleVersions` deletes old versions, but keeps published and scheduled ones.
    versions: { drafts: true, maxPerDoc: 0 },
    // Nobody has to lock a document while editing it: `lockRecord` detects conflicts.
    lockDocuments: false,
    access: {
      create: editors,
      read: publishedOrStaff,
      update: editors,
      delete: publishers,
      readVersions: editors,
    },
    hooks: {
      beforeOperation: [saveAsDraft],
      beforeChange: [setCreator, setPublished, lockRecord(lockOf)],
      afterChange: [recordWrite(nameOf), ...announced.afterChange],
      afterDelete: [recordDelete(nameOf), ...announced.afterDelete],
    },
  } satisfies Partial<CollectionConfig>
}
