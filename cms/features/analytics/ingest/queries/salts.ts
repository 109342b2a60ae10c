import { z } from 'zod'
import { type Database, execute, findRow } from '../../../../platform/database/query.ts'

const row = z.object({ salt: z.string() })

/** The salt of a day; null if there is none, or it was deleted. */
export async function findSalt(db: Database, day: string): Promise<Buffer | null> {
  const found = await findRow(db, row)`
    select encode(salt, 'hex') as salt from analytics_salts where day = ${day}::date`
  return found && Buffer.from(found.salt, 'hex')
}

/** Stores a salt for a day, unless the day has one. */
export async function insertSalt(db: Database, day: string, salt: Buffer): Promise<void> {
  await execute(db)`
    insert into analytics_salts (day, salt)
    values (${day}::date, decode(${salt.toString('hex')}, 'hex')) on conflict do nothing`
}

/** Deletes the salts of earlier days. @param day `YYYY-MM-DD` */
export const deleteSaltsBefore = (db: Database, day: string): Promise<number> =>
  execute(db)`delete from analytics_salts where day < ${day}::date`
