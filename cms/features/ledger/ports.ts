import type { Database } from '../../platform/database/query.ts'
import { port, sharedPort } from '../../platform/port.ts'

/** A transfer that moved credit of a member. `kind` is one of `transferKinds`. */
export type CreditMovement = {
  transfer: number
  kind: string
  reference: string | null
  member: number
}

/**
 * Handles transfers that moved members' credit, soon after they were committed, in the transaction that marks them as
 * handled: each transfer comes once.
 */
export const movedCredit =
  sharedPort<(db: Database, movements: readonly CreditMovement[]) => Promise<void>>('moved credit')

/**
 * Whether a member wants payments from their credit rounded up. Features that take such payments ask it. Without a
 * provider, no payments are rounded up.
 */
export const roundUps = port<(db: Database, member: number) => Promise<boolean>>('round-ups')
