import type { CollectionConfig } from 'payload'
import { replacements, scheduledActions } from '../cms/features/content/editing/contract.ts'
import { component, listCell, optionsOf, readableBy } from '../cms/platform/payload/fields/admin.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

/** Scheduled changes of texts and pictures, created on the page that shows them and carried out by jobs. */
export const scheduledChanges: CollectionConfig = {
  slug: 'scheduled_changes',
  labels: { singular: 'Scheduled change', plural: 'Schedule' },
  defaultSort: 'at',
  disableDuplicate: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'content_key',
    description:
      'What is to be published or taken down at a time. It is made, and can be cancelled, on the page.',
    defaultColumns: ['at', 'action', 'content_key', 'state', 'by_name'],
    group: 'Pages',
  },
  access: readableBy(permitted('drafts.read')),
  fields: [
    {
      name: 'page',
      type: 'text',
      required: true,
      admin: { components: { Cell: component('features/content/admin/ContentCells#PageCell') } },
    },
    { name: 'section', type: 'text', required: true, admin: listCell('KeyCell') },
    {
      name: 'content_key',
      label: 'Text',
      type: 'text',
      required: true,
      admin: {
        components: { Cell: component('features/content/admin/ContentCells#TextNameCell') },
      },
    },
    { name: 'action', type: 'select', required: true, options: optionsOf(scheduledActions) },
    {
      name: 'instead',
      label: 'What the page shows then',
      type: 'select',
      options: optionsOf(replacements),
    },
    {
      name: 'at',
      label: 'When',
      type: 'date',
      required: true,
      index: true,
      admin: { ...listCell('MomentCell'), date: { pickerAppearance: 'dayAndTime' } },
    },
    { name: 'revision', type: 'number', admin: { hidden: true } },
    // All changes of a batch are carried out in one transaction.
    { name: 'batch', type: 'text', required: true, index: true, admin: { hidden: true } },
    { name: 'tries', type: 'number', required: true, defaultValue: 0, admin: { hidden: true } },
    { name: 'retry_at', type: 'date', admin: { hidden: true } },
    {
      name: 'state',
      type: 'select',
      required: true,
      defaultValue: 'waiting',
      index: true,
      options: optionsOf(['waiting', 'done', 'cancelled', 'failed']),
    },
    { name: 'by_name', label: 'By', type: 'text' },
    { name: 'by_id', type: 'number', admin: { hidden: true } },
    { name: 'done_at', label: 'Done', type: 'date', admin: listCell('MomentCell') },
    { name: 'failure', label: 'Why it failed', type: 'text' },
  ],
}
