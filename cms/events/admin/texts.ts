import type { EventStatus } from '../rules.ts'

export const statusNames: Record<EventStatus, string> = {
  draft: 'Draft',
  published: 'Out',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  ended: 'Over',
}

/** For example `1 guest` or `3 guests`. */
export const guestsInWords = (count: number): string =>
  `${count} ${count === 1 ? 'guest' : 'guests'}`

/** The path of the list of a date's guests. */
export const guestsPath = (date: number): string => `/cms/events/guests?date=${date}`

/** For example `12 of 40 going, 3 waiting`. */
export function describeGuests({
  going,
  waiting,
  capacity,
}: {
  going: number
  waiting: number
  capacity: number | null
}): string {
  const places = capacity === null ? `${going} going` : `${going} of ${capacity} going`
  return waiting ? `${places}, ${waiting} waiting` : places
}
