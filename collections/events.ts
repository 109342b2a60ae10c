import type { CollectionConfig } from 'payload'
import { eventStatuses, limits, payments, visibilities } from '../cms/events/rules.ts'
import { interests } from '../cms/newsletter/rules.ts'
import { venueAreas } from '../cms/venue/rules.ts'
import { editors, publishers } from './access/staff.ts'
import { fieldRow, optionsOf } from './fields/admin.ts'
import { moneyField } from './fields/money.ts'
import {
  checkEvent,
  deleteDates,
  eventSlug,
  keepEventWithGuests,
  syncDates,
} from './hooks/events.ts'

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/

/** Events and series of events. What visitors read are their dates, in the table `event_dates`. */
export const events: CollectionConfig = {
  slug: 'events',
  labels: { singular: 'Event', plural: 'Events' },
  admin: {
    useAsTitle: 'title',
    defaultColumns: ['title', 'start', 'status', 'areas'],
    group: 'Events',
  },
  defaultSort: '-start',
  access: { create: editors, read: editors, update: editors, delete: publishers },
  hooks: {
    beforeValidate: [eventSlug],
    beforeChange: [checkEvent],
    afterChange: [syncDates],
    beforeDelete: [keepEventWithGuests],
    afterDelete: [deleteDates],
  },
  fields: [
    { name: 'title', type: 'text', required: true, maxLength: limits.title },
    {
      name: 'slug',
      label: 'Address on the page',
      type: 'text',
      required: true,
      unique: true,
      index: true,
      maxLength: 60,
      validate: (value: unknown) =>
        (typeof value === 'string' && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value)) ||
        'Use small letters, digits and single hyphens.',
      admin: { description: 'Made from the title if you leave it empty.' },
    },
    {
      name: 'status',
      type: 'select',
      required: true,
      defaultValue: 'draft',
      index: true,
      options: optionsOf(eventStatuses),
    },
    { name: 'summary', type: 'textarea', required: true, maxLength: limits.summary },
    { name: 'body', type: 'textarea', maxLength: limits.body },
    { name: 'picture', type: 'upload', relationTo: 'media' },
    {
      name: 'areas',
      type: 'select',
      hasMany: true,
      required: true,
      options: optionsOf(venueAreas),
    },
    // On the venue's clock: `2026-12-03T19:30`.
    ...(['start', 'end', 'doors'] as const).map((name) => ({
      name,
      type: 'text' as const,
      required: name !== 'doors',
      validate: (value: unknown) =>
        (name === 'doors' && !value) ||
        (typeof value === 'string' && localTime.test(value)) ||
        'Choose a day and a time.',
    })),
    {
      name: 'later_hour',
      label: 'The second of the two hours',
      type: 'checkbox',
      defaultValue: false,
      admin: {
        description: 'When clocks go back, an hour comes twice. Tick this to mean the second.',
      },
    },
    // An RFC 5545 rule without DTSTART: `FREQ=WEEKLY;BYDAY=TH;COUNT=10`. Null: it happens once.
    { name: 'rule', label: 'Repeats', type: 'text', maxLength: 300 },
    // Starts that the rule gives and that are left out, on the venue's clock.
    { name: 'left_out', type: 'json' },
    // The series that this one continues.
    { name: 'continues', type: 'relationship', relationTo: 'events' },
    {
      name: 'interests',
      type: 'select',
      hasMany: true,
      options: optionsOf(interests),
    },
    {
      name: 'visibility',
      type: 'select',
      required: true,
      defaultValue: 'public',
      options: optionsOf(visibilities),
    },
    fieldRow(
      { name: 'capacity', type: 'number', min: 1, max: limits.capacity },
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
      type: 'select',
      required: true,
      defaultValue: 'free',
      options: optionsOf(payments),
    },
    fieldRow(
      moneyField({ name: 'price_cents', label: 'Price for each guest', min: 0, max: 100_000_00 }),
      moneyField({ name: 'member_price_cents', label: 'For members', min: 0, max: 100_000_00 }),
    ),
    {
      name: 'common_good_percent',
      label: 'For the Common Good, in percent',
      type: 'number',
      required: true,
      defaultValue: 1,
      min: 1,
      max: 100,
    },
    fieldRow(
      { name: 'organiser_name', label: 'Organiser', type: 'text', maxLength: limits.name },
      { name: 'organiser_email', label: 'Their address', type: 'email' },
    ),
  ],
}
