import type { EventPayment, EventStatus } from '../rules.ts'

export const paymentNames: Record<EventPayment, string> = {
  free: 'Nothing',
  credit: 'From credit, held when they reserve',
  door: 'At the bar',
  card: 'By card, when they reserve',
}

export const statusNames: Record<EventStatus, string> = {
  draft: 'Draft',
  published: 'Out',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  ended: 'Over',
}

/** The path of the list of a date's guests. */
export const guestsPath = (date: number): string => `/cms/events/guests?date=${date}`

/** For example `12 of 40 going, 3 waiting`. */
export function describeGuests({
  going,
  waiting,
  capacity,
  status,
}: {
  going: number
  waiting: number
  capacity: number | null
  status: EventStatus
}): string {
  if (status === 'cancelled') return 'no places'
  const places = capacity === null ? `${going} going` : `${going} of ${capacity} going`
  return waiting ? `${places}, ${waiting} waiting` : places
}
