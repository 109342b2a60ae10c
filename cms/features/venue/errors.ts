import { errorTable } from '../../platform/http/errors.ts'

/** The errors of the feature's calls. */
export const venueError = errorTable(
  { no_beer: 'not_found', no_item: 'not_found', tap_changed: 'conflict' },
  {
    no_beer: 'One of the two beers is no longer on the list. Nothing was changed.',
    no_item: 'This is no longer on the menu. Nothing was changed: load the page again.',
    tap_changed:
      'Somebody else has just changed this tap, or this beer. Nothing was changed: look again.',
  },
)
