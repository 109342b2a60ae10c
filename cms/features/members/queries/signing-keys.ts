import type { JWK } from 'jose'
import { z } from 'zod'
import { type Database, findRows, requireRow, sql } from '../../../platform/database/query.ts'

const jwk = z.custom<JWK>((value) => typeof value === 'object' && value !== null)
const keyRow = z.object({
  kid: z.string(),
  public_key: jwk,
  /** Encrypted. */
  private_key: z.string(),
  /** Whether tokens may be signed with the key. A new key is published before that. */
  isActive: z.boolean(),
})

/** The keys, the newest first. */
export const listKeys = (db: Database): Promise<z.output<typeof keyRow>[]> =>
  findRows(db, keyRow)`
    select kid, public_key, private_key, signs_from <= now() as "isActive"
      from signing_keys order by signs_from desc`

/** @param key.signsAfterMs how long the key is published before tokens are signed with it */
export async function insertKey(
  db: Database,
  key: { kid: string; publicKey: JWK; encryptedPrivateKey: string; signsAfterMs: number },
): Promise<void> {
  await db.execute(sql`
    insert into signing_keys (kid, public_key, private_key, signs_from)
    values (${key.kid}, ${JSON.stringify(key.publicKey)}::jsonb, ${key.encryptedPrivateKey},
            now() + ${key.signsAfterMs} * interval '1 ms')`)
}

const ageRow = z.object({ hasKey: z.boolean(), hasYoungKey: z.boolean() })

/** Whether any key exists, and whether one is younger than `maxAgeMs`. */
export const findKeyAges = (db: Database, maxAgeMs: number): Promise<z.output<typeof ageRow>> =>
  requireRow(db, ageRow)`
    select count(*) > 0 as "hasKey",
           coalesce(bool_or(created_at > now() - ${maxAgeMs} * interval '1 ms'), false) as "hasYoungKey"
      from signing_keys`

/** Deletes keys whose successor has signed for longer than `keptMs`. */
export async function deleteReplacedKeys(db: Database, keptMs: number): Promise<void> {
  await db.execute(sql`
    delete from signing_keys as old
     where exists (select from signing_keys as next
                    where next.signs_from > old.signs_from
                      and next.signs_from < now() - ${keptMs} * interval '1 ms')`)
}
