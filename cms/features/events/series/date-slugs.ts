import { dayOf } from './pair-dates.ts'
import type { Occurrence } from './recurrence.ts'
import type { EventRecord, StoredDate } from './stored-date.ts'

/** Slugs of other pages below /calendar. */
export const reservedSlugs = ['reservation', 'feed', 'feeds', 'day', 'week', 'month', 'mine']

type Input = {
  record: EventRecord
  occurrences: readonly Occurrence[]
  stored: readonly StoredDate[]
  /** Slugs of other events' dates. */
  takenSlugs: ReadonlySet<string>
}

/**
 * @param pairs the stored date of each occurrence that has one
 * @returns a function that makes a unique slug for the date of an occurrence
 */
export function slugsFor(
  { record, occurrences, stored, takenSlugs }: Input,
  pairs: ReadonlyMap<Occurrence, StoredDate>,
) {
  // Dates that are not drafts keep their slugs, because people may have links to their pages.
  const kept = stored.filter(({ status }) => status !== 'draft').map(({ slug }) => slug)
  const used = new Set([...takenSlugs, ...kept, ...reservedSlugs])
  // A removed draft still uses its slug until it is deleted.
  const paired = new Set(pairs.values())
  for (const date of stored) if (!paired.has(date)) used.add(date.slug)
  const perDay = new Map<string, number>()
  for (const { original } of occurrences) {
    perDay.set(dayOf(original), (perDay.get(dayOf(original)) ?? 0) + 1)
  }
  return ({ original }: Occurrence): string => {
    const day = dayOf(original)
    const time = (perDay.get(day) ?? 0) > 1 ? `-${original.slice(11).replace(':', '')}` : ''
    const wanted = record.rule ? `${record.slug}-${day}${time}` : record.slug
    let slug = wanted
    for (let number = 2; used.has(slug); number++) slug = `${wanted}-${number}`
    used.add(slug)
    return slug
  }
}
