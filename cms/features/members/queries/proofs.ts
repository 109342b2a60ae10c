import { z } from 'zod'
import { type Database, findRow, findRows, sql } from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import type { Ceremony } from '../../../platform/webauthn/client-data.ts'
import { linkWithinMs, recentRegistrationMs } from '../passkeys/rules.ts'
import { proofMs } from '../rules.ts'

// A proof records that a ceremony with a passkey of a handle succeeded in a browser.

const isWithin = (ms: number) => sql`at > now() - ${ms} * interval '1 ms'`

export async function savePasskeyProof(
  db: Database,
  { browser, handle, ceremony }: { browser: string; handle: number; ceremony: Ceremony },
): Promise<void> {
  await db.execute(sql`
    insert into passkey_proofs (browser, handle, ceremony) values (${browser}, ${handle}, ${ceremony})
    on conflict (browser, handle, ceremony) do update set at = now(), spent_at = null`)
}

/** Whether there is a recent proof, by registration or authentication, that was not spent on a session. */
export async function hasPasskeyProof(
  db: Database,
  browser: string,
  handle: number,
): Promise<boolean> {
  const found = await findRow(db, z.object({}))`
    select from passkey_proofs
     where browser = ${browser} and handle = ${handle} and spent_at is null
       and ${isWithin(linkWithinMs)} limit 1`
  return found !== null
}

/**
 * The credential id of the passkey that this browser has registered for a handle within `recentRegistrationMs`; null if
 * there is none, or if the registration was spent on a session.
 */
export async function findRecentlyMade(
  db: Database,
  browser: string,
  handle: number,
): Promise<string | null> {
  // One transaction writes both rows, see `savePasskey`.
  const found = await findRow(db, z.object({ credential: z.string() }))`
    select p.credential
      from passkey_proofs as r
      join passkeys as p on p.handle = r.handle
       and p.created_at between r.at - interval '1 s' and r.at + interval '1 s'
     where r.browser = ${browser} and r.handle = ${handle} and r.ceremony = 'register'
       and r.spent_at is null and r.at > now() - ${recentRegistrationMs} * interval '1 ms'
     order by p.id desc limit 1`
  return found?.credential ?? null
}

/** Whether there is a fresh assertion that was not spent on a session. */
export async function hasFreshAssertion(
  db: Database,
  browser: string,
  handle: number,
): Promise<boolean> {
  const found = await findRow(db, z.object({}))`
    select from passkey_proofs
     where browser = ${browser} and handle = ${handle} and spent_at is null
       and ceremony = 'authenticate' and ${isWithin(proofMs)}`
  return found !== null
}

/**
 * Spends a browser's proofs of a handle, so that they open or confirm only one session.
 * @returns when the fresh assertion among them was made, as ISO 8601; null if there is none, because a
 *   registration alone authorises nothing
 */
export async function spendPasskeyProofs(
  db: Database,
  browser: string,
  handle: number,
): Promise<string | null> {
  const spent = await findRows(db, z.object({ isAssertion: z.boolean(), at: isoTimestamp }))`
    update passkey_proofs set spent_at = now()
     where browser = ${browser} and handle = ${handle} and spent_at is null
    returning ceremony = 'authenticate' and ${isWithin(proofMs)} as "isAssertion", at`
  return spent.find(({ isAssertion }) => isAssertion)?.at ?? null
}

/**
 * Deletes the proofs of a handle, or of all handles of a member, and the pending registrations that
 * only these proofs authorised.
 */
export async function deletePasskeyProofs(
  db: Database,
  owner: { handle: number } | { member: number },
): Promise<void> {
  const handles =
    'handle' in owner
      ? sql`(${owner.handle})`
      : sql`(select id from passkey_handles where member = ${owner.member})`
  await db.execute(sql`delete from passkey_proofs where handle in ${handles}`)
  await db.execute(sql`delete from passkey_challenges where member is null and own in ${handles}`)
}

export async function deleteExpiredPasskeyProofs(db: Database): Promise<void> {
  await db.execute(sql`delete from passkey_proofs where not ${isWithin(linkWithinMs)}`)
}
