import type { CollectionConfig } from 'payload'
import { publishers } from './access/staff.ts'

/** Who did what and when. Written by the program alone; nobody changes it, not even an admin. */
export const audit: CollectionConfig = {
  slug: 'audit',
  labels: { singular: 'Entry', plural: 'Audit trail' },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'subject',
    defaultColumns: ['createdAt', 'by_name', 'action', 'subject'],
    group: 'House',
  },
  access: {
    create: () => false,
    read: publishers,
    update: () => false,
    delete: () => false,
  },
  fields: [
    { name: 'action', type: 'text', required: true, index: true },
    { name: 'subject', type: 'text', required: true },
    { name: 'by_name', label: 'By', type: 'text' },
    // No relation: an entry outlives the person it names.
    { name: 'by_id', type: 'number', index: true, admin: { hidden: true } },
    { name: 'of_collection', type: 'text', admin: { hidden: true } },
    { name: 'document', type: 'text', index: true, admin: { hidden: true } },
    { name: 'version', type: 'number', index: true, admin: { hidden: true } },
    { name: 'details', type: 'json' },
  ],
}
