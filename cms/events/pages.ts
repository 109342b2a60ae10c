import { filters } from './calendar/rules.ts'

export const publicPages = { '/calendar': 'calendar' } as const

/** The page of a date. */
export const publicPatterns = [{ path: /^\/calendar\/[a-z0-9-]{1,100}$/, page: 'event' }]

export const pageQueries = {
  '/calendar': {
    view: ['week', 'month'],
    // The first month or day. The look-up of the page checks that there are events then.
    from: /^20\d\d-[01]\d(-[0-3]\d)?$/,
    area: Object.keys(filters.area),
    slot: Object.keys(filters.slot),
    interest: Object.keys(filters.interest),
  },
}

export const pageNames = { calendar: 'What’s on', event: 'An event’s page' }
