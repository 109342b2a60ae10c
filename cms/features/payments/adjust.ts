import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import type { Database } from '../../platform/database/query.ts'
import {
  balanceOf,
  findTransfer,
  type LedgerSettings,
  lockBalance,
  reverse,
  transfer,
} from '../ledger/service.ts'
import { type CardPayment, isCheckout, saveBooking } from './queries/payments.ts'
import { adjustmentOf } from './rules.ts'

const actor = { kind: 'system' } as const

/**
 * Books the difference between `targetCents` and a locked payment's booked net amount. A member's top-up is taken back
 * from the member as far as there is credit; a guest's payment is taken back from the account that has it.
 * @returns the payment afterwards
 */
export async function adjust<Payment extends CardPayment>(
  req: PayloadRequest,
  db: Database,
  ledgerSettings: LedgerSettings,
  payment: Payment,
  targetCents: number,
): Promise<Payment> {
  if (targetCents === payment.netCents) return payment
  const { account, transfer: firstTransfer } = payment
  const { memberCents: ownCents, venueCents } = adjustmentOf(
    payment,
    targetCents,
    await findAvailable(db, payment),
  )
  const bookings = payment.bookings + 1
  const paidKind = isCheckout(payment) ? 'card_payment' : 'card_top_up'
  const move = (cents: number, affected: typeof account, part: string) =>
    transfer(
      db,
      { ...ledgerSettings, currency: payment.currency },
      {
        reference: `card:${payment.id}`,
        actor,
        key: `card_payment:${payment.id}:${bookings}:${part}`,
        kind: cents > 0 && affected === account ? paidKind : 'card_refund',
        from: cents > 0 ? 'clearing:stripe' : affected,
        to: cents > 0 ? affected : 'clearing:stripe',
        amountCents: Math.abs(cents),
      },
    )
  const original = firstTransfer && (await findTransfer(db, { id: firstTransfer }))
  // A deposit that was earned since then is on another account.
  const isWhole =
    original &&
    original.reversed_by === null &&
    original.legs.some((leg) => leg.account === account && leg.amountCents === -ownCents)
  const ownTransfer = isWhole
    ? await reverse(db, ledgerSettings, {
        key: `card_payment:${payment.id}:${bookings}:member`,
        transfer: original.id,
        reason: 'Refunded by card',
        actor,
      })
    : ownCents
      ? await move(ownCents, account, 'member')
      : null
  const venueTransfer = venueCents ? await move(venueCents, 'venue:sales', 'venue') : null
  const next = {
    transfer: firstTransfer ?? ownTransfer?.id ?? null,
    netCents: targetCents,
    lostCents: payment.lostCents - venueCents,
    bookings,
  }
  await saveBooking(db, payment.id, next)
  await record(req, {
    action: targetCents > payment.netCents ? 'card_paid' : 'card_taken_back',
    subject: `no. ${payment.id}`,
    of_collection: 'card_payments',
    document: ownTransfer?.id ?? venueTransfer?.id ?? payment.id,
    details: {
      amount_cents: targetCents - payment.netCents,
      ...(venueCents && { of_the_venue_cents: venueCents }),
    },
    by: null,
  })
  return { ...payment, ...next }
}

/** How much can be taken from the account of a payment. A guest's payment is never spent. */
async function findAvailable(db: Database, payment: CardPayment): Promise<number> {
  if (isCheckout(payment)) return Number.POSITIVE_INFINITY
  // Locked, so that the available amount does not change meanwhile.
  await lockBalance(db, payment.account, payment.currency)
  return (await balanceOf(db, payment.account)).availableCents
}
