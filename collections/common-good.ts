import type { CollectionConfig } from 'payload'
import { tags } from '../cms/tags.ts'
import { admins, editors, publishers } from './access/staff.ts'
import { announceAll } from './hooks/announce.ts'

/** What went into the common pot, or came out of it (negative). The footer shows the sum. */
export const commonGood: CollectionConfig = {
  slug: 'common_good',
  labels: { singular: 'Common Good entry', plural: 'Common Good' },
  admin: {
    useAsTitle: 'note',
    defaultColumns: ['entered_at', 'amount_cents', 'note'],
    group: 'House',
  },
  defaultSort: '-entered_at',
  access: { create: publishers, read: editors, update: publishers, delete: admins },
  hooks: announceAll(() => [tags.commonGood]),
  fields: [
    {
      name: 'amount_cents',
      type: 'number',
      required: true,
      min: -100_000_000,
      max: 100_000_000,
      validate: (value: unknown) => Number.isInteger(value) || 'Write whole pence.',
    },
    { name: 'note', type: 'text', required: true, maxLength: 200 },
    {
      name: 'entered_at',
      type: 'date',
      required: true,
      defaultValue: () => new Date().toISOString(),
    },
  ],
}
