import type { CollectionConfig, Field } from 'payload'
import { paymentNames, statusNames } from '../cms/features/events/admin/texts.ts'
import {
  checkEvent,
  deleteDates,
  eventSlug,
  keepEventWithGuests,
  syncDates,
} from '../cms/features/events/collection-hooks.ts'
import {
  eventStatuses,
  limits,
  maxPriceCents,
  maxRefundHours,
  paymentKinds,
  visibilities,
} from '../cms/features/events/rules.ts'
import { interests } from '../cms/features/newsletter/rules.ts'
import { areaOptions } from '../cms/features/venue/names.ts'
import {
  component,
  fieldRow,
  formPart,
  hiddenField,
  listCell,
  listColumn,
  optionsOf,
  shownBy,
} from '../cms/platform/payload/fields/admin.ts'
import { withCleanTexts } from '../cms/platform/payload/fields/clean-texts.ts'
import { moneyField } from '../cms/platform/payload/fields/money.ts'
import { byProgram } from '../cms/platform/payload/fields/sent-record.ts'
import { permitted } from '../cms/platform/staff/collection-access.ts'

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

type Payment = { payment?: string }
const isPaid = ({ payment }: Payment) => Boolean(payment) && payment !== 'free'
const isPaidByCard = ({ payment }: Payment) => payment === 'card'

const wholeHours = (value: unknown) =>
  value === null ||
  value === undefined ||
  (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= maxRefundHours) ||
  `Write whole hours, ${maxRefundHours} at most.`

const visibilityNames = {
  public: 'Everybody',
  members: 'Everybody sees it, members reserve',
  secret: 'Whoever has the link',
} as const

const localTimes = (['start', 'end', 'doors'] as const).map(
  (name): Field => ({
    name,
    type: 'text',
    required: name !== 'doors',
    validate: (value: unknown) =>
      (name === 'doors' && !value) ||
      (typeof value === 'string' && localTime.test(value)) ||
      'Choose a day and a time.',
    admin: {
      components: {
        ...shownBy(
          `features/events/admin/WhenField#${name === 'start' ? 'StartField' : 'TimeField'}`,
        ).components,
        ...listCell('LocalTimeCell').components,
      },
      ...(name === 'doors' && { description: 'If they open before it starts.' }),
    },
  }),
)

/**
 * Events and series of events. Visitors read the dates of an event, which are rows of the table `event_dates`. Saving a
 * record updates its dates (cms/features/events/series/sync.ts). Editors write drafts, and correct the texts of events that are no
 * longer drafts. Everything else is for publishers.
 */
