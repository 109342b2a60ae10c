import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { balanceOf, findLedgerSettings, movementsOf, transfer } from '../../ledger/service.ts'
import { insertDemoClosing } from '../queries.ts'
import { takenSince, tillAccount, tills } from '../rules.ts'
import { demoMonths } from './months.ts'

/** An id that belongs to no staff member, because the demo venue has no staff yet. */
const staff = 2 ** 31 - 1
const maxMovements = 10_000

/**
 * Closes the tills of the demo venue at the end of each month, the last time yesterday, and takes to the bank what was
 * counted. So staff of the demo begin with tills that hold what a day brings.
 */
export const fillDemoClosings = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const ledgerSettings = await findLedgerSettings(req.payload)
    let serial = 0
    const newKey = () => `de${String(++serial).padStart(22, '0')}`
    for (const till of tills) {
      const account = tillAccount(till)
      const [movements, { balanceCents }] = await Promise.all([
        movementsOf(db, { account, limit: maxMovements }),
        balanceOf(db, account),
      ])
      let closed = 0
      let balance = balanceCents
      for (const { at, takenCents } of demoMonths(movements, new Date())) {
        closed -= takenCents
        await insertDemoClosing(db, {
          ...{ till, key: newKey(), blind: false, bankedCents: null, note: null, transfer: null },
          ...{ bookedCents: takenCents, countedCents: takenCents, balanceCents: closed, staff, at },
        })
        if (takenCents <= 0) continue
        const key = newKey()
        const { id } = await transfer(db, ledgerSettings, {
          key: `demo:till_bank:${key}`,
          kind: 'banked',
          from: 'clearing:bank',
          to: account,
          amountCents: takenCents,
          receipt: `B ${serial}`,
          eventAt: at,
          actor: { kind: 'system' },
        })
        closed += takenCents
        balance += takenCents
        await insertDemoClosing(db, {
          ...{
            till,
            key,
            blind: false,
            bankedCents: takenCents,
            note: `B ${serial}`,
            transfer: id,
          },
          ...{ bookedCents: 0, countedCents: 0, balanceCents: closed, staff, at },
        })
      }
      if (takenSince(balance, closed) < 0) throw new Error(`The demo’s till ${till} is below zero.`)
    }
  })
