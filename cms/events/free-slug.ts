import type { Database } from '../database/query.ts'
import { reservedSlugs } from './date-slugs.ts'
import { isSlugTaken } from './queries/records.ts'

/** The maximum length of a record's slug. */
export const maxSlugLength = 60

/** A slug that no other event has: `wanted`, or `wanted` with a number. @param event id; 0 for a new event */
export async function findFreeSlug(db: Database, wanted: string, event: number): Promise<string> {
  for (let number = 1; ; number++) {
    const end = number > 1 ? `-${number}` : ''
    const slug = `${wanted.slice(0, maxSlugLength - end.length)}${end}`
    if (!reservedSlugs.includes(slug) && !(await isSlugTaken(db, slug, event))) return slug
  }
}
