import type { Access, CollectionConfig } from 'payload'
import { eventDate } from '../cms/features/events/event-date-field.ts'
import { nudgeAudience } from '../cms/features/nudges/audience-fields.ts'
import { checkNudge, nudgeLink, onlyDraftNudges } from '../cms/features/nudges/collection-hooks.ts'
import { maxLengths, nudgeStates, ttlMinutes } from '../cms/features/nudges/rules.ts'
import { formPart, listColumn } from '../cms/platform/payload/fields/admin.ts'
import {
  byProgram,
  inPanel,
  isDraft,
  programDate,
  programState,
} from '../cms/platform/payload/fields/sent-record.ts'
import { can } from '../cms/platform/staff/can.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const drafts: Access = ({ req }) => can(req, 'nudges.send') && { state: { equals: 'draft' } }

/**
 * Nudges: short messages that devices show at once. Publishers write and send them, see
 * cms/features/nudges/actions.ts. Only drafts can be changed.
 */
export const nudges: CollectionConfig = {
  slug: 'nudges',
  labels: { singular: 'Nudge', plural: 'Nudges' },
  defaultSort: '-updatedAt',
  disableBulkEdit: true,
  admin: {
    useAsTitle: 'text',
    defaultColumns: ['text', 'state', 'when', 'reached', 'clicked'],
    description: 'One line to people’s phones. Each person gets two a day and five a week at most.',
    // The navigation already has a link to the nudges.
    group: false,
  },
  access: {
    create: ({ req }) => can(req, 'nudges.send'),
    read: permitted('nudges.read'),
    update: drafts,
    delete: drafts,
  },
  hooks: { beforeChange: [checkNudge], beforeDelete: [onlyDraftNudges] },
  fields: [
    formPart('progress', 'features/nudges/admin/sending/ProgressSection'),
    formPart('nudge', 'features/nudges/admin/ReadOnlyNudge'),
    {
      name: 'text',
      type: 'textarea',
      required: true,
      maxLength: maxLengths.text,
      admin: {
        condition: isDraft,
        description: 'What is on, and why now. At most 140 characters.',
      },
    },
    {
      name: 'title',
      type: 'text',
      maxLength: maxLengths.title,
      admin: {
        condition: isDraft,
        description: 'The line above it. The venue’s name, if it is empty.',
      },
    },
    {
      name: 'link',
      type: 'text',
      required: true,
      maxLength: maxLengths.link,
      validate: nudgeLink,
      admin: {
        condition: isDraft,
        placeholder: '/beer',
        description: 'Where it leads: a path such as /beer, or an address with https://.',
      },
    },
    formPart('click', 'features/nudges/admin/LinkNote', { condition: isDraft }),
    {
      name: 'icon',
      label: 'Picture',
      type: 'upload',
      relationTo: 'media',
      admin: {
        condition: isDraft,
        description: 'The small picture beside it. The venue’s icon, if it is empty.',
      },
    },
    formPart('previews', 'features/nudges/admin/DevicePreviews'),
    ...nudgeAudience,
    eventDate('event_date'),
    formPart('count', 'features/nudges/admin/sending/AudienceCount'),
    {
      name: 'ttl_minutes',
      label: 'Valid for, in minutes',
      type: 'number',
      required: true,
      defaultValue: ttlMinutes.default,
      min: ttlMinutes.min,
      max: ttlMinutes.max,
      admin: {
        condition: isDraft,
        description: 'A device that comes online later does not show it any more.',
      },
    },
    {
      name: 'urgent',
      type: 'checkbox',
      defaultValue: false,
      access: { create: permitted('nudges.urgent'), update: permitted('nudges.urgent') },
      admin: {
        condition: (data, _, { user }) => isDraft(data) && (user?.role === 'admin' || data?.urgent),
        description: 'Also goes to people who have had enough nudges. Only admins can send it.',
      },
    },
    formPart('panel', 'features/nudges/admin/NudgePanel', { position: 'sidebar' }),
    listColumn('when', 'When', 'features/nudges/admin/WhenCell'),
    listColumn('reached', 'Reached', 'features/nudges/admin/NumberCells#ReachedCell'),
    listColumn('clicked', 'Clicked', 'features/nudges/admin/NumberCells#ClickedCell'),
    programState(nudgeStates),
    programDate('at', 'Is sent'),
    programDate('sent_at', 'Was sent'),
    { name: 'in_slot', type: 'checkbox', defaultValue: false, ...byProgram, admin: inPanel },
    programDate('missed_at', 'Was missed'),
  ],
}
