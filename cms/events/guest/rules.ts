import type { EventStatus, RsvpStatus } from '../rules.ts'

/** The outcomes that the page of a reservation can report after a form was sent. */
export const reservationOutcomes = [
  'reserved',
  'confirmed',
  'changed',
  'cancelled',
  'accepted',
  'declined',
  'thanks',
] as const

/** The sections of texts for the page of a reservation. The page shows one of them, depending on the state. */
export type ReservationSection =
  | 'confirm'
  | 'confirm_late'
  | 'going'
  | 'waitlisted'
  | 'offered'
  | 'cancelled'
  | 'expired'
  | 'date_cancelled'
  | 'postponed'
  | 'on_now'
  | 'inside'
  | 'attended'
  | 'over'

type Reservation = {
  status: RsvpStatus
  isConfirmed: boolean
  cancelledBy: string | null
  inside: number
  date: { status: EventStatus; startsAt: Date; endsAt: Date }
}

/** The section that the page of a reservation shows at the time `now`. */
export function sectionOf(
  { status, isConfirmed, cancelledBy, inside, date }: Reservation,
  now: Date,
): ReservationSection {
  if (status === 'cancelled') {
    if (cancelledBy === 'event' || date.status === 'cancelled') return 'date_cancelled'
    return cancelledBy === 'expiry' ? 'expired' : 'cancelled'
  }
  if (date.status === 'cancelled') return 'date_cancelled'
  if (status === 'attended' || inside > 0) return date.endsAt > now ? 'inside' : 'attended'
  // The times of a postponed date do not count.
  const hasPassed = date.endsAt <= now && date.status !== 'postponed'
  if (date.status === 'ended' || hasPassed) return 'over'
  if (status === 'held') return 'confirm'
  if (!isConfirmed) return 'confirm_late'
  if (status === 'offered') return 'offered'
  if (date.status === 'postponed') return 'postponed'
  if (status === 'waitlisted') return 'waitlisted'
  return date.startsAt > now ? 'going' : 'on_now'
}
