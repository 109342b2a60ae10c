import {
  type CollectionAfterChangeHook,
  type CollectionAfterDeleteHook,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type CollectionBeforeValidateHook,
  type CollectionConfig,
  type Endpoint,
  type PayloadRequest,
  restoreVersionOperation,
} from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { transactionOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { announceAll } from '../../../platform/payload/hooks/announce.ts'
import { recordable } from '../../../platform/payload/hooks/audit.ts'
import { refuse } from '../../../platform/payload/hooks/refuse.ts'
import { requireRestorer, versionIdOf } from '../../../platform/payload/hooks/restore-version.ts'
import { isTrashedIfChanged } from '../../../platform/payload/hooks/trash.ts'
import { can } from '../../../platform/staff/can.ts'
import { permitted, publishedOrStaff } from '../../../platform/staff/collection-access.ts'
import type { ContentKey } from '../contract.ts'
import { typeOfKey } from '../known-keys.ts'
import { requireKnownKey, requireShowable } from '../require-showable.ts'
import { findWrittenAt, globalColumnsOf, type Versioned } from '../stored-content.ts'
import { validateContent } from '../validate-content.ts'
import { type FormWrite, noteForm, recordChange, writeOf } from './change-record.ts'
import { lockForForm } from './publish.ts'

type Doc = Record<string, unknown>
type NameOf = (doc: Doc) => string

/** The name of a record in the audit trail. A damaged record may have no name. */
const subjectOf = (nameOf: NameOf, doc: Doc, slug: string): string => {
  const needed = keyParts[slug] ?? ['page', 'question']
  return needed.every((name) => typeof doc[name] === 'string') ? nameOf(doc) : `${slug} ${doc.id}`
}

// Sets `published`, which tells clients whether a reply contains the published content.
const setPublished: CollectionBeforeChangeHook = ({ data }) => ({
  ...data,
  published: data._status === 'published',
})

type WriteArgs = { id?: number | string; data?: Doc; draft?: boolean; overrideAccess?: boolean }

// A request that only takes the record off the page. `lockRecord` refuses it for a live text.
const isUnpublishing = ({ data = {}, draft }: WriteArgs): boolean =>
  !draft && data._status === 'draft' && !('content_data' in data || 'content_value' in data)

// A client that writes `published: false` means a draft, whatever else it sends. The admin's form says with `updatedAt` on
// which version it is based, and repeats its `published` when staff publish: false, if that version is a draft.
async function isUnclear(args: WriteArgs, collection: Versioned, req: PayloadRequest) {
  const { id, data: { published, updatedAt } = {} } = args
  if (published !== false) return false
  if (typeof updatedAt !== 'string') return true
  if (id === undefined) return false
  const stored = await req.payload.findByID({
    collection,
    id,
    draft: true,
    depth: 0,
    disableErrors: true,
    req,
  })
  return stored?._status === 'published'
}

// What editors save becomes a draft; their requests to publish or restore are refused. What publishers save through
// Payload's API becomes a draft too if it is a text and the request does not publish it (spec section 7). Calls without
// a user come from the program.
const saveAsDraft: CollectionBeforeOperationHook = async ({ args, collection, operation, req }) => {
  const writes = operation === 'create' || operation === 'update' || operation === 'restoreVersion'
  if (!writes) return args
  const { data = {}, draft, overrideAccess } = args as WriteArgs
  const isRestore = operation === 'restoreVersion'
  const form = {
    isRestore,
    isDraft: isRestore || Boolean(draft),
    // The hooks that follow see the stored content in the place of what the request leaves out.
    isValueOnly: typeof data.content_value === 'string' && (data.content_data ?? null) === null,
    basedOn: req.user && typeof data.updatedAt === 'string' ? data.updatedAt : null,
  }
  noteForm(req, form)
  if (isRestore && !overrideAccess) requireRestorer(req)
  if (isRestore || !req.user) return args
  const isPublisher = can(req, 'content.publish')
  const isTextChange = collection.slug !== 'faq' && operation === 'update'
  const slug = collection.slug as Versioned
  const isDraft = isTextChange && (await isUnclear(args as WriteArgs, slug, req))
  if (data._status === 'published' && !isDraft) {
    if (!isPublisher) refuse('Only publishers publish. Save it as a draft.', 403)
    return args
  }
  const isByClient = isTextChange && !overrideAccess && !isUnpublishing({ data, draft })
  if (isPublisher && !isByClient) return args
  noteForm(req, { ...form, isDraft: true })
  return { ...args, draft: true, data: { ...data, _status: 'draft' } }
}

/**
 * Validates content that is written through the admin or Payload’s REST API: its page and key exist, and the content is
 * what pages expect there. Payload itself refuses missing fields.
 */
export const checkContent: CollectionBeforeValidateHook = async (change) => {
  const { collection, data, operation, originalDoc, req } = change
  const { order, form } = writeOf(req)
  if (order?.isValidated || !data) return data
  // A restored version lacks the fields that never change.
  const doc = operation === 'update' ? { ...data, ...namedParts(originalDoc ?? {}) } : data
  const { content_value: value, content_data: stored, content_type: type = 'text' } = doc
  // Clients may send a text on every page as `content_value` only. Its position stays.
  const isOnlyValue = form?.isValueOnly || (stored ?? null) === null
  const sent = isOnlyValue && typeof value === 'string' ? withText(stored, value) : stored
  try {
    const isNamed = Object.keys(namedParts(doc)).length === keyParts[collection.slug]?.length
    if (operation === 'create' && isNamed) requireKnownKey(keyOf(doc), type)
    if (sent === undefined || sent === null) return doc
    const content_data = validateContent(type, sent)
    const content = { content_type: type, content_data }
    // A key that pages no longer show can still be written, so that nobody is stuck with its draft.
    if (isNamed && typeOfKey(keyOf(doc))) await requireShowable(req, keyOf(doc), content)
    return {
      ...doc,
      content_data,
      ...(collection.slug === 'cms_global_content' && globalColumnsOf(content)),
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    if (error.code !== 'not_found') refuse(error.message, error.status)
    refuse(`${error.message} ${howToWrite}`)
  }
}

const withText = (content: unknown, text: string): object =>
  content && typeof content === 'object' && 'text' in content ? { ...content, text } : { text }

const howToWrite =
  'No page would show it. Open the page in edit mode, and click the text that you want to change.'

const keyParts: Record<string, string[]> = {
  cms_content: ['page', 'section', 'content_key'],
  cms_global_content: ['content_key'],
}
/** The parts of the key that a document has. */
const namedParts = (doc: Doc): Doc =>
  Object.fromEntries(
    Object.entries(doc).filter(
      ([name, value]) => keyParts.cms_content?.includes(name) && typeof value === 'string',
    ),
  )

// Locks the record, as a save from the page does. Refuses a form that is based on an outdated version.
// Refuses to unpublish a text, because staff choose its replacement on the page.
const lockRecord =
  (lockOf: NameOf): CollectionBeforeChangeHook =>
  async ({ collection, data, originalDoc, operation, req }) => {
    const { order, form } = writeOf(req)
    // The service that ordered the write has locked the record.
    if (order) return data
    const db = await transactionOf(req)
    const doc = { ...originalDoc, ...data }
    if (collection.slug === 'faq') await lockNames(db, [lockOf(doc)])
    else {
      const isLive = await lockForForm(req, db, keyOf(doc), doc)
      if (isLive && !form?.isDraft && data._status === 'draft') refuse(takeOffOnPage)
    }
    if (operation === 'update' && form?.basedOn) {
      const { id } = originalDoc
      const writtenAt = (await findWrittenAt(db, collection.slug as Versioned, [id])).get(id)
      if (writtenAt !== undefined && writtenAt !== Date.parse(form.basedOn)) {
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
    const id = versionIdOf(req)
    const collection = req.payload.collections[slug]
    const result = await restoreVersionOperation({ collection, id, req, depth: 0, draft: true })
    return Response.json({ ...result, message: req.t('version:restoredSuccessfully') })
  },
})

/** The action of a form's write, for the audit trail. */
function actionOf(
  { doc, previousDoc, operation }: Parameters<CollectionAfterChangeHook>[0],
  form: FormWrite | undefined,
): string {
  const isTrashed = isTrashedIfChanged(doc, previousDoc)
  if (isTrashed !== undefined) return isTrashed ? 'trash' : 'untrash'
  if (form?.isRestore) return 'restore'
  if (doc._status === 'published') return 'publish'
  return operation === 'create' || form?.isDraft ? 'draft' : 'unpublish'
}

const recordWrite =
  (nameOf: NameOf): CollectionAfterChangeHook =>
  async (change) => {
    const { collection, doc, previousDoc, req } = change
    await recordChange(req, {
      collection: collection.slug as Versioned,
      id: doc.id,
      // The document of a restored version lacks the fields that never change.
      subject: subjectOf(nameOf, { ...previousDoc, ...withoutNull(doc) }, collection.slug),
      action: actionOf(change, writeOf(req).form),
    })
    return doc
  }

const withoutNull = (doc: Doc): Doc =>
  Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null))

const recordDelete =
  (nameOf: NameOf): CollectionAfterDeleteHook =>
  async ({ collection, doc, req }) => {
    const [details] = await recordable(collection.fields, req, doc)
    await record(req, {
      action: 'delete',
      subject: subjectOf(nameOf, doc, collection.slug),
      of_collection: collection.slug,
      document: doc.id,
      details,
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
    // Required fields are required in drafts too, because lists and pages also read drafts.
    versions: { drafts: { validate: true }, maxPerDoc: 0 },
    // Nobody has to lock a document while editing it: `lockRecord` detects conflicts.
    lockDocuments: false,
    access: {
      create: permitted('content.write'),
      read: publishedOrStaff,
      update: permitted('content.write'),
      delete: permitted('content.publish'),
      readVersions: permitted('drafts.read'),
    },
    hooks: {
      beforeOperation: [saveAsDraft],
      beforeChange: [setCreator, setPublished, lockRecord(lockOf)],
      afterChange: [recordWrite(nameOf), ...announced.afterChange],
      afterDelete: [recordDelete(nameOf), ...announced.afterDelete],
    },
  } satisfies Partial<CollectionConfig>
}
