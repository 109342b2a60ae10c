import type { Payload } from 'payload'
import sharp from 'sharp'
import { databaseOf } from '../database/query.ts'
import type { Picture } from './picture.ts'
import { addJpeg, findOriginalWithoutJpeg } from './queries.ts'

// Twice the width of a mail’s column.
const width = 1104
const quality = 80

/** The URL path of a picture in mails: a JPEG, which every mail client shows. */
export const mailPicturePath = ({ hash }: Pick<Picture, 'hash'>): string =>
  `/media/${hash}/${width}.jpg`

/** Makes the JPEG that `mailPicturePath` names for each of these pictures, unless it exists. */
export async function ensureMailPictures(payload: Payload, ids: number[]): Promise<void> {
  // One after the other, because an encoder uses many times the memory of its result.
  for (const id of ids) await makeMailPicture(payload, id)
}

async function makeMailPicture(payload: Payload, mediaId: number): Promise<void> {
  const db = databaseOf(payload)
  const original = await findOriginalWithoutJpeg(db, mediaId, width)
  if (!original) return
  const jpeg = await sharp(original.bytes)
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
  await addJpeg(db, { mediaId, hash: original.hash, width, jpeg })
}
