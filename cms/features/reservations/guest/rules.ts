import type { ReservationStatus } from '../rules.ts'

/** Where a subject is in its life. The times of a postponed one do not count. */
export type Phase = 'cancelled' | 'postponed' | 'coming' | 'on' | 'over'

/**
 * The sections of texts for the guest's page of a reservation. The page shows one of them, depending on the state. A
 * kind's page has texts for those that can occur.
 */
export type GuestSection =
  | 'confirm'
  | 'confirm_late'
  | 'pay'
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

type Shown = {
  status: ReservationStatus
  isConfirmed: boolean
  cancelledBy: string | null
  inside: number
  /** Until when the guest may pay. */
  heldUntil: Date | null
}

/** The section that the guest's page shows at the time `now`. */
export function sectionOf(
  { status, isConfirmed, cancelledBy, inside, heldUntil }: Shown,
  { phase, now }: { phase: Phase; now: Date },
): GuestSection {
  if (phase === 'cancelled' || (status === 'cancelled' && cancelledBy === 'event')) {
    return 'date_cancelled'
  }
  if (status === 'cancelled') return cancelledBy === 'expiry' ? 'expired' : 'cancelled'
  if (status === 'attended' || inside > 0) return phase === 'over' ? 'attended' : 'inside'
  if (phase === 'over') return 'over'
  if (status === 'held') {
    if (!isConfirmed) return 'confirm'
    // A job cancels it within a minute.
    return heldUntil && heldUntil <= now ? 'expired' : 'pay'
  }
  if (!isConfirmed) return 'confirm_late'
  if (status === 'offered') return 'offered'
  if (phase === 'postponed') return 'postponed'
  if (status === 'waitlisted') return 'waitlisted'
  return phase === 'coming' ? 'going' : 'on_now'
}
