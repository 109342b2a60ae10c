import type { CollectionConfig } from 'payload'
import { scheduledActions } from '../cms/editing/contract.ts'
import { editors } from './access/staff.ts'

/** What is to be published or taken down at a time. Made from the page, worked off by a worker. */
export const scheduledChanges: CollectionConfig = {
  slug: 'scheduled_changes',
  labels: { singular: 'Scheduled change', plural: 'Schedule' },
  defaultSort: 'at',
  disableDuplicate: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'content_key',
    defaultColumns: ['at', 'action', 'page', 'section', 'content_key', 'state', 'by_name'],
    group: 'Pages',
  },
  access: {
    create: () => false,
    read: editors,
    update: () => false,
    delete: () => false,
  },
  fields: [
    { name: 'page', type: 'text', required: true },
    { name: 'section', type: 'text', required: true },
    { name: 'content_key', type: 'text', required: true },
    { name: 'action', type: 'select', required: true, options: [...scheduledActions] },
    { name: 'at', type: 'date', required: true, index: true },
    { name: 'revision', type: 'number', admin: { hidden: true } },
    {
      name: 'state',
      type: 'select',
      required: true,
      defaultValue: 'waiting',
      index: true,
      options: ['waiting', 'done', 'cancelled', 'failed'],
    },
    { name: 'by_name', label: 'By', type: 'text' },
    { name: 'by_id', type: 'number', admin: { hidden: true } },
    { name: 'done_at', type: 'date' },
    { name: 'failure', type: 'text' },
  ],
}
