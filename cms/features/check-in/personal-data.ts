import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { forgetDevicesOf, listDevicesOf } from './queries/devices.ts'
import { forgetMember, listMovementsOfMember } from './queries/movements.ts'
import { deleteVisitsOf, listVisits } from './queries/visits.ts'

/** A member's visits, scans at the door, and browsers with a card for use without a network. */
export const exportCheckIns = async (db: Database, { id }: PersonalDataOwner) => ({
  check_ins: (await listVisits(db, id)).map(({ night, area, at, source }) => ({
    ...{ night, area, at, source },
  })),
  door_scans: (await listMovementsOfMember(db, id)).map(({ undoneAt, ...scan }) => ({
    ...scan,
    undone_at: undoneAt,
  })),
  card_browsers: (await listDevicesOf(db, id)).map(({ createdAt, certifiedUntil }) => ({
    ...{ created_at: createdAt, certified_until: certifiedUntil },
  })),
})

/**
 * Erases who a member was at the door. Their people stay in the counts of the night, and doors without a network still
 * refuse the cards of their browsers.
 */
export async function eraseCheckIns(db: Database, { id }: PersonalDataOwner): Promise<void> {
  await deleteVisitsOf(db, id)
  await forgetDevicesOf(db, id)
  await forgetMember(db, id)
}
