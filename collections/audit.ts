import type { CollectionConfig } from 'payload'
import { publishers } from './access/staff.ts'

// The sentence and its table say what these fields hold.
const hiddenField = { components: { Field: '/cms/admin/fields/HiddenField.tsx#HiddenField' } }

/** Who did what and when. Written by the program alone; nobody changes it, not even an admin. */
export const audit: CollectionConfig = {
  slug: 'audit',
  labels: { singular: 'Entry', plural: 'Audit trail' },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'subject',
    description: 'Who did what, and when. Nobody can change what stands here.',
    defaultColumns: ['told', 'createdAt'],
    group: 'House',
  },
  access: {
    create: () => false,
    read: publishers,
    update: () => false,
    delete: () => false,
  },
  fields: [
    {
      name: 'told',
      label: 'What happened',
      type: 'ui',
      admin: {
        components: {
          Field: '/cms/audit/admin/EntryField.tsx#EntryField',
          Cell: '/cms/audit/admin/AuditCell.tsx#AuditCell',
        },
      },
    },
    { name: 'action', type: 'text', required: true, index: true, admin: hiddenField },
    { name: 'subject', type: 'text', required: true, admin: hiddenField },
    { name: 'by_name', label: 'By', type: 'text', admin: hiddenField },
    // No relation: an entry outlives the person it names.
    { name: 'by_id', type: 'number', index: true, admin: { hidden: true } },
    { name: 'of_collection', type: 'text', admin: { hidden: true } },
    { name: 'document', type: 'text', index: true, admin: { hidden: true } },
    { name: 'version', type: 'number', index: true, admin: { hidden: true } },
    { name: 'details', type: 'json', admin: { ...hiddenField, disableListColumn: true } },
  ],
}
