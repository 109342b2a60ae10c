import type { Feature } from '../../platform/feature.ts'
import { lookUpOf } from '../reservations/calls.ts'
import { reservationKinds } from '../reservations/kind.ts'
import { auditActionsOf } from '../reservations/staff/actions.ts'
import { bookingCalls } from './calls.ts'
import { deskCalls } from './desks/calls.ts'
import { deskKind } from './desks/kind.ts'
import { guestCalls } from './guest/calls.ts'
import { readHoldToken } from './guest/hold-token.ts'
import { bookingJobs } from './jobs.ts'
import { bookingMailKinds } from './mails/kinds.ts'
import { holdPages } from './pages.ts'
import { eraseTypedBy, listTypedBy } from './queries/guests.ts'
import { tableKind } from './reservations/kind.ts'
import { bookPath } from './rules.ts'
import { bookingHealth, bookings as bookingsTable, bookingTables } from './tables.ts'

export const bookings: Feature = {
  name: 'bookings',
  tables: {
    bookings: bookingsTable,
    booking_tables: bookingTables,
    booking_health: bookingHealth,
  },
  calls: [...bookingCalls, ...guestCalls, ...deskCalls],
  tokenPaths: ['/book/reservation/:token', '/book/move/:token', '/book/hold/:token'],
  lookUps: [
    lookUpOf(tableKind),
    {
      path: holdPages,
      find: (_, path) =>
        readHoldToken(path.split('/').at(-1) ?? '') === null
          ? { sameAs: `${bookPath}/reservation` }
          : 'own',
    },
  ],
  mailKinds: bookingMailKinds,
  jobs: bookingJobs,
  auditActions: { ...auditActionsOf('table'), ...auditActionsOf('desk') },
  provides: [reservationKinds.with(tableKind), reservationKinds.with(deskKind)],
  exportPersonalData: async (db, { id }) => ({ bookings: await listTypedBy(db, id) }),
  erasePersonalData: (db, { id }) => eraseTypedBy(db, id),
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoTables(req),
}
