import type { CollectionConfig } from 'payload'
import { tags } from '../cms/tags.ts'
import { diets } from '../cms/venue/rules.ts'
import { anyone, editors, publishers } from './access/staff.ts'
import { announceAll } from './hooks/announce.ts'

const sections = ['cafe', 'cocktails', 'beer', 'kitchens', 'hall'] as const

/** What a section serves. Saved is live: a price that is wrong at the bar can't wait for a review. */
export const menus: CollectionConfig = {
  slug: 'menus',
  labels: { singular: 'Menu', plural: 'Menus' },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'page', 'available'],
    group: 'Food & drink',
  },
  defaultSort: ['page', 'position'],
  access: { create: editors, read: anyone, update: editors, delete: publishers },
  hooks: announceAll(() => [tags.menus]),
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: 80 },
    { name: 'page', type: 'select', required: true, index: true, options: [...sections] },
    { name: 'position', type: 'number', required: true, defaultValue: 0, index: true },
    { name: 'available', type: 'text', maxLength: 80 },
    { name: 'note', type: 'textarea', maxLength: 500 },
    {
      name: 'items',
      type: 'array',
      maxRows: 60,
      fields: [
        { name: 'name', type: 'text', required: true, maxLength: 100 },
        { name: 'description', type: 'textarea', maxLength: 400 },
        {
          type: 'row',
          fields: [
            { name: 'price_cents', type: 'number', min: 0, max: 10_000_000 },
            { name: 'price_note', type: 'text', maxLength: 60 },
          ],
        },
        { name: 'diets', type: 'select', hasMany: true, options: [...diets] },
      ],
    },
  ],
}
