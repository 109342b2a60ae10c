import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { ClosedTodayRequest } from '../contract.ts'
import { lockVenue } from '../locks.ts'
import { areaName } from '../names.ts'
import { storedTimeZone } from '../time/time-zone.ts'
import { localMoment } from './opening-hours.ts'

/**
 * Closes an area or the whole venue for today on the venue's clock, or opens it again. Planned hours are
 * kept. Idempotent.
 */
export const setClosedToday = (
  req: PayloadRequest,
  { area, closed }: ClosedTodayRequest,
): Promise<void> =>
  inTransaction(req, async (db) => {
    await lockVenue(db)
    const { payload } = req
    const venue = await payload.findGlobal({ slug: 'venue', depth: 0, req })
    const { date } = localMoment(new Date(), storedTimeZone(venue.time_zone))
    const rows = venue.exceptions ?? []
    const isThis = (row: (typeof rows)[number]) =>
      row.at_short_notice && row.date === date && (row.area ?? null) === area
    if (rows.some(isThis) === closed) return
    const others = rows.filter((row) => !isThis(row) && !(row.at_short_notice && row.date < date))
    const exceptions = closed ? [...others, { date, area, closed, at_short_notice: true }] : others
    await payload.updateGlobal({
      slug: 'venue',
      data: { exceptions },
      context: { isAudited: true },
      depth: 0,
      req,
    })
    await record(req, {
      action: closed ? 'closed_today' : 'opened_again',
      subject: area ? areaName(area) : 'the whole house',
      of_collection: 'venue',
      document: 'venue',
      details: { date },
    })
  })
