import type { Database } from '../../../platform/database/query.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import type { CardPayment } from '../queries/payments.ts'
import { type CardRefund, insertRefund, listRefunds, updateRefund } from '../queries/refunds.ts'
import type { ServiceRefund } from '../rules.ts'

/**
 * Stores the refunds of a locked payment as the payment service has them, also those that were requested there.
 * @returns those that have begun since the last call
 */
export async function storeRefunds(
  db: Database,
  payment: CardPayment,
  found: readonly ServiceRefund[],
): Promise<CardRefund[]> {
  if (!found.length) return []
  const known = await listRefunds(db, [payment.id])
  const begun: number[] = []
  for (const { id: service, own, amountCents, state, failure } of found) {
    const row =
      known.find((each) => each.service === service) ??
      known.find((each) => each.id === own && each.service === null)
    if (row?.state === state && row.service === service) continue
    const values = { service, state, failure, endedAt: state === 'pending' ? null : new Date() }
    if (row) {
      await updateRefund(db, row.id, values)
      if (row.state === 'requested' && state !== 'failed') begun.push(row.id)
    } else {
      const refund = { payment: payment.id, key: `service:${service}`, amountCents }
      const id = await insertRefund(db, { ...refund, ...values, cause: 'elsewhere' })
      if (state !== 'failed') begun.push(id)
    }
    if (state === 'failed') log.error({ payment: payment.id, failure }, 'a refund by card failed')
  }
  if (!begun.length) return []
  return (await listRefunds(db, [payment.id])).filter(({ id }) => begun.includes(id))
}
