import type { Feature } from '../../platform/feature.ts'
import { lookUpOf } from '../reservations/calls.ts'
import { reservationKinds } from '../reservations/kind.ts'
import { auditActionsOf } from '../reservations/staff/actions.ts'
import { bookingCalls } from './calls.ts'
import { bookingJobs } from './jobs.ts'
import { tableMailKinds } from './mails/kinds.ts'
import { tableKind } from './reservations/kind.ts'
import { bookingHealth, bookings as bookingsTable, bookingTables } from './tables.ts'

export const bookings: Feature = {
  name: 'bookings',
  tables: {
    bookings: bookingsTable,
    booking_tables: bookingTables,
    booking_health: bookingHealth,
  },
  calls: bookingCalls,
  lookUps: [lookUpOf(tableKind)],
  mailKinds: tableMailKinds,
  jobs: bookingJobs,
  auditActions: auditActionsOf('table'),
  provides: [reservationKinds.with(tableKind)],
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoTables(req),
}
