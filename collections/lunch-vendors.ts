import type { CollectionConfig, Field } from 'payload'
import { checkVendor } from '../cms/features/lunch-run/collection-hooks.ts'
import { type ExtraChoice, extraChoices, offerSources } from '../cms/features/lunch-run/rules.ts'
import { lunchOffersTag } from '../cms/features/lunch-run/tags.ts'
import { dietNames } from '../cms/features/venue/names.ts'
import { diets } from '../cms/features/venue/rules.ts'
import { fieldRow } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { moneyField } from '../cms/platform/payload/fields/money.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const choiceNames: Record<ExtraChoice, string> = {
  any: 'None or more',
  some: 'One or more',
  one: 'Exactly one',
}
const sourceNames = { kitchens: 'Our kitchens', vendor: 'Somebody else' } as const

const isVendor = (_: unknown, { kind }: { kind?: string }) => kind !== 'kitchens'

const price = (limits: { min: number; max: number }): Field =>
  moneyField({ name: 'price_cents', label: 'Price', ...limits, required: true })

/** From whom members can order lunch. What is saved here counts for runs that are started from then on. */
export const lunchVendors: CollectionConfig = {
  slug: 'lunch_vendors',
  labels: { singular: 'Lunch vendor', plural: 'Lunch vendors' },
  disableDuplicate: true,
  admin: {
    useAsTitle: 'name',
    defaultColumns: ['name', 'kind', 'email', 'active'],
    description:
      'From whom members order lunch together. A run that has begun keeps the prices it began with.',
    group: 'Food & drink',
  },
  defaultSort: ['kind', 'name'],
  access: {
    create: permitted('menus.write'),
    read: permitted('drafts.read'),
    update: permitted('menus.write'),
    delete: permitted('content.publish'),
  },
  hooks: { ...announceAll(() => [lunchOffersTag]), beforeValidate: [checkVendor] },
  fields: withCleanTexts([
    fieldRow(
      { name: 'name', type: 'text', required: true, maxLength: 80 },
      {
        name: 'kind',
        label: 'Who cooks',
        type: 'select',
        required: true,
        defaultValue: 'vendor',
        options: offerSources.map((value) => ({ value, label: sourceNames[value] })),
        admin: { description: 'The dishes of our kitchens come from their menus.' },
      },
    ),
    fieldRow(
      {
        name: 'email',
        label: 'Where orders are mailed',
        type: 'email',
        admin: { condition: isVendor },
      },
      {
        name: 'phone',
        type: 'text',
        maxLength: 40,
        admin: { condition: isVendor },
      },
    ),
    {
      name: 'active',
      label: 'Can be ordered from',
      type: 'checkbox',
      defaultValue: true,
    },
    {
      name: 'extras',
      type: 'array',
      maxRows: 12,
      labels: { singular: 'Group of extras', plural: 'Extras' },
      admin: { description: 'What goes with a dish: sauces, sides, a size.' },
      fields: [
        fieldRow(
          { name: 'name', type: 'text', required: true, maxLength: 60 },
          {
            name: 'choose',
            label: 'How many one chooses',
            type: 'select',
            required: true,
            defaultValue: 'any',
            options: extraChoices.map((value) => ({ value, label: choiceNames[value] })),
          },
        ),
        {
          name: 'only_for',
          label: 'Only for these dishes',
          type: 'text',
          maxLength: 300,
          admin: { placeholder: 'Every dish', description: 'Names, separated by commas.' },
        },
        {
          name: 'options',
          type: 'array',
          required: true,
          minRows: 1,
          maxRows: 20,
          labels: { singular: 'Extra', plural: 'Extras' },
          fields: [
            fieldRow(
              { name: 'name', type: 'text', required: true, maxLength: 60 },
              price({ min: 0, max: 100_00 }),
            ),
          ],
        },
      ],
    },
    {
      name: 'dishes',
      type: 'array',
      maxRows: 60,
      labels: { singular: 'Dish', plural: 'Dishes' },
      admin: { condition: isVendor },
      fields: [
        fieldRow(
          { name: 'name', type: 'text', required: true, maxLength: 100 },
          price({ min: 1, max: 150_00 }),
        ),
        { name: 'description', type: 'textarea', maxLength: 400 },
        {
          name: 'diets',
          label: 'Marks',
          type: 'select',
          hasMany: true,
          options: diets.map((value) => ({ value, label: dietNames[value] })),
        },
      ],
    },
  ]),
}
