import type { Access, CollectionConfig, Field } from 'payload'
import { letterStates, longest } from '../cms/letters/rules.ts'
import { interests } from '../cms/newsletter/rules.ts'
import { isDate } from '../cms/venue/written-hours.ts'
import { hasRole } from './access/staff.ts'
import { asWords } from './fields/labels.ts'
import { letterBody } from './fields/letter-body.ts'
import { onlyDrafts, onlyUnsent } from './hooks/letters.ts'

const cell = (name: string) => ({ components: { Cell: `/cms/admin/lists/Cells.tsx#${name}` } })
const byProgram = { access: { create: () => false, update: () => false } }

const drafts: Access = ({ req }) => hasRole(req, 'editor') && { state: { equals: 'draft' } }
const unsent: Access = ({ req }) =>
  hasRole(req, 'publisher') && { state: { in: ['draft', 'cancelled'] } }

const moment = (name: string, label: string): Field => ({
  name,
  label,
  type: 'date',
  ...byProgram,
  admin: {
    ...cell('MomentCell'),
    readOnly: true,
    position: 'sidebar',
    date: { pickerAppearance: 'dayAndTime', displayFormat: 'd MMM yyyy, HH:mm' },
    condition: (data) => Boolean(data?.[name]),
  },
})

/**
 * Letters to subscribers. Editors write drafts; everything else is done with them by publishers, see
 * cms/letters/act.ts. Nobody writes on a letter that is not a draft.
 */
export const letters: CollectionConfig = {
  slug: 'letters',
  labels: { singular: 'Letter', plural: 'Letters' },
  defaultSort: '-updatedAt',
  disableBulkEdit: true,
  admin: {
    useAsTitle: 'subject',
    defaultColumns: ['subject', 'state', 'sendAt', 'startedAt', 'updatedAt'],
    description: 'Written by editors, sent by publishers, each to every subscriber once.',
    group: 'Newsletter',
  },
  access: {
    create: ({ req }) => hasRole(req, 'editor'),
    read: ({ req }) => hasRole(req, 'editor'),
    update: drafts,
    delete: unsent,
  },
  hooks: { beforeChange: [onlyDrafts], beforeDelete: [onlyUnsent] },
  fields: [
    { name: 'subject', type: 'text', required: true, maxLength: longest.subject },
    {
      name: 'preheader',
      label: 'Beside the subject',
      type: 'text',
      maxLength: longest.preheader,
      admin: { description: 'What a list of mails shows after the subject.' },
    },
    letterBody,
    {
      name: 'audience',
      label: 'Who gets it',
      type: 'group',
      admin: { description: 'Whoever is all of this; where nothing is chosen, everyone.' },
      fields: [
        {
          name: 'interests',
          label: 'Interested in one of',
          type: 'select',
          hasMany: true,
          options: [...interests],
        },
        {
          name: 'birthdayThisMonth',
          label: 'Has birthday in the month in which it is sent',
          type: 'checkbox',
          defaultValue: false,
        },
        {
          name: 'joinedSince',
          label: 'Joined on this day or later',
          type: 'text',
          admin: { components: { Field: '/cms/admin/fields/WhenFields.tsx#DayField' } },
          validate: (value: unknown) =>
            !value ||
            isDate(value) ||
            'Write a day of the calendar as YYYY-MM-DD, for example 2026-12-25.',
        },
      ],
    },
    {
      name: 'state',
      type: 'select',
      required: true,
      defaultValue: 'draft',
      index: true,
      ...byProgram,
      options: letterStates.map((value) => ({ value, label: asWords(value) })),
      admin: { ...cell('StateCell'), readOnly: true, position: 'sidebar' },
    },
    moment('sendAt', 'Goes out'),
    moment('startedAt', 'Went out'),
    moment('finishedAt', 'Done'),
    {
      name: 'lastError',
      label: 'What went wrong',
      type: 'text',
      ...byProgram,
      admin: {
        readOnly: true,
        position: 'sidebar',
        condition: (data) => Boolean(data?.lastError),
      },
    },
    {
      name: 'isPublic',
      label: 'Has a page of its own',
      type: 'checkbox',
      defaultValue: false,
      admin: {
        position: 'sidebar',
        description: 'Anybody can read it on the site once it went out.',
      },
    },
    {
      name: 'slug',
      type: 'text',
      unique: true,
      ...byProgram,
      admin: {
        readOnly: true,
        position: 'sidebar',
        condition: (data) => Boolean(data?.isPublic && data?.slug),
      },
    },
    // How often it could not be started, and when that is tried again; see cms/letters/due.ts.
    { name: 'tries', type: 'number', required: true, defaultValue: 0, admin: { hidden: true } },
    { name: 'retryAt', type: 'date', admin: { hidden: true } },
  ],
}
