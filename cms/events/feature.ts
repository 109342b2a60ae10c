import { events as eventsCollection } from '../../collections/events.ts'
import { audited } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import type { Feature } from '../feature.ts'
import { eventCalls } from './calls.ts'
import { eventJobs } from './jobs.ts'
import { eventMailKinds } from './mails/kinds.ts'
import { eraseEventData, exportEventData } from './personal-data.ts'
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
  calls: eventCalls,
  secretPaths: ['/calendar/reservation/:token'],
  mailKinds: eventMailKinds,
  jobs: eventJobs,
  auditActions: {
    places_offered: 'offered places out of turn at',
    queue_moved: 'moved a party in the waitlist of',
  },
  exportPersonalData: exportEventData,
  erasePersonalData: eraseEventData,
}
