import type { CollectionConfig, FieldHook, NumberFieldSingleValidation } from 'payload'
import { number } from 'payload/shared'
import { transactionOf } from '../cms/database/query.ts'
import { lockTaps } from '../cms/venue/locks.ts'
import { beerStyles, cleanStyle } from '../cms/venue/rules.ts'
import { venueTags } from '../cms/venue/tags.ts'
import { anyone, editors } from './access/staff.ts'
import { component, fieldRow, shownBy } from './fields/admin.ts'
import { moneyField } from './fields/money.ts'
import { announceAll } from './hooks/announce.ts'

// Only one beer at a time can pour from a tap. Beers that are gone or coming next may keep their tap number.
const freeTap: NumberFieldSingleValidation = async (value, options) => {
  const defaultResult = number(value, options)
  if (defaultResult !== true) return defaultResult
  const { siblingData, id, req } = options
  const { status } = siblingData as { status?: string }
  if (typeof value !== 'number' || status !== 'pouring') return true
  const { docs } = await req.payload.find({
    collection: 'taps',
    where: {
      number: { equals: value },
      status: { equals: 'pouring' },
      ...(id !== undefined && { id: { not_equals: id } }),
    },
    limit: 1,
    depth: 0,
    req,
  })
  const [other] = docs
  return other ? `${other.name} is pouring from tap ${value}. Choose another number.` : true
}

// Replaces a style by its known spelling, so that the filter of the page lists each style once.
const knownStyle: FieldHook = async ({ value, req }) => {
  if (typeof value !== 'string') return value
  const { docs } = await req.payload.find({
    collection: 'taps',
    select: { style: true },
    pagination: false,
    depth: 0,
    req,
  })
  return cleanStyle(value, [...beerStyles, ...docs.map(({ style }) => style)])
}

/** The beer hall's tap list. Saved changes are live at once. */
export const taps: CollectionConfig = {
  slug: 'taps',
  labels: { singular: 'Tap', plural: 'Tap list' },
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'number', 'status', 'style', 'half_cents', 'pint_cents'],
    description: 'What is saved here is on the page at once.',
    group: 'Food & drink',
    components: { beforeListTable: [component('venue/admin/BarrelsSection#BarrelsOnList')] },
  },
  defaultSort: ['status', 'number'],
  access: { create: editors, read: anyone, update: editors, delete: editors },
  hooks: {
    ...announceAll(() => [venueTags.taps]),
    // Serialises saves. Otherwise two concurrent saves could put two beers on one tap.
    beforeValidate: [
      async ({ data, req }) => {
        await lockTaps(await transactionOf(req))
        return data
      },
    ],
  },
  fields: [
    { name: 'name', type: 'text', required: true, maxLength: 100 },
    fieldRow(
      { name: 'number', label: 'Tap number', type: 'number', min: 1, max: 99, validate: freeTap },
      {
        name: 'status',
        type: 'select',
        required: true,
        defaultValue: 'next',
        index: true,
        options: [
          { value: 'pouring', label: 'Pouring' },
          { value: 'next', label: 'Coming next' },
          { value: 'gone', label: 'Gone' },
        ],
      },
    ),
    fieldRow(
      { name: 'brewery', type: 'text', required: true, maxLength: 100 },
      { name: 'place', label: 'Where it is brewed', type: 'text', maxLength: 100 },
    ),
    fieldRow(
      {
        name: 'style',
        type: 'text',
        required: true,
        maxLength: 40,
        hooks: { beforeValidate: [knownStyle] },
        admin: shownBy('venue/admin/StyleField'),
      },
      {
        name: 'abv',
        label: 'ABV %',
        type: 'number',
        required: true,
        min: 0,
        max: 20,
        admin: { step: 0.1, placeholder: '4.2' },
      },
    ),
    fieldRow(
      moneyField({ name: 'half_cents', label: 'Half', required: true, min: 0, max: 100_000 }),
      moneyField({ name: 'pint_cents', label: 'Pint', min: 0, max: 100_000 }),
    ),
    { name: 'notes', type: 'text', maxLength: 200 },
    { name: 'vegan', type: 'checkbox', defaultValue: false },
    { name: 'gluten_free', type: 'checkbox', defaultValue: false },
  ],
}
