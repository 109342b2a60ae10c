import { lockNames } from '../../../platform/database/advisory-locks.ts'
import type { Database } from '../../../platform/database/query.ts'
import { firstFreeSlug } from '../../../platform/http/texts/slug.ts'
import { isSlugTaken } from '../queries/records.ts'
import { reservedSlugs } from './date-slugs.ts'

/** The maximum length of a record's slug. */
export const maxSlugLength = 60

/**
 * A slug that no other event has: `wanted`, or `wanted` with a number. Until the transaction ends, others that want a
 * slug wait.
 * @param event id; 0 for a new event
 */
export async function findFreeSlug(db: Database, wanted: string, event: number): Promise<string> {
  // One lock for all slugs, because the slug that one title gets with a number may be the slug of another title.
  await lockNames(db, ['slugs of events'])
  return firstFreeSlug(
    wanted,
    maxSlugLength,
    async (slug) => !reservedSlugs.includes(slug) && !(await isSlugTaken(db, slug, event)),
  )
}
