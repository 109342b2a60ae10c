import type {
  CollectionBeforeChangeHook,
  CollectionConfig,
  FieldHook,
  NumberFieldSingleValidation,
  PayloadRequest,
} from 'payload'
import { number } from 'payload/shared'
import { lockTaps } from '../cms/features/venue/locks.ts'
import { beerStyles, cleanStyle } from '../cms/features/venue/rules.ts'
import { venueTags } from '../cms/features/venue/tags.ts'
import { transactionOf } from '../cms/platform/database/query.ts'
import { component, fieldRow, shownBy } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { moneyField } from '../cms/platform/payload/fields/money.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { refuse } from '../cms/platform/payload/hooks/refuse.ts'
import { anyone, hiddenWithout, permitted } from '../cms/platform/staff/collection-access.ts'

// Only one beer at a time can pour from a tap. Beers that are gone or coming next may keep their tap number.
const freeTap: NumberFieldSingleValidation = async (value, options) => {
  const defaultResult = number(value, options)
  if (defaultResult !== true) return defaultResult
  const { siblingData, id, req } = options
  const { status } = siblingData as { status?: string }
  if (typeof value !== 'number' || status !== 'pouring') return true
  return (await takenText(req, value, id)) ?? true
}

async function takenText(
  req: PayloadRequest,
  number: number,
  id: number | string | undefined,
): Promise<string | null> {
  const { docs } = await req.payload.find({
    collection: 'taps',
    where: {
      number: { equals: number },
      status: { equals: 'pouring' },
      ...(id !== undefined && { id: { not_equals: id } }),
    },
    limit: 1,
    depth: 0,
    req,
  })
  const [other] = docs
  return other ? `${other.name} is pouring from tap ${number}. Choose another number.` : null
}

// Payload does not validate records that are taken out of the trash.
const freeTapWhenRestored: CollectionBeforeChangeHook = async ({ data, originalDoc, req }) => {
  const { number, status, deletedAt, id } = { ...originalDoc, ...data }
  const isRestored = !deletedAt && originalDoc?.deletedAt
  if (!isRestored || status !== 'pouring' || typeof number !== 'number') return data
  const message = await takenText(req, number, id)
  if (message) refuse(message)
  return data
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
  labels: { singular: 'Tap', plural: 'Taps' },
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'number', 'status', 'style', 'half_cents', 'pint_cents'],
    description: 'What is saved here is on the page at once.',
    group: 'Food & drink',
    hidden: hiddenWithout('taps.change'),
    components: {
      beforeListTable: [component('features/venue/admin/BarrelsSection#BarrelsOnList')],
    },
  },
  defaultSort: ['status', 'number'],
  access: {
    create: permitted('taps.change'),
    read: anyone,
    update: permitted('taps.change'),
    delete: permitted('taps.change'),
  },
  hooks: {
    ...announceAll(() => [venueTags.taps]),
    // Serialises saves. Otherwise two concurrent saves could put two beers on one tap.
    beforeValidate: [
      async ({ data, req }) => {
        await lockTaps(await transactionOf(req))
        return data
      },
    ],
    beforeChange: [freeTapWhenRestored],
  },
  fields: withCleanTexts([
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
        admin: shownBy('features/venue/admin/StyleField'),
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
  ]),
}
