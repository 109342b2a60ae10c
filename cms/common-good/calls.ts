import { anyone, call } from '../http/call.ts'
import { combinedTotalCents } from './service.ts'

/** Source: spec section 7, get-common-good-totals. */
export const commonGoodCalls = [
  call({
    method: 'post',
    path: '/get-common-good-totals',
    access: anyone,
    handle: async ({ req }) => ({
      body: { combined_total_cents: await combinedTotalCents(req.payload) },
    }),
  }),
]
