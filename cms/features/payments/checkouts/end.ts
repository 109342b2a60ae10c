import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { isOutage } from '../../../platform/http/foreign-errors.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import {
  type Checkout,
  closeExpired,
  isCheckout,
  listOverdueCheckouts,
} from '../queries/payments.ts'
import { findSubject, lockSubject, subjectPaymentOf } from './subjects.ts'

/** Whether a checkout has to be ended at the payment service. */
export const isEnding = ({ status, expires_at }: Checkout): boolean =>
  status === 'closed' || (status === 'open' && expires_at.getTime() <= Date.now())

/** Closes a checkout whose time is over, and frees what was kept for the guest. Does nothing if it was closed or paid. */
export const expireCheckout = (req: PayloadRequest, checkout: Checkout): Promise<void> =>
  inTransaction(req, async (db) => {
    await lockSubject(req, db, checkout.reference)
    if (!(await closeExpired(db, checkout.id))) return
    const subject = findSubject(req.payload, checkout.reference)
    await subject?.kind.expired(req, db, subjectPaymentOf(checkout, subject.id))
  })

/**
 * Closes checkouts that should have ended minutes ago, but could not be ended at the payment service. So nothing is kept
 * for a guest longer than they may pay, even if the service can't be reached.
 */
export async function closeOverdueCheckouts(payload: Payload): Promise<void> {
  for (const overdue of await listOverdueCheckouts(databaseOf(payload))) {
    if (!isCheckout(overdue)) continue
    try {
      await expireCheckout(await createLocalReq({}, payload), overdue)
    } catch (error) {
      if (isOutage(error)) throw error
      log.error({ err: error, payment: overdue.id }, 'an overdue checkout could not be closed')
    }
  }
}
