import type { Payload } from 'payload'
import sharp from 'sharp'
import { rows, sql } from '../database/sql.ts'
import type { Picture } from './picture.ts'

// Twice the width of a mail’s column.
const width = 1104
const quality = 80

/** The address of a picture for mails: a JPEG, which every mail program shows. */
export const mailAddress = ({ hash }: Pick<Picture, 'hash'>): string =>
  `/media/${hash}/${width}.jpg`

/** Makes sure that pictures can be had at their `mailAddress`. It stays the same whoever makes it. */
export async function keepMailPictures(payload: Payload, ids: number[]): Promise<void> {
  if (!ids.length) return
  const missing = await rows<{ media_id: number; hash: string; bytes: Buffer }>(
    payload,
    sql`select media_id, hash, bytes from media_files as original
         where media_id in ${ids} and width = 0
           and not exists (select 1 from media_files as made
                            where made.media_id = original.media_id and made.hash = original.hash
                              and made.width = ${width} and made.format = 'jpg')`,
  )
  // One after the other: what is being encoded holds many times what is kept.
  for (const { media_id, hash, bytes } of missing) {
    const made = await sharp(bytes)
      .resize({ width, withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
    await rows(
      payload,
      sql`insert into media_files (hash, width, format, media_id, bytes)
          select ${hash}, ${width}, 'jpg', id, ${made} from media where id = ${media_id}
              on conflict do nothing`,
    )
  }
}
