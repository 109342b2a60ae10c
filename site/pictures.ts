import type { OpenPage } from '../cms/content/page.ts'
import { addressUpTo } from '../cms/media/picture.ts'
import type { HeroPath } from '../cms/venue/rules.ts'
import { preloadedImages } from '../islands/navigation/preload-plan.ts'

/** The pictures staff chose for a page; from the second on the first stands in for a missing one. */
export function picturesOf({ venue }: Pick<OpenPage, 'venue'>, path: HeroPath) {
  const pictures = venue.heroImages[path] ?? []
  return [0, 1, 2].flatMap((index) => pictures[index] ?? pictures[0] ?? [])
}

/** The addresses of a page's first pictures, which a pointer on the way there asks for beforehand. */
export const preloadOf = ({ venue }: Pick<OpenPage, 'venue'>, path: HeroPath): string =>
  (venue.heroImages[path] ?? [])
    .slice(0, preloadedImages)
    .map((picture) => addressUpTo(picture))
    .filter(Boolean)
    .join(' ')
