import { events as eventsCollection } from '../../collections/events.ts'
import { audited } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import { adminView } from '../admin/view.ts'
import type { Feature } from '../feature.ts'
import { eventCalls } from './calls.ts'
import { eventJobs } from './jobs.ts'
import { eventMailKinds } from './mails/kinds.ts'
import { eraseEventData, exportEventData } from './personal-data.ts'
import { findPictureUses } from './picture-uses.ts'
import { eventRecordCalls } from './record-calls.ts'
import { seriesJobs } from './series-jobs.ts'
import {
  eventDates,
  eventFeedback,
  eventLinks,
  eventMessages,
  eventPushes,
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
    event_pushes: eventPushes,
    event_feedback: eventFeedback,
    event_settings: eventSettings,
  },
  collections: [recoverable(audited(eventsCollection))],
  calls: [...eventCalls, ...eventRecordCalls],
  secretPaths: ['/calendar/reservation/:token'],
  mailKinds: eventMailKinds,
  jobs: [...eventJobs, ...seriesJobs],
  auditActions: {
    places_offered: 'offered places out of turn at',
    queue_moved: 'moved a party in the waitlist of',
    date_changed: 'changed one date:',
    date_cancelled: 'cancelled one date:',
    date_postponed: 'postponed one date:',
    date_set: 'set again one date:',
    series_split: 'split the series',
  },
  // The first one whose path is a beginning of the address is shown.
  adminViews: {
    eventDate: adminView('/events/date', 'One date', 'events/admin/DateView#DateView'),
    eventCalendar: adminView('/events', 'Events', 'events/admin/CalendarView#CalendarView'),
  },
  exportPersonalData: exportEventData,
  erasePersonalData: eraseEventData,
  findPictureUses,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoEvents(req),
}
