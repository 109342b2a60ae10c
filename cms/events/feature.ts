import type { Payload } from 'payload'
import { events as eventsCollection } from '../../collections/events.ts'
import { audited } from '../../collections/hooks/audit.ts'
import { recoverable } from '../../collections/hooks/trash.ts'
import type { Feature } from '../feature.ts'
import { audienceCalls } from './audience/calls.ts'
import { eventCalls } from './calls.ts'
import { feedCalls } from './feeds/calls.ts'
import { hasReservation } from './guest/page-data.ts'
import { eventJobs } from './jobs.ts'
import { eventMailKinds } from './mails/kinds.ts'
import { publicPatterns, reservationPages } from './pages.ts'
import { eraseEventData, exportEventData } from './personal-data.ts'
import { hasEventPage, lookUpCalendar } from './public.ts'
import { hasResponded } from './queries/responses.ts'
import { shareCalls } from './share/calls.ts'
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
  calls: [...eventCalls, ...feedCalls, ...shareCalls, ...audienceCalls],
  secretPaths: ['/calendar/reservation/:token'],
  lookUps: [
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
  mailKinds: eventMailKinds,
  jobs: eventJobs,
  auditActions: {
    event_letter: 'wrote a letter about',
    event_nudge: 'wrote a nudge about',
    places_offered: 'offered places out of turn at',
    queue_moved: 'moved a party in the waitlist of',
  },
  hasResponded,
  exportPersonalData: exportEventData,
  erasePersonalData: eraseEventData,
}
