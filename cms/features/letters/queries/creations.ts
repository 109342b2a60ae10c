import { z } from 'zod'
import { lockNames } from '../../../platform/database/advisory-locks.ts'
import { type Database, execute, findRow } from '../../../platform/database/query.ts'

const creation = z.object({ letter: z.number(), savedAt: z.coerce.date() })
type LetterCreation = z.output<typeof creation>

/** The letter that a form has created. */
export const findCreation = (db: Database, key: string): Promise<LetterCreation | null> =>
  findRow(db, creation)`
    select letter, saved_at as "savedAt" from letter_creations
      join letters on letters.id = letter where key = ${key}`

/** Finds the letter that a form has created, and locks the key until the transaction ends. */
export async function lockCreation(db: Database, key: string): Promise<LetterCreation | null> {
  await lockNames(db, [`letter form ${key}`])
  return findCreation(db, key)
}

/**
 * Stores when a form last saved its letter. Keys of forms are deleted after 30 days. By then no browser needs them,
 * because browsers keep the unsaved changes of a form for only a week.
 */
export async function recordCreation(
  db: Database,
  key: string,
  { letter, savedAt }: LetterCreation,
): Promise<void> {
  const at = savedAt.toISOString()
  await execute(db)`delete from letter_creations where saved_at < now() - interval '30 days'`
  await execute(db)`
    insert into letter_creations (key, letter, saved_at) values (${key}, ${letter}, ${at}::timestamptz)
        on conflict (key) do update set letter = excluded.letter, saved_at = excluded.saved_at`
}
