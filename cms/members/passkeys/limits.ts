import type { PayloadRequest } from 'payload'
import type { Limit } from '../../limits/service.ts'
import { countClient } from '../codes/limits.ts'

/** Ceremonies that one client begins; a whole venue may sit behind one. */
const perClient: Limit = { most: 300, restMs: 5 * 60_000, within: true }

/**
 * Counts a ceremony that this client begins.
 * @throws HttpError `too_often` with Retry-After
 */
export const countCeremony = (req: PayloadRequest): Promise<void> =>
  countClient(req, 'ceremonies', perClient)
