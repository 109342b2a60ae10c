import { expect, test } from 'vitest'
import { eventErrors } from '../errors.ts'
import { fallback } from './fallback.ts'

// Reasons that no form of the organiser's page gets, and reasons for which the page shows more than a sentence.
const notShown = [
  ...['ask_guests', 'link_gone', 'no_link', 'no_event', 'has_guests', 'no_series'],
  ...['members_only', 'who', 'no_offer', 'offer_expired', 'too_early', 'too_late', 'work_required'],
  ...['exists', 'forbidden', 'paid_already'],
]

test('every reason with which an organiser’s form fails has a text', () => {
  const { reservations, series, links } = eventErrors
  const entries = [reservations, series, links].flatMap((each) => Object.entries(each))
  const reasons = entries.map(([name, [, , reason = name]]) => reason)
  const shown = reasons.filter((reason) => !notShown.includes(reason))
  const { problems } = fallback['manage-event']
  expect(shown.filter((reason) => !(reason in problems))).toEqual([])
})
