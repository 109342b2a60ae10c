import type { CollectionConfig, Field } from 'payload'
import { checkClosure, isLocalTime } from '../cms/features/bookings/collection-hooks.ts'
import { limits } from '../cms/features/bookings/rules.ts'
import { setupTags } from '../cms/features/bookings/tags.ts'
import { areaOptions } from '../cms/features/venue/names.ts'
import { fieldRow, listCell, shownBy } from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { announceAll } from '../cms/platform/payload/hooks/announce.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

/** `2026-12-03T19:30` on the venue's clock, so a closure keeps its times when the venue's time zone changes. */
const localTimeField = (name: string, label: string): Field => ({
  name,
  label,
  type: 'text',
  required: true,
  index: true,
  validate: (value: unknown) => isLocalTime(value) || 'Choose a day and a time.',
  admin: {
    components: {
      ...shownBy('features/events/admin/WhenField#TimeField').components,
      ...listCell('LocalTimeCell').components,
    },
  },
})

/** When tables or whole areas cannot be booked. Bookings that exist stay until staff move or cancel them. */
export const bookingClosures: CollectionConfig = {
  slug: 'booking_closures',
  labels: { singular: 'Closure', plural: 'Closures' },
  disableBulkEdit: true,
  admin: {
    useAsTitle: 'reason',
    defaultColumns: ['reason', 'area', 'from', 'to'],
    description:
      'When tables cannot be booked. For hours of the whole day, change the opening hours.',
    group: 'Bookings',
  },
  defaultSort: '-from',
  access: {
    create: permitted('tables.manage'),
    read: permitted('drafts.read'),
    update: permitted('tables.manage'),
    delete: permitted('tables.manage'),
  },
  hooks: { ...announceAll(() => setupTags), beforeValidate: [checkClosure] },
  fields: withCleanTexts([
    fieldRow(
      {
        name: 'area',
        type: 'select',
        options: areaOptions,
        admin: { placeholder: 'The whole venue' },
      },
      {
        name: 'tables',
        label: 'Only these tables',
        type: 'relationship',
        relationTo: 'tables',
        hasMany: true,
        maxRows: 100,
      },
    ),
    fieldRow(localTimeField('from', 'From'), localTimeField('to', 'Until')),
    {
      name: 'reason',
      label: 'Why, for staff',
      type: 'text',
      required: true,
      maxLength: limits.reason,
    },
    { name: 'guest_text', label: 'What guests read', type: 'text', maxLength: limits.guestText },
  ]),
}
