import { databaseOf } from '../database/query.ts'
import type { Feature } from '../feature.ts'
import { defineJob } from '../jobs/job.ts'
import { startEventWriter } from './events.ts'
import { deleteOldCounts } from './queries.ts'
import { securityCounts } from './table.ts'

export const security: Feature = {
  name: 'security',
  tables: { security_counts: securityCounts },
  workers: [{ wokenBy: [], start: startEventWriter }],
  jobs: [
    defineJob({
      name: 'security.drop_old',
      schedule: '7 * * * *',
      atStart: true,
      run: (_, { payload }) => deleteOldCounts(databaseOf(payload)),
    }),
  ],
}
