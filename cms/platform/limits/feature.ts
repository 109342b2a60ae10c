import { databaseOf } from '../database/query.ts'
import type { Feature } from '../feature.ts'
import { everyMinute } from '../jobs/job.ts'
import { deleteExpiredCounts } from './queries.ts'
import { limits as limitsTable } from './table.ts'

export const limits: Feature = {
  name: 'limits',
  tables: { limits: limitsTable },
  jobs: [everyMinute('limits.drop_old', (payload) => deleteExpiredCounts(databaseOf(payload)))],
}
