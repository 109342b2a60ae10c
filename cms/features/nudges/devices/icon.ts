import type { Payload } from 'payload'
import { cachedRead } from '../../../platform/database/cached-read.ts'
import { pictureFilePath } from '../../../platform/media/picture.ts'
import { findPictures } from '../../../platform/media/service.ts'
import { mediaTag } from '../../../platform/media/tags.ts'

const venueIcon = '/icons/icon-192.png'
/** Devices show icons at 64 to 192 pixels. */
const leastWidth = 192

/**
 * The path of a notification's icon.
 * @param picture id of a picture of the library; the venue's icon is used for null and for a deleted picture
 */
export async function findIcon(payload: Payload, picture: number | null): Promise<string> {
  if (picture === null) return venueIcon
  return cachedRead(`nudge icon:${picture}`, [mediaTag], async () => {
    const found = (await findPictures(payload, [picture])).get(picture)
    const widths = found?.fallbackWidths ?? []
    const width = widths.find((each) => each >= leastWidth) ?? widths.at(-1)
    return found && width ? pictureFilePath(found, width, 'webp') : venueIcon
  })
}
