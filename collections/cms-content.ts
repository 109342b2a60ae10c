import type { CollectionConfig, Field, JSONField, TextField } from 'payload'
import { publicPageOrStaff } from '../cms/features/content/collection-access.ts'
import type { ContentKey } from '../cms/features/content/contract.ts'
import { checkContent, editableCollection } from '../cms/features/content/editing/edited.ts'
import { contentTags } from '../cms/features/content/tags.ts'
import { globalTextName, textName } from '../cms/features/content/text-names.ts'
import { component, formPart } from '../cms/platform/payload/fields/admin.ts'
import { storedAs } from '../cms/platform/payload/hooks/where.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const commonFields: Field[] = [
  {
    name: 'published',
    type: 'checkbox',
    defaultValue: false,
    // Staff see Payload's `_status` instead.
    admin: { readOnly: true, hidden: true },
  },
  {
    name: 'created_by',
    type: 'relationship',
    relationTo: 'users',
    // The id, at every depth of a request (spec section 3).
    maxDepth: 0,
    access: { read: permitted('drafts.read') },
    label: 'First written by',
    admin: {
      readOnly: true,
      position: 'sidebar',
      components: {
        Field: component('platform/staff/admin/StaffName#StaffNameField'),
        Cell: component('platform/staff/admin/StaffName#StaffNameCell'),
      },
    },
  },
  {
    // Replies repeat Payload's `updatedAt` under this name.
    name: 'updated_at',
    type: 'date',
    virtual: true,
    custom: storedAs('updatedAt'),
    label: 'Changed',
    admin: { readOnly: true, hidden: true },
    hooks: { afterRead: [({ siblingData }) => siblingData.updatedAt] },
  },
]
const type: Field = {
  name: 'content_type',
  type: 'select',
  required: true,
  defaultValue: 'text',
  options: [
    { value: 'text', label: 'Text' },
    { value: 'image', label: 'Picture' },
  ],
  label: 'Kind',
  admin: { readOnly: true, position: 'sidebar' },
}
// The key of a record never changes.
const noUpdate = { update: () => false }

const description =
  'Texts that somebody has changed. All others are on their pages: open a page and click the words.'

const words: JSONField = {
  name: 'content_data',
  label: 'Text',
  type: 'json',
  required: true,
  admin: {
    components: {
      Field: component('features/content/admin/ContentTextField'),
      Cell: component('features/content/admin/ContentCells#WordsCell'),
    },
  },
}
const keyPart = (name: string, path: string): TextField => ({
  name,
  type: 'text',
  required: true,
  maxLength: 100,
  access: noUpdate,
  admin: { position: 'sidebar', components: { Cell: component(path) } },
})
const key = {
  ...keyPart('content_key', 'features/content/admin/ContentCells#TextNameCell'),
  label: 'Name',
}
const openOnPage = formPart('open_on_page', 'features/content/admin/RecordLinks#OpenOnPage', {
  position: 'sidebar',
})

// Staff unpublish a text on its page, where they choose what the page shows instead.
const withoutUnpublishButton = {
  edit: { UnpublishButton: component('platform/admin/fields/HiddenField') },
}

// Staff discard drafts instead, because deleting a record deletes its history. Admins can delete a record that nobody
// can use, such as one whose page is gone.
const deletedByAdmins = { delete: permitted('records.erase') }

const text = editableCollection(
  'cms_content',
  // Every page may show or preload pictures of other pages, so a changed picture affects all pages.
  ({ page, content_type }) => [
    contentTags.page(String(page)),
    ...(content_type === 'image' ? [contentTags.pictures] : []),
  ],
  (doc) => textName(doc as ContentKey),
)
const globalText = editableCollection(
  'cms_global_content',
  () => [contentTags.everyPage],
  ({ content_key }) => globalTextName(String(content_key)),
)

/** The texts of the pages, one record for each page, section and key. Source: spec section 3. */
export const cmsContent: CollectionConfig = {
  labels: { singular: 'Text', plural: 'Texts' },
  admin: {
    useAsTitle: 'content_key',
    description,
    defaultColumns: ['content_data', 'content_key', '_status'],
    listSearchableFields: ['page', 'section', 'content_key'],
    components: withoutUnpublishButton,
    group: 'Pages',
  },
  ...text,
  // Nobody needs the same words under two names, and staff publish several texts under *Drafts*.
  disableDuplicate: true,
  disableBulkEdit: true,
  access: { ...text.access, ...deletedByAdmins, read: publicPageOrStaff },
  hooks: { ...text.hooks, beforeValidate: [checkContent] },
  indexes: [{ fields: ['page', 'section', 'content_key'], unique: true }],
  fields: [
    words,
    { ...keyPart('page', 'features/content/admin/ContentCells#PageCell'), index: true },
    keyPart('section', 'platform/admin/lists/Cells#KeyCell'),
    key,
    type,
    openOnPage,
    ...commonFields,
  ],
}

/** Texts that appear on every page. Source: spec section 3. */
export const cmsGlobalContent: CollectionConfig = {
  labels: { singular: 'Text on every page', plural: 'Texts on every page' },
  admin: {
    useAsTitle: 'content_key',
    description,
    defaultColumns: ['content_data', 'content_key', '_status'],
    listSearchableFields: ['content_key', 'content_value'],
    components: withoutUnpublishButton,
    group: 'Pages',
  },
  ...globalText,
  disableDuplicate: true,
  disableBulkEdit: true,
  access: { ...globalText.access, ...deletedByAdmins },
  hooks: { ...globalText.hooks, beforeValidate: [checkContent] },
  fields: [
    words,
    { ...key, unique: true },
    type,
    {
      name: 'content_value',
      type: 'textarea',
      maxLength: 10_000,
      // Derived from `content_data`.
      admin: { hidden: true },
    },
    openOnPage,
    ...commonFields,
  ],
}
