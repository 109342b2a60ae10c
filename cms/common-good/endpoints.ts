import { endpoint, reply } from '../http/endpoint.ts'
import { combinedTotalCents } from './service.ts'

/** Source: spec section 7, get-common-good-totals. */
export const commonGoodEndpoints = [
  endpoint('post', '/get-common-good-totals', async ({ payload }) =>
    reply({ combined_total_cents: await combinedTotalCents(payload) }),
  ),
]
