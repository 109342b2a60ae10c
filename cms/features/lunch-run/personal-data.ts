import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { withdrawLocked } from './orders.ts'
import { exportOrders, forgetOrders, lockUnfinishedOf } from './queries/orders.ts'
import { forgetRunner, lockRunsOf } from './queries/runs.ts'
import { loseRunner } from './runs.ts'

/** A member's lunches. Amounts are minor units. */
export const exportLunches = async (db: Database, { id }: PersonalDataOwner) => ({
  lunches: await exportOrders(db, id),
})

/**
 * Removes a member from their lunches. Before the cut-off their order is withdrawn. After it, it is being cooked: it stays
 * on the list without a name, and what was held pays it when the run is settled. A run without its runner asks for another.
 */
export async function eraseLunches(db: Database, { id }: PersonalDataOwner): Promise<void> {
  for (const run of await lockRunsOf(db, id)) if (run.runner === id) await loseRunner(db, run)
  for (const order of await lockUnfinishedOf(db, id)) {
    if (order.isOpen) await withdrawLocked(db, order)
  }
  await forgetOrders(db, id)
  await forgetRunner(db, id)
}
