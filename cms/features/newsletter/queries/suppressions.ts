import { z } from 'zod'
import {
  type Database,
  execute,
  findRows,
  jsonRows,
  textList,
} from '../../../platform/database/query.ts'

const suppression = z.object({
  hash: z.string(),
  /**
   * `asked`: an import has already asked for consent. `deleted`: the subscriber was deleted, or staff corrected the
   * address.
   */
  reason: z.string().transform((reason) => (reason === 'asked' ? 'asked' : 'deleted')),
})
export type SuppressionReason = z.output<typeof suppression>['reason']

/** Why addresses are suppressed, by the hash of the address; see `addressHash`. */
export async function findSuppressions(
  db: Database,
  hashes: readonly string[],
): Promise<Map<string, SuppressionReason>> {
  const found = await findRows(db, suppression)`
    select hash, reason from suppressions
     where hash in ${textList(hashes)}`
  return new Map(found.map(({ hash, reason }) => [hash, reason]))
}

const rowsOf = (hashes: readonly string[]) => jsonRows(hashes.map((hash) => ({ hash })))

/** Suppresses further consent requests to these addresses, unless they are suppressed already. */
export const suppressConsentRequests = (db: Database, hashes: readonly string[]): Promise<number> =>
  execute(db)`
    insert into suppressions (hash, reason, at)
    select hash, 'asked', now() from jsonb_to_recordset(${rowsOf(hashes)}) as asked (hash text)
    on conflict (hash) do nothing`

export const suppressDeleted = (db: Database, hashes: readonly string[]): Promise<number> =>
  execute(db)`
    insert into suppressions (hash, reason, at)
    select hash, 'deleted', now() from jsonb_to_recordset(${rowsOf(hashes)}) as deleted (hash text)
     order by hash
    on conflict (hash) do update
       set reason = excluded.reason, at = excluded.at, updated_at = now()`

export const deleteSuppression = (db: Database, hash: string): Promise<number> =>
  execute(db)`delete from suppressions where hash = ${hash}`
