import type { OpenPage } from '../cms/content/page.ts'
import type { HeroPath } from '../cms/venue/rules.ts'

/** The pictures staff chose for a page; from the second on the first stands in for a missing one. */
export function picturesOf({ venue }: Pick<OpenPage, 'venue'>, path: HeroPath) {
  const pictures = venue.heroImages[path] ?? []
  return [0, 1, 2].flatMap((index) => pictures[index] ?? pictures[0] ?? [])
}
