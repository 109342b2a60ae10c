import type {
  GlobalAfterChangeHook,
  GlobalAfterReadHook,
  GlobalBeforeChangeHook,
  GlobalConfig,
  NumberField,
  PayloadRequest,
  TextField,
  TextFieldSingleValidation,
} from 'payload'
import { text } from 'payload/shared'
import { cashLimits, defaultSecondPersonCents } from '../cms/features/common-good/rules.ts'
import {
  clockField,
  dateProblem,
  phoneNumber,
  webAddress,
} from '../cms/features/content/text-field.ts'
import { bookedCurrencies, currencyProblem } from '../cms/features/ledger/service.ts'
import { interests } from '../cms/features/newsletter/rules.ts'
import { formatDays } from '../cms/features/venue/hours/format-days.ts'
import { addDays, weekdays } from '../cms/features/venue/hours/opening-hours.ts'
import { sortHours } from '../cms/features/venue/hours/week.ts'
import {
  isCalendarDate,
  isWrittenTwice,
  maxExceptionDays,
  overlapDay,
  type WrittenException,
  type WrittenSpan,
} from '../cms/features/venue/hours/written-hours.ts'
import { areaName, areaOptions, dayNames } from '../cms/features/venue/names.ts'
import {
  cleanTopic,
  dateTimePaths,
  defaultWaking,
  heroPaths,
  topicLimits,
  topicProblem,
} from '../cms/features/venue/rules.ts'
import { venueTags } from '../cms/features/venue/tags.ts'
import { changeTimeZone } from '../cms/features/venue/time/change-time-zone.ts'
import {
  canonicalTimeZone,
  storedTimeZone,
  timeZoneProblem,
} from '../cms/features/venue/time/time-zone.ts'
import { transactionOf } from '../cms/platform/database/query.ts'
import {
  fieldRow,
  formPart,
  hiddenField,
  rowsLabelledBy,
  shownBy,
} from '../cms/platform/payload/fields/admin.ts'
import { moneyField } from '../cms/platform/payload/fields/money.ts'
import { announceGlobal } from '../cms/platform/payload/hooks/announce.ts'
import { isRestoring } from '../cms/platform/payload/hooks/restore-version.ts'
import { anyone, permitted } from '../cms/platform/staff/collection-access.ts'

const required = (validate: (value: unknown) => string | true) => (value: unknown) =>
  value ? validate(value) : 'Fill this in.'

type Row = { data: Record<string, unknown>; siblingData: WrittenException }

const rowsOf = (rows: unknown): object[] =>
  Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : []

// The hours are sorted when they are read, not when they are saved, because form errors refer to rows by
// their index.
const inOrder: GlobalAfterReadHook = ({ doc }) => ({
  ...doc,
  ...(doc.opening_hours && { opening_hours: sortHours(doc.opening_hours) }),
})

const noteTellGuests: GlobalBeforeChangeHook = ({ data, req }) => {
  const { tell_guests, ...stored } = data
  req.context.areGuestsTold = tell_guests !== 'no'
  return stored
}

// A venue that takes over the demo venue and gets its own name no longer shows the demo venue's texts. Restoring a
// version from before brings them back.
const clearDemo: GlobalBeforeChangeHook = ({ data, originalDoc, req }) => {
  const { product_name: name } = data
  const isRenamed = typeof name === 'string' && name !== originalDoc?.product_name
  return originalDoc?.is_demo && isRenamed && !isRestoring(req) ? { ...data, is_demo: false } : data
}

// What staff typed on the venue's clock keeps its time on the clock when the time zone changes.
const moveTimes: GlobalAfterChangeHook = async ({ doc, previousDoc, req }) => {
  if (!previousDoc?.time_zone) return doc
  const from = storedTimeZone(previousDoc.time_zone)
  const to = storedTimeZone(doc.time_zone)
  if (from !== to) {
    await changeTimeZone(req, { from, to, isTold: req.context.areGuestsTold !== false })
  }
  return doc
}

