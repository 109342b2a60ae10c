import type { Database } from '../database/query.ts'
import type { VenueArea } from '../venue/rules.ts'
import { findOverlaps, type OverlapRow } from './queries/staff-dates.ts'

/** So many overlaps are listed. */
const listed = 5

/**
 * Dates of other events that happen in one of the areas while one of these dates does, by their time. Cancelled and
 * postponed ones need no room.
 * @param event the record whose dates they are; 0: a new one
 * @returns `isMore`: there are more than the listed ones
 */
export async function overlapsOf(
  db: Database,
  event: number,
  areas: readonly VenueArea[],
  times: readonly { startsAt: Date; endsAt: Date }[],
): Promise<{ overlaps: OverlapRow[]; isMore: boolean }> {
  if (!areas.length || !times.length) return { overlaps: [], isMore: false }
  const found = await findOverlaps(db, { event, areas, times, limit: listed + 1 })
  return { overlaps: found.slice(0, listed), isMore: found.length > listed }
}
