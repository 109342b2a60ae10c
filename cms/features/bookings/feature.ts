import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { liveWorker } from '../../platform/live/connect.ts'
import { staffTopics } from '../../platform/live/ports.ts'
import { calendarEntries } from '../events/ports.ts'
import { lookUpOf } from '../reservations/calls.ts'
import { reservationKinds } from '../reservations/kind.ts'
import { auditActionsOf } from '../reservations/staff/actions.ts'
import { bookingCalls } from './calls.ts'
import { deskCalls } from './desks/calls.ts'
import { deskKind } from './desks/kind.ts'
import { eveningCalls } from './evening/calls.ts'
import { eveningAuditActions } from './evening/change.ts'
import { eveningTopic } from './evening/live.ts'
import { emailHmac } from './evening/no-shows.ts'
import { bookingsOnCalendar } from './evening/on-calendar.ts'
import { waitingPage } from './evening/pages.ts'
import { findWaiting } from './evening/waiting.ts'
import { guestCalls } from './guest/calls.ts'
import { readHoldToken } from './guest/hold-token.ts'
import { bookingJobs } from './jobs.ts'
import { bookingMailKinds } from './mails/kinds.ts'
import { holdPages } from './pages.ts'
import { eraseTypedBy, listTypedBy } from './queries/guests.ts'
import { eraseNoShowsOf } from './queries/no-shows.ts'
import { tableKind } from './reservations/kind.ts'
import { bookPath } from './rules.ts'
import {
  bookingHealth,
  bookingNoShows,
  bookings as bookingsTable,
  bookingTables,
} from './tables.ts'

export const bookings: Feature = {
  name: 'bookings',
  tables: {
    bookings: bookingsTable,
    booking_tables: bookingTables,
    booking_health: bookingHealth,
    booking_no_shows: bookingNoShows,
  },
  calls: [...bookingCalls, ...guestCalls, ...deskCalls, ...eveningCalls],
  tokenPaths: [
    '/book/reservation/:token',
    '/book/move/:token',
    '/book/hold/:token',
    '/book/waiting/:token',
  ],
  lookUps: [
    lookUpOf(tableKind),
    {
      path: holdPages,
      find: (_, path) =>
        readHoldToken(path.split('/').at(-1) ?? '') === null
          ? { sameAs: `${bookPath}/reservation` }
          : 'own',
    },
    {
      path: waitingPage,
      find: async (payload, path) =>
        (await findWaiting(payload, path.split('/').at(-1) ?? '')) ? 'own' : null,
    },
  ],
  mailKinds: bookingMailKinds,
  jobs: bookingJobs,
  workers: [liveWorker(eveningTopic)],
  auditActions: { ...auditActionsOf('table'), ...auditActionsOf('desk'), ...eveningAuditActions },
  adminViews: {
    evening: adminView(
      '/evening',
      'Evening sheet',
      'features/bookings/admin/EveningView#EveningView',
    ),
  },
  provides: [
    reservationKinds.with(tableKind),
    reservationKinds.with(deskKind),
    staffTopics.with([eveningTopic]),
    calendarEntries.with(bookingsOnCalendar),
  ],
  exportPersonalData: async (db, owner) => ({ bookings: await listTypedBy(db, owner) }),
  erasePersonalData: async (db, owner) => {
    await eraseTypedBy(db, owner)
    await eraseNoShowsOf(db, { member: owner.id, emailHmac: emailHmac(owner.email) })
  },
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoTables(req),
}
