import type { WebAuthnCredential } from '@simplewebauthn/server'
import { type Executor, sql } from '../../database/sql.ts'
import { providerOf } from '../passkeys/providers.ts'

/** A passkey as a ceremony needs it. */
export type Credential = {
  id: number
  handle: number
  /** The handle as the authenticator tells it. */
  userHandle: string
  member: number | null
  isMultiDevice: boolean
  key: WebAuthnCredential
}

/** A passkey that was just made. */
export type NewCredential = {
  handle: number
  key: WebAuthnCredential
  aaguid: string
  isMultiDevice: boolean
  isBackedUp: boolean
  rpId: string
}

type Row = {
  id: number
  handle: number
  user_handle: string
  member: number | null
  is_multi_device: boolean
  credential: string
  public_key: string
  counter: string | number
  transports: string[]
}

/** @param id as the authenticator tells it */
export async function findCredential(db: Executor, id: string): Promise<Credential | null> {
  const { rows: found } = await db.execute(sql`
    select p.id, p.handle, h.handle as user_handle, h.member, p.is_multi_device, p.credential,
           p.public_key, p.counter, p.transports
      from passkeys as p join passkey_handles as h on h.id = p.handle
     where p.credential = ${id}`)
  const [row] = found as Row[]
  if (!row) return null
  return {
    id: row.id,
    handle: row.handle,
    userHandle: row.user_handle,
    member: row.member,
    isMultiDevice: row.is_multi_device,
    key: {
      id: row.credential,
      publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
      counter: Number(row.counter),
      transports: row.transports,
    },
  }
}

/** What a browser is told of a passkey, so that it finds it, or makes no second one. */
export type Known = { id: string; transports: string[]; handle: number; rpId: string }

/** The passkeys of a member, or of a handle, whoever’s it is. */
export async function knownCredentials(
  db: Executor,
  of: { member: number } | { handle: number } | { userHandle: string },
): Promise<Known[]> {
  const whose =
    'member' in of
      ? sql`h.member = ${of.member}`
      : 'handle' in of
        ? sql`h.id = ${of.handle}`
        : sql`h.handle = ${of.userHandle}`
  const { rows: found } = await db.execute(sql`
    select p.credential as id, p.transports, p.handle, p.rp_id as "rpId"
      from passkeys as p join passkey_handles as h on h.id = p.handle
     where ${whose} order by p.id desc`)
  return found as Known[]
}

/** Keeps a passkey. @returns false where it is there already, whoever’s it is */
export async function keepCredential(db: Executor, made: NewCredential): Promise<boolean> {
  const { handle, key, aaguid, isMultiDevice, isBackedUp, rpId } = made
  const { rows: kept } = await db.execute(sql`
    insert into passkeys (handle, credential, public_key, counter, transports, aaguid,
                          is_multi_device, is_backed_up, rp_id)
    values (${handle}, ${key.id}, ${Buffer.from(key.publicKey).toString('base64url')},
            ${key.counter}, ${JSON.stringify(key.transports ?? [])}::jsonb, ${aaguid},
            ${isMultiDevice}, ${isBackedUp}, ${rpId})
    on conflict (credential) do nothing returning id`)
  return kept.length > 0
}

/**
 * Throws away the other passkeys of a handle.
 * @returns what each is called, null where nobody knows
 */
export async function dropOthers(
  db: Executor,
  handle: number,
  stays: string,
): Promise<(string | null)[]> {
  const { rows: dropped } = await db.execute(sql`
    delete from passkeys where handle = ${handle} and credential <> ${stays}
    returning name, aaguid`)
  await db.execute(
    sql`update passkey_handles set replaced_in = null, replaced_until = null where id = ${handle}`,
  )
  return (dropped as { name: string | null; aaguid: string }[]).map(
    ({ name, aaguid }) => name ?? providerOf(aaguid),
  )
}

/**
 * Notes that a passkey was used. A counter only rises; one that stands still at zero counts nothing.
 * @returns false where it has risen meanwhile: somebody else has the same passkey
 */
export async function noteUse(
  db: Executor,
  id: number,
  { counter, isBackedUp }: { counter: number; isBackedUp: boolean },
): Promise<boolean> {
  const { rows: noted } = await db.execute(sql`
    update passkeys set counter = ${counter}::bigint, is_backed_up = ${isBackedUp}, last_used_at = now()
     where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))
    returning id`)
  return noted.length > 0
}
