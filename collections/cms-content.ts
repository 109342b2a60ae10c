import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeOperationHook,
  type CollectionConfig,
  type Field,
} from 'payload'
import { tags } from '../cms/tags.ts'
import { editors, hasRole, publishedOrStaff, publishers } from './access/staff.ts'
import { announceAll } from './hooks/announce.ts'

// `published` says which state a reply holds; Payload's own `_status` decides it.
const stateInReply: CollectionBeforeChangeHook = ({ data }) => ({
  ...data,
  published: data._status === 'published',
})

// What an editor saves is a draft, whatever the call says: the live text stays until a publisher
// publishes. Calls of the program itself carry no person and are not asked.
const editorsDraft: CollectionBeforeOperationHook = ({ args, operation, req }) => {
  const writes = operation === 'create' || operation === 'update' || operation === 'restoreVersion'
  if (!writes || !req.user || hasRole(req, 'publisher')) return args
  const { data } = args as { data?: { _status?: unknown } }
  if (data?._status === 'published') {
    throw new APIError('Only publishers publish. Save it as a draft.', 403, undefined, true)
  }
  return { ...args, draft: true, data: { ...data, _status: 'draft' } }
}

const stampOf = ({ req, operation, data }: Parameters<CollectionBeforeChangeHook>[0]) =>
  operation === 'create' && req.user ? { ...data, created_by: req.user.id } : data

const state: Field[] = [
  { name: 'published', type: 'checkbox', defaultValue: false, admin: { readOnly: true } },
  {
    name: 'created_by',
    type: 'relationship',
    relationTo: 'users',
    admin: { readOnly: true },
  },
  {
    // Payload's own time of change under the name that replies give it; both are one column.
    name: 'updated_at',
    type: 'date',
    virtual: true,
    admin: { readOnly: true },
    hooks: { afterRead: [({ siblingData }) => siblingData.updatedAt] },
  },
]
const type: Field = {
  name: 'content_type',
  type: 'select',
  required: true,
  defaultValue: 'text',
  options: ['text', 'image'],
}
// A text stays where it was made: what stands elsewhere is another text.
const fixed = { update: () => false }

/** What all texts have in common: who may what, drafts, and whom a change is told. */
export const edited = (tagsOf: Parameters<typeof announceAll>[0]) =>
  ({
    versions: { drafts: true, maxPerDoc: 100 },
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
      beforeChange: [stampOf, stateInReply],
      ...announceAll(tagsOf),
    },
  }) satisfies Partial<CollectionConfig>

/** The texts of the pages, one record for each page, section and key. Source: spec section 3. */
export const cmsContent: CollectionConfig = {
  slug: 'cms_content',
  labels: { singular: 'Text', plural: 'Texts' },
  admin: {
    useAsTitle: 'content_key',
    defaultColumns: ['page', 'section', 'content_key', '_status'],
    group: 'Pages',
  },
  ...edited(({ page }) => [tags.content(String(page))]),
  indexes: [{ fields: ['page', 'section', 'content_key'], unique: true }],
  fields: [
    { name: 'page', type: 'text', required: true, maxLength: 100, index: true, access: fixed },
    { name: 'section', type: 'text', required: true, maxLength: 100, access: fixed },
    { name: 'content_key', type: 'text', required: true, maxLength: 100, access: fixed },
    type,
    { name: 'content_data', type: 'json', required: true },
    ...state,
  ],
}

/** Texts that stand on every page. Source: spec section 3. */
export const cmsGlobalContent: CollectionConfig = {
  slug: 'cms_global_content',
  labels: { singular: 'Global text', plural: 'Global texts' },
  admin: { useAsTitle: 'content_key', defaultColumns: ['content_key', '_status'], group: 'Pages' },
  ...edited(() => [tags.globalContent]),
  fields: [
    {
      name: 'content_key',
      type: 'text',
      required: true,
      maxLength: 100,
      unique: true,
      access: fixed,
    },
    type,
    { name: 'content_value', type: 'textarea', maxLength: 10_000 },
    { name: 'content_data', type: 'json' },
    ...state,
  ],
}
