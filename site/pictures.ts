import type { OpenPage } from '../cms/content/page.ts'
import { type PlacedPicture, pictureKeys } from '../cms/content/pictures.ts'
import { positionStyle } from '../cms/content/position.ts'
import { addressUpTo } from '../cms/media/picture.ts'
import type { HeroPath } from '../cms/venue/rules.ts'
import { preloadedImages } from '../islands/navigation/preload-plan.ts'

export type PagePicture = PlacedPicture & {
  /** Attributes of the picture's figure: its position and, for staff, its content key and changes. */
  marks?: Record<string, string | undefined> | undefined
}

const nothing = { alt: '', hash: '', width: 3, height: 2, color: '#8888', focal: { x: 50, y: 50 } }
const blank: PlacedPicture = { id: 0, ...nothing, widths: [], fallbackWidths: [] }

/**
 * The pictures of a page. The first one replaces missing ones. If the page has no pictures, edit mode shows
 * blank ones.
 */
export function picturesOf(
  { venue, pictures: chosen, staff }: Pick<OpenPage, 'venue' | 'pictures' | 'staff'>,
  path: HeroPath,
): PagePicture[] {
  const pictures = venue.heroImages[path] ?? []
  return pictureKeys.flatMap((key, index) => {
    const picture: PlacedPicture | undefined = pictures[index] ?? pictures[0]
    const shown = picture ?? (staff?.mode === 'edit' ? blank : undefined)
    if (!shown) return []
    const { positioning } = chosen[key] ?? {}
    const style = positioning && positionStyle(positioning)
    const name = staff?.mode === 'edit' ? `pictures.${key}` : undefined
    const empty = picture ? undefined : key
    const today = staff?.today?.pictures[key]
    const isChanged = staff?.today && JSON.stringify(today) !== JSON.stringify(chosen[key])
    const changed = isChanged ? (today?.alt ?? '') : undefined
    if (!style && !staff) return [shown]
    const marks = { style, 'data-cms-image': name, 'data-empty': empty, 'data-changed': changed }
    return [{ ...shown, marks }]
  })
}

/** The URLs of a page's first pictures, which are preloaded when its link is hovered. */
export const preloadOf = ({ venue }: Pick<OpenPage, 'venue'>, path: HeroPath): string =>
  (venue.heroImages[path] ?? [])
    .slice(0, preloadedImages)
    .map((picture) => addressUpTo(picture))
    .filter(Boolean)
    .join(' ')
