import { z } from 'zod'
import type { JobType } from '../../../platform/jobs/job.ts'

/** Carries out a batch: the changes that were scheduled together. */
export const publishBatch: JobType<{ batch: string }> = {
  name: 'editing.publish_batch',
  data: z.object({ batch: z.string() }),
  attempts: 3,
}

/** The job key of a batch. With this key, a batch has at most one waiting job. */
export const batchKey = (batch: string) => `editing.batch ${batch}`
