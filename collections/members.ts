import type { CollectionConfig, Field } from 'payload'
import { slotHours, timeSlots } from '../cms/features/members/profile/rules.ts'
import { memberStaffCalls } from '../cms/features/members/staff/calls.ts'
import { interests } from '../cms/features/newsletter/rules.ts'
import { areaOptions } from '../cms/features/venue/names.ts'
import { beerStyles } from '../cms/features/venue/rules.ts'
import { endpointsOf } from '../cms/platform/http/call.ts'
import {
  fieldRow,
  formPart,
  listCell,
  readableBy,
  shownBy,
} from '../cms/platform/payload/fields/admin.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const multiSelect = (
  name: string,
  options: readonly (string | { value: string; label: string })[],
): Field => ({
  name,
  type: 'select',
  hasMany: true,
  options: [...options],
})
const dateField = (name: string, label: string): Field => ({
  name,
  label,
  type: 'date',
  admin: {
    position: 'sidebar',
    components: {
      ...listCell('MomentCell').components,
      ...shownBy('platform/admin/fields/MomentField').components,
    },
  },
})

/**
 * Members of the Common Room. They sign in with an emailed code or a passkey, and edit their own data; staff
 * read it. Sessions, passkeys and devices are in tables that Payload's API does not reach.
 */
export const members: CollectionConfig = {
  slug: 'members',
  labels: { singular: 'Member', plural: 'Members' },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  disableBulkEdit: true,
  lockDocuments: false,
  admin: {
    useAsTitle: 'email',
    defaultColumns: ['email', 'name', 'last_seen_at', 'suspended_at'],
    listSearchableFields: ['email', 'name'],
    description: 'Who comes into the Common Room. They sign in and change their data themselves.',
    group: 'Common Room',
  },
  access: readableBy(permitted('members.read')),
  endpoints: endpointsOf(memberStaffCalls),
  fields: [
    formPart('access', 'features/members/admin/MemberAccess'),
    { name: 'email', type: 'text', required: true, unique: true },
    { name: 'name', type: 'text' },
    { name: 'phone', type: 'text' },
    fieldRow({ name: 'birthday_day', type: 'number' }, { name: 'birthday_month', type: 'number' }),
    multiSelect('interests', interests),
    multiSelect('favourite_areas', areaOptions),
    {
      name: 'time_slots',
      type: 'select',
      hasMany: true,
      options: timeSlots.map((value) => ({ value, label: `${value} ${slotHours[value].label}` })),
    },
    multiSelect('beer_styles', beerStyles),
    dateField('last_seen_at', 'Last here'),
    dateField('suspended_at', 'Suspended'),
    dateField('delete_at', 'To be deleted'),
    {
      name: 'analytics_consent',
      label: 'Agreed that we learn from their visits',
      type: 'checkbox',
      required: true,
      defaultValue: false,
      admin: { position: 'sidebar' },
    },
    dateField('analytics_consent_at', 'Decided on that'),
    { name: 'source', label: 'Came by', type: 'text', admin: { position: 'sidebar' } },
  ],
}
