import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { exportMemberRows } from './trail/queries.ts'
import { eraseTrail } from './trail/service.ts'

/** The stored data about a member's visits, for the data download. Without consent there is none. */
export const exportAnalyticsData = async (db: Database, { id }: PersonalDataOwner) => ({
  visits: await exportMemberRows(db, id, 'user_sessions'),
  page_views: await exportMemberRows(db, id, 'page_views'),
  journeys: await exportMemberRows(db, id, 'user_journeys'),
  interactions: await exportMemberRows(db, id, 'user_interactions'),
})

/** Deletes a member's visits. */
export const eraseAnalyticsData = (db: Database, { id }: PersonalDataOwner): Promise<void> =>
  eraseTrail(db, id)
