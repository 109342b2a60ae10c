import { z } from 'zod'
import type { StoredPassword } from '../crypto/passwords.ts'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  idList,
  requireRow,
  sql,
  withPreparation,
} from '../database/query.ts'
import { isoTimestamp } from '../database/row-fields.ts'
import type { Invitation } from './contract.ts'
import { roles } from './permissions.ts'
import { proofMs, replacedMs, sessionMs } from './rules.ts'

/** Whether there is any staff account. */
export async function hasStaffAccount(db: Database): Promise<boolean> {
  const row = z.object({ found: z.boolean() })
  const { found } = await requireRow(db, row)`select exists (select from users) as found`
  return found
}

const account = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  salt: z.string().nullable(),
  hash: z.string().nullable(),
  is_exposed: z.boolean(),
})
/**
 * A staff account with the salt and hash of its password. `is_exposed`: others may know the password, so it no longer
 * signs in.
 */
export type Account = z.output<typeof account>

const accountColumns = sql`
  id, name, email, role::text as role, salt, hash,
  id in (select "user" from staff_exposed_passwords) as is_exposed`

/** @param email trimmed and in lower case, as addresses are stored */
export const findAccountByEmail = (db: Database, email: string): Promise<Account | null> =>
  findRow(db, account)`select ${accountColumns} from users where email = ${email}`

export const findAccount = (db: Database, id: number): Promise<Account | null> =>
  findRow(db, account)`select ${accountColumns} from users where id = ${id}`

/** All admins except this one. */
export const listOtherAdmins = (db: Database, id: number): Promise<Account[]> =>
  findRows(db, account)`
    select ${accountColumns} from users where role = 'admin' and id <> ${id} order by id`

export async function storePassword(
  db: Database,
  id: number,
  { salt, hash }: StoredPassword,
): Promise<void> {
  await execute(db)`
    with secured as (delete from staff_exposed_passwords where "user" = ${id})
    update users set salt = ${salt}, hash = ${hash}, updated_at = now() where id = ${id}`
}

/** Returns those of the accounts whose password is exposed, see `Account`. */
export async function findExposed(db: Database, ids: readonly number[]): Promise<Set<number>> {
  const rows = await findRows(db, column(z.number()))`
    select "user" from staff_exposed_passwords where "user" = any(${idList(ids)}::int[])`
  return new Set(rows)
}

/** Marks the owners of exposed passwords as told. @returns the accounts whose owners were not told before */
export const markExposedAsTold = (db: Database): Promise<Account[]> =>
  findRows(db, account)`
    with untold as (
      update staff_exposed_passwords set told_at = now() where told_at is null returning "user"
    )
    select ${accountColumns} from users where id in (select "user" from untold) order by id`

/** @throws the database's error `23505` if another account has the address */
export async function storeEmail(db: Database, id: number, email: string): Promise<void> {
  await execute(db)`update users set email = ${email}, updated_at = now() where id = ${id}`
}

const ms = (count: number) => sql`${count} * interval '1 ms'`

export async function insertSession(db: Database, user: number, tokenHash: string): Promise<void> {
  await execute(db)`
    insert into staff_sessions (token_hash, "user") values (${tokenHash}, ${user})`
}

const session = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(roles),
  email: z.string(),
  createdAt: isoTimestamp,
  updatedAt: isoTimestamp,
  expiresAt: z.coerce.date(),
})

/** A session that has not expired, with the fields of its account. Each request of staff begins with this statement. */
export const findSession = (db: Database, tokenHash: string) =>
  findRow(withPreparation(db), session)`
    select u.id, u.name, u.role::text as role, u.email, u.created_at as "createdAt", u.updated_at as "updatedAt",
           s.created_at + ${ms(sessionMs)} as "expiresAt"
      from staff_sessions as s join users as u on u.id = s."user"
     where s.token_hash = ${tokenHash} and s.created_at > now() - ${ms(sessionMs)}
       and (s.replaced_at is null or s.replaced_at > now() - ${ms(replacedMs)})`

