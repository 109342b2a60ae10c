import { type Executor, sql } from '../../database/sql.ts'
import type { Ceremony } from '../passkeys/client-data.ts'
import { freshMs, linkWithinMs } from '../passkeys/rules.ts'

const within = (ms: number) => sql`at > now() - ${ms} * interval '1 ms'`

/** Notes that a browser has just shown that the passkeys of a handle are in its person’s hands. */
export async function noteProof(
  db: Executor,
  { browser, handle, ceremony }: { browser: string; handle: number; ceremony: Ceremony },
): Promise<void> {
  await db.execute(sql`
    insert into passkey_proofs (browser, handle, ceremony) values (${browser}, ${handle}, ${ceremony})
    on conflict (browser, handle, ceremony) do update set at = now(), spent_at = null`)
}

/** Whether it has lately, by either ceremony, and no session was opened with it. */
export async function hasProof(db: Executor, browser: string, handle: number): Promise<boolean> {
  const { rows: found } = await db.execute(sql`
    select from passkey_proofs
     where browser = ${browser} and handle = ${handle} and spent_at is null
       and ${within(linkWithinMs)} limit 1`)
  return found.length > 0
}

/**
 * Spends what a browser has shown of a handle on a session: from then on the session says whose the
 * handle is, and when that has ended nothing does.
 * @returns whether there was a fresh assertion among it; a registration alone opens nothing
 */
export async function spendProofs(db: Executor, browser: string, handle: number): Promise<boolean> {
  const { rows: spent } = await db.execute(sql`
    update passkey_proofs set spent_at = now()
     where browser = ${browser} and handle = ${handle} and spent_at is null
    returning ceremony = 'authenticate' and ${within(freshMs)} as "isAssertion"`)
  return spent.some(({ isAssertion }) => isAssertion)
}

/**
 * Takes away what browsers have shown of a handle, or of all that are a member’s, and the registrations
 * that they began with nothing but that.
 */
export async function dropProofs(
  db: Executor,
  of: { handle: number } | { member: number },
): Promise<void> {
  const whose =
    'handle' in of
      ? sql`(${of.handle})`
      : sql`(select id from passkey_handles where member = ${of.member})`
  await db.execute(sql`delete from passkey_proofs where handle in ${whose}`)
  await db.execute(sql`delete from passkey_challenges where member is null and own in ${whose}`)
}
