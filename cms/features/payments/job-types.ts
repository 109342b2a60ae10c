import { z } from 'zod'
import type { JobType } from '../../platform/jobs/job.ts'

/** Pays back a payment that was paid after its member was deleted. */
export const refundJob: JobType<{ payment: number }> = {
  name: 'payments.refund',
  data: z.object({ payment: z.number() }),
}

/** Requests a refund at the payment service. */
export const sendRefundJob: JobType<{ refund: number }> = {
  name: 'payments.send_refund',
  data: z.object({ refund: z.number() }),
}
