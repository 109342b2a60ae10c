import type { ScanResult } from '../../../cms/features/check-in/contract.ts'
import type { OtherKind } from '../../../cms/features/check-in/rules.ts'
import type { VenueArea } from '../../../cms/features/venue/rules.ts'
import { formatMoney } from '../../../cms/platform/ui/money.ts'
import type { StorageProblem } from './database.ts'
import type { Shown, Tone } from './outcome.ts'

/** The clock and the currency of the venue, and the names of its areas. */
export type Venue = { timeZone: string; currency: string; areaNames: Record<string, string> }

/** A time of the evening: `19:42`. */
export const clockTime = (at: number, timeZone: string): string =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })

/** A night: `Friday 4 December`. */
const nightName = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', {
    ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
  })

export const people = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

/**
 * What a result depends on. `limit`: that of the area. `near`: how many are inside, if these are nearly too many. `where`: an
 * area or the name of a door.
 */
export type Result = Omit<ScanResult, 'client_id' | 'reservation' | 'member'> & {
  limit?: number | null
  near?: number | null
  inArea?: VenueArea
}

/** A result in words, from the largest to the smallest. */
type Words = [tone: Tone, verdict: string, reason: string, ...lines: (string | null)[]]

function wordsOf(result: Result, { timeZone, currency, areaNames }: Venue): Words {
  const { party, inside, count, since, where, by, day } = result
  const isInside = party > 1 ? `${inside} of ${party} inside` : null
  const before = [
    where || by ? [where, by && `by ${by}`].filter(Boolean).join(', ') : null,
    isInside,
  ]
  switch (result.result) {
    case 'yes':
      return ['yes', 'Yes', 'Come in', isInside]
    case 'pay':
      return ['ask', 'Pay', `${formatMoney(result.due_cents, currency)} at the bar`, isInside]
    case 'ask_name':
      return ['ask', 'Ask', 'Ask for the name', isInside, 'This code is printed. Not them? Undo.']
    case 'walk_in':
      return ['yes', 'Yes', `${people(count)} without a booking`]
    case 'out':
      return ['yes', 'Bye', party > 1 ? `${people(count)} left` : 'Left', isInside]
    case 'undone':
      return ['yes', 'Back', 'The last scan is taken back', isInside]
    case 'too_late':
      return ['no', 'No', 'Too late to undo', 'Let them out with “Leaving” instead.']
    case 'already': {
      const at = since === null ? '' : ` since ${clockTime(since, timeZone)}`
      return ['no', 'No', `Already inside${at}`, ...before]
    }
    case 'no_reentry':
      return ['no', 'No', 'They left, and can’t come in again', ...before]
    case 'wrong_day':
      return ['no', 'No', 'Wrong day', day && `For ${nightName(day)}`]
    case 'wrong_area':
      return [
        'no',
        'No',
        'Wrong door',
        `For: ${areaNames[where ?? ''] ?? where ?? 'something else'}`,
      ]
    case 'cancelled':
      return ['no', 'No', 'Cancelled']
    case 'waitlisted':
      return ['no', 'No', 'On the waitlist', 'They have no place yet.']
    case 'unconfirmed':
      return ['no', 'No', 'Not confirmed yet', 'They have to open the link in their mail.']
    case 'membership_ended':
      return ['no', 'No', 'Membership ended']
    case 'suspended':
      return ['no', 'No', 'Suspended']
    case 'code_too_old':
      return ['no', 'No', 'Code too old', 'Ask them to open it again: not a picture of it.']
    case 'no_reservation':
      return ['ask', 'Wait', 'A member, but not on the list']
    case 'number_used':
      return ['ask', 'Wait', 'Number used tonight', 'Find them by name.', ...before]
    case 'too_early':
      return ['no', 'No', 'Too early', 'Nobody comes in yet.']
    case 'not_recorded':
      return ['no', 'No', 'Not recorded', 'This reservation can’t be changed now.']
    case 'not_inside':
      return ['no', 'No', 'Nobody of them is inside']
    case 'needs_network':
      return ['ask', 'Ask', 'No network: find them by name', 'Only the server can read this code.']
    case 'full':
      return ['no', 'Stop', 'It’s full', result.limit ? `At most ${result.limit} inside` : null]
    default:
      return ['no', 'No', 'Unknown code', 'Find them by name.']
  }
}

function nearText({ near, limit }: Result): string | null {
  if (!near || !limit) return null
  if (near < limit) return `Nearly full: ${near} of ${limit}`
  return near === limit ? `Full now: ${near} of ${limit}` : `Above the limit: ${near} of ${limit}`
}

let shownCount = 0
const nextKey = () => `${++shownCount}`

/** What they reserved, if it is neither an event nor a table. */
const kindTexts: Record<OtherKind, string> = { desk: 'Desk', drop: 'Drop' }

export function shownOf(result: Result, venue: Venue): Shown {
  const [tone, verdict, reason, ...lines] = wordsOf(result, venue)
  return {
    ...{ key: nextKey(), tone, verdict, reason, name: result.name ?? '' },
    lines: [result.kind && kindTexts[result.kind], ...lines, nearText(result)].flatMap(
      (line) => line || [],
    ),
  }
}

/** The result of a scan that this phone could not keep: it is never a yes. */
export const notStored = (problem: StorageProblem): Shown => ({
  ...{ key: nextKey(), tone: 'no', verdict: 'Stop', reason: 'Not stored', name: '' },
  lines: [storageTexts[problem], 'Nothing was counted.'],
})

export const storageTexts: Record<StorageProblem, string> = {
  full: 'The memory of this phone is full.',
  denied: 'This browser keeps nothing: it may be a private window.',
}

/** The result of a call that the server refused. */
export const refusedBy = (message: string): Shown => ({
  ...{ key: nextKey(), tone: 'no', verdict: 'No', reason: 'Not counted', name: '' },
  lines: [message],
})
