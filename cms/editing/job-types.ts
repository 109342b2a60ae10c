import { z } from 'zod'
import type { JobType } from '../jobs/job.ts'

/** Publishes, or takes down, what was scheduled together. */
export const publishBatch: JobType<{ batch: string }> = {
  name: 'editing.publish_batch',
  data: z.object({ batch: z.string() }),
  attempts: 3,
}

/** One job for a batch. */
export const batchKey = (batch: string) => `editing.batch ${batch}`
