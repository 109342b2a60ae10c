import type { PayloadRequest } from 'payload'
import { record } from '../../../platform/audit/service.ts'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import type { AreaReply } from '../contract.ts'
import { type AreaRule, listAreaRules, saveAreaRule } from '../queries/areas.ts'
import { listAreaCounts } from '../queries/movements.ts'
import type { AreaCount } from '../rules.ts'

type AreaCounts = ReadonlyMap<VenueArea, AreaCount>

/** How many people are in each area, and how many it is licensed for. */
export async function findCounts(db: Database, night: string): Promise<AreaCounts> {
  const counts = new Map(
    (await listAreaCounts(db, night)).map(({ area, ...count }) => [area, count]),
  )
  return new Map(
    venueAreas.map((area) => {
      const { inside = 0, limit = null, reEntry = true } = counts.get(area) ?? {}
      // Of people without a reservation, the phone that counted them out may send that first.
      return [area, { inside: Math.max(0, inside), limit, reEntry }]
    }),
  )
}

/**
 * Makes other scans of an area with a limit wait until the transaction ends, and counts its people. Locks are taken in
 * the order subject, reservation, area, accounts of the ledger.
 * @param rules what staff entered about areas, if it was read for this request
 */
export async function lockCount(
  db: Database,
  { night, area, rules }: { night: string; area: VenueArea; rules?: readonly AreaRule[] },
): Promise<AreaCount> {
  const rule = (rules ?? (await listAreaRules(db))).find((each) => each.area === area)
  const unlimited = { inside: 0, limit: null, reEntry: rule?.reEntry ?? true }
  if (!rule || rule.people === null) return unlimited
  await lockNames(db, [`people in ${area}`])
  return (await findCounts(db, night)).get(area) ?? unlimited
}

/** The areas that a door shows: its own, and those with a limit or without re-entry. */
export const areaReplies = (counts: AreaCounts, own: VenueArea): AreaReply[] =>
  [...counts]
    .filter(([area, { limit, reEntry }]) => area === own || limit !== null || !reEntry)
    .map(([area, { inside, limit, reEntry }]) => ({ area, inside, limit, re_entry: reEntry }))

export const setAreaRule = (
  req: PayloadRequest,
  { area, limit, re_entry }: { area: VenueArea; limit: number | null; re_entry: boolean },
): Promise<void> =>
  inTransaction(req, async (db) => {
    await saveAreaRule(db, { area, people: limit, reEntry: re_entry })
    await record(req, {
      ...{ action: 'area_limit_changed', subject: area },
      ...{ of_collection: 'check_in_areas', document: area, details: { limit, re_entry } },
    })
  })
