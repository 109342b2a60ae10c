import { createLocalReq, type Payload } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { isOutage } from '../../platform/http/foreign-errors.ts'
import { log } from '../../platform/runtime/log/log.ts'
import { bookPayment } from './booking.ts'
import { expireCheckout, isEnding } from './checkouts/end.ts'
import { isUnavailable } from './errors.ts'
import type { CardProvider } from './provider.ts'
import {
  type CardPayment,
  findPayment,
  isCheckout,
  listDuePayments,
  postponeCheck,
} from './queries/payments.ts'
import { netOf, nextCheckMs } from './rules.ts'

/**
 * Asks the payment service for the state of each payment whose check is due, and books the state. So payments are
 * booked even if the service's message was lost. A failed check is repeated later. The other checks still run, unless
 * the service does not answer.
 */
export async function checkDuePayments(payload: Payload, provider: CardProvider): Promise<void> {
  const db = databaseOf(payload)
  for (const payment of await listDuePayments(db)) {
    try {
      await check(payload, provider, payment)
    } catch (error) {
      // The database is unavailable, so the whole job is repeated.
      if (isOutage(error)) throw error
      log.error({ err: error, payment: payment.id }, 'a payment by card could not be checked')
      await postponeCheck(db, payment.id, delayAfterFailure(payment))
      // The service does not answer, so the other checks would time out as well. They stay due.
      if (isUnavailable(error)) return
    }
  }
}

/** The delay after a failed check if `nextCheckMs` returns null. */
const defaultDelayMs = 24 * 60 * 60_000

function delayAfterFailure(payment: CardPayment): number {
  if (isCheckout(payment) && isEnding(payment)) return 60_000
  const ageMs = Date.now() - payment.created_at.getTime()
  const isPaid = payment.transfer !== null
  return nextCheckMs(ageMs, { isPaid, isOpen: true }) ?? defaultDelayMs
}

async function check(
  payload: Payload,
  provider: CardProvider,
  payment: CardPayment,
): Promise<void> {
  const { session, member, transfer } = payment
  const req = await createLocalReq({}, payload)
  // Nobody can use the credit of a deleted member, so nobody should pay for it any more.
  const isOver = isCheckout(payment) ? isEnding(payment) : member === null && transfer === null
  if (session) {
    if (isOver) await provider.expire(session)
    await bookPayment(req, provider, session)
  }
  // Asked after the payment service, so that what was paid in the last moment is accepted.
  if (isCheckout(payment) && isOver) await expireCheckout(req, payment)
}

/** Pays back what is left of a payment after earlier refunds, and books the refund. */
export async function refundPayment(
  payload: Payload,
  provider: CardProvider,
  id: number,
): Promise<void> {
  const payment = await findPayment(databaseOf(payload), { id })
  if (!payment?.session) return
  const { session } = payment
  if (netOf(await provider.read(session)) > 0) await provider.refund(session)
  await bookPayment(await createLocalReq({}, payload), provider, session)
}
