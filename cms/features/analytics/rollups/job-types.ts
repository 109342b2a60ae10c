import type { JobType } from '../../../platform/jobs/job.ts'

/** Computes the sums of days, months and funnels that need it. */
export const rollUpJob: JobType<null> = { name: 'analytics.roll-up', attempts: 3 }
