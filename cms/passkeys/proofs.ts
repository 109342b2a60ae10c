import { type Executor, sql } from '../database/sql.ts'
import type { Ceremony } from './client-data.ts'
import { freshMs, linkWithinMs } from './rules.ts'

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

/** Whether it has lately, by either ceremony. */
export async function hasProof(db: Executor, browser: string, handle: number): Promise<boolean> {
  const { rows: found } = await db.execute(sql`
    select from passkey_proofs
     where browser = ${browser} and handle = ${handle} and ${within(linkWithinMs)} limit 1`)
  return found.length > 0
}

/** Spends an assertion on a session: each is good for one. @returns whether there was one to spend */
export async function spendAssertion(
  db: Executor,
  browser: string,
  handle: number,
): Promise<boolean> {
  const { rows: spent } = await db.execute(sql`
    update passkey_proofs set spent_at = now()
     where browser = ${browser} and handle = ${handle} and ceremony = 'authenticate'
       and spent_at is null and ${within(freshMs)}
    returning handle`)
  return spent.length > 0
}
