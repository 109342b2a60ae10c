import type { Database } from '../../../platform/database/query.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { findOverlaps, type OverlapRow } from '../queries/staff-dates.ts'

/** The maximum number of overlaps in a reply. */
const maxOverlaps = 5

/**
 * Finds dates of other events that take place in one of `areas` and overlap one of `times`. They are sorted by the
 * start of the overlapped entry in `times`. Cancelled and postponed dates are left out.
 * @param event id of the event to which `times` belong; 0 for a new event
 * @returns `isMore`: there are more overlaps than the returned ones
 */
export async function overlapsOf(
  db: Database,
  event: number,
  areas: readonly VenueArea[],
  times: readonly { startsAt: Date; endsAt: Date }[],
): Promise<{ overlaps: OverlapRow[]; isMore: boolean }> {
  if (!areas.length || !times.length) return { overlaps: [], isMore: false }
  const found = await findOverlaps(db, { event, areas, times, limit: maxOverlaps + 1 })
  return { overlaps: found.slice(0, maxOverlaps), isMore: found.length > maxOverlaps }
}
