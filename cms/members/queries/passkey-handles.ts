import { randomBytes } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { type Executor, sql } from '../../database/sql.ts'
import { replaceWithinMs } from '../passkeys/rules.ts'

/** A user handle, and the member it is linked to. */
export type Handle = { id: number; handle: string; member: number | null }

/** A handle that nobody has. */
export const makeHandle = (): string => randomBytes(32).toString('base64url')

/** The member that a handle is linked to: a part of a statement. */
export const memberOf = (handle: string): SQL =>
  sql`(select member from passkey_handles where handle = ${handle})`

/** @param holds whether nobody else may change it until the transaction ends */
export async function findHandle(
  db: Executor,
  handle: string,
  { holds = false } = {},
): Promise<Handle | null> {
  const lock = holds ? sql.raw('for update') : sql.raw('')
  const { rows: found } = await db.execute(
    sql`select id, handle, member from passkey_handles where handle = ${handle} ${lock}`,
  )
  return (found[0] as Handle | undefined) ?? null
}

/** Lets nobody else change or use a handle until the transaction ends. */
export async function holdHandle(db: Executor, id: number): Promise<void> {
  await db.execute(sql`select from passkey_handles where id = ${id} for update`)
}

/** Keeps a new handle, which is nobody’s yet. */
export async function keepHandle(db: Executor, handle: string): Promise<Handle> {
  const { rows: made } = await db.execute(
    sql`insert into passkey_handles (handle) values (${handle}) returning id, handle, member`,
  )
  return made[0] as Handle
}

/** Links a handle to a member, and to nobody else any more. */
export async function linkHandle(db: Executor, handle: number, member: number): Promise<void> {
  await db.execute(
    sql`update passkey_handles set member = ${member}, linked_at = now() where id = ${handle}`,
  )
}

/** Says that the next passkey of a handle, if it is made in this browser, takes the place of the others. */
export async function replaceNext(db: Executor, handle: number, browser: string): Promise<void> {
  await db.execute(sql`
    update passkey_handles
       set replaced_in = ${browser}, replaced_until = now() + ${replaceWithinMs} * interval '1 ms'
     where id = ${handle}`)
}

/** Whether that was said, and lately. */
export async function isReplaced(db: Executor, handle: number, browser: string): Promise<boolean> {
  const { rows: found } = await db.execute(sql`
    select from passkey_handles
     where id = ${handle} and replaced_in = ${browser} and replaced_until > now()`)
  return found.length > 0
}
