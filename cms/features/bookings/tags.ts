/** Cache tags. `setup`: tables, rules and closures. */
export const bookingTags = { setup: 'bookings-setup' } as const
