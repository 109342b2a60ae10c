import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { findNewsWays, forgetNews } from './news/queries.ts'
import { defaultWays } from './news/rules.ts'
import { exportSends, findRoundsUp, forgetMember } from './queries.ts'

/** A member's sends, claims and settings. Their statement is in the section `ledger`. Amounts are minor units. */
export const exportCreditData = async (db: Database, { id }: PersonalDataOwner) => ({
  credit: {
    rounds_up: await findRoundsUp(db, id),
    news: { ...defaultWays, ...(await findNewsWays(db, id)) },
  },
  credit_sends: await exportSends(db, id),
})

/**
 * Removes a member from sends, and deletes their settings. Their waiting sends can still be claimed. Unclaimed credit
 * goes back to their account, which then belongs to no member.
 */
export async function eraseCreditData(db: Database, owner: PersonalDataOwner): Promise<void> {
  await forgetNews(db, owner.id)
  await forgetMember(db, owner)
}
