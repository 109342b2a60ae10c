import type { Payload } from 'payload'
import { cachedRead } from '../../platform/database/cached-read.ts'
import { databaseOf } from '../../platform/database/query.ts'
import type { Picture } from '../../platform/media/picture.ts'
import { findPictures } from '../../platform/media/service.ts'
import { mediaTag } from '../../platform/media/tags.ts'
import { publicPages } from '../pages.ts'
import type { Venue } from '../venue/contract.ts'
import { type HeroPath, heroPaths } from '../venue/rules.ts'
import { imageData, type Positioning } from './contract.ts'
import { type ContentRow, findPictureRows } from './queries/page-rows.ts'
import { contentTags } from './tags.ts'

/** A picture that an editor chose for a page, with its positioning there. */
export type PlacedPicture = Picture & { positioning?: Positioning | undefined }
/** Chosen pictures by the key of their content record: `picture_1` to `picture_3`. */
export type ChosenPictures = Record<string, PlacedPicture>

export const pictureKeys = ['picture_1', 'picture_2', 'picture_3'] as const

/** The pictures that editors chose for a page. Alt text and focal point come from the content record. */
export async function findChosenPictures(
  payload: Payload,
  rows: ContentRow[],
): Promise<ChosenPictures> {
  const records = rows.flatMap(({ type, section, key, data }) => {
    if (type !== 'image' || section !== 'pictures') return []
    const parsed = imageData.safeParse(data)
    return parsed.success ? [{ key, ...parsed.data }] : []
  })
  if (!records.length) return {}
  const pictures = await findPictures(
    payload,
    records.map(({ media }) => media),
  )
  return Object.fromEntries(
    records.flatMap(({ key, media, alt, focal, positioning }) => {
      const picture = pictures.get(media)
      return picture ? [[key, { ...picture, alt, focal, positioning }]] : []
    }),
  )
}

/**
 * The published pictures that editors chose, by the path of the page. All pages are read, because a page also
 * shows pictures of other pages.
 */
export const findAllChosenPictures = (
  payload: Payload,
): Promise<Partial<Record<HeroPath, ChosenPictures>>> =>
  cachedRead('pictures', [contentTags.pictures, mediaTag], async () => {
    const rows = await findPictureRows(databaseOf(payload))
    const entries = await Promise.all(
      heroPaths.map(async (path) => {
        const own = rows.filter(({ page }) => page === publicPages[path])
        return [path, await findChosenPictures(payload, own)] as const
      }),
    )
    return Object.fromEntries(entries.filter(([, chosen]) => Object.keys(chosen).length > 0))
  })

/**
 * The venue with its pictures replaced by those that editors chose. On a page with a chosen picture every
 * place has a picture: the chosen one, else the venue's picture for the place, else the venue's first picture,
 * else the first chosen one.
 * @param published the published chosen pictures of all pages
 * @param own the chosen pictures of `page`, in the `ContentState` that is shown
 */
export function withAllChosen(
  venue: Venue,
  published: Partial<Record<HeroPath, ChosenPictures>>,
  page: string,
  own: ChosenPictures,
): Venue {
  const heroImages = { ...venue.heroImages }
  for (const path of heroPaths) {
    const chosen = publicPages[path] === page ? own : (published[path] ?? {})
    if (!Object.keys(chosen).length) continue
    const before = venue.heroImages[path] ?? []
    const [substitute] = [...before, ...pictureKeys.flatMap((key) => chosen[key] ?? [])]
    heroImages[path] = pictureKeys.flatMap(
      (key, at) => chosen[key] ?? before[at] ?? substitute ?? [],
    )
  }
  return { ...venue, heroImages }
}
