import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import type { VenueArea } from '../../venue/rules.ts'
import type { HereReply } from '../contract.ts'
import { findNight } from '../night.ts'
import { insertVisit } from '../queries/visits.ts'

/** Records that a member says to be in an area. Nobody is let in by it, and nobody counts as inside. */
export async function checkInHere(
  req: PayloadRequest,
  member: number,
  area: VenueArea,
): Promise<HereReply> {
  const { day: night } = await findNight(req.payload)
  const first = await insertVisit(databaseOf(req.payload), { member, night, area, source: 'here' })
  return { area, first }
}
