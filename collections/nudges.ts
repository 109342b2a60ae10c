import type { Access, CollectionConfig } from 'payload'
import { maxLengths, nudgeStates, ttlMinutes } from '../cms/nudges/rules.ts'
import { adminsFieldAccess, editors, hasRole } from './access/staff.ts'
import { formPart, listColumn } from './fields/admin.ts'
import { eventDate } from './fields/event-date.ts'
import { nudgeAudience } from './fields/nudge-audience.ts'
import { byProgram, inPanel, isDraft, programDate, programState } from './fields/sent-record.ts'
import { checkNudge, nudgeLink, onlyDraftNudges } from './hooks/nudges.ts'

const drafts: Access = ({ req }) => hasRole(req, 'publisher') && { state: { equals: 'draft' } }

/**
 * Nudges: short messages that devices show at once. Publishers write and send them, see
 * cms/nudges/actions.ts. Only drafts can be changed.
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
    create: ({ req }) => hasRole(req, 'publisher'),
    read: editors,
    update: drafts,
    delete: drafts,
  },
  hooks: { beforeChange: [checkNudge], beforeDelete: [onlyDraftNudges] },
  fields: [
    formPart('progress', 'nudges/admin/ProgressSection'),
    formPart('nudge', 'nudges/admin/ReadOnlyNudge'),
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
    formPart('click', 'nudges/admin/LinkNote', { condition: isDraft }),
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
    formPart('previews', 'nudges/admin/DevicePreviews'),
    ...nudgeAudience,
    eventDate('event_date'),
    formPart('count', 'nudges/admin/AudienceCount'),
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
      access: { create: adminsFieldAccess, update: adminsFieldAccess },
      admin: {
        condition: (data, _, { user }) => isDraft(data) && (user?.role === 'admin' || data?.urgent),
        description: 'Also goes to people who have had enough nudges. Only admins can send it.',
      },
    },
    formPart('panel', 'nudges/admin/NudgePanel', { position: 'sidebar' }),
    listColumn('when', 'When', 'nudges/admin/WhenCell'),
    listColumn('reached', 'Reached', 'nudges/admin/NumberCells#ReachedCell'),
    listColumn('clicked', 'Clicked', 'nudges/admin/NumberCells#ClickedCell'),
    programState(nudgeStates),
    programDate('at', 'Is sent'),
    programDate('sent_at', 'Was sent'),
    { name: 'in_slot', type: 'checkbox', defaultValue: false, ...byProgram, admin: inPanel },
    programDate('missed_at', 'Was missed'),
  ],
}
