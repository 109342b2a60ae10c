import type { CollectionConfig } from 'payload'
import {
  checkStaffChange,
  eraseBeforeDelete,
  recordStop,
  refuseStale,
} from '../cms/features/newsletter/collection-hooks.ts'
import { interests, maxLengths, subscriberStates } from '../cms/features/newsletter/rules.ts'
import { subscriberCalls } from '../cms/features/newsletter/subscribing/subscriber-calls.ts'
import { endpointsOf } from '../cms/platform/http/call.ts'
import { birthdayDays, birthdayMonths } from '../cms/platform/http/texts/field-rules.ts'
import {
  component,
  dayAndTime,
  fieldRow,
  formPart,
  optionsOf,
  shownBy,
} from '../cms/platform/payload/fields/admin.ts'
import { rememberBaseVersion } from '../cms/platform/payload/hooks/base-version.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const readOnly = { access: { update: () => false }, admin: { readOnly: true } }

/**
 * Subscribers to the newsletter. Through this collection staff can only end a subscription. To add a
 * subscriber or correct an address, they use cms/features/newsletter/staff/staff-entries.ts.
 */
export const subscribers: CollectionConfig = {
  slug: 'subscribers',
  labels: { singular: 'Subscriber', plural: 'Subscribers' },
  defaultSort: '-createdAt',
  disableDuplicate: true,
  disableBulkEdit: true,
  admin: {
    useAsTitle: 'email',
    defaultColumns: ['email', 'name', 'state', 'joined_at'],
    listSearchableFields: ['email', 'name'],
    description:
      'Who gets letters. They sign up and confirm it themselves, or a publisher adds them with their consent. An admin can delete one, which leaves nothing that names them.',
    group: 'Newsletter',
    components: { beforeListTable: [component('features/newsletter/admin/ListsLink')] },
  },
  access: {
    create: () => false,
    read: permitted('subscribers.read'),
    update: permitted('subscribers.manage'),
    delete: permitted('records.erase'),
  },
  hooks: {
    beforeOperation: [rememberBaseVersion],
    beforeChange: [refuseStale, checkStaffChange],
    afterChange: [recordStop],
    beforeDelete: [eraseBeforeDelete],
  },
  endpoints: endpointsOf(subscriberCalls),
  fields: [
    { name: 'email', type: 'text', required: true, unique: true, ...readOnly },
    { name: 'name', type: 'text', maxLength: maxLengths.name },
    {
      name: 'state',
      type: 'select',
      required: true,
      defaultValue: 'pending',
      index: true,
      options: optionsOf(subscriberStates),
      admin: {
        description: 'Nobody but the subscriber says yes. You can stop their letters here.',
      },
    },
    { name: 'interests', type: 'select', hasMany: true, options: [...interests] },
    {
      name: 'own_topics',
      label: 'Topics of the venue',
      type: 'json',
      defaultValue: [],
      access: readOnly.access,
      admin: {
        ...shownBy('features/newsletter/admin/InterestList'),
        condition: ({ own_topics }) => Boolean(own_topics?.length),
      },
    },
    { name: 'phone', type: 'text', maxLength: maxLengths.phone },
    fieldRow(
      { name: 'birthday_day', type: 'number', min: 1, max: birthdayDays, admin: { step: 1 } },
      {
        name: 'birthday_month',
        type: 'number',
        min: 1,
        max: birthdayMonths,
        index: true,
        admin: { step: 1 },
      },
    ),
    {
      name: 'paused_until',
      label: 'No letters until',
      type: 'date',
      access: readOnly.access,
      admin: { ...dayAndTime, readOnly: true },
    },
    {
      name: 'source',
      label: 'Came by',
      type: 'text',
      ...readOnly,
      admin: { readOnly: true, position: 'sidebar' },
    },
    ...['confirmed_at', 'joined_at', 'left_at'].map((name) => ({
      name,
      label: { confirmed_at: 'Confirmed', joined_at: 'Joined', left_at: 'Left' }[name] ?? name,
      type: 'date' as const,
      index: name === 'joined_at',
      access: readOnly.access,
      admin: { ...dayAndTime, readOnly: true, position: 'sidebar' as const },
    })),
    {
      name: 'stopped_because',
      label: 'Why no letters come',
      type: 'textarea',
      access: readOnly.access,
      admin: {
        readOnly: true,
        position: 'sidebar',
        condition: ({ stopped_because }) => Boolean(stopped_because),
      },
    },
    {
      name: 'soft_bounces',
      label: 'Mails in a row that came back',
      type: 'number',
      required: true,
      defaultValue: 0,
      access: readOnly.access,
      admin: { readOnly: true, position: 'sidebar' },
    },
    formPart('correctAddress', 'features/newsletter/admin/CorrectAddress', { position: 'sidebar' }),
    formPart('letters', 'features/newsletter/admin/LettersSent'),
    {
      name: 'consents',
      type: 'join',
      collection: 'consents',
      on: 'subscriber',
      admin: { defaultColumns: ['kind', 'at', 'how'], allowCreate: false },
    },
  ],
}
