import { createLocalReq, type Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import { refundableCents } from '../../payments/rules.ts'
import { bookOpenCheckout, findSubjectPayments } from '../../payments/service.ts'
import { hasCardPayments } from '../../payments/stripe.ts'
import type { ReservationState } from '../contract.ts'
import type { ReservationKind, Subject } from '../kind.ts'
import { findReservation } from '../queries/reservations.ts'
import { countReturn } from '../rate-limits.ts'
import { agreedOf, paysByCard, referenceOf } from '../rules.ts'

/** What a guest's page shows about a price by card. */
export type CardFacts = {
  /** Until when the price is given back, in words: by the rule to which the guest agreed; before paying, by that of today. */
  rule: string
  /** Whether the price is given back if the guest cancels now. */
  isRefunded: boolean
  /** What was paid and can still be given back; staff may have given back a part. */
  leftCents: number
  /** Whether the guest can pay now. */
  canPay: boolean
  /** What was paid, and what of it was given back; the oldest first. */
  payments: Awaited<ReturnType<typeof findSubjectPayments>>
}

/** Null if the reservation has no price by card. */
export async function findCardFacts<S extends Subject>(
  kind: ReservationKind<S>,
  payload: Payload,
  state: ReservationState<S>,
): Promise<CardFacts | null> {
  const { card } = kind
  if (!card || !paysByCard(state)) return null
  const db = databaseOf(payload)
  const [{ timeZone }, payments, paid] = await Promise.all([
    findSiteFacts(payload),
    findSubjectPayments(db, referenceOf(state)),
    state.isPaid ? findReservation(db, kind.name, state.id) : null,
  ])
  const agreed = paid && agreedOf(paid)
  return {
    rule: card.ruleOf(state.subject, { timeZone, agreed }),
    isRefunded: card.isRefunded(state.subject, new Date(), agreed),
    leftCents: payments
      .filter(({ status }) => status === 'paid')
      .reduce((sum, { paidCents, refunds }) => sum + refundableCents(paidCents, refunds), 0),
    canPay: hasCardPayments() && !state.isPaid,
    payments: payments.filter(({ paidCents }) => paidCents > 0),
  }
}

/**
 * Books a payment at once, if the guest has just paid: for the page to which they return, which may be opened before the
 * payment service's message arrives.
 * @returns whether the state is up to date; false if the payment service can't be reached, or was asked too often
 */
export async function bookReturned(
  payload: Payload,
  reservation: { id: number },
): Promise<boolean> {
  if (!hasCardPayments()) return true
  // Whoever has the link can open the page again and again. The payment service's message arrives nevertheless.
  if (!(await countReturn(databaseOf(payload), reservation.id))) return false
  try {
    await bookOpenCheckout(await createLocalReq({}, payload), referenceOf(reservation))
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}
