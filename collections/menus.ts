import type { CollectionConfig } from 'payload'
import { pageName } from '../cms/features/content/routes.ts'
import { optionalDate } from '../cms/features/content/text-field.ts'
import { weekdays } from '../cms/features/venue/hours/opening-hours.ts'
import { dayNames, dietNames } from '../cms/features/venue/names.ts'
import { diets } from '../cms/features/venue/rules.ts'
import { venueTags } from '../cms/features/venue/tags.ts'
import { component, fieldRow, shownBy } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { moneyField } from '../cms/platform/payload/fields/money.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { anyone, permitted } from '../cms/platform/staff/collection-access.ts'

const menuPages = ['cafe', 'cocktails', 'beer', 'kitchens', 'hall'] as const

/** Menus. Saved changes are live at once, because wrong prices can't wait for a review. */
export const menus: CollectionConfig = {
  slug: 'menus',
  labels: { singular: 'Menu', plural: 'Menus' },
  admin: {
    useAsTitle: 'title',
    // A search for a dish finds its menu.
    listSearchableFields: ['title', 'items.name'],
    defaultColumns: ['title', 'page', 'available'],
    description: 'What is saved here is on the page at once.',
    group: 'Food & drink',
  },
  defaultSort: ['page', 'position'],
  access: {
    create: permitted('menus.write'),
    read: anyone,
    update: permitted('menus.write'),
    delete: permitted('content.publish'),
  },
  hooks: announceAll(() => [venueTags.menus]),
  fields: withCleanTexts([
    { name: 'title', type: 'text', required: true, maxLength: 80 },
    {
      name: 'page',
      label: 'Show on page',
      type: 'select',
      required: true,
      index: true,
      options: menuPages.map((value) => ({ value, label: pageName(value) })),
    },
    {
      name: 'position',
      label: 'Place on the page',
      type: 'number',
      required: true,
      defaultValue: 0,
      index: true,
      admin: {
        description:
          'The menu with the lowest number comes first, among those that are served today.',
      },
    },
    fieldRow(
      {
        name: 'days',
        label: 'Days on which it is served',
        type: 'select',
        hasMany: true,
        options: weekdays.map((value) => ({ value, label: dayNames[value] })),
        admin: {
          placeholder: 'Every day',
          description:
            'For a menu that is not served every day. The page says when it is on, and shows the menus of today first.',
        },
      },
      {
        name: 'available',
        label: 'When it is served',
        type: 'text',
        maxLength: 80,
        admin: {
          placeholder: 'Every day, 7am–3pm',
          description: 'In your own words. Empty: the chosen days.',
        },
      },
    ),
    { name: 'note', type: 'textarea', maxLength: 500 },
    {
      name: 'items',
      type: 'array',
      maxRows: 60,
      labels: { singular: 'Item', plural: 'Items' },
      admin: {
        components: {
          ...shownBy('features/venue/admin/MenuTable').components,
          Diff: component('platform/admin/lists/Differences#RowsDifference'),
        },
      },
      fields: [
        { name: 'name', type: 'text', required: true, maxLength: 100 },
        { name: 'description', type: 'textarea', maxLength: 400 },
        moneyField({ name: 'price_cents', label: 'Price', min: 0, max: 10_000_000 }),
        {
          name: 'price_note',
          label: 'Beside the price',
          type: 'text',
          maxLength: 60,
          admin: { placeholder: 'each, ask …' },
        },
        {
          name: 'diets',
          label: 'Marks',
          type: 'select',
          hasMany: true,
          options: diets.map((value) => ({ value, label: dietNames[value] })),
        },
        // The last day on which the item is sold out, by the venue's clock: `YYYY-MM-DD`.
        {
          name: 'sold_out_on',
          label: 'Sold out today',
          type: 'text',
          validate: optionalDate,
        },
      ],
    },
  ]),
}
