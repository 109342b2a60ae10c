import type { CollectionConfig } from 'payload'
import { keepTakenTable, keepTakenTableInTrash } from '../cms/features/bookings/collection-hooks.ts'
import { limits } from '../cms/features/bookings/rules.ts'
import { setupTags } from '../cms/features/bookings/tags.ts'
import { areaOptions } from '../cms/features/venue/names.ts'
import { fieldRow } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

/** The tables that guests book. What is saved here counts for bookings from then on; those that exist keep their tables. */
export const tables: CollectionConfig = {
  slug: 'tables',
  labels: { singular: 'Table', plural: 'Tables' },
  // A copy would be a second table that guests can book at once.
  disableDuplicate: true,
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'area', 'min_party', 'max_party', 'joins', 'active'],
    description: 'The tables that guests can book. What is saved here counts at once.',
    group: 'Bookings',
  },
  defaultSort: ['area', 'position', 'id'],
  access: {
    create: permitted('tables.manage'),
    read: permitted('drafts.read'),
    update: permitted('tables.manage'),
    delete: permitted('tables.manage'),
  },
  hooks: {
    ...announceAll(() => setupTags),
    beforeChange: [keepTakenTableInTrash],
    beforeDelete: [keepTakenTable],
  },
  fields: withCleanTexts([
    fieldRow(
      { name: 'name', type: 'text', required: true, maxLength: limits.tableName },
      { name: 'area', type: 'select', required: true, index: true, options: areaOptions },
    ),
    fieldRow(
      {
        name: 'min_party',
        label: 'Smallest party',
        type: 'number',
        required: true,
        defaultValue: 1,
        min: 1,
        max: limits.seats,
        admin: { step: 1 },
        validate: (value: unknown, { siblingData }: { siblingData: unknown }) => {
          const { max_party: max } = siblingData as { max_party?: number }
          if (!isWhole(value)) return 'Write a whole number of people.'
          return typeof max !== 'number' || value <= max || 'That is more than its largest party.'
        },
      },
      {
        name: 'max_party',
        label: 'Largest party',
        type: 'number',
        required: true,
        min: 1,
        max: limits.seats,
        admin: { step: 1 },
        validate: (value: unknown) => isWhole(value) || 'Write a whole number of people.',
      },
    ),
    fieldRow(
      {
        name: 'position',
        label: 'Place in the list',
        type: 'number',
        required: true,
        defaultValue: 0,
        admin: { description: 'Tables next to each other in the list stand next to each other.' },
      },
      {
        name: 'joins',
        label: 'Can be joined in',
        type: 'text',
        maxLength: 120,
        admin: {
          placeholder: 'Window, Snug',
          description:
            'Names of your own, separated by commas. Neighbours with the same name can be pushed together for larger parties.',
        },
      },
    ),
    { name: 'step_free', label: 'Without steps', type: 'checkbox', defaultValue: false },
    { name: 'outdoors', type: 'checkbox', defaultValue: false },
    { name: 'high_chair', label: 'Room for a high chair', type: 'checkbox', defaultValue: false },
    {
      name: 'desk',
      label: 'A desk for members',
      type: 'checkbox',
      defaultValue: false,
      admin: { description: 'Members book it for a part of the day. It is no table for guests.' },
    },
    {
      name: 'active',
      label: 'Can be booked',
      type: 'checkbox',
      defaultValue: true,
      admin: { description: 'Bookings that it has already stay.' },
    },
  ]),
}

const isWhole = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= limits.seats
