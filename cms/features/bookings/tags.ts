/** Cache tags. `setup`: tables, rules and closures; `changed`: any booking; `day`: the bookings of a day. */
export const bookingTags = {
  setup: 'bookings-setup',
  changed: 'bookings',
  day: (day: string) => `bookings-${day}`,
} as const
