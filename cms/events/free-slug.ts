import type { Database } from '../database/query.ts'
import { reservedSlugs } from './date-slugs.ts'
import { isSlugTaken } from './queries/records.ts'

/** The longest address that a record can have. */
export const longestSlug = 60

/** An address that no other event has: the wanted one, or with a number after it. @param event 0: a new one */
export async function freeSlug(db: Database, wanted: string, event: number): Promise<string> {
  for (let number = 1; ; number++) {
    const end = number > 1 ? `-${number}` : ''
    const slug = `${wanted.slice(0, longestSlug - end.length)}${end}`
    if (!reservedSlugs.includes(slug) && !(await isSlugTaken(db, slug, event))) return slug
  }
}
