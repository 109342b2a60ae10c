import { venueAreas } from '../venue/rules.ts'

export const publicPages = { '/book': 'book' } as const

/** The desks of the Common Room. */
export const memberPages = { '/book/desk': { page: 'desk', path: '/book/desk' } } as const

export const holdPages = /^\/book\/hold\/[^/]+$/
/** The times of a day, the page on which a guest completes a booking, and those of a booking. */
export const privatePages = [
  /^\/book\/times$/,
  holdPages,
  /^\/book\/move\/[^/]+$/,
  /^\/book\/reservation(\/[^/]+)?$/,
]

/** The area that is chosen already, for links from the pages of areas. */
export const pageQueries = { '/book': { area: venueAreas } }

export const pageNames = {
  book: 'Book a table',
  booking: 'A booking of a table',
  desk: 'Book a desk',
}
