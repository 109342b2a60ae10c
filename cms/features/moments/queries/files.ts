import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import type { FileFormat } from '../rules.ts'

const bytes = z.instanceof(Buffer)

/** Who asks for a file: a member, everybody or staff. Others get none. */
export type FileViewer = { member: number } | 'everybody' | 'staff'

const mayRead = (viewer: FileViewer) => {
  if (viewer === 'staff') return sql`true`
  if (viewer === 'everybody') return sql`m.state = 'shown' and m.audience = 'everybody'`
  return sql`(m.state = 'shown' or m.member = ${viewer.member})`
}

export const findFile = (
  db: Database,
  file: { moment: number; width: number; format: FileFormat },
  viewer: FileViewer,
): Promise<Buffer | null> =>
  findRow(db, column(bytes))`
    select f.bytes from moment_files as f join moments as m on m.id = f.moment
     where f.moment = ${file.moment} and f.width = ${file.width} and f.format = ${file.format}
       and ${mayRead(viewer)}`

/** The largest file of a member’s own moment. */
export const findOwnFile = (db: Database, moment: number, member: number) =>
  findRow(db, column(bytes))`
    select f.bytes from moment_files as f join moments as m on m.id = f.moment
     where f.moment = ${moment} and m.member = ${member} and f.format = 'webp'
     order by f.width desc limit 1`

export type EncodedFile = { width: number; format: FileFormat; bytes: Buffer }

export async function replaceFiles(db: Database, moment: number, files: readonly EncodedFile[]) {
  await execute(db)`delete from moment_files where moment = ${moment}`
  for (const file of files) {
    await execute(db)`
      insert into moment_files (moment, width, format, bytes)
      values (${moment}, ${file.width}, ${file.format}, ${file.bytes})`
  }
}

export const storeOriginal = (db: Database, moment: number, original: Buffer) =>
  execute(db)`
    insert into moment_originals (moment, bytes) values (${moment}, ${original})
        on conflict (moment) do update set bytes = excluded.bytes, created_at = now(),
           claimed_until = null, encodings = 0`

export const deleteOriginal = (db: Database, moment: number): Promise<number> =>
  execute(db)`delete from moment_originals where moment = ${moment}`

const claimed = z.object({ moment: z.number(), bytes, encodings: z.number() })

/**
 * Takes the oldest upload that no process re-encodes, for a minute. If the process dies, another one takes it then.
 * `encodings` counts how often it was taken.
 */
export const claimOriginal = (db: Database) =>
  findRow(db, claimed)`
    update moment_originals
       set claimed_until = now() + interval '60 seconds', encodings = encodings + 1
     where moment = (select moment from moment_originals
                      where claimed_until is null or claimed_until < now()
                      order by moment limit 1 for update skip locked)
    returning moment, bytes, encodings`

/** Keeps an upload claimed while a slow process re-encodes it. */
export const renewClaim = (db: Database, moment: number): Promise<number> =>
  execute(db)`
    update moment_originals set claimed_until = now() + interval '60 seconds' where moment = ${moment}`

/** Gives an upload back that could not be stored through no fault of its own: it does not count as taken. */
export const releaseOriginal = (db: Database, moment: number): Promise<number> =>
  execute(db)`
    update moment_originals set claimed_until = null, encodings = greatest(encodings - 1, 0)
     where moment = ${moment}`

const waiting = z.object({ all: z.number(), own: z.number() })

/** Uploads that wait to be re-encoded: all, and those of one member. */
export const countWaiting = (db: Database, member: number) =>
  requireRow(db, waiting)`
    select count(*)::int as all, count(*) filter (where m.member = ${member})::int as own
      from moment_originals as o join moments as m on m.id = o.moment`

/** Uploads that waited too long. */
export const listOldOriginals = (db: Database, minutes: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select moment from moment_originals where created_at < now() - make_interval(mins => ${minutes}::int)`
