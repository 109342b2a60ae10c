import type { PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { env } from '../env.ts'
import { featuresOf, requireProvider } from '../feature.ts'
import { openAccount } from '../ledger/service.ts'
import { countAttemptOrThrow } from '../limits/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { memberError } from '../members/errors.ts'
import { lockMembers } from '../members/service.ts'
import type { CheckoutReply, CheckoutRequest } from './contract.ts'
import { paymentError } from './errors.ts'
import type { CardProvider } from './provider.ts'
import { insertPayment, removePayer, setSession } from './queries.ts'
import { beginsPerHour, cardLimits, nextCheckMs } from './rules.ts'
import { hasCardPayments } from './stripe.ts'

const ledgerUrl = () => `${env().SITE_URL}/common-room/member/ledger`

/**
 * What a page needs to show the form for a payment by card; null if card payments are off. The form posts `key` (24
 * hexadecimal digits, random for each form) and `amount` to `action`. `limits` are those of the amount, in minor units.
 * The member returns to `/common-room/member/ledger`: with `?card=paid` or `?card=cancelled`, or after an error with
 * `?problem=…&form=card`.
 */
export const findCardForm = () =>
  hasCardPayments() ? { action: '/api/payments/checkout', limits: cardLimits } : null

/**
 * Begins a payment by card. The credit is booked when the service reports the payment as paid.
 * @throws HttpError `key_reused`, `too_often`, `signed_out`; errors of `CardProvider`
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
  const { currency, productName } = await requireProvider(featuresOf(req.payload), 'site').find(
    req.payload,
  )
  const payment = await inTransaction(req, async (tx) => {
    if (!(await lockMembers(tx, [member.id]))) throw memberError('signed_out')
    return insertPayment(tx, { member: member.id, key, amountCents, currency })
  })
  if (payment.amountCents !== amountCents) throw paymentError('key_reused')
  if (payment.url) return { url: payment.url }
  const begun = await provider.begin({
    ...{ payment: payment.id, key, amountCents, currency, email: member.email },
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
export async function forgetPayer(db: Database, member: number): Promise<void> {
  for (const { account, currency } of await removePayer(db, member)) {
    await openAccount(db, account, currency)
  }
}
