import type { WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'
import { type Database, execute, findRow, findRows, sql } from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { keyFields, keyOfRow, storedKey } from '../../../platform/webauthn/row-fields.ts'
import type { PasskeyUse } from '../../../platform/webauthn/verify-authentication.ts'

/** A passkey that was just registered. */
export type NewPasskey = {
  /** Id of its handle. */
  handle: number
  key: WebAuthnCredential
  aaguid: string
  isMultiDevice: boolean
  isBackedUp: boolean
  rpId: string
}

const credentialRow = z
  .object({
    id: z.number(),
    handle: z.number(),
    /** The handle as the authenticator sends it. */
    userHandle: z.string(),
    member: z.number().nullable(),
    isMultiDevice: z.boolean(),
    aaguid: z.string(),
    created_at: isoTimestamp,
    ...keyFields,
  })
  .transform((row) => ({ ...row, key: keyOfRow(row) }))
/** The fields of a passkey that an authentication needs. */
export type Credential = z.output<typeof credentialRow>

/** @param id the credential id that the authenticator sends */
export const findCredential = (db: Database, id: string): Promise<Credential | null> =>
  findRow(db, credentialRow)`
    select p.id, p.handle, h.handle as "userHandle", h.member,
           p.is_multi_device as "isMultiDevice", p.aaguid, p.created_at, p.credential, p.public_key,
           p.counter, p.transports
      from passkeys as p join passkey_handles as h on h.id = p.handle
     where p.credential = ${id}`

const descriptorRow = z.object({
  /** The credential id. */
  id: z.string(),
  transports: z.array(z.string()),
  handle: z.number(),
  rpId: z.string(),
})
/** A passkey in the format of `allowCredentials` and `excludeCredentials`. */
export type CredentialDescriptor = z.output<typeof descriptorRow>

/** The passkeys of a member, or of a handle. The handle need not be linked. */
export function listCredentials(
  db: Database,
  owner: { member: number } | { handle: number } | { userHandle: string },
): Promise<CredentialDescriptor[]> {
  const condition =
    'member' in owner
      ? sql`h.member = ${owner.member}`
      : 'handle' in owner
        ? sql`h.id = ${owner.handle}`
        : sql`h.handle = ${owner.userHandle}`
  return findRows(db, descriptorRow)`
    select p.credential as id, p.transports, p.handle, p.rp_id as "rpId"
      from passkeys as p join passkey_handles as h on h.id = p.handle
     where ${condition} order by p.id desc`
}

/** @returns false if the credential id is registered already */
export async function insertPasskey(db: Database, passkey: NewPasskey): Promise<boolean> {
  const { handle, key, aaguid, isMultiDevice, isBackedUp, rpId } = passkey
  const inserted = await execute(db)`
    insert into passkeys (handle, credential, public_key, counter, transports, aaguid,
                          is_multi_device, is_backed_up, rp_id)
    values (${handle}, ${key.id}, ${storedKey(key)},
            ${key.counter}, ${JSON.stringify(key.transports ?? [])}::jsonb, ${aaguid},
            ${isMultiDevice}, ${isBackedUp}, ${rpId})
    on conflict (credential) do nothing`
  return inserted > 0
}

/**
 * Records the use of a passkey. Its signature counter must rise, unless the authenticator does not count and
 * always sends 0.
 * @returns false if the counter did not rise, which is a sign of a cloned authenticator
 */
export async function recordUse(
  db: Database,
  id: number,
  { counter, isBackedUp }: PasskeyUse,
): Promise<boolean> {
  const updated = await execute(db)`
    update passkeys set counter = ${counter}::bigint, is_backed_up = ${isBackedUp}, last_used_at = now()
     where id = ${id} and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`
  return updated > 0
}

const nameRow = z.object({
  name: z.string().nullable(),
  aaguid: z.string(),
  created_at: isoTimestamp,
})
type PasskeyName = z.output<typeof nameRow>

/** The names of the passkeys of a handle, the newest first. */
export const listPasskeysOfHandle = (db: Database, handle: number): Promise<PasskeyName[]> =>
  findRows(db, nameRow)`
    select name, aaguid, created_at from passkeys where handle = ${handle} order by id desc`

/** Deletes all passkeys of a handle except one. @returns how many were deleted */
export const deleteOtherPasskeys = (
  db: Database,
  handle: number,
  credential: string,
): Promise<number> =>
  execute(db)`delete from passkeys where handle = ${handle} and credential <> ${credential}`

/** @returns false if the member has no such passkey */
export async function setPasskeyName(
  db: Database,
  member: number,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const updated = await execute(db)`
    update passkeys as p set name = ${name} from passkey_handles as h
     where p.id = ${id} and h.id = p.handle and h.member = ${member}`
  return updated > 0
}

/** @returns the id of its handle; null if the member has no such passkey */
export async function deletePasskey(
  db: Database,
  member: number,
  id: number,
): Promise<number | null> {
  const deleted = await findRow(db, z.object({ handle: z.number() }))`
    delete from passkeys as p using passkey_handles as h
     where p.id = ${id} and h.id = p.handle and h.member = ${member}
    returning p.handle`
  return deleted?.handle ?? null
}

const passkeyRow = z.object({
  id: z.number(),
  name: z.string().nullable(),
  aaguid: z.string(),
  created_at: isoTimestamp,
  last_used_at: isoTimestamp.nullable(),
  is_multi_device: z.boolean(),
  is_backed_up: z.boolean(),
  handle: z.number(),
  user_handle: z.string(),
  linked_at: isoTimestamp,
  credential: z.string(),
})
export type PasskeyRow = z.output<typeof passkeyRow>

/** The passkeys of a member, the newest first. */
export const listPasskeys = (db: Database, member: number): Promise<PasskeyRow[]> =>
  findRows(db, passkeyRow)`
    select p.id, p.name, p.aaguid, p.created_at, p.last_used_at, p.is_multi_device, p.is_backed_up,
           p.handle, h.handle as user_handle, h.linked_at, p.credential
      from passkeys as p join passkey_handles as h on h.id = p.handle
     where h.member = ${member} order by p.id desc`
