import type { Feature } from '../../platform/feature.ts'
import { bookingCalls } from './calls.ts'
import { bookingJobs } from './jobs.ts'
import { bookingHealth, bookings as bookingsTable, bookingTables } from './tables.ts'

export const bookings: Feature = {
  name: 'bookings',
  tables: {
    bookings: bookingsTable,
    booking_tables: bookingTables,
    booking_health: bookingHealth,
  },
  calls: bookingCalls,
  jobs: bookingJobs,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoTables(req),
}
