import { publicPages } from '../features-pages.ts'
import { fallback } from '../features-texts.ts'
import type { Venue } from '../venue/contract.ts'
import { heroPaths } from '../venue/rules.ts'
import type { ContentData, ContentKey, ContentType, ImageData, TypedKey } from './contract.ts'
import { pictureKeys } from './pictures.ts'

type Fallback = Record<string, Record<string, Record<string, string>>>

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
  return fallbackText({ page, section, content_key }) === null ? null : 'text'
}

/** The text that is shown if none is published; null if there is no such key. */
export function fallbackText({ page, section, content_key }: ContentKey): string | null {
  const texts = own(own(fallback as Fallback, page), section)
  return own(texts, content_key) ?? null
}

// Inherited properties such as `constructor` are not keys.
const own = <T>(record: Record<string, T> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

/** Whether a page (or `global`) has texts. */
export const hasPage = (page: string): boolean => Object.hasOwn(fallback, page)

/** All keys of a page, or of `global`, in the order of the fallback texts; then its pictures. */
export function keysOf(page: string): TypedKey[] {
  const sections = Object.entries(own(fallback as Fallback, page) ?? {})
  const texts = sections.flatMap(([section, keys]) =>
    Object.keys(keys).map((content_key) => ({
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
  venue: Pick<Venue, 'heroImages'>,
  key: ContentKey,
): ContentData | null {
  if (key.section !== picturesSection) {
    const text = fallbackText(key)
    return text === null ? null : { text }
  }
  const path = heroPathOf(key.page)
  const pictures = (path && venue.heroImages[path]) || []
  const index = pictureKeyNames.indexOf(key.content_key)
  const picture = pictures[index] ?? pictures[0]
  if (!picture || index < 0) return null
  return { media: picture.id, alt: picture.alt, focal: picture.focal } satisfies ImageData
}
