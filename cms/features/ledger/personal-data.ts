import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { exportEntriesOf, exportHoldsOf, forgetMember } from './queries/personal-data.ts'

/** A member's entries and holds, for the data download. Amounts are minor units. */
export const exportLedgerData = async (db: Database, { id }: PersonalDataOwner) => ({
  ledger: await exportEntriesOf(db, id),
  ledger_holds: await exportHoldsOf(db, id),
})

/** Removes the member and notes about them from the books. Entries are kept, because other accounts depend on them. */
export const eraseLedgerData = (db: Database, { id }: PersonalDataOwner): Promise<void> =>
  forgetMember(db, id)
