import type { Access, CollectionConfig, TextFieldSingleValidation } from 'payload'
import { text } from 'payload/shared'
import { optionalDate } from '../cms/features/content/text-field.ts'
import { eventDate } from '../cms/features/events/event-date-field.ts'
import { onlyDrafts, onlyUnsent } from '../cms/features/letters/collection-hooks.ts'
import { createOnce } from '../cms/features/letters/create-once.ts'
import { isUnfinished, letterBody } from '../cms/features/letters/fields/letter-body.ts'
import { letterStates, maxLengths } from '../cms/features/letters/rules.ts'
import { interests } from '../cms/features/newsletter/rules.ts'
import { validateOwnTopicNames } from '../cms/features/venue/own-topics-field.ts'
import { component, formPart, listColumn, shownBy } from '../cms/platform/payload/fields/admin.ts'
import {
  byProgram,
  inPanel,
  isDraft,
  programDate,
  programState,
} from '../cms/platform/payload/fields/sent-record.ts'
import { rememberBaseVersion } from '../cms/platform/payload/hooks/base-version.ts'
import { can } from '../cms/platform/staff/can.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const unsent: Access = ({ req }) =>
  can(req, 'letters.send') && { state: { in: ['draft', 'cancelled'] } }

// Cancelled letters can only be moved into the trash and out of it; `onlyDrafts` refuses other changes.
const drafts: Access = (given) =>
  can(given.req, 'letters.send')
    ? unsent(given)
    : can(given.req, 'letters.write') && { state: { equals: 'draft' } }

/**
 * Letters to subscribers. Editors write drafts. Publishers do everything else, see
 * cms/features/letters/sending/actions.ts. Only drafts can be changed.
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
    // The navigation already has a link to the letters.
    group: false,
    components: {
      views: {
        edit: { default: { Component: component('features/letters/admin/editor/LetterEditView') } },
      },
    },
  },
  access: {
    create: permitted('letters.write'),
    read: permitted('letters.write'),
    update: drafts,
    delete: unsent,
    readVersions: permitted('letters.write'),
  },
  // The form's button and `useAutosave` save letters. Payload's own drafts are not used: they are stored in another
  // table, and the code that starts letters and reads their progress does not query that table.
  versions: { maxPerDoc: 100 },
  endpoints: [createOnce],
  hooks: {
    beforeOperation: [rememberBaseVersion],
    beforeChange: [onlyDrafts],
    beforeDelete: [onlyUnsent],
  },
  fields: [
    formPart('progress', 'features/letters/admin/sending/ProgressSection'),
    formPart('letter', 'features/letters/admin/ReadOnlyLetter'),
    {
      name: 'subject',
      type: 'text',
      required: true,
      maxLength: maxLengths.subject,
      validate: ((value, options) =>
        text(value, {
          ...options,
          required: !isUnfinished(options.req),
        })) satisfies TextFieldSingleValidation,
      admin: {
        condition: isDraft,
        description:
          'Here and in the letter, {name} is the reader’s name; {name|neighbour} says another word than “friend” to those whose name we don’t know. {phone}, {email}, {address}, {town} and {product} are the venue’s.',
      },
    },
    {
      name: 'preheader',
      label: 'Preview text',
      type: 'text',
      maxLength: maxLengths.preheader,
      admin: {
        condition: isDraft,
        description: 'What a list of mails shows after the subject.',
      },
    },
    { ...letterBody({ allowsGaps: true }), admin: { condition: isDraft } },
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
          admin: shownBy('platform/admin/fields/ChoicesField'),
        },
        {
          name: 'ownTopics',
          label: 'Or in one of the venue’s topics',
          type: 'json',
          defaultValue: [],
          validate: validateOwnTopicNames,
          admin: shownBy('features/venue/admin/TopicsField'),
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
          admin: shownBy('platform/admin/fields/DateTimeFields#DayField'),
          validate: optionalDate,
        },
        formPart('count', 'features/letters/admin/sending/AudienceCount'),
      ],
    },
    eventDate('eventDate'),
    {
      name: 'isPublic',
      label: 'Has a page of its own',
      type: 'checkbox',
      defaultValue: false,
      admin: {
        condition: isDraft,
        description:
          'Anybody can read it on the site once it went out, and the page Letters lists it.',
      },
    },
    formPart('panel', 'features/letters/admin/LetterPanel', { position: 'sidebar' }),
    listColumn('when', 'When', 'features/letters/admin/WhenCell'),
    listColumn('total', 'Readers', 'features/letters/admin/NumberCells#TotalCell'),
    listColumn('delivered', 'Delivered', 'features/letters/admin/NumberCells#DeliveredCell'),
    programState(letterStates),
    {
      // Identifies the form of a new letter, see `createOnce`. Not stored with the letter.
      name: 'formKey',
      type: 'text',
      virtual: true,
      admin: { ...inPanel, ...shownBy('features/letters/admin/editor/FormKey') },
    },
    programDate('sendAt', 'Goes out'),
    programDate('startedAt', 'Went out'),
    programDate('finishedAt', 'Done'),
    { name: 'lastError', label: 'What went wrong', type: 'text', ...byProgram, admin: inPanel },
    { name: 'slug', type: 'text', unique: true, ...byProgram, admin: inPanel },
    // The number of failed starts, and the time of the next start; see cms/features/letters/sending/due.ts.
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
