import type { CollectionConfig, Field, JSONField, TextField } from 'payload'
import type { ContentKey } from '../cms/content/contract.ts'
import { contentTags } from '../cms/content/tags.ts'
import { globalTextName, textName } from '../cms/content/text-names.ts'
import { editorsFieldAccess, publicPageOrStaff } from './access/staff.ts'
import { component, formPart } from './fields/admin.ts'
import { checkContent, editableCollection } from './hooks/edited.ts'

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
    access: { read: editorsFieldAccess },
    label: 'First written by',
    admin: {
      readOnly: true,
      position: 'sidebar',
      components: {
        Field: component('staff/admin/StaffName#StaffNameField'),
        Cell: component('staff/admin/StaffName#StaffNameCell'),
      },
    },
  },
  {
    // Replies repeat Payload's `updatedAt` under this name.
    name: 'updated_at',
    type: 'date',
    virtual: true,
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
      Field: component('content/admin/ContentTextField'),
      Cell: component('content/admin/ContentCells#WordsCell'),
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
const key = { ...keyPart('content_key', 'content/admin/ContentCells#TextNameCell'), label: 'Name' }
const openOnPage = formPart('open_on_page', 'content/admin/RecordLinks#OpenOnPage', {
  position: 'sidebar',
})

// Staff unpublish a text on its page, where they choose what the page shows instead.
const withoutUnpublishButton = { edit: { UnpublishButton: component('admin/fields/HiddenField') } }

// Deleting a record would delete its history. Staff discard drafts instead.
const noDelete = { delete: () => false }

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
  access: { ...text.access, ...noDelete, read: publicPageOrStaff },
  hooks: { ...text.hooks, beforeValidate: [checkContent] },
  indexes: [{ fields: ['page', 'section', 'content_key'], unique: true }],
  fields: [
    words,
    { ...keyPart('page', 'content/admin/ContentCells#PageCell'), index: true },
    keyPart('section', 'admin/lists/Cells#KeyCell'),
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
  access: { ...globalText.access, ...noDelete },
  hooks: { ...globalText.hooks, beforeValidate: [checkContent] },
  fields: [
    { ...words, required: false },
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
