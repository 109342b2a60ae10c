import type { PayloadRequest } from 'payload'
import { clientHeader } from '../http/client-address.ts'
import { type Limit, takeTry } from '../limits/service.ts'
import { refusal } from '../membership/refusals.ts'

/** Ceremonies that one client begins; a whole venue may sit behind one. */
const perClient: Limit = { most: 300, restMs: 5 * 60_000, within: true }

/**
 * Counts a ceremony that this client begins.
 * @throws HttpError `too_often` with Retry-After
 */
export async function countCeremony(req: PayloadRequest): Promise<void> {
  const client = req.headers.get(clientHeader)
  if (!client) return
  const { retryAfterSeconds } = await takeTry(req.payload, `ceremonies from ${client}`, perClient)
  if (retryAfterSeconds === null) return
  throw refusal('too_often', { headers: { 'retry-after': String(retryAfterSeconds) } })
}
