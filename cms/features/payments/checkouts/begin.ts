import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { countAttemptOrThrow } from '../../../platform/limits/service.ts'
import { env } from '../../../platform/runtime/env.ts'
import { findLedgerSettings, hasHundredths } from '../../ledger/service.ts'
import { bookPayment } from '../booking.ts'
import { paymentError } from '../errors.ts'
import type { CardProvider } from '../provider.ts'
import {
  closeOpenCheckout,
  findCheckout,
  findOpenCheckout,
  insertCheckout,
  isCheckout,
  setCheckoutSession,
} from '../queries/payments.ts'
import { checkoutMinutes, checkoutsPerHour, serviceMinutes } from '../rules.ts'
import { requireCardProvider } from '../stripe.ts'
import { depositAccount, salesAccount } from './deposits.ts'
import { findSubject } from './subjects.ts'

const minuteMs = 60_000

/**
 * Begins a guest's payment for a subject. A newer checkout of the same subject replaces an older one: what is paid
 * there nevertheless is paid back. To be called outside of transactions.
 * @param request.key 24 hexadecimal digits, random for each form: a repeated request leads to the same page
 * @returns the payment service's page, and until when the guest may pay there
 * @throws HttpError `no_card_payments`, `nothing_to_pay`, `checkout_ended`, `too_often`; errors of `CardProvider`; what
 *   the feature of the subject throws
 */
export async function beginCheckout(
  req: PayloadRequest,
  { reference, key: formKey }: { reference: string; key: string },
  provider: CardProvider = requireCardProvider(),
): Promise<{ url: string; endsAt: Date }> {
  const subject = findSubject(req.payload, reference)
  if (!subject) throw paymentError('nothing_to_pay')
  const { currency } = await findLedgerSettings(req.payload)
  if (!hasHundredths(currency)) throw paymentError('no_card_payments')
  const db = databaseOf(req.payload)
  const limit = { max: checkoutsPerHour, windowMs: 60 * minuteMs, fixed: true }
  await countAttemptOrThrow(db, `card checkouts of ${reference}`, limit, paymentError('too_often'))
  const key = `${reference}:${formKey}`
  // The form of a page that was left open must not end the checkout that replaced its own.
  const known = await findCheckout(db, reference, key)
  if (known?.status === 'closed') throw paymentError('checkout_ended')
  await endOther(req, provider, reference, key)
  const payment = await inTransaction(req, async (tx) => {
    await subject.kind.lock(req, tx, subject.id)
    const earlier = await findCheckout(tx, reference, key)
    if (earlier && earlier.status !== 'paid') return earlier
    const latest = new Date(Date.now() + checkoutMinutes * minuteMs)
    // Says that it is paid, if the form is sent again afterwards.
    const payable = await subject.kind.begin(req, tx, subject.id, { endsAt: latest })
    if (earlier) return earlier
    const { payUntil = latest, use, rule = null, ...details } = payable
    await closeOpenCheckout(tx, reference)
    return insertCheckout(tx, {
      ...details,
      ...{ reference, key, currency, use, rule },
      account: use === 'deposit' ? depositAccount : salesAccount,
      expiresAt: payUntil < latest ? payUntil : latest,
    })
  })
  if (!isCheckout(payment)) throw paymentError('nothing_to_pay')
  const { expires_at: endsAt } = payment
  const isOver = endsAt.getTime() <= Date.now()
  if (payment.status !== 'open' || isOver) throw paymentError('checkout_ended')
  if (payment.url) return { url: payment.url, endsAt }
  const path = (await subject.kind.pathOf(db, subject.id, req.payload)) ?? '/'
  const page = new URL(path, env().SITE_URL).href
  const begun = await provider.begin({
    payment: payment.id,
    key: formKey,
    amountCents: payment.amountCents,
    currency: payment.currency,
    email: payment.email,
    description: payment.description,
    rule: payment.rule,
    // A repeated request must have the same time, so it does not depend on the clock.
    expiresAt: new Date(payment.created_at.getTime() + serviceMinutes * minuteMs),
    paidUrl: `${page}?card=paid`,
    cancelUrl: `${page}?card=cancelled`,
  })
  // If it was closed meanwhile, nobody gets the URL, so nobody can pay.
  if (!(await setCheckoutSession(db, payment.id, begun))) throw paymentError('checkout_ended')
  return { url: begun.url, endsAt }
}

/**
 * Ends the open checkout of a subject at the payment service, before a newer one replaces it. If it was paid in the last
 * moment, that is booked, so that the guest is not asked to pay again.
 */
async function endOther(
  req: PayloadRequest,
  provider: CardProvider,
  reference: string,
  key: string,
): Promise<void> {
  const other = await findOpenCheckout(databaseOf(req.payload), reference)
  if (!other?.session || other.key === key) return
  await provider.expire(other.session)
  await bookPayment(req, provider, other.session)
}
