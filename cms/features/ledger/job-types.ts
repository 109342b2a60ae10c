import type { JobType } from '../../platform/jobs/job.ts'

/** Checks the books when staff request it. */
export const checkJob: JobType<null> = { name: 'ledger.check_requested', attempts: 3 }
