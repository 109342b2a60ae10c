import type { CollectionConfig, NumberField } from 'payload'
import { checkRule } from '../cms/features/bookings/collection-hooks.ts'
import { limits } from '../cms/features/bookings/rules.ts'
import { setupTags } from '../cms/features/bookings/tags.ts'
import { optionalDate } from '../cms/features/content/text-field.ts'
import { weekdays } from '../cms/features/venue/hours/opening-hours.ts'
import { areaOptions, dayNames } from '../cms/features/venue/names.ts'
import { fieldRow, shownBy } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { moneyField } from '../cms/platform/payload/fields/money.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

type Whole = {
  name: string
  label: string
  min: number
  max: number
  defaultValue?: number
  description?: string
}

/** A field for a whole number. With a default, it is required. */
const wholeField = ({ description, min, max, ...field }: Whole): NumberField => ({
  ...field,
  type: 'number',
  required: field.defaultValue !== undefined,
  min,
  max,
  validate: (value: unknown) => {
    if (value == null) return field.defaultValue === undefined || 'Write a number.'
    const isValid = Number.isInteger(value) && Number(value) >= min && Number(value) <= max
    return isValid || `Write a whole number from ${min} to ${max}.`
  },
  admin: { step: 1, ...(description && { description }) },
})

const maxDeposit = 100_000

/** How an area takes bookings. Saved changes count for bookings from then on. */
export const bookingRules: CollectionConfig = {
  slug: 'booking_rules',
  labels: { singular: 'Booking rule', plural: 'Booking rules' },
  disableBulkEdit: true,
  // A copy would be a second rule for the same days.
  disableDuplicate: true,
  admin: {
    useAsTitle: 'area',
    defaultColumns: ['area', 'days', 'interval', 'covers', 'largest_party'],
    description:
      'How each area takes bookings, within its opening hours. An area without a rule takes none.',
    group: 'Bookings',
  },
  defaultSort: ['area', 'id'],
  access: {
    create: permitted('tables.manage'),
    read: permitted('drafts.read'),
    update: permitted('tables.manage'),
    delete: permitted('tables.manage'),
  },
  hooks: { ...announceAll(() => setupTags), beforeValidate: [checkRule] },
  fields: withCleanTexts([
    fieldRow(
      { name: 'area', type: 'select', required: true, index: true, options: areaOptions },
      {
        name: 'days',
        type: 'select',
        hasMany: true,
        options: weekdays.map((value) => ({ value, label: dayNames[value] })),
        admin: {
          placeholder: 'Every day',
          description: 'Empty: every day for which the area has no other rule.',
        },
      },
    ),
    fieldRow(
      wholeField({
        ...{ name: 'interval', label: 'Minutes between two times', min: 5, max: 240 },
        defaultValue: 30,
      }),
      wholeField({
        ...{ name: 'last', label: 'Last booking, minutes before closing', min: 0, max: 600 },
        defaultValue: 60,
      }),
    ),
    {
      name: 'stays',
      label: 'How long parties stay',
      type: 'array',
      required: true,
      minRows: 1,
      maxRows: 10,
      labels: { singular: 'Size of party', plural: 'Sizes of parties' },
      fields: [
        fieldRow(
          wholeField({
            ...{ name: 'party', label: 'Up to this many people', min: 1, max: limits.party },
            defaultValue: 2,
          }),
          wholeField({
            ...{ name: 'minutes', label: 'Minutes', min: 15, max: limits.stay, defaultValue: 90 },
          }),
        ),
      ],
    },
    fieldRow(
      wholeField({
        ...{ name: 'buffer', label: 'Minutes until the next party', min: 0, max: 120 },
        defaultValue: 0,
      }),
      wholeField({
        ...{ name: 'covers', label: 'People who can arrive at one time', min: 1, max: 1000 },
        description: 'Empty: as many as there are seats.',
      }),
    ),
    fieldRow(
      wholeField({
        ...{ name: 'days_ahead', label: 'Days ahead', min: 0, max: limits.daysAhead },
        defaultValue: 60,
      }),
      wholeField({
        ...{ name: 'notice', label: 'At the latest, minutes before', min: 0, max: 10_080 },
        defaultValue: 30,
      }),
    ),
    fieldRow(
      wholeField({
        ...{ name: 'largest_party', label: 'Largest party', min: 1, max: limits.party },
        ...{ defaultValue: 8, description: 'Larger ones are asked to call.' },
      }),
      wholeField({
        ...{ name: 'spare_seats', label: 'Empty seats at a table, at most', min: 0, max: 20 },
        defaultValue: 2,
      }),
    ),
    wholeField({
      ...{ name: 'cancel_hours', label: 'Hours before until which guests can cancel' },
      ...{ min: 0, max: 720, defaultValue: 2 },
    }),
    fieldRow(
      moneyField({ name: 'deposit_cents', label: 'Deposit per person', min: 0, max: maxDeposit }),
      wholeField({
        ...{ name: 'deposit_party', label: 'From this many people on', min: 1, max: limits.party },
      }),
    ),
    {
      name: 'deposit_days',
      label: 'Deposits of single days',
      type: 'array',
      maxRows: 60,
      labels: { singular: 'Day', plural: 'Days' },
      fields: [
        fieldRow(
          {
            name: 'day',
            type: 'text',
            required: true,
            validate: (value: unknown) => (value ? optionalDate(value) : 'Choose a day.'),
            admin: shownBy('platform/admin/fields/DateTimeFields#DayField'),
          },
          moneyField({
            ...{ name: 'cents', label: 'Deposit per person', required: true },
            ...{ min: 0, max: maxDeposit },
          }),
        ),
      ],
    },
  ]),
}