export const events: CollectionConfig = {
  slug: 'events',
  labels: { singular: 'Event', plural: 'Events' },
  disableBulkEdit: true,
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'next_start', 'guests', 'status', 'areas'],
    description:
      'What takes place here, once or as a series. Create the first with its day, place and text: it is a draft until a publisher publishes it.',
    // The navigation has a link to the calendar, which leads to the list.
    group: false,
    components: { beforeListTable: [component('features/events/admin/CalendarLink')] },
  },
  // What comes next is first. Events without a date to come are last, the newest of them first.
  defaultSort: ['next_start', '-start'],
  access: {
    create: permitted('events.write'),
    read: permitted('events.write'),
    update: permitted('events.write'),
    delete: permitted('events.publish'),
  },
  hooks: {
    beforeValidate: [eventSlug],
    beforeChange: [checkEvent],
    afterChange: [syncDates],
    beforeDelete: [keepEventWithGuests],
    afterDelete: [deleteDates],
  },
  fields: withCleanTexts([
    { name: 'title', type: 'text', required: true, maxLength: limits.title },
    {
      name: 'summary',
      type: 'textarea',
      required: true,
      maxLength: limits.summary,
      admin: { description: 'One or two sentences, for lists and calendars.' },
    },
    {
      type: 'collapsible',
      label: 'When and where',
      fields: [
        { type: 'row', fields: localTimes },
        // When the clocks go back, they show one hour twice. True: times in this hour mean its second occurrence.
        {
          name: 'later_hour',
          type: 'checkbox',
          defaultValue: false,
          admin: shownBy('features/events/admin/WhenField#LaterHourField'),
        },
        // An RFC 5545 rule without DTSTART: `FREQ=WEEKLY;BYDAY=TH;COUNT=10`. Null: the event takes place once.
        {
          name: 'rule',
          label: 'Repeats',
          type: 'text',
          maxLength: 300,
          admin: shownBy('features/events/admin/RepeatField'),
        },
        {
          name: 'areas',
          label: 'Spaces',
          type: 'select',
          hasMany: true,
          required: true,
          options: areaOptions,
          admin: shownBy('platform/admin/fields/ChoicesField'),
        },
        // Whether guests are notified of a changed time or place. Not stored.
        {
          name: 'tell',
          label: 'Tell the guests',
          type: 'text',
          virtual: true,
          admin: hiddenField,
        },
        formPart('preview', 'features/events/admin/SchedulePreview'),
        // Start times on the venue's clock that follow from the rule but are skipped (RFC 5545, EXDATE).
        { name: 'left_out', type: 'json', admin: hiddenField },
        // The series that this series continues.
        {
          name: 'continues',
          type: 'relationship',
          relationTo: 'events',
          hooks: { beforeDuplicate: [() => null] },
          ...byProgram,
          admin: hiddenField,
        },
      ],
    },
    {
      type: 'collapsible',
      label: 'Its page',
      fields: [
        { name: 'body', label: 'Text', type: 'textarea', maxLength: limits.body },
        { name: 'picture', type: 'upload', relationTo: 'media' },
        {
          name: 'interests',
          type: 'select',
          hasMany: true,
          options: optionsOf(interests),
          admin: {
            ...shownBy('platform/admin/fields/ChoicesField'),
            description: 'For whom it is: the interests of letters and nudges.',
          },
        },
        {
          name: 'slug',
          label: 'Address of its page',
          type: 'text',
          required: true,
          unique: true,
          index: true,
          maxLength: 60,
          // An empty slug is accepted, because `eventSlug` makes it from the title. If the title is missing too, only
          // the title has an error.
          validate: (value: unknown) =>
            !value ||
            (typeof value === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)) ||
            'Use small letters, digits and single hyphens.',
          hooks: { beforeDuplicate: [() => ''] },
          admin: {
            description: 'Made from the title if you leave it empty. Once it is out, it stays.',
          },
        },
      ],
    },
    {
      type: 'collapsible',
      label: 'Guests and price',
      fields: [
        {
          name: 'visibility',
          label: 'For whom',
          type: 'select',
          required: true,
          defaultValue: 'public',
          options: visibilities.map((value) => ({ value, label: visibilityNames[value] })),
          admin: shownBy('platform/admin/fields/ChoiceField'),
        },
        fieldRow(
          {
            name: 'capacity',
            label: 'Places',
            type: 'number',
            min: 1,
            max: limits.capacity,
            admin: { description: 'Empty: as many as come.' },
          },
          {
            name: 'max_party',
            label: 'Largest party',
            type: 'number',
            required: true,
            defaultValue: 6,
            min: 1,
            max: limits.party,
          },
        ),
        {
          name: 'payment',
          label: 'What guests pay',
          type: 'select',
          required: true,
          defaultValue: 'free',
          options: paymentKinds.map((value) => ({ value, label: paymentNames[value] })),
          admin: {
            ...shownBy('platform/admin/fields/ChoiceField'),
            description:
              'By card: guests have places once they have paid on the web. As long as the server has no keys of Stripe, they pay at the bar.',
          },
        },
        {
          type: 'row',
          admin: { condition: isPaid },
          fields: [
            moneyField({
              name: 'price_cents',
              label: 'Price for each guest',
              min: 0,
              max: maxPriceCents,
            }),
            moneyField({
              name: 'member_price_cents',
              label: 'For members, if it differs',
              min: 0,
              max: maxPriceCents,
            }),
          ],
        },
        {
          name: 'refund_until_hours',
          label: 'Money back until, in hours before the start',
          type: 'number',
          min: 0,
          max: maxRefundHours,
          validate: wholeHours,
          admin: {
            condition: isPaidByCard,
            description:
              'For guests who cancel, or come with fewer. Empty or 0: they get nothing back. If you cancel, everybody does.',
          },
        },
        {
          name: 'common_good_percent',
          label: 'For the Common Good, in percent',
          type: 'number',
          required: true,
          defaultValue: 1,
          min: 1,
          max: 100,
          admin: { description: 'Of what guests pay from their credit, or by card.' },
        },
      ],
    },
    {
      type: 'collapsible',
      label: 'Organiser',
      fields: [
        fieldRow(
          { name: 'organiser_name', label: 'Name', type: 'text', maxLength: limits.name },
          { name: 'organiser_email', label: 'Email', type: 'email' },
        ),
      ],
    },
    formPart('dates', 'features/events/admin/DatesSection'),
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'draft',
      index: true,
      options: eventStatuses.map((value) => ({ value, label: statusNames[value] })),
      hooks: { beforeDuplicate: [() => 'draft'] },
      // Publishers change it with the panel's buttons, see cms/features/events/series/record-actions.ts.
      ...byProgram,
      admin: hiddenField,
    },
    // The start of the next date, for the order of the list; null if none is to come. See `refreshNextStarts`.
    {
      name: 'next_start',
      label: 'Next date',
      type: 'date',
      index: true,
      hooks: { beforeDuplicate: [() => null] },
      ...byProgram,
      admin: {
        ...hiddenField,
        components: {
          ...hiddenField.components,
          Cell: component('features/events/admin/ListCells#NextDateCell'),
        },
      },
    },
    listColumn('guests', 'Guests', 'features/events/admin/ListCells#GuestsCell'),
    formPart('panel', 'features/events/admin/EventPanel', { position: 'sidebar' }),
  ]),
}
