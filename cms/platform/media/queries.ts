import { z } from 'zod'
import {
  type Database,
  execute,
  findReadableRows,
  findRow,
  hasRow,
  idList,
} from '../database/query.ts'
import type { Renditions } from './renditions.ts'

const bytes = z.instanceof(Buffer)
const storedFile = z.object({ bytes, format: z.enum(['avif', 'webp', 'jpg']) })
export type StoredFile = z.output<typeof storedFile>

const mediaRecord = z.object({
  id: z.number(),
  alt: z.string(),
  focalX: z.number().nullable(),
  focalY: z.number().nullable(),
  picture: z.unknown(),
})

/** The records of some pictures; missing ones are left out. */
export const findRecords = (db: Database, ids: readonly number[]) =>
  findReadableRows(db, mediaRecord, 'pictures')`
    select id, alt, focal_x::float8 as "focalX", focal_y::float8 as "focalY", picture
      from media where id = any(${idList(ids)}::int[]) and deleted_at is null`

export const hasRecord = (db: Database, mediaId: number): Promise<boolean> =>
  hasRow(db)`select from media where id = ${mediaId} and deleted_at is null`

export async function replaceFiles(db: Database, mediaId: number, picture: Renditions) {
  await deleteFiles(db, mediaId)
  const files = [...picture.files, { width: 0, format: 'webp', bytes: picture.original }]
  for (const { width, format, bytes } of files) {
    await execute(db)`
      insert into media_files (hash, width, format, media_id, bytes)
      values (${picture.hash}, ${width}, ${format}, ${mediaId}, ${bytes})`
  }
}

export const deleteFiles = (db: Database, mediaId: number): Promise<number> =>
  execute(db)`delete from media_files where media_id = ${mediaId}`

export const findFile = (db: Database, hash: string, width: number, format: string) =>
  findRow(db, storedFile)`
    select f.bytes, f.format from media_files f join media m on m.id = f.media_id
     where f.hash = ${hash} and f.width = ${width} and f.format = ${format}
       and m.deleted_at is null
     limit 1`

/** The stored original by the file name of its upload. */
export const findOriginal = (db: Database, filename: string): Promise<StoredFile | null> =>
  findRow(db, storedFile)`
    select f.bytes, f.format from media m join media_files f on f.media_id = m.id
     where m.filename = ${filename} and f.width = 0 limit 1`

/** The original of a picture that has no JPEG of `width` yet. */
export const findOriginalWithoutJpeg = (db: Database, mediaId: number, width: number) =>
  findRow(db, z.object({ hash: z.string(), bytes }))`
    select hash, bytes from media_files as original
     where media_id = ${mediaId} and width = 0
       and not exists (select 1 from media_files as made
                        where made.media_id = original.media_id and made.hash = original.hash
                          and made.width = ${width} and made.format = 'jpg')`

/** Adds a JPEG unless the picture was deleted or another process has added it. */
export const addJpeg = (
  db: Database,
  { mediaId, hash, width, jpeg }: { mediaId: number; hash: string; width: number; jpeg: Buffer },
): Promise<number> =>
  execute(db)`
    insert into media_files (hash, width, format, media_id, bytes)
    select ${hash}, ${width}, 'jpg', id, ${jpeg} from media where id = ${mediaId}
        on conflict do nothing`