const validateCurrency = async (value: unknown, { req }: { req: PayloadRequest }) => {
  const booked: unknown[] = await bookedCurrencies(await transactionOf(req))
  // With money in such a currency, a venue can't choose another one, and can still save its other facts.
  const problem = booked.includes(value) ? null : currencyProblem(value)
  if (problem) return problem
  const isOtherBooked = booked.some((currency) => currency !== value)
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

const untilProblem = (value: unknown, date: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (!isCalendarDate(value)) return dateProblem
  if (!isCalendarDate(date)) return null
  if (value < date) return 'Choose a day after the first one.'
  return value < addDays(date, maxExceptionDays) ? null : `At most ${maxExceptionDays} days.`
}

const unlessClosed = (name: 'opens' | 'closes'): TextField => {
  const field = clockField(name, { required: false, check: missingOtherTime(name) })
  return { ...field, admin: { ...field.admin, condition: (_, row) => !row?.closed } }
}

const wakingField = (name: string, defaultValue: string): TextField => ({
  ...clockField(name),
  defaultValue,
})

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

const secondPerson = moneyField({
  name: 'second_person_cents',
  label: 'Second person above',
  min: 0,
  max: cashLimits.max,
  required: true,
})
const describedMoney: NumberField = {
  ...secondPerson,
  defaultValue: defaultSecondPersonCents,
  admin: {
    ...secondPerson.admin,
    description:
      'What one person may take out of the Common Good within 24 hours. For more, they ask, and somebody else approves. A lower limit holds at once, a higher one after 24 hours.',
  },
}

/** Name, contact and hours of the venue, used by every page, mail and share card. */
export const venue: GlobalConfig = {
  slug: 'venue',
  label: 'Venue & hours',
  admin: { group: 'House' },
  access: {
    read: anyone,
    update: permitted('venue.change'),
    readVersions: permitted('venue.change'),
  },
  versions: { max: 50 },
  // The time zone moves all dates and tells guests of it; the limit of money is a rule for staff.
  custom: { keptOnRestore: ['time_zone', 'tell_guests', 'second_person_cents'] },
  hooks: {
    afterRead: [inOrder],
    beforeChange: [noteTellGuests, clearDemo],
    afterChange: [announceGlobal(venueTags.venue), moveTimes],
  },
  fields: [
    formPart('only_admins', 'features/venue/admin/OnlyAdmins'),
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
              // Whether the demo venue's own texts are shown where no other text is published.
              name: 'is_demo',
              type: 'checkbox',
              defaultValue: false,
              admin: { hidden: true },
              access: { create: () => false, update: ({ req }) => isRestoring(req) },
            },
            {
              name: 'time_zone',
              type: 'text',
              required: true,
              defaultValue: 'Europe/London',
              hooks: { beforeValidate: [({ value }) => canonicalTimeZone(value) ?? value] },
              // An offset from before stays until somebody chooses a zone, so that other facts can be saved.
              validate: (value: unknown, { previousValue }: { previousValue?: unknown }) =>
                canonicalTimeZone(value) !== null ||
                (Boolean(value) && value === previousValue) ||
                timeZoneProblem,
              admin: shownBy('features/venue/admin/TimeZoneField'),
            },
            // Whether guests get a mail about dates that the time zone moves: `yes` or `no`. Not stored.
            { name: 'tell_guests', type: 'text', virtual: true, admin: hiddenField },
            {
              name: 'currency',
              type: 'text',
              required: true,
              defaultValue: 'GBP',
              validate: validateCurrency,
              admin: {
                description: 'A currency with two decimals. It stays once money is booked in it.',
              },
            },
            describedMoney,
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
                ...shownBy('features/venue/admin/WeekTable#WeekTables'),
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
                ...shownBy('features/venue/admin/ExceptionList'),
                description:
                  'Other hours on some days. Without an area: for the whole house. A pause in a day: one line for each part.',
              },
              fields: [
                {
                  name: 'date',
                  type: 'text',
                  required: true,
                  admin: shownBy('platform/admin/fields/DateTimeFields#DayField'),
                  validate: (value: unknown, { data, siblingData }: Row) => {
                    if (!isCalendarDate(value)) {
                      return dateProblem
                    }
                    if (!isWrittenTwice(siblingData, rowsOf(data.exceptions))) return true
                    return `There are other hours for ${siblingData.area ? areaName(siblingData.area) : 'the whole house'} on this day, or one of these days.`
                  },
                },
                {
                  name: 'until',
                  label: 'Last day, if there are several',
                  type: 'text',
                  admin: shownBy('platform/admin/fields/DateTimeFields#DayField'),
                  validate: (value: unknown, { siblingData }: Row) =>
                    untilProblem(value, siblingData.date) ?? true,
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
          label: 'Waking hours',
          description:
            'When guests can be expected to read mail. Places that come free are offered to the next in line for some of these hours, so nobody loses an offer overnight.',
          fields: [
            fieldRow(
              wakingField('waking_from', defaultWaking.from),
              wakingField('waking_until', defaultWaking.until),
            ),
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
