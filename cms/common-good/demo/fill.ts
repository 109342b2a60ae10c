import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../database/transaction.ts'
import { booksOf, transfer } from '../../ledger/service.ts'
import { movements } from './movements.ts'

/** Books the movements of the Common Good for the demo venue. */
export const fillDemoEntries = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const books = await booksOf(req.payload)
    for (const [index, { amount_cents, note, day }] of movements.entries()) {
      const isGiven = amount_cents > 0
      await transfer(db, books, {
        key: `demo:common_good:${index}`,
        kind: isGiven ? 'counted_cash' : 'payout',
        from: isGiven ? 'till:cash' : 'common_good',
        to: isGiven ? 'common_good' : 'till:cash',
        amountCents: Math.abs(amount_cents),
        eventAt: new Date(`${day}T12:00:00.000Z`),
        actor: { kind: 'system' },
        note,
      })
    }
  })
