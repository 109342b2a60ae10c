import type { Payload, PayloadRequest } from 'payload'
import { executorOf, rows, sql } from '../database/sql.ts'
import { type MediaRecord, type Picture, toPicture } from './picture.ts'
import type { Renditions } from './renditions.ts'

export type StoredFile = { bytes: Buffer; format: 'avif' | 'webp' | 'jpg' }

/** Keeps the files of a picture, in the transaction of the request that brought it. */
export async function storeFiles(req: PayloadRequest, mediaId: number, picture: Renditions) {
  const db = await executorOf(req)
  await db.execute(sql`delete from media_files where media_id = ${mediaId}`)
  const files = [...picture.files, { width: 0, format: 'webp', bytes: picture.original }]
  for (const { width, format, bytes } of files) {
    await db.execute(
      sql`insert into media_files (hash, width, format, media_id, bytes)
          values (${picture.hash}, ${width}, ${format}, ${mediaId}, ${bytes})`,
    )
  }
}

export async function deleteFiles(req: PayloadRequest, mediaId: number) {
  const db = await executorOf(req)
  await db.execute(sql`delete from media_files where media_id = ${mediaId}`)
}

/** Pictures by the ids of their media records; those that are gone are left out. */
export async function findPictures(payload: Payload, ids: number[]): Promise<Map<number, Picture>> {
  const found = await rows<MediaRecord>(
    payload,
    sql`select id, alt, focal_x::float8 as "focalX", focal_y::float8 as "focalY", picture
          from media where id in ${ids}`,
  )
  const pictures = found.flatMap((record) => toPicture(record) ?? [])
  return new Map(pictures.map((picture) => [picture.id, picture]))
}

/** The bytes behind `/media/{hash}/{width}.{format}`, or null. JPEGs are there for mails. */
export async function findFile(
  payload: Payload,
  hash: string,
  width: number,
  format: string,
): Promise<StoredFile | null> {
  const [file] = await rows<StoredFile>(
    payload,
    sql`select bytes, format from media_files
        where hash = ${hash} and width = ${width} and format = ${format} limit 1`,
  )
  return file ?? null
}

/** The kept original behind an upload's file name, or null. */
export async function findOriginal(payload: Payload, filename: string): Promise<StoredFile | null> {
  const [file] = await rows<StoredFile>(
    payload,
    sql`select f.bytes, f.format from media m join media_files f on f.media_id = m.id
        where m.filename = ${filename} and f.width = 0 limit 1`,
  )
  return file ?? null
}

/** Whether there is such a picture; asked in the request's transaction where it has one. */
export async function hasPicture(req: PayloadRequest, mediaId: number): Promise<boolean> {
  const db = await executorOf(req)
  const found = await db.execute(sql`select 1 from media where id = ${mediaId}`)
  return found.rows.length > 0
}
