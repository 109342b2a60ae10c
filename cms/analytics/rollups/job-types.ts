import type { JobType } from '../../jobs/job.ts'

/** Adds up the days, months and funnels that need it. */
export const rollUpJob: JobType<null> = { name: 'analytics.roll-up', attempts: 3 }
