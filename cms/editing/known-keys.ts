import { fallback } from '../content/fallback/index.ts'
import { pictureKeys as knownPictures } from '../content/pictures.ts'
import { publicPages } from '../content/routes.ts'
import type { Venue } from '../venue/contract.ts'
import { heroPaths } from '../venue/rules.ts'
import type { ContentData, ContentKey, ContentType, ImageData } from './contract.ts'

type Fallback = Record<string, Record<string, Record<string, string>>>
type KnownKey = ContentKey & { content_type: ContentType }

/** Where a page's pictures stand among its keys: `pictures.picture_1` to `picture_3`. */
export const picturesSection = 'pictures'
const pictureKeys: readonly string[] = knownPictures

const heroPathOf = (page: string) => heroPaths.find((path) => publicPages[path] === page)

/** What stands under a key, or null where the pages know no such key. */
export function knownKey({ page, section, content_key }: ContentKey): ContentType | null {
  if (section === picturesSection) {
    const isPicture = pictureKeys.includes(content_key)
    return isPicture && heroPathOf(page) ? 'image' : null
  }
  return fallbackText({ page, section, content_key }) === null ? null : 'text'
}

/** The text in code that stands where none was published, or null where there is no such key. */
export function fallbackText({ page, section, content_key }: ContentKey): string | null {
  const texts = own(own(fallback as Fallback, page), section)
  return own(texts, content_key) ?? null
}

// What every object inherits is no key of ours.
const own = <T>(record: Record<string, T> | undefined, key: string): T | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined

/** Whether there is a page (or `global`) with texts of its own. */
export const knowsPage = (page: string): boolean => Object.hasOwn(fallback, page)

/** All keys of a page, or of `global`, in the order in which they stand in code; then its pictures. */
export function keysOf(page: string): KnownKey[] {
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
 * What stands under a key where nothing was published: the text in code, or the picture that the
 * venue has for the place; null where it has none.
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
  const place = pictureKeys.indexOf(key.content_key)
  const picture = pictures[place] ?? pictures[0]
  if (!picture || place < 0) return null
  return { media: picture.id, alt: picture.alt, focal: picture.focal } satisfies ImageData
}
