import type { Field } from 'payload'
import { shownBy } from '../../platform/payload/fields/admin.ts'

const maxId = 2 ** 31 - 1

/**
 * The id of the event date that a letter or nudge is about. People who have reserved for this date do not get the
 * letter or nudge. The form names the date in a line of text; staff can only clear the field there.
 */
export const eventDate = (name: 'eventDate' | 'event_date'): Field => ({
  name,
  label: 'Without those who reserved for',
  type: 'number',
  min: 1,
  max: maxId,
  validate: (value: unknown) =>
    value === null ||
    value === undefined ||
    (Number.isInteger(value) && Number(value) > 0 && Number(value) <= maxId) ||
    'There is no such date.',
  admin: {
    disableListColumn: true,
    disableListFilter: true,
    condition: (data) => typeof data?.[name] === 'number',
    ...shownBy('features/events/admin/WithoutGuests'),
  },
})
