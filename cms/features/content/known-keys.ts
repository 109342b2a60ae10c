import { publicPages } from '../pages.ts'
import type { Venue } from '../venue/contract.ts'
import { heroPaths } from '../venue/rules.ts'
import type { ContentData, ContentKey, ContentType, ImageData, TypedKey } from './contract.ts'
import { demoText, fallbackText, textKeysOf } from './fallback-texts.ts'
import { pictureKeys } from './pictures.ts'

/** The section of a page's pictures, `picture_1` to `picture_3`. */
const picturesSection = 'pictures'
// Widened to string, so that `includes` accepts any key.
const pictureKeyNames: readonly string[] = pictureKeys

const heroPathOf = (page: string) => heroPaths.find((path) => publicPages[path] === page)

/** The type of content that pages expect under a key; null if no page uses the key. */
export function typeOfKey({ page, section, content_key }: ContentKey): ContentType | null {
  if (section === picturesSection) {
    const isPicture = pictureKeyNames.includes(content_key)
    return isPicture && heroPathOf(page) ? 'image' : null
  }
  return demoText({ page, section, content_key }) === null ? null : 'text'
}

/** All keys of a page, or of `global`, in the order of the fallback texts; then its pictures. */
export function keysOf(page: string): TypedKey[] {
  const texts = textKeysOf(page).flatMap(([section, keys]) =>
    keys.map((content_key) => ({
      section,
      content_key,
      content_type: 'text' as const,
    })),
  )
  const pictures = pictureKeys.map((content_key) => ({
    section: picturesSection,
    content_key,
    content_type: 'image' as const,
  }))
  return [...texts, ...(heroPathOf(page) ? pictures : [])].map((key) => ({ page, ...key }))
}

/**
 * The content that is shown for a key if none is published: the fallback text, or the venue's picture for
 * the key, else the venue's first picture of the page. Null if the key is unknown or there is no picture.
 */
export function fallbackData(
  venue: Pick<Venue, 'heroImages' | 'isDemo'>,
  key: ContentKey,
): ContentData | null {
  if (key.section !== picturesSection) {
    const text = fallbackText(key, venue.isDemo)
    return text === null ? null : { text }
  }
  const path = heroPathOf(key.page)
  const pictures = (path && venue.heroImages[path]) || []
  const index = pictureKeyNames.indexOf(key.content_key)
  const picture = pictures[index] ?? pictures[0]
  if (!picture || index < 0) return null
  return { media: picture.id, alt: picture.alt, focal: picture.focal } satisfies ImageData
}
