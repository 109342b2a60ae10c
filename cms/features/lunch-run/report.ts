import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { reportEntry } from '../credit/service.ts'
import type { SignedIn } from '../members/contract.ts'
import { lunchError } from './errors.ts'
import { findOrderOf } from './queries/orders.ts'

/**
 * Opens a case of the ledger about the payment of the member’s own order.
 * @throws HttpError `no_order`, `no_transfer`, and those of `reportEntry`
 */
export async function reportOrder(
  req: PayloadRequest,
  member: SignedIn,
  { run, text }: { run: number; text: string },
): Promise<void> {
  const order = await findOrderOf(databaseOf(req.payload), run, member.id)
  if (!order) throw lunchError('no_order')
  if (order.transfer === null) throw lunchError('no_transfer')
  await reportEntry(req, member, { transfer: order.transfer, text })
}
