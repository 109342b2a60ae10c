import type { Payload } from 'payload'
import { events as eventsCollection } from '../../collections/events.ts'
import { audited } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { audienceCalls } from './audience/calls.ts'
import { eventCalls } from './calls.ts'
import { feedCalls } from './feeds/calls.ts'
import { hasReservation } from './guest/page-data.ts'
import { eventJobs } from './jobs.ts'
import { eventMailKinds } from './mails/kinds.ts'
import { manageCalls } from './manage/calls.ts'
import { lookUpLink } from './manage/look-up.ts'
import { linkMailKinds } from './manage/mails.ts'
import { managePage } from './manage/pages.ts'
import { publicPatterns, reservationPages } from './pages.ts'
import { eraseEventData, exportEventData } from './personal-data.ts'
import { findPictureUses } from './picture-uses.ts'
import { hasEventPage, lookUpCalendar } from './public.ts'
import { respondedCondition } from './queries/responses.ts'
import { changeEmailOfReservations } from './queries/rsvps.ts'
import { eventRecordCalls } from './record-calls.ts'
import { seriesJobs } from './series-jobs.ts'
import { publishedDatesOn } from './service.ts'
import { shareCalls } from './share/calls.ts'
import {
  eventDates,
  eventFeedback,
  eventLinks,
  eventMessages,
  eventNotices,
  eventRsvps,
  eventSettings,
} from './tables.ts'

export const events: Feature = {
  name: 'events',
  tables: {
    event_dates: eventDates,
    event_rsvps: eventRsvps,
    event_links: eventLinks,
    event_messages: eventMessages,
    event_notices: eventNotices,
    event_feedback: eventFeedback,
    event_settings: eventSettings,
  },
  collections: [recoverable(audited(eventsCollection))],
  calls: [
    ...audienceCalls,
    ...eventCalls,
    ...eventRecordCalls,
    ...feedCalls,
    ...manageCalls,
    ...shareCalls,
  ],
  tokenPaths: ['/calendar/reservation/:token', '/manage-event/:token'],
  lookUps: [
    { path: managePage, find: lookUpLink },
    { path: /^\/calendar$/, find: lookUpCalendar },
    {
      path: reservationPages,
      find: async (payload, path) =>
        (await hasReservation(payload, path)) ? 'own' : { sameAs: '/calendar/reservation' },
    },
    ...publicPatterns.map(({ path }) => ({
      path,
      find: async (payload: Payload, address: string) =>
        (await hasEventPage(payload, address.replace(/^.*\//, ''))) ? ('own' as const) : null,
    })),
  ],
  mailKinds: [...eventMailKinds, ...linkMailKinds],
  jobs: [...eventJobs, ...seriesJobs],
  auditActions: {
    event_letter: 'wrote a letter about',
    event_nudge: 'wrote a nudge about',
    places_offered: 'offered places out of turn at',
    queue_moved: 'moved a party in the waitlist of',
    date_changed: 'changed one date:',
    date_cancelled: 'cancelled one date:',
    date_postponed: 'postponed one date:',
    date_set: 'set again one date:',
    series_split: 'split the series',
    event_guest_added: 'added the reservation',
    event_guest_changed: 'changed the reservation',
    event_guest_noted: 'wrote a note about the reservation',
    event_guest_cancelled: 'cancelled the reservation',
    event_guest_checked_in: 'checked in the reservation',
    event_not_refunded: 'could not give credit back to the reservation',
    event_message_sent: 'wrote to the guests of',
    event_guests_exported: 'downloaded the guests of',
    event_link_made: 'made an organiser’s link for',
    event_link_revoked: 'revoked an organiser’s link for',
  },
  // The first view whose path is a prefix of the address is shown.
  adminViews: {
    eventGuests: adminView('/events/guests', 'Guests', 'events/admin/guests/GuestsView#GuestsView'),
    eventDate: adminView('/events/date', 'One date', 'events/admin/DateView#DateView'),
    eventCalendar: adminView('/events', 'Events', 'events/admin/CalendarView#CalendarView'),
  },
  respondedCondition,
  publishedDatesOn,
  onAddressChanged: changeEmailOfReservations,
  exportPersonalData: exportEventData,
  erasePersonalData: eraseEventData,
  findPictureUses,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoEvents(req),
}
