import type { Payload } from 'payload'
import { adminView } from '../../platform/admin/view.ts'
import type { Feature } from '../../platform/feature.ts'
import { namesOfDates } from '../credit/ports.ts'
import { programme } from '../letters/ports.ts'
import { responses } from '../newsletter/ports.ts'
import { lookUpOf } from '../reservations/calls.ts'
import { reservationKinds } from '../reservations/kind.ts'
import { auditActionsOf } from '../reservations/staff/actions.ts'
import { publishedDates, typedTimes } from '../venue/ports.ts'
import { audienceCalls } from './audience/calls.ts'
import { eventCalls } from './calls.ts'
import { feedCalls } from './feeds/calls.ts'
import { eventJobs } from './jobs.ts'
import { eventMailKinds } from './mails/kinds.ts'
import { manageCalls } from './manage/calls.ts'
import { lookUpLink } from './manage/look-up.ts'
import { linkMailKinds } from './manage/mails.ts'
import { managePage } from './manage/pages.ts'
import { publicPatterns } from './pages.ts'
import { eraseEventData, exportEventData } from './personal-data.ts'
import { findPictureUses } from './picture-uses.ts'
import { hasEventPage, lookUpCalendar } from './public.ts'
import { respondedCondition } from './queries/responses.ts'
import { eventKind } from './reservations/kind.ts'
import { moveEventTimes } from './series/move-times.ts'
import { eventRecordCalls } from './series/record-calls.ts'
import { seriesJobs } from './series/series-jobs.ts'
import { findNamesOfDates, programmeOf, publishedDatesOn } from './service.ts'
import { shareCalls } from './share/calls.ts'
import { eventDates, eventFeedback, eventLinks, eventMessages, eventSettings } from './tables.ts'

export const events: Feature = {
  name: 'events',
  tables: {
    event_dates: eventDates,
    event_links: eventLinks,
    event_messages: eventMessages,
    event_feedback: eventFeedback,
    event_settings: eventSettings,
  },
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
    lookUpOf(eventKind),
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
    date_changed: 'changed one date:',
    date_cancelled: 'cancelled one date:',
    date_postponed: 'postponed one date:',
    date_set: 'confirmed the time of one date:',
    series_split: 'split the series',
    ...auditActionsOf('event'),
    event_message_sent: 'wrote to the guests of',
    event_link_made: 'made an organiser’s link for',
    event_link_revoked: 'revoked an organiser’s link for',
  },
  // The first view whose path is a prefix of the address is shown.
  adminViews: {
    eventGuests: adminView(
      '/events/guests',
      'Guests',
      'features/events/admin/guests/GuestsView#GuestsView',
    ),
    eventDate: adminView('/events/date', 'One date', 'features/events/admin/DateView#DateView'),
    eventCalendar: adminView(
      '/events',
      'Events',
      'features/events/admin/CalendarView#CalendarView',
    ),
  },
  provides: [
    responses.with(respondedCondition),
    publishedDates.with(publishedDatesOn),
    programme.with(programmeOf),
    namesOfDates.with(findNamesOfDates),
    reservationKinds.with(eventKind),
    typedTimes.with(moveEventTimes),
  ],
  exportPersonalData: exportEventData,
  erasePersonalData: eraseEventData,
  findPictureUses,
  fillDemo: async (req) => (await import('./demo/fill.ts')).fillDemoEvents(req),
}
