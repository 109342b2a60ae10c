import { z } from 'zod'
import type { JobType } from '../jobs/job.ts'

/** Pays back a payment that was paid after its member was deleted. */
export const refundJob: JobType<{ payment: number }> = {
  name: 'payments.refund',
  data: z.object({ payment: z.number() }),
}
