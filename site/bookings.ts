import type { Search } from '../cms/features/bookings/guest/page-data.ts'
import type { OpenPage } from '../cms/features/content/page.ts'
import type { VenueArea } from '../cms/features/venue/rules.ts'

/** What is looked for until a guest says something else: two people, today. */
export const usualSearch = (
  { now }: Pick<OpenPage, 'now'>,
  area: VenueArea | null = null,
): Search => ({
  ...{ area, party: 2, day: now.date },
  ...{ step_free: false, high_chair: false, outdoors: false },
})

/** The text of a problem in the query; null if there is none. */
export function problemIn(
  { hasKey, key }: Pick<OpenPage, 'hasKey' | 'key'>,
  query: URLSearchParams,
): string | null {
  const given = query.get('problem')
  if (!given) return null
  return hasKey(key, 'problem', given) ? given : 'other'
}
