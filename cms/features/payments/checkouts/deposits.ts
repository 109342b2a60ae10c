import type { PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { findLedgerSettings, transfer } from '../../ledger/service.ts'
import { lockPaidCheckouts, saveOutcome } from '../queries/payments.ts'
import type { DepositOutcome } from '../rules.ts'

export const salesAccount = 'venue:sales' as const
export const depositAccount = 'venue:deposits' as const

/**
 * Books what became of the deposits of a subject: after a visit or a no-show the venue has earned what is left of them.
 * `held` corrects an earlier call. Does nothing if it is booked already. The caller has locked the subject, in the same
 * transaction.
 */
export async function settleDeposits(
  req: PayloadRequest,
  db: Database,
  { reference, outcome }: { reference: string; outcome: DepositOutcome },
): Promise<void> {
  const ledgerSettings = await findLedgerSettings(req.payload)
  for (const payment of await lockPaidCheckouts(db, reference)) {
    if (payment.use !== 'deposit' || payment.outcome === outcome) continue
    const account = outcome === 'held' ? depositAccount : salesAccount
    const bookings = payment.bookings + 1
    if (account !== payment.account && payment.netCents) {
      await transfer(
        db,
        { ...ledgerSettings, currency: payment.currency },
        {
          key: `card_payment:${payment.id}:${bookings}:deposit`,
          kind: outcome === 'held' ? 'deposit_reopened' : `deposit_${outcome}`,
          from: payment.account,
          to: account,
          amountCents: payment.netCents,
          reference: `card:${payment.id}`,
          actor: { kind: 'system' },
        },
      )
    }
    await saveOutcome(db, payment.id, { outcome, account, bookings })
  }
}
