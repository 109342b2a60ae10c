import { errorTable } from '../http/errors.ts'

/** The errors of the feature's calls. */
export const venueError = errorTable(
  { no_beer: 'not_found', tap_changed: 'conflict' },
  {
    no_beer: 'One of the two beers is no longer on the list. Nothing was changed.',
    tap_changed:
      'Somebody else has just changed this tap, or this beer. Nothing was changed: look again.',
  },
)
