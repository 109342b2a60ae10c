import type { Field } from 'payload'
import { shownBy } from './admin.ts'

const highest = 2 ** 31 - 1

/**
 * The date of an event that a letter or nudge is about. People who have reserved for this date do not get the letter
 * or nudge. The form shows this in a line, and staff can only empty the field there.
 */
export const eventDate = (name: 'eventDate' | 'event_date'): Field => ({
  name,
  label: 'Without those who reserved for',
  type: 'number',
  min: 1,
  max: highest,
  validate: (value: unknown) =>
    value === null ||
    value === undefined ||
    (Number.isInteger(value) && Number(value) > 0 && Number(value) <= highest) ||
    'There is no such date.',
  admin: {
    disableListColumn: true,
    disableListFilter: true,
    condition: (data) => typeof data?.[name] === 'number',
    ...shownBy('events/admin/WithoutGuests'),
  },
})
