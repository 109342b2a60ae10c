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
  // One after the other: what is being encoded holds many times what is kept.
  for (const id of ids) await keepMailPicture(payload, id)
}

async function keepMailPicture(payload: Payload, id: number): Promise<void> {
  const [original] = await rows<{ hash: string; bytes: Buffer }>(
    payload,
    sql`select hash, bytes from media_files as original
         where media_id = ${id} and width = 0
           and not exists (select 1 from media_files as made
                            where made.media_id = original.media_id and made.hash = original.hash
                              and made.width = ${width} and made.format = 'jpg')`,
  )
  if (!original) return
  const { hash, bytes } = original
  const made = await sharp(bytes)
    .resize({ width, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality, mozjpeg: true })
    .toBuffer()
  await rows(
    payload,
    sql`insert into media_files (hash, width, format, media_id, bytes)
        select ${hash}, ${width}, 'jpg', id, ${made} from media where id = ${id}
            on conflict do nothing`,
  )
}
