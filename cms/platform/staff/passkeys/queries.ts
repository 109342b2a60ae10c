import type { WebAuthnCredential } from '@simplewebauthn/server'
import { z } from 'zod'
import { hashToken } from '../../crypto/tokens.ts'
import { type Database, execute, findRow, findRows } from '../../database/query.ts'
import { isoTimestamp } from '../../database/row-fields.ts'
import { keyFields, keyOfRow, storedKey } from '../../webauthn/row-fields.ts'
import { challengeLifetimeMs } from '../../webauthn/rules.ts'
import type { PasskeyUse } from '../../webauthn/verify-authentication.ts'

/** `confirm`: an assertion that confirms a session, or a change of one's own account. */
export type StaffCeremony = 'sign_in' | 'confirm' | 'register'

/**
 * The ceremony of a challenge. `binding` is the hash of the cookie that must come with the response. For `register`,
 * the user handle follows.
 */
export type ChallengeContext = { ceremony: StaffCeremony; binding: string }

export async function saveChallenge(
  db: Database,
  challenge: string,
  { ceremony, binding }: ChallengeContext,
): Promise<void> {
  await execute(db)`
    insert into staff_challenges (challenge, ceremony, holder, expires_at)
    values (${hashToken(challenge)}, ${ceremony}, ${binding},
            now() + ${challengeLifetimeMs} * interval '1 ms')`
}

/**
 * Deletes a challenge before its response is verified, so that each challenge is used once. Of several
 * simultaneous responses only one succeeds.
 * @returns false if the challenge is unknown or expired, or belongs to another ceremony or binding
 */
export async function takeChallenge(
  db: Database,
  challenge: string,
  { ceremony, binding }: ChallengeContext,
): Promise<boolean> {
  const deleted = await execute(db)`
    delete from staff_challenges
     where challenge = ${hashToken(challenge)} and ceremony = ${ceremony} and holder = ${binding}
       and expires_at > now()`
  return deleted > 0
}

const passkeyRow = z.object({
  id: z.number(),
  name: z.string(),
  user_handle: z.string(),
  credential: z.string(),
  transports: z.array(z.string()),
  aaguid: z.string(),
  created_at: isoTimestamp,
  last_used_at: isoTimestamp.nullable(),
  is_multi_device: z.boolean(),
  is_backed_up: z.boolean(),
})
export type PasskeyRow = z.output<typeof passkeyRow>

/** The passkeys of an account, the newest first. */
export const listPasskeys = (db: Database, user: number): Promise<PasskeyRow[]> =>
  findRows(db, passkeyRow)`
    select id, name, user_handle, credential, transports, aaguid, created_at, last_used_at,
           is_multi_device, is_backed_up
      from staff_passkeys where "user" = ${user} order by id desc`

const storedPasskey = z
  .object({
    id: z.number(),
    user: z.number(),
    name: z.string(),
    userHandle: z.string(),
    isMultiDevice: z.boolean(),
    ...keyFields,
  })
  .transform((row) => ({ ...row, key: keyOfRow(row) }))
/** The data of a passkey that an authentication needs. */
export type StoredPasskey = z.output<typeof storedPasskey>

/** @param credential the credential id that the authenticator sends */
export const findPasskey = (db: Database, credential: string): Promise<StoredPasskey | null> =>
  findRow(db, storedPasskey)`
    select id, "user", name, user_handle as "userHandle", is_multi_device as "isMultiDevice",
           credential, public_key, counter, transports
      from staff_passkeys where credential = ${credential}`

type NewPasskey = {
  user: number
  userHandle: string
  name: string
  key: WebAuthnCredential
  aaguid: string
  isMultiDevice: boolean
  isBackedUp: boolean
}

/** @returns false if the credential id is registered already */
export async function insertPasskey(db: Database, passkey: NewPasskey): Promise<boolean> {
  const { user, userHandle, name, key, aaguid, isMultiDevice, isBackedUp } = passkey
  const inserted = await execute(db)`
    insert into staff_passkeys ("user", user_handle, name, credential, public_key, counter,
                                transports, aaguid, is_multi_device, is_backed_up)
    values (${user}, ${userHandle}, ${name}, ${key.id}, ${storedKey(key)}, ${key.counter},
            ${JSON.stringify(key.transports ?? [])}::jsonb, ${aaguid}, ${isMultiDevice},
            ${isBackedUp})
    on conflict (credential) do nothing`
  return inserted > 0
}

/**
 * Records the use of a passkey. The signature counter has to rise with each use, except for authenticators
 * that do not count and always send 0.
 * @returns false if the counter did not rise, or the passkey was removed
 */
export async function recordUse(
  db: Database,
  id: number,
  { counter, isBackedUp }: PasskeyUse,
): Promise<boolean> {
  const updated = await execute(db)`
    update staff_passkeys
       set counter = ${counter}::bigint, is_backed_up = ${isBackedUp}, last_used_at = now()
     where id = ${id}
       and (counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`
  return updated > 0
}

type PasskeyOfUser = { id: number; user: number }

export async function setPasskeyName(
  db: Database,
  { id, user }: PasskeyOfUser,
  name: string,
): Promise<void> {
  await execute(db)`
    update staff_passkeys set name = ${name} where id = ${id} and "user" = ${user}`
}

export async function deletePasskey(db: Database, { id, user }: PasskeyOfUser): Promise<void> {
  await execute(db)`delete from staff_passkeys where id = ${id} and "user" = ${user}`
}

/** Deletes challenges that have expired, and the passkeys of deleted accounts. */
export async function deleteStalePasskeyData(db: Database): Promise<void> {
  await execute(db)`delete from staff_challenges where expires_at < now()`
  await execute(db)`
    delete from staff_passkeys where "user" not in (select id from users)`
}
