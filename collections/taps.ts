import type { CollectionConfig } from 'payload'
import { tags } from '../cms/tags.ts'
import { beerStyles } from '../cms/venue/rules.ts'
import { anyone, editors } from './access/staff.ts'
import { announceAll } from './hooks/announce.ts'

/** The beer hall's tap list: what is pouring and what comes on next. Saved is live. */
export const taps: CollectionConfig = {
  slug: 'taps',
  labels: { singular: 'Tap', plural: 'Tap list' },
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['number', 'name', 'style', 'status'],
    group: 'Food & drink',
  },
  defaultSort: ['status', 'number'],
  access: { create: editors, read: anyone, update: editors, delete: editors },
  hooks: announceAll(() => [tags.taps]),
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 100 },
    {
      type: 'row',
      fields: [
        { name: 'number', type: 'number', min: 1, max: 99 },
        {
          name: 'status',
          type: 'select',
          required: true,
          defaultValue: 'next',
          index: true,
          options: ['pouring', 'next', 'gone'],
        },
      ],
    },
    {
      type: 'row',
      fields: [
        { name: 'brewery', type: 'text', required: true, maxLength: 100 },
        { name: 'place', type: 'text', maxLength: 100 },
      ],
    },
    {
      type: 'row',
      fields: [
        { name: 'style', type: 'select', required: true, options: [...beerStyles] },
        { name: 'abv', type: 'number', required: true, min: 0, max: 20 },
      ],
    },
    {
      type: 'row',
      fields: [
        { name: 'half_cents', type: 'number', required: true, min: 0, max: 100_000 },
        { name: 'pint_cents', type: 'number', min: 0, max: 100_000 },
      ],
    },
    { name: 'notes', type: 'text', maxLength: 200 },
    { name: 'vegan', type: 'checkbox', defaultValue: false },
    { name: 'gluten_free', type: 'checkbox', defaultValue: false },
  ],
}
