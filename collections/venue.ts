import type {
  GlobalAfterReadHook,
  GlobalConfig,
  PayloadRequest,
  TextField,
  TextFieldSingleValidation,
} from 'payload'
import { text } from 'payload/shared'
import { transactionOf } from '../cms/database/query.ts'
import { hasOtherCurrency } from '../cms/ledger/service.ts'
import { interests } from '../cms/newsletter/rules.ts'
import { formatDays } from '../cms/venue/format-days.ts'
import { areaName, areaOptions, dayNames } from '../cms/venue/names.ts'
import { weekdays } from '../cms/venue/opening-hours.ts'
import {
  cleanTopic,
  dateTimePaths,
  heroPaths,
  topicLimits,
  topicProblem,
} from '../cms/venue/rules.ts'
import { venueTags } from '../cms/venue/tags.ts'
import { sortHours } from '../cms/venue/week.ts'
import {
  isCalendarDate,
  isWrittenTwice,
  overlapDay,
  type WrittenException,
  type WrittenSpan,
} from '../cms/venue/written-hours.ts'
import { admins, anyone } from './access/staff.ts'
import { fieldRow, formPart, hiddenField, rowsLabelledBy, shownBy } from './fields/admin.ts'
import { clockField, dateProblem, phoneNumber, webAddress } from './fields/text.ts'
import { announceGlobal } from './hooks/announce.ts'

const isTimeZone = (value: unknown) => {
  try {
    return typeof value === 'string' && Boolean(new Intl.DateTimeFormat('en', { timeZone: value }))
  } catch {
    return false
  }
}

const required = (validate: (value: unknown) => string | true) => (value: unknown) =>
  value ? validate(value) : 'This field is required.'

type Row = { data: Record<string, unknown>; siblingData: WrittenException }

const rowsOf = (rows: unknown): object[] =>
  Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : []

// The hours are sorted when they are read, not when they are saved, because form errors refer to rows by
// their index.
const inOrder: GlobalAfterReadHook = ({ doc }) => ({
  ...doc,
  ...(doc.opening_hours && { opening_hours: sortHours(doc.opening_hours) }),
})

const validateCurrency = async (value: unknown, { req }: { req: PayloadRequest }) => {
  if (typeof value !== 'string' || !/^[A-Z]{3}$/.test(value)) {
    return 'Write a currency code, for example GBP.'
  }
  const isOtherBooked = await hasOtherCurrency(await transactionOf(req), value)
  return !isOtherBooked || 'Money is booked in another currency already, so it stays.'
}

const overlapProblem = (span: WrittenSpan, { opening_hours }: Record<string, unknown>) => {
  const day = overlapDay(span, rowsOf(opening_hours))
  return day && `These hours overlap others of ${areaName(span.area ?? '')} on ${dayNames[day]}.`
}

const missingTime = (what: string) => (row: Record<string, unknown>) => {
  const days = Array.isArray(row.days) ? row.days : []
  return `${areaName(String(row.area))}, ${formatDays(days)}: write when ${what}, or tick “Closed”.`
}

// If only one of the two times is given, reports the problem at the field of the missing time.
const missingOtherTime = (name: 'opens' | 'closes') => (exception: WrittenException) => {
  const isHalf = !exception.closed && Boolean(exception.opens) !== Boolean(exception.closes)
  if (!isHalf || exception[name]) return null
  return 'Write both times, or tick “Closed”.'
}

const unlessClosed = (name: 'opens' | 'closes'): TextField => {
  const field = clockField(name, { required: false, check: missingOtherTime(name) })
  return { ...field, admin: { ...field.admin, condition: (_, row) => !row?.closed } }
}

const topicName: TextField = {
  name: 'name',
  type: 'text',
  required: true,
  maxLength: topicLimits.name,
  hooks: {
    beforeValidate: [({ value }) => (typeof value === 'string' ? cleanTopic(value) : value)],
  },
  validate: ((value, options) => {
    const names = rowsOf((options.data as { topics?: unknown }).topics).map((row) =>
      String('name' in row ? row.name : ''),
    )
    const problem = value && topicProblem(value, { names, taken: interests })
    return problem || text(value, options)
  }) satisfies TextFieldSingleValidation,
}

