import { createLocalReq, type Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { bookPayment } from '../booking.ts'
import type { CardProvider } from '../provider.ts'
import { findPayment, lockPayment } from '../queries/payments.ts'
import { findRefund, updateRefund } from '../queries/refunds.ts'

/**
 * Requests a refund at the payment service, and books it. A repeated call requests nothing twice: the service has the
 * same key for a day, and afterwards the refund is found by our id.
 */
export async function sendRefund(
  payload: Payload,
  provider: CardProvider,
  id: number,
): Promise<void> {
  const db = databaseOf(payload)
  const refund = await findRefund(db, id)
  if (!refund) return
  const payment = await findPayment(db, { id: refund.payment })
  if (!payment?.session) return
  const { session } = payment
  const { key, amountCents } = refund
  const req = await createLocalReq({}, payload)
  await bookPayment(req, provider, session)
  if ((await findRefund(db, id))?.state !== 'requested') return
  const reply = await provider.refundPart(session, { refund: id, key, amountCents })
  if ('refused' in reply) {
    const { refused: failure } = reply
    log.error({ payment: payment.id, failure }, 'a refund by card was refused')
    await inTransaction(req, async (tx) => {
      await lockPayment(tx, { session })
      if ((await findRefund(tx, id))?.state !== 'requested') return
      await updateRefund(tx, id, { state: 'failed', failure, endedAt: new Date() })
    })
    return
  }
  await bookPayment(req, provider, session)
}
