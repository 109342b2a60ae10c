import type { CollectionConfig } from 'payload'
import { readableBy } from '../cms/platform/payload/fields/admin.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

/** Hashes of addresses that an import leaves out, until their owners sign up and confirm again. */
export const suppressions: CollectionConfig = {
  slug: 'suppressions',
  labels: { singular: 'Suppression', plural: 'Suppressions' },
  defaultSort: '-at',
  disableDuplicate: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'hash',
    defaultColumns: ['hash', 'reason', 'at'],
    description:
      'What is left of deleted subscribers: enough to leave them out of an import, too little to know them by.',
    group: 'Newsletter',
    hidden: true,
  },
  access: readableBy(permitted('subscribers.read')),
  fields: [
    { name: 'hash', type: 'text', required: true, unique: true },
    { name: 'reason', type: 'text', required: true },
    { name: 'at', type: 'date', required: true },
  ],
}
