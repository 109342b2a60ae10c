import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { eraseMember, exportBells, exportEntries, exportSlots } from './queries/claims.ts'

/** What a member has of drops, beyond their reservations. */
export const exportDrops = async (db: Database, { id }: PersonalDataOwner) => ({
  drop_entries: await exportEntries(db, id),
  drop_bells: await exportBells(db, id),
  drop_slots: await exportSlots(db, id),
})

/** The claims themselves are erased with the other reservations. */
export const eraseDrops = (db: Database, { id }: PersonalDataOwner): Promise<void> =>
  eraseMember(db, id)