/**
 * Replaces a session by a new one with another token and a proof. The new session ends at the time at which
 * the old session would have ended. The old session loses its proof at once.
 * @returns false if the session no longer exists
 */
export const replaceSession = async (
  db: Database,
  tokenHash: string,
  newTokenHash: string,
): Promise<boolean> =>
  (await execute(db)`
    with replaced as (
      update staff_sessions set proved_at = null, replaced_at = coalesce(replaced_at, now())
       where token_hash = ${tokenHash} returning "user", created_at
    )
    insert into staff_sessions (token_hash, "user", created_at, proved_at)
    select ${newTokenHash}, "user", created_at, now() from replaced`) > 0

/** Whether a session has a proof of the last `proofMs`. */
export const hasProof = (db: Database, tokenHash: string): Promise<boolean> =>
  hasRow(db)`
    select from staff_sessions
     where token_hash = ${tokenHash} and proved_at > now() - ${ms(proofMs)}`

/** @returns whether the session existed */
export const deleteSession = async (db: Database, tokenHash: string): Promise<boolean> =>
  (await execute(db)`delete from staff_sessions where token_hash = ${tokenHash}`) > 0

/**
 * Deletes the sessions of a staff member.
 * @param except hash of the token of a session that is not deleted
 * @returns the number of deleted sessions
 */
export const deleteStaffSessions = (
  db: Database,
  id: number,
  except: string | null = null,
): Promise<number> =>
  execute(db)`
    delete from staff_sessions
     where "user" = ${id} and token_hash is distinct from ${except}`

/** Deletes sessions and links that have expired or whose account was deleted. */
export async function deleteExpiredStaffAccess(db: Database): Promise<void> {
  const isGone = sql`"user" not in (select id from users)`
  await execute(db)`
    delete from staff_sessions
     where created_at < now() - ${ms(sessionMs)} or replaced_at < now() - ${ms(replacedMs)}
        or ${isGone}`
  await execute(db)`delete from staff_links where expires_at < now() or ${isGone}`
  await execute(db)`delete from staff_exposed_passwords where ${isGone}`
}

export type LinkPurpose = 'invitation' | 'reset'

/** Stores a link. Earlier links stay valid, so that strangers cannot end a link by requesting a new one. */
export async function insertLink(
  db: Database,
  link: { user: number; tokenHash: string; purpose: LinkPurpose; expiresInMs: number },
): Promise<void> {
  const { user, tokenHash, purpose, expiresInMs } = link
  await execute(db)`
    insert into staff_links (token_hash, "user", purpose, expires_at)
    values (${tokenHash}, ${user}, ${purpose}, now() + ${ms(expiresInMs)})`
}

const invitation = z.object({ id: z.number(), sentAt: isoTimestamp, isValid: z.boolean() })

/** The newest invitations of these accounts, by account id. Only for accounts without password and passkey. */
export async function findInvitations(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, Invitation>> {
  const rows = await findRows(db, invitation)`
    select u.id, coalesce(max(l.created_at), u.created_at) as "sentAt",
           coalesce(bool_or(l.expires_at > now()), false) as "isValid"
      from users as u left join staff_links as l on l."user" = u.id and l.purpose = 'invitation'
     where u.id = any(${idList(ids)}::int[]) and u.hash is null
       and not exists (select from staff_passkeys where "user" = u.id)
     group by u.id, u.created_at`
  return new Map(rows.map(({ id, ...rest }) => [id, rest]))
}

const linkRow = z.object({ user: z.number(), purpose: z.enum(['invitation', 'reset']) })

/** A link that is valid. */
export const findLink = (db: Database, tokenHash: string) =>
  findRow(db, linkRow)`
    select "user", purpose from staff_links
     where token_hash = ${tokenHash} and expires_at > now()`

/** Deletes the links of an account. @returns the number of deleted links */
export const deleteLinks = (db: Database, user: number): Promise<number> =>
  execute(db)`delete from staff_links where "user" = ${user}`
