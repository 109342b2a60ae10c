import type { Access, CollectionConfig, Field } from 'payload'
import { letterStates, longest } from '../cms/letters/rules.ts'
import { interests } from '../cms/newsletter/rules.ts'
import { isDate } from '../cms/venue/written-hours.ts'
import { hasRole } from './access/staff.ts'
import { asWords } from './fields/labels.ts'
import { letterBody } from './fields/letter-body.ts'
import { onlyDrafts, onlyUnsent } from './hooks/letters.ts'
import { noteSeen } from './hooks/seen.ts'

const byProgram = { access: { create: () => false, update: () => false } }

const drafts: Access = ({ req }) => hasRole(req, 'editor') && { state: { equals: 'draft' } }
const unsent: Access = ({ req }) =>
  hasRole(req, 'publisher') && { state: { in: ['draft', 'cancelled'] } }

const field = (file: string, name: string) => ({
  components: { Field: `/cms/${file}.tsx#${name}` },
})
// Other letters are shown read-only, as their readers see them.
const isDraft = (data: { state?: string } | undefined) => (data?.state ?? 'draft') === 'draft'

// Shown by `LetterPanel`.
const hiddenField = {
  ...field('admin/fields/HiddenField', 'HiddenField'),
  position: 'sidebar' as const,
}

const moment = (name: string, label: string): Field => ({
  name,
  label,
  type: 'date',
  ...byProgram,
  admin: hiddenField,
})

const column = (name: string, label: string, file: string, cell: string): Field => ({
  name,
  label,
  type: 'ui',
  admin: {
    components: {
      Field: '/cms/admin/fields/HiddenField.tsx#HiddenField',
      Cell: `/cms/letters/admin/${file}.tsx#${cell}`,
    },
  },
})

/**
 * Letters to subscribers. Editors write drafts. Publishers do everything else, see
 * cms/letters/actions.ts. Only drafts can be changed.
 */
export const letters: CollectionConfig = {
  slug: 'letters',
  labels: { singular: 'Letter', plural: 'Letters' },
  defaultSort: '-updatedAt',
  disableBulkEdit: true,
  admin: {
    useAsTitle: 'subject',
    defaultColumns: ['subject', 'state', 'when', 'total', 'delivered'],
    description: 'Written by editors, sent by publishers, each to every subscriber once.',
    group: 'Newsletter',
  },
  access: {
    create: ({ req }) => hasRole(req, 'editor'),
    read: ({ req }) => hasRole(req, 'editor'),
    update: drafts,
    delete: unsent,
  },
  hooks: { beforeOperation: [noteSeen], beforeChange: [onlyDrafts], beforeDelete: [onlyUnsent] },
  fields: [
    {
      name: 'progress',
      type: 'ui',
      admin: {
        ...field('letters/admin/ProgressSection', 'ProgressSection'),
        disableListColumn: true,
      },
    },
    {
      name: 'letter',
      type: 'ui',
      admin: {
        ...field('letters/admin/ReadOnlyLetter', 'ReadOnlyLetter'),
        disableListColumn: true,
      },
    },
    {
      name: 'subject',
      type: 'text',
      required: true,
      maxLength: longest.subject,
      admin: {
        condition: isDraft,
        description:
          'Here and in the letter, {name} is the reader’s name; {name|neighbour} says another word than “friend” to those whose name we don’t know. {phone}, {email}, {address}, {town} and {product} are the venue’s.',
      },
    },
    {
      name: 'preheader',
      label: 'Beside the subject',
      type: 'text',
      maxLength: longest.preheader,
      admin: {
        condition: isDraft,
        description: 'What a list of mails shows after the subject.',
      },
    },
    { ...letterBody, admin: { condition: isDraft } },
    {
      name: 'audience',
      label: 'Who gets it',
      type: 'group',
      admin: {
        condition: isDraft,
        description: 'Readers to whom all of this applies; everybody where nothing is chosen.',
      },
      fields: [
        {
          name: 'interests',
          label: 'Interested in one of',
          type: 'select',
          hasMany: true,
          options: [...interests],
          admin: field('admin/fields/ChoicesField', 'ChoicesField'),
        },
        {
          name: 'birthdayThisMonth',
          label: 'Has their birthday in the month it goes out',
          type: 'checkbox',
          defaultValue: false,
        },
        {
          name: 'joinedSince',
          label: 'Joined on this day or later',
          type: 'text',
          admin: { components: { Field: '/cms/admin/fields/DateTimeFields.tsx#DayField' } },
          validate: (value: unknown) =>
            !value ||
            isDate(value) ||
            'Write a day of the calendar as YYYY-MM-DD, for example 2026-12-25.',
        },
        {
          name: 'count',
          type: 'ui',
          admin: {
            ...field('letters/admin/AudienceCount', 'AudienceCount'),
            disableListColumn: true,
          },
        },
      ],
    },
    {
      name: 'isPublic',
      label: 'Has a page of its own',
      type: 'checkbox',
      defaultValue: false,
      admin: {
        condition: isDraft,
        description: 'Anybody can read it on the site once it went out.',
      },
    },
    {
      name: 'panel',
      type: 'ui',
      admin: {
        ...field('letters/admin/LetterPanel', 'LetterPanel'),
        position: 'sidebar',
        disableListColumn: true,
      },
    },
    column('when', 'When', 'WhenCell', 'WhenCell'),
    column('total', 'Readers', 'NumberCells', 'TotalCell'),
    column('delivered', 'Delivered', 'NumberCells', 'DeliveredCell'),
    {
      name: 'state',
      type: 'select',
      required: true,
      defaultValue: 'draft',
      index: true,
      ...byProgram,
      options: letterStates.map((value) => ({ value, label: asWords(value) })),
      admin: {
        position: 'sidebar',
        components: {
          Field: '/cms/admin/fields/HiddenField.tsx#HiddenField',
          Cell: '/cms/admin/lists/Cells.tsx#StateCell',
        },
      },
    },
    moment('sendAt', 'Goes out'),
    moment('startedAt', 'Went out'),
    moment('finishedAt', 'Done'),
    {
      name: 'lastError',
      label: 'What went wrong',
      type: 'text',
      ...byProgram,
      admin: hiddenField,
    },
    {
      name: 'slug',
      type: 'text',
      unique: true,
      ...byProgram,
      admin: hiddenField,
    },
    // Failed starts, and the time of the next one; see cms/letters/due.ts.
    {
      name: 'tries',
      type: 'number',
      required: true,
      defaultValue: 0,
      ...byProgram,
      admin: { hidden: true },
    },
    { name: 'retryAt', type: 'date', ...byProgram, admin: { hidden: true } },
  ],
}
