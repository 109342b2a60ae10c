import { expect, test } from 'vitest'
import { eventError } from '../errors.ts'
import { eventRecordError } from '../record-errors.ts'
import { manageError } from './errors.ts'
import { fallback } from './fallback.ts'

// Reasons that no form of the organiser's page gets, and reasons for which the page shows more than a sentence.
const notShown = [
  ...['ask_guests', 'link_gone', 'no_link', 'no_event', 'has_guests', 'no_series'],
  ...['members_only', 'who', 'no_offer', 'offer_expired', 'too_early', 'too_late', 'work_required'],
]

test('every reason with which an organiser’s form fails has a text', () => {
  const reasons = [eventError, eventRecordError, manageError].flatMap(
    ({ reasons }) => reasons as string[],
  )
  const shown = reasons.filter((reason) => !notShown.includes(reason))
  const { problems } = fallback['manage-event']
  expect(shown.filter((reason) => !(reason in problems))).toEqual([])
})
