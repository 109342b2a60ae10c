import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { findStaffNames } from '../till/service.ts'
import { type CardPayment, listPayments } from './queries/payments.ts'
import { type CardRefund, countFailedRefunds, listRefunds } from './queries/refunds.ts'
import { paidCentsOf } from './refunds/request.ts'
import { refundableCents } from './rules.ts'

const paymentsOnPage = 50
const newest = 2 ** 31 - 1

/**
 * A page of card payments for staff, the newest first, with their refunds; and how many refunds failed.
 * @param options.before an id; only payments with a lower id are returned
 * @param options.onlyFailed only payments with a failed refund
 */
export async function findCardPayments(
  req: PayloadRequest,
  { before = newest, onlyFailed = false }: { before?: number | undefined; onlyFailed?: boolean },
) {
  const db = databaseOf(req.payload)
  const [found, failed] = await Promise.all([
    listPayments(db, { before, onlyFailed, limit: paymentsOnPage + 1 }),
    countFailedRefunds(db),
  ])
  const page = found.slice(0, paymentsOnPage)
  const refunds = await listRefunds(
    db,
    page.map(({ id }) => id),
  )
  const names = await findStaffNames(
    req,
    refunds.flatMap(({ staff }) => staff ?? []),
  )
  return {
    failed,
    hasMore: found.length > paymentsOnPage,
    payments: page.map((payment) => toListed(payment, refunds, names)),
  }
}

export type ListedPayment = ReturnType<typeof toListed>
export type ListedRefund = ListedPayment['refunds'][number]

function toListed(
  payment: CardPayment,
  allRefunds: readonly CardRefund[],
  names: ReadonlyMap<number, string>,
) {
  const { id, member, description, email, status, outcome } = payment
  const refunds = allRefunds.filter((each) => each.payment === id)
  const paidCents = paidCentsOf(payment)
  return {
    id,
    what: description ?? `Credit of ${member ? `member no. ${member}` : 'a former member'}`,
    ...{ email, status, outcome },
    at: payment.paid_at ?? payment.created_at,
    amountCents: paidCents || payment.amountCents,
    currency: payment.paid_currency ?? payment.currency,
    leftCents: Math.max(0, refundableCents(paidCents, refunds)),
    refunds: refunds.map(({ id: no, amountCents, cause, state, reason, ...rest }) => ({
      ...{ id: no, amountCents, cause, state, reason },
      by: rest.staff === null ? null : (names.get(rest.staff) ?? 'former staff'),
      failure: rest.failure,
      createdAt: rest.createdAt,
      isOpenFailure: state === 'failed' && rest.closedBy === null,
    })),
  }
}
