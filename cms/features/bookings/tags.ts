import { venueTags } from '../venue/tags.ts'

/** Cache tags. `setup`: tables, rules and closures; `changed`: any booking; `day`: the bookings of a day. */
export const bookingTags = {
  setup: 'bookings-setup',
  changed: 'bookings',
  day: (day: string) => `bookings-${day}`,
} as const

/**
 * The tags that a change of tables, rules or closures announces. Pages of areas say whether the area can be booked; they all
 * have the tag of the venue, so they need no further one, and their headers stay small.
 */
export const setupTags: string[] = [bookingTags.setup, venueTags.venue]
