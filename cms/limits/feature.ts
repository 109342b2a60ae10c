import type { Feature } from '../feature.ts'
import { limitJobs } from './jobs.ts'
import { limits as limitsTable } from './table.ts'

export const limits: Feature = {
  name: 'limits',
  tables: { limits: limitsTable },
  jobs: limitJobs,
}
