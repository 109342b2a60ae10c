import type { OpenPage } from '../cms/features/content/page.ts'
import { type PlacedPicture, pictureKeys } from '../cms/features/content/pictures.ts'
import { positionStyle } from '../cms/features/content/position.ts'
import type { HeroPath } from '../cms/features/venue/rules.ts'
import { avifPath } from '../cms/platform/media/picture.ts'
import { preloadedImageCount } from '../islands/navigation/preload-plan.ts'

export type PagePicture = PlacedPicture & {
  /** Attributes of the picture's figure: its position and, for staff, its content key and changes. */
  attributes?: Record<string, string | undefined> | undefined
}

const nothing = { alt: '', hash: '', width: 3, height: 2, color: '#8888', focal: { x: 50, y: 50 } }
const blank: PlacedPicture = { id: 0, ...nothing, widths: [], fallbackWidths: [] }

/**
 * The pictures of a page. The first picture replaces missing pictures. If the page has no pictures, edit mode
 * shows blank pictures.
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
    const empty = picture ? undefined : key.replaceAll('_', ' ')
    const published = staff?.published?.pictures[key]
    const isChanged = staff?.published && JSON.stringify(published) !== JSON.stringify(chosen[key])
    const changed = isChanged ? (published?.alt ?? '') : undefined
    if (!style && !staff) return [shown]
    const attributes = {
      style,
      'data-cms-image': name,
      'data-empty': empty,
      'data-changed': changed,
    }
    return [{ ...shown, attributes }]
  })
}

/** The URLs of a page's first pictures, separated by spaces. They are preloaded when its link is hovered. */
export const preloadOf = ({ venue }: Pick<OpenPage, 'venue'>, path: HeroPath): string =>
  (venue.heroImages[path] ?? [])
    .slice(0, preloadedImageCount)
    .map((picture) => avifPath(picture))
    .filter(Boolean)
    .join(' ')
