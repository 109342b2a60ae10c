import type { Database } from '../../platform/database/query.ts'
import type { PersonalDataOwner } from '../../platform/feature.ts'
import { deleteOf, findHome, listTried } from './queries.ts'

/** What only the dashboard and the home store of a member. Their numbers are computed from the data of other features. */
export const exportDashboard = async (db: Database, { id }: PersonalDataOwner) => ({
  beer_styles_tried: await listTried(db, id),
  home: await findHome(db, id),
})

export const eraseDashboard = (db: Database, { id }: PersonalDataOwner): Promise<void> =>
  deleteOf(db, id)
