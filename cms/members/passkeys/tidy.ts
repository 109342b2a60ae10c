import { type Executor, sql } from '../../database/sql.ts'
import { linkWithinMs } from './rules.ts'

/** Throws away ceremonies that have ended by themselves, and passkeys that were nobody’s for a month. */
export async function dropOldCeremonies(db: Executor): Promise<void> {
  await db.execute(sql`delete from passkey_challenges where expires_at < now()`)
  await db.execute(
    sql`delete from passkey_proofs where at < now() - ${linkWithinMs} * interval '1 ms'`,
  )
  await db.execute(sql`
    delete from passkey_handles as h
     where member is null and greatest(created_at, unlinked_at) < now() - interval '30 days'
       and not exists (select from passkeys
                        where handle = h.id and last_used_at > now() - interval '30 days')`)
}