/** Name, contact and hours of the venue, used by every page, mail and share card. */
export const venue: GlobalConfig = {
  slug: 'venue',
  label: 'Venue & hours',
  admin: { group: 'House' },
  access: { read: anyone, update: admins, readVersions: admins },
  versions: { max: 50 },
  hooks: {
    afterRead: [inOrder],
    afterChange: [announceGlobal(venueTags.venue)],
  },
  fields: [
    formPart('only_admins', 'venue/admin/OnlyAdmins'),
    {
      type: 'tabs',
      tabs: [
        {
          label: 'Name',
          fields: [
            {
              name: 'product_name',
              type: 'text',
              required: true,
              maxLength: 60,
              admin: {
                description: `The venue’s full name, in mails, cards and the browser’s tab. Also names the page of the venue's clock, for example ${dateTimePaths('Common People').path}.`,
              },
            },
            {
              name: 'brand_text',
              label: 'Brand text',
              type: 'text',
              maxLength: 60,
              admin: {
                description:
                  'What stands at the top left of every page. Empty: the product name stands there.',
              },
            },
            {
              name: 'tagline',
              type: 'text',
              maxLength: 160,
              admin: { description: 'One line under the name, for search engines and cards.' },
            },
            {
              name: 'copyright',
              type: 'text',
              maxLength: 160,
              admin: { description: 'The last line of the footer.' },
            },
            {
              name: 'time_zone',
              type: 'text',
              required: true,
              defaultValue: 'Europe/London',
              validate: (value: unknown) =>
                isTimeZone(value) || 'Write an IANA time zone, for example Europe/London.',
            },
            {
              name: 'currency',
              type: 'text',
              required: true,
              defaultValue: 'GBP',
              validate: validateCurrency,
            },
          ],
        },
        {
          label: 'Contact',
          fields: [
            {
              name: 'contact',
              type: 'group',
              fields: [
                { name: 'street', type: 'textarea', maxLength: 300 },
                { name: 'locality', type: 'text', maxLength: 120 },
                { name: 'postcode', type: 'text', maxLength: 20 },
                { name: 'country', type: 'text', maxLength: 2, defaultValue: 'GB' },
                { name: 'latitude', type: 'number', min: -90, max: 90 },
                { name: 'longitude', type: 'number', min: -180, max: 180 },
                { name: 'phone', type: 'text', maxLength: 40, validate: phoneNumber },
                { name: 'email', type: 'email' },
                { name: 'map_url', label: 'Map link', type: 'text', validate: webAddress },
              ],
            },
            {
              name: 'social',
              label: 'Elsewhere',
              labels: { singular: 'Link', plural: 'Links' },
              type: 'array',
              maxRows: 12,
              admin: rowsLabelledBy('LinkLabel'),
              fields: [
                { name: 'label', type: 'text', required: true, maxLength: 40 },
                {
                  name: 'url',
                  label: 'Address',
                  type: 'text',
                  required: true,
                  validate: required(webAddress),
                },
              ],
            },
          ],
        },
        {
          label: 'Hours',
          fields: [
            {
              name: 'opening_hours',
              type: 'array',
              maxRows: 100,
              labels: { singular: 'Hours', plural: 'Hours' },
              admin: {
                ...shownBy('venue/admin/WeekTable#WeekTables'),
                // The list of errors does not number the rows, because the tables show rows as days.
                custom: { rowsAreCells: true },
                description:
                  'A week for each area. A closing time at or before the opening time is after midnight. Ctrl and D copies a day to the next one, with Shift to all days.',
              },
              fields: [
                { name: 'area', type: 'select', required: true, options: areaOptions },
                {
                  name: 'days',
                  type: 'select',
                  hasMany: true,
                  required: true,
                  options: weekdays.map((value) => ({ value, label: dayNames[value] })),
                },
                clockField('opens', { check: overlapProblem, missing: missingTime('it opens') }),
                clockField('closes', { missing: missingTime('it closes') }),
              ],
            },
            {
              name: 'exceptions',
              type: 'array',
              maxRows: 200,
              labels: { singular: 'Exception', plural: 'Exceptions' },
              admin: {
                ...shownBy('venue/admin/ExceptionList'),
                description: 'Other hours on one date. Without an area: for the whole house.',
              },
              fields: [
                {
                  name: 'date',
                  type: 'text',
                  required: true,
                  admin: shownBy('admin/fields/DateTimeFields#DayField'),
                  validate: (value: unknown, { data, siblingData }: Row) => {
                    if (!isCalendarDate(value)) {
                      return dateProblem
                    }
                    if (!isWrittenTwice(siblingData, rowsOf(data.exceptions))) return true
                    return `There are other hours for ${siblingData.area ? areaName(siblingData.area) : 'the whole house'} on this date.`
                  },
                },
                {
                  name: 'area',
                  type: 'select',
                  options: areaOptions,
                  admin: { description: 'Empty: the whole house.' },
                },
                { name: 'closed', type: 'checkbox', defaultValue: false },
                fieldRow(unlessClosed('opens'), unlessClosed('closes')),
                {
                  name: 'note',
                  label: 'Occasion',
                  type: 'text',
                  maxLength: 160,
                  admin: { placeholder: 'Christmas Eve' },
                },
                // Set by *Closed today* on the dashboard.
                {
                  name: 'at_short_notice',
                  type: 'checkbox',
                  defaultValue: false,
                  admin: hiddenField,
                },
              ],
            },
          ],
        },
        {
          label: 'Topics',
          fields: [
            {
              name: 'topics',
              label: 'Topics of your own',
              labels: { singular: 'Topic', plural: 'Topics' },
              type: 'array',
              maxRows: topicLimits.count,
              admin: {
                ...rowsLabelledBy('TopicLabel'),
                description:
                  'What people can choose for nudges and letters besides the thirteen interests, for example a brewery’s releases. A renamed topic is a new topic: nobody has chosen it yet.',
              },
              fields: [topicName],
            },
          ],
        },
        {
          label: 'Pictures',
          fields: [
            {
              name: 'hero_images',
              type: 'array',
              maxRows: heroPaths.length,
              labels: { singular: 'Page', plural: 'Pages' },
              admin: {
                ...rowsLabelledBy('PicturesLabel'),
                description: 'Three or more pictures for each page.',
              },
              fields: [
                {
                  name: 'path',
                  label: 'Page',
                  type: 'select',
                  required: true,
                  options: [...heroPaths],
                },
                {
                  name: 'images',
                  type: 'upload',
                  relationTo: 'media',
                  hasMany: true,
                  required: true,
                  maxRows: 12,
                },
              ],
            },
          ],
        },
      ],
    },
  ],
}
