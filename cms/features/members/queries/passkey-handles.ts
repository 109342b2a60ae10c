import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import {
  type Database,
  execute,
  findRow,
  requireRow,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { replaceWithinMs } from '../passkeys/rules.ts'

const handleRow = z.object({
  id: z.number(),
  handle: z.string(),
  /** The member that the handle is linked to. */
  member: z.number().nullable(),
})
/** A user handle (WebAuthn user id). */
export type Handle = z.output<typeof handleRow>

export const createHandle = (): string => randomBytes(32).toString('base64url')

/** A subquery: the id of the member that a handle is linked to. */
export const memberOfHandle = (handle: string): SQL =>
  sql`(select member from passkey_handles where handle = ${handle})`

/** @param locks whether the row is locked until the transaction ends */
export function findHandle(
  db: Database,
  handle: string,
  { locks = false } = {},
): Promise<Handle | null> {
  const lock = locks ? sql.raw('for update') : sql.raw('')
  const query = sql`select id, handle, member from passkey_handles where handle = ${handle} ${lock}`
  return findRow(db, handleRow)`${query}`
}

/** Locks a handle until the transaction ends. */
export async function lockHandle(db: Database, id: number): Promise<void> {
  await db.execute(sql`select from passkey_handles where id = ${id} for update`)
}

/** Inserts a handle that is not linked. */
export const insertHandle = (db: Database, handle: string): Promise<Handle> =>
  requireRow(db, handleRow)`
    insert into passkey_handles (handle) values (${handle}) returning id, handle, member`

/** Links a handle to a member. A link to another member ends. */
export async function linkHandle(db: Database, handle: number, member: number): Promise<void> {
  await db.execute(
    sql`update passkey_handles set member = ${member}, linked_at = now() where id = ${handle}`,
  )
}

/**
 * Unlinks a handle. Its passkeys are kept for a month. They cannot sign in until they are linked again.
 * @returns false if it is not linked to this member
 */
export async function unlinkHandle(db: Database, member: number, handle: number): Promise<boolean> {
  const unlinked = await execute(db)`
    update passkey_handles set member = null, linked_at = null, unlinked_at = now()
     where id = ${handle} and member = ${member}`
  return unlinked > 0
}

/**
 * Requests a replacement: the next passkey of the handle replaces the existing ones, if it is created in this
 * browser within ten minutes.
 */
export async function requestReplacement(
  db: Database,
  handle: number,
  browser: string,
): Promise<void> {
  await db.execute(sql`
    update passkey_handles
       set replaced_in = ${browser}, replaced_until = now() + ${replaceWithinMs} * interval '1 ms'
     where id = ${handle}`)
}

/** Whether a replacement was recently requested in this browser. */
export async function isReplacementRequested(
  db: Database,
  handle: number,
  browser: string,
): Promise<boolean> {
  const found = await findRow(db, z.object({}))`
    select from passkey_handles
     where id = ${handle} and replaced_in = ${browser} and replaced_until > now()`
  return found !== null
}

export async function clearReplacement(db: Database, handle: number): Promise<void> {
  await db.execute(
    sql`update passkey_handles set replaced_in = null, replaced_until = null where id = ${handle}`,
  )
}

export async function deleteHandleWithoutPasskeys(db: Database, id: number): Promise<void> {
  await db.execute(sql`
    delete from passkey_handles as h
     where id = ${id} and not exists (select from passkeys where handle = h.id)`)
}

/** Deletes handles that were neither linked nor used for a month. */
export async function deleteAbandonedHandles(db: Database): Promise<void> {
  await db.execute(sql`
    delete from passkey_handles as h
     where member is null and greatest(created_at, unlinked_at) < now() - interval '30 days'
       and not exists (select from passkeys
                        where handle = h.id and last_used_at > now() - interval '30 days')`)
}
