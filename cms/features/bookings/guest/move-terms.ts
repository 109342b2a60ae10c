import type { Payment } from '../../reservations/rules.ts'

/** A booking before it moves. `isSecured`: its deposit is paid by card, or held on a member’s credit. */
export type BeforeMove = {
  depositCents: number
  cancelUntil: Date
  priceCents: number
  payment: Payment
  isSecured: boolean
  isMember: boolean
}

/** `payment`: `kept` if the price of the reservation stays as it is. */
export type MoveTerms = { depositCents: number; cancelUntil: Date; payment: Payment | 'kept' }

/**
 * The deposit of a booking that moves, and until when it can be cancelled. After the time until which a deposit comes
 * back, a move changes neither, so that nobody moves to get it back. A deposit that becomes larger has to be secured as
 * if the party booked anew: from credit, or while it is unpaid anyway.
 * @param request.asked what is asked of the party at its new time, also because of earlier bookings to which it did not come
 * @param request.cancelUntil what the rule of the new time says
 * @returns null if the booking cannot move, because the deposit would have to be paid first
 */
export function termsAfterMove(
  before: BeforeMove,
  {
    asked,
    cancelUntil,
    now,
    takesCards,
  }: { asked: number; cancelUntil: Date; now: Date; takesCards: boolean },
): MoveTerms | null {
  const { priceCents, payment, isSecured, isMember } = before
  const isLate = isSecured && before.cancelUntil < now
  const cents = isLate ? Math.max(asked, priceCents) : asked
  const terms = { depositCents: cents, cancelUntil: isLate ? before.cancelUntil : cancelUntil }
  if (payment === 'card' && priceCents > 0) {
    if (!isSecured) return { ...terms, payment: 'card' }
    if (cents > priceCents && takesCards) return null
    return { ...terms, depositCents: priceCents, payment: 'kept' }
  }
  if (isSecured) return { ...terms, payment: 'credit' }
  if (cents <= before.depositCents || !takesCards) return { ...terms, payment: 'kept' }
  return isMember ? { ...terms, payment: 'credit' } : null
}
