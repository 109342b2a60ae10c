import { filters } from './calendar/rules.ts'
import { managePage } from './manage/pages.ts'

export const publicPages = { '/calendar': 'calendar' } as const

/** The page of a date. */
export const publicPatterns = [
  { path: /^\/calendar\/(?!reservation$)[a-z0-9-]{1,100}$/, page: 'event' },
]

/** The page with the text about an event that only members read. The query contains the slug of the date. */
export const membersEventPath = '/common-room/event'
export const memberPages = {
  [membersEventPath]: { page: 'members-event', path: membersEventPath },
} as const

/** The page of a reservation, and the page that follows the form for reservations. */
export const reservationPages = /^\/calendar\/reservation(\/[^/]+)?$/
export const privatePages = [reservationPages, managePage]

/** The public feed, a document that is cached like a page. */
export const documents = ['/calendar.ics']

export const pageQueries = {
  '/calendar.ics': {
    area: Object.keys(filters.area),
    interest: Object.keys(filters.interest),
  },
  '/calendar': {
    view: ['week', 'month'],
    // The first month or day that is shown. The look-up of the page checks that it is in the calendar's range.
    from: /^20\d\d-[01]\d(-[0-3]\d)?$/,
    area: Object.keys(filters.area),
    slot: Object.keys(filters.slot),
    interest: Object.keys(filters.interest),
  },
}

export const lowerCaseSegments = ['manage-event']

export const pageNames = {
  calendar: 'What’s on',
  event: 'An event’s page',
  reservation: 'A reservation',
  'members-event': 'An event’s text for members',
}
