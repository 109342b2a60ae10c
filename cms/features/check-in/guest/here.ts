import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { findDatesBetween } from '../../events/service.ts'
import { localMoment } from '../../venue/hours/opening-hours.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { readVenue } from '../../venue/service.ts'
import type { HereReply } from '../contract.ts'
import { checkInError } from '../errors.ts'
import { nightOf } from '../night.ts'
import { keepVisit } from '../visits.ts'
import { mayBeHere } from './may-be-here.ts'

const dayMs = 24 * 3_600_000

/**
 * Records that a member says to be in an area, if they agree that it is kept. Nobody is let in by it, and nobody counts as
 * inside.
 * @throws HttpError `closed` if nobody can be there now
 */
export async function checkInHere(
  req: PayloadRequest,
  member: number,
  area: VenueArea,
): Promise<HereReply> {
  const at = new Date()
  const { hours, timeZone } = await readVenue(req.payload)
  // Doors open before an event starts.
  const dates = await findDatesBetween(databaseOf(req.payload), {
    from: at,
    until: new Date(at.getTime() + dayMs),
  })
  if (!mayBeHere(area, { hours, dates, at, local: localMoment(at, timeZone) })) {
    throw checkInError('closed', { field: 'area' })
  }
  const night = nightOf(at, timeZone)
  const visit = { member, night, area, source: 'here', at } as const
  return { area, ...(await inTransaction(req, (db) => keepVisit(db, visit))) }
}
