import type { CollectionConfig } from 'payload'
import { component, hiddenField, readableBy } from '../cms/platform/payload/fields/admin.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

/** The audit trail: who did what and when. Only the program writes it; nobody can change it. */
export const audit: CollectionConfig = {
  slug: 'audit',
  labels: { singular: 'Entry', plural: 'Audit trail' },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'subject',
    description: 'Who did what, and when. Nobody can change what stands here.',
    defaultColumns: ['sentence', 'createdAt'],
    group: 'House',
  },
  access: readableBy(permitted('audit.read')),
  fields: [
    {
      name: 'sentence',
      label: 'What happened',
      type: 'ui',
      admin: {
        components: {
          Field: component('platform/audit/admin/EntryField'),
          Cell: component('platform/audit/admin/AuditCell'),
        },
      },
    },
    // `EntryField` shows the values of the hidden fields.
    { name: 'action', type: 'text', required: true, index: true, admin: hiddenField },
    { name: 'subject', type: 'text', required: true, admin: hiddenField },
    { name: 'by_name', label: 'By', type: 'text', admin: hiddenField },
    // No relation, because entries are kept when the account is deleted.
    { name: 'by_id', type: 'number', index: true, admin: { hidden: true } },
    { name: 'of_collection', type: 'text', admin: { hidden: true } },
    { name: 'document', type: 'text', index: true, admin: { hidden: true } },
    { name: 'version', type: 'number', index: true, admin: { hidden: true } },
    { name: 'details', type: 'json', admin: { ...hiddenField, disableListColumn: true } },
  ],
}
