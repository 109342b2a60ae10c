import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { countAttemptOrThrow } from '../../platform/limits/service.ts'
import { env } from '../../platform/runtime/env.ts'
import { findSiteFacts } from '../../platform/runtime/site-facts.ts'
import { hasHundredths, openAccount } from '../ledger/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import { bookPayment } from './booking.ts'
import type { CheckoutReply, CheckoutRequest } from './contract.ts'
import { paymentError } from './errors.ts'
import type { CardProvider } from './provider.ts'
import {
  closeOpenCheckout,
  findOpenCheckout,
  insertPayment,
  isCheckout,
  listCheckouts,
  removeGuest,
  removePayer,
  setSession,
} from './queries/payments.ts'
import { type CardRefund, listRefunds } from './queries/refunds.ts'

import { beginsPerHour, cardLimits, nextCheckMs } from './rules.ts'
import { hasCardPayments, requireCardProvider } from './stripe.ts'

const ledgerUrl = () => `${env().SITE_URL}/common-room/member/ledger`

/**
 * What a page needs to show the form for a payment by card; null if card payments are off, or the venue's currency is
 * not divided into hundredths, so that another amount would be charged than the one that is booked. The form posts `key` (24
 * hexadecimal digits, random for each form) and `amount` to `action`. `limits` are those of the amount, in minor units.
 * The member returns to `/common-room/member/ledger`: with `?card=paid` or `?card=cancelled`, or after an error with
 * `?problem=…&form=card`.
 */
export const findCardForm = (currency: string) =>
  hasCardPayments() && hasHundredths(currency)
    ? { action: '/api/payments/checkout', limits: cardLimits }
    : null

/**
 * Begins a payment by card. The credit is booked when the service reports the payment as paid.
 * @throws HttpError `no_card_payments`, `key_reused`, `too_often`, `signed_out`; errors of `CardProvider`
 */
export async function beginPayment(
  req: PayloadRequest,
  provider: CardProvider,
  member: SignedIn,
  { key, amount: amountCents }: CheckoutRequest,
): Promise<CheckoutReply> {
  const db = databaseOf(req.payload)
  const limit = { max: beginsPerHour, windowMs: 60 * 60_000, fixed: true }
  await countAttemptOrThrow(db, `card payments of ${member.id}`, limit, paymentError('too_often'))
  const { currency, productName } = await findSiteFacts(req.payload)
  if (!hasHundredths(currency)) throw paymentError('no_card_payments')
  const payment = await inTransaction(req, async (tx) => {
    if (!(await lockMembers(tx, [member.id]))) throw memberError('signed_out')
    return insertPayment(tx, { member: member.id, key, amountCents, currency })
  })
  if (payment.amountCents !== amountCents) throw paymentError('key_reused')
  if (payment.url) return { url: payment.url }
  const begun = await provider.begin({
    payment: payment.id,
    key,
    amountCents,
    currency,
    email: member.email,
    description: `Credit at ${productName}`,
    paidUrl: `${ledgerUrl()}?card=paid`,
    cancelUrl: `${ledgerUrl()}?card=cancelled`,
  })
  const checkInMs = nextCheckMs(0, { isPaid: false, isOpen: true }) ?? 0
  // If the member was deleted meanwhile, nobody gets the URL, so nobody can pay.
  if (!(await setSession(db, payment.id, { ...begun, checkInMs }))) throw memberError('signed_out')
  return { url: begun.url }
}

/**
 * Removes the member from their payments, in the transaction that deletes the member. If a payment may
 * still be paid, creates the account that receives it, so that the payment can be booked without the member. Does not
 * lock its balance: locks of balances must come after the locks that other features take when they erase the member's
 * data.
 */
export async function forgetPayer(db: Database, owner: PersonalDataOwner): Promise<void> {
  await removeGuest(db, owner)
  for (const { account, currency } of await removePayer(db, owner.id)) {
    await openAccount(db, account, currency)
  }
}

// What features do whose subjects guests pay for (`ports.ts`).
export { beginCheckout } from './checkouts/begin.ts'
export { settleDeposits } from './checkouts/deposits.ts'
export { findKeptCents } from './queries/payments.ts'
export { refundSubject } from './refunds/request.ts'

/**
 * Ends the open checkout of a subject, for example because it was cancelled or has another price: what is paid there
 * nevertheless is paid back. The caller has locked the subject, in the same transaction.
 */
export async function closeCheckouts(db: Database, reference: string): Promise<void> {
  await closeOpenCheckout(db, reference)
}

/**
 * Books the payment of a subject at once, if the guest has paid: for the page to which they return, which may be opened
 * before the payment service's message arrives. Does nothing without an open checkout.
 * @throws HttpError errors of `CardProvider`
 */
export async function bookOpenCheckout(
  req: PayloadRequest,
  reference: string,
  provider: CardProvider = requireCardProvider(),
): Promise<void> {
  const open = await findOpenCheckout(databaseOf(req.payload), reference)
  if (open?.session) await bookPayment(req, provider, open.session)
}

const refundOf = ({ id, amountCents, cause, state, createdAt }: CardRefund) => ({
  id,
  amountCents,
  cause,
  state,
  createdAt,
})

/**
 * The payments of a subject, the oldest first, as the guest’s page shows them: `url` is the page to pay at, while the
 * checkout is open; `netCents` is what the venue has now; `id` is the number of the receipt.
 */
export async function findSubjectPayments(db: Database, reference: string) {
  const payments = (await listCheckouts(db, reference)).filter(isCheckout)
  const refunds = await listRefunds(
    db,
    payments.map(({ id }) => id),
  )
  return payments.map((payment) => {
    const { id, status, use, amountCents, netCents, description, rule, outcome, url } = payment
    return {
      ...{ id, status, use, amountCents, netCents, description, rule, outcome, url },
      paidCents: payment.paidCents ?? 0,
      currency: payment.paid_currency ?? payment.currency,
      paidAt: payment.paid_at,
      endsAt: payment.expires_at,
      refunds: refunds.filter((each) => each.payment === id).map(refundOf),
    }
  })
}
