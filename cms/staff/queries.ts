import { z } from 'zod'
import { type Database, execute, findRow, requireRow } from '../database/query.ts'

/** Whether there is any staff account. */
export async function hasStaffAccount(db: Database): Promise<boolean> {
  const row = z.object({ found: z.boolean() })
  const { found } = await requireRow(db, row)`select exists (select from users) as found`
  return found
}

/** Whether a staff account has this address, in the spelling in which addresses are stored. */
export async function hasAccountWithEmail(db: Database, email: string): Promise<boolean> {
  return (await execute(db)`select from users where email = ${email}`) > 0
}

/** The name of a staff member; null if there is no such account. */
export async function findStaffName(db: Database, id: number): Promise<string | null> {
  const row = z.object({ name: z.string() })
  return (await findRow(db, row)`select name from users where id = ${id}`)?.name ?? null
}

/** Deletes all sessions of a staff member. @returns how many */
export const deleteStaffSessions = (db: Database, id: number): Promise<number> =>
  execute(db)`delete from users_sessions where _parent_id = ${id}`

const signInState = z.object({
  role: z.string(),
  email: z.string(),
  hash: z.string().nullable(),
  sessions: z.array(z.string()),
})
/** What must not change between the check of a password and the creation of the session. */
export type SignInState = z.output<typeof signInState>

/** The state that `db` sees: a transaction sees its own writes, another connection does not. */
export const findSignInState = (db: Database, id: number): Promise<SignInState | null> =>
  findRow(db, signInState)`
    select u.role::text as role, u.email, u.hash,
           array(select s.id from users_sessions s where s._parent_id = u.id) as sessions
      from users u where u.id = ${id}`
