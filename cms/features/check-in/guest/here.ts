import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { VenueArea } from '../../venue/rules.ts'
import type { HereReply } from '../contract.ts'
import { findNight } from '../night.ts'
import { keepVisit } from '../visits.ts'

/**
 * Records that a member says to be in an area, if they agree that it is kept. Nobody is let in by it, and nobody counts as
 * inside.
 */
export async function checkInHere(
  req: PayloadRequest,
  member: number,
  area: VenueArea,
): Promise<HereReply> {
  const { day: night } = await findNight(req.payload)
  const visit = { member, night, area, source: 'here', at: new Date() } as const
  return { area, ...(await inTransaction(req, (db) => keepVisit(db, visit))) }
}
