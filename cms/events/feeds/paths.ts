import { interests } from '../../newsletter/rules.ts'
import { venueAreas } from '../../venue/rules.ts'

/** The public feed, a document that is cached like a page. */
export const documents = ['/calendar.ics']

/** Its queries: a feed of an area or an interest. */
export const feedQueries = { '/calendar.ics': { area: venueAreas, interest: interests } }
