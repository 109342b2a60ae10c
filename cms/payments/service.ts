import type { PayloadRequest } from 'payload'
import { record } from '../audit/service.ts'
import { type Database, databaseOf } from '../database/query.ts'
import { inTransaction } from '../database/transaction.ts'
import { env } from '../env.ts'
import { featuresOf, requireProvider } from '../feature.ts'
import {
  type Books,
  balanceOf,
  booksOf,
  findTransfer,
  lockBalance,
  reverse,
  transfer,
} from '../ledger/service.ts'
import { requireAttempt } from '../limits/service.ts'
import { log } from '../log.ts'
import type { SignedIn } from '../members/contract.ts'
import type { CheckoutReply, CheckoutRequest } from './contract.ts'
import { paymentError } from './errors.ts'
import type { CardProvider } from './provider.ts'
import { type CardPayment, insertPayment, lockPayment, saveBooking, setSession } from './queries.ts'
import { adjustmentOf, beginsPerHour, cardLimits, netOf } from './rules.ts'
import { hasCardPayments } from './stripe.ts'

const ledgerUrl = () => `${env().SITE_URL}/common-room/member/ledger`
const actor = { kind: 'system' } as const

/**
 * What a page with the form for a payment by card needs: where it posts `key` (24 hexadecimal digits, random for each
 * form) and `amount`, and the limits of the amount in minor units. Null: card payments are off, so there is no form.
 * The member comes back to `/common-room/member/ledger` with `?card=paid` or `?card=cancelled`, or with
 * `?problem=` and `form=card`.
 */
export const findCardForm = () =>
  hasCardPayments() ? { action: '/api/payments/checkout', limits: cardLimits } : null

/**
 * Begins a payment by card. The credit is booked when the service says that it was paid.
 * @throws HttpError `key_reused`, `too_often`, `service_unavailable`
 */
export async function beginPayment(
  req: PayloadRequest,
  provider: CardProvider,
  member: SignedIn,
  { key, amount: amountCents }: CheckoutRequest,
): Promise<CheckoutReply> {
  const db = databaseOf(req.payload)
  const limit = { max: beginsPerHour, windowMs: 60 * 60_000, fixed: true }
  await requireAttempt(db, `card payments of ${member.id}`, limit, paymentError('too_often'))
  const { currency, productName } = await requireProvider(featuresOf(req.payload), 'site').find(
    req.payload,
  )
  const payment = await insertPayment(db, { member: member.id, key, amountCents, currency })
  if (payment.amountCents !== amountCents) throw paymentError('key_reused')
  if (payment.url) return { url: payment.url }
  const begun = await provider
    .begin({
      ...{ payment: payment.id, amountCents, currency, email: member.email },
      description: `Credit at ${productName}`,
      paidUrl: `${ledgerUrl()}?card=paid`,
      cancelUrl: `${ledgerUrl()}?card=cancelled`,
    })
    .catch((cause) => {
      log.error({ err: cause }, 'a payment by card can’t be begun')
      throw paymentError('service_unavailable', { cause })
    })
  await setSession(db, payment.id, begun)
  return { url: begun.url }
}

/**
 * Books what the service says about a payment now. Which message caused it is irrelevant, so repeated messages, and
 * those in another order, change nothing.
 * @throws HttpError `wrong_amount`: it is not the amount that was begun
 */
export async function bookPayment(
  req: PayloadRequest,
  provider: CardProvider,
  session: string,
): Promise<void> {
  const books = await booksOf(req.payload)
  await inTransaction(req, async (db) => {
    const payment = await lockPayment(db, session)
    // Another site may use the same account of the service.
    if (!payment) return
    // Read while the payment is locked: an older state must not be booked after a newer one.
    const state = await provider.read(session)
    const isExpected =
      state.amountCents === payment.amountCents && state.currency === payment.currency
    if (state.isPaid && !isExpected) {
      log.error({ payment: payment.id }, 'a payment by card has another amount than was begun')
      throw paymentError('wrong_amount')
    }
    // A refund that is reported first finds the payment unbooked: both are booked, so that the statement shows both.
    let booked = payment
    if (state.isPaid && payment.transfer === null) {
      booked = await adjust(req, db, books, payment, payment.amountCents)
    }
    await adjust(req, db, books, booked, netOf(state))
  })
}

/** Books the difference to what the books have of a payment. */
async function adjust(
  req: PayloadRequest,
  db: Database,
  books: Books,
  payment: CardPayment,
  targetCents: number,
): Promise<CardPayment> {
  if (targetCents === payment.netCents) return payment
  const { account, transfer: first } = payment
  // Locked, so that what is available stays so.
  await lockBalance(db, account, payment.currency)
  const { availableCents } = await balanceOf(db, account)
  const { memberCents, venueCents } = adjustmentOf(payment, targetCents, availableCents)
  const bookings = payment.bookings + 1
  const details = {
    ...{ currency: payment.currency, reference: `card:${payment.id}`, actor },
  }
  const move = (cents: number, whose: typeof account, part: string) =>
    transfer(
      db,
      { ...books, currency: payment.currency },
      {
        ...details,
        key: `card_payment:${payment.id}:${bookings}:${part}`,
        kind: cents > 0 && whose === account ? 'card_top_up' : 'card_refund',
        from: cents > 0 ? 'clearing:stripe' : whose,
        to: cents > 0 ? whose : 'clearing:stripe',
        amountCents: Math.abs(cents),
      },
    )
  const original = first && (await findTransfer(db, { id: first }))
  const isWhole = memberCents === -payment.amountCents
  const moved =
    isWhole && original && original.reversed_by === null
      ? await reverse(db, books, {
          key: `card_payment:${payment.id}:${bookings}:member`,
          transfer: original.id,
          reason: 'Refunded by card',
          actor,
        })
      : memberCents
        ? await move(memberCents, account, 'member')
        : null
  const lost = venueCents ? await move(venueCents, 'venue:sales', 'venue') : null
  const next = {
    transfer: first ?? moved?.id ?? null,
    netCents: targetCents,
    lostCents: payment.lostCents - venueCents,
    bookings,
  }
  await saveBooking(db, payment.id, next)
  await record(req, {
    action: targetCents > payment.netCents ? 'card_paid' : 'card_taken_back',
    subject: `no. ${payment.id}`,
    of_collection: 'card_payments',
    document: moved?.id ?? lost?.id ?? payment.id,
    details: {
      amount_cents: targetCents - payment.netCents,
      ...(venueCents && { of_the_venue_cents: venueCents }),
    },
    by: null,
  })
  return { ...payment, ...next }
}
