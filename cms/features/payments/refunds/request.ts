import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { enqueue } from '../../../platform/jobs/enqueue.ts'
import { paymentError } from '../errors.ts'
import { sendRefundJob } from '../job-types.ts'
import { type CardPayment, lockPaidCheckouts, lockPayment } from '../queries/payments.ts'
import {
  closeFailedRefund,
  closeFailedRefundsOf,
  findRefund,
  findRefundByKey,
  insertRefund,
  listRefunds,
} from '../queries/refunds.ts'
import { type RefundCause, refundableCents } from '../rules.ts'

type Request = {
  /** Idempotency key, unique for the payment. */
  key: string
  amountCents: number
  cause: RefundCause
  /** What staff wrote. */
  reason?: string
  staff?: number
}

/** The amount of a payment that has arrived. */
export const paidCentsOf = ({ paidCents, transfer, amountCents }: CardPayment): number =>
  paidCents ?? (transfer === null ? 0 : amountCents)

/**
 * Requests that an amount of a locked payment is paid back: a job asks the payment service for it. Together, the refunds
 * of a payment are never more than was paid.
 * @throws HttpError `not_paid`, `refund_too_large`, `refund_key_reused`
 */
export async function requestRefund(
  req: PayloadRequest,
  db: Database,
  payment: CardPayment,
  { key, amountCents, cause, reason, staff }: Request,
): Promise<{ refund: number; repeated: boolean }> {
  const earlier = await findRefundByKey(db, payment.id, key)
  if (earlier) {
    if (earlier.amountCents !== amountCents) throw paymentError('refund_key_reused')
    return { refund: earlier.id, repeated: true }
  }
  const paid = paidCentsOf(payment)
  if (!paid) throw paymentError('not_paid')
  if (amountCents > refundableCents(paid, await listRefunds(db, [payment.id]))) {
    throw paymentError('refund_too_large')
  }
  const refund = await insertRefund(db, {
    payment: payment.id,
    ...{ key, amountCents, cause, reason: reason ?? null, staff: staff ?? null },
  })
  await enqueue(db, sendRefundJob, { refund }, { key: `${sendRefundJob.name} ${refund}` })
  await record(req, {
    action: 'card_refund_requested',
    subject: `no. ${payment.id}`,
    of_collection: 'card_payments',
    document: payment.id,
    details: { amount_cents: amountCents, cause },
  })
  return { refund, repeated: false }
}

/**
 * Pays back an amount of what was paid for a subject, the newest payments first. The caller has locked the subject, in
 * the same transaction.
 * @param request.key unique for the subject; a repeated request pays back nothing more
 * @param request.amountCents default: everything that was not paid back yet
 * @param request.mostCents pays back at most this, and less if less is left
 * @returns the amount; 0 if nothing is left
 * @throws HttpError `refund_too_large`, `refund_key_reused`
 */
export async function refundSubject(
  req: PayloadRequest,
  db: Database,
  request: {
    reference: string
    key: string
    cause: Extract<RefundCause, 'cancelled' | 'deposit' | 'staff'>
    amountCents?: number
    mostCents?: number
  },
): Promise<number> {
  const payments = await lockPaidCheckouts(db, request.reference)
  const refunds = await listRefunds(
    db,
    payments.map(({ id }) => id),
  )
  const repeated = refunds.filter(({ key }) => key === request.key)
  if (repeated.length) return repeated.reduce((sum, { amountCents }) => sum + amountCents, 0)
  let rest = request.amountCents ?? request.mostCents ?? Number.POSITIVE_INFINITY
  let total = 0
  for (const payment of payments) {
    const own = refunds.filter((each) => each.payment === payment.id)
    const amountCents = Math.min(rest, refundableCents(paidCentsOf(payment), own))
    if (amountCents <= 0) continue
    await requestRefund(req, db, payment, { ...request, amountCents })
    rest -= amountCents
    total += amountCents
  }
  if (request.amountCents !== undefined && rest > 0) throw paymentError('refund_too_large')
  return total
}

/**
 * Pays back an amount of a card payment, because staff decided it.
 * @throws HttpError `no_payment`, `not_paid`, `refund_too_large`, `refund_key_reused`
 */
export const refundByStaff = (
  req: PayloadRequest,
  staff: number,
  request: { payment: number; key: string; amountCents: number; reason: string },
): Promise<{ refund: number; repeated: boolean }> =>
  inTransaction(req, async (db) => {
    const payment = await lockPayment(db, { id: request.payment })
    if (!payment) throw paymentError('no_payment')
    const reply = await requestRefund(req, db, payment, {
      ...request,
      key: `staff:${request.key}`,
      cause: 'staff',
      staff,
    })
    // The new refund takes the place of those that failed.
    if (!reply.repeated) await closeFailedRefundsOf(db, payment.id, staff)
    return reply
  })

/**
 * Marks a failed refund as looked after, for example because the amount was paid in cash.
 * @throws HttpError `no_failed_refund`
 */
export const closeFailed = (req: PayloadRequest, staff: number, id: number): Promise<void> =>
  inTransaction(req, async (db) => {
    if (!(await closeFailedRefund(db, id, staff))) throw paymentError('no_failed_refund')
    const refund = await findRefund(db, id)
    await record(req, {
      action: 'card_refund_closed',
      subject: `no. ${refund?.payment}`,
      of_collection: 'card_payments',
      document: refund?.payment ?? id,
      details: { amount_cents: refund?.amountCents },
    })
  })
