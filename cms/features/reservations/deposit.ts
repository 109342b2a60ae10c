import type { PayloadRequest } from 'payload'
import type { Actor } from '../ledger/rules.ts'
import type { Reservation } from './contract.ts'
import type { Subject } from './kind.ts'
import type { Locked } from './locked.ts'
import { collectPrice } from './money.ts'
import { recordRefusedRefund } from './refused-refunds.ts'

/** Deposits that are held on a member’s credit. Those that were paid by card are in card.ts. */

const system: Actor = { kind: 'system' }

/** The staff member who changes something at the door. Organisers have no account. */
export const actorOf = ({ user }: PayloadRequest): Actor =>
  user?.collection === 'users' ? { kind: 'staff', id: Number(user.id) } : system

/**
 * Takes the deposit of a locked reservation from the credit on which it is held: the guest cancelled too late, or did not
 * come.
 * @returns the values to store; null if nothing is held, or the kind takes no deposits
 */
export async function takeDeposit<S extends Subject>(
  { db, kind, ledgerSettings, subject }: Locked<S>,
  found: Reservation,
): Promise<Partial<Reservation> | null> {
  if (kind.card?.use !== 'deposit' || found.hold === null) return null
  const money = kind.moneyOf(subject)
  const collected = { money, reservation: found, inside: found.party, actor: system }
  return (await collectPrice(db, ledgerSettings, collected)).stored
}

/**
 * Gives a deposit that `takeDeposit` took back to the credit, and holds it again. If the ledger refuses, the audit trail
 * says so.
 * @returns the values to store; null if nothing was taken
 */
export async function returnDeposit<S extends Subject>(
  locked: Locked<S>,
  found: Reservation,
): Promise<Partial<Reservation> | null> {
  const { req, db, kind, ledgerSettings, subject } = locked
  if (kind.card?.use !== 'deposit' || found.payment !== 'credit' || found.transfer === null) {
    return null
  }
  const { stored, isRefundRefused } = await collectPrice(db, ledgerSettings, {
    ...{ money: kind.moneyOf(subject), actor: actorOf(req), inside: 0 },
    reservation: { ...found, inside: found.party },
  })
  if (isRefundRefused) await recordRefusedRefund(locked, found)
  return stored
}
