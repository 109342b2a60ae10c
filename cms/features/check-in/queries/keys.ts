import { type Database, execute, findRows } from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { checkInKeys } from '../tables.ts'

const keyRow = rowOf(checkInKeys)
export type StoredKey = typeof checkInKeys.$inferSelect

/** The keys, the newest first. */
export const listKeys = (db: Database): Promise<StoredKey[]> =>
  findRows(db, keyRow.schema)`
    select ${keyRow.columns} from check_in_keys order by created_at desc, kid`

export function insertKey(
  db: Database,
  key: Pick<StoredKey, 'kid' | 'publicKey' | 'privateKey' | 'usedUntil'>,
) {
  const row = insertion(checkInKeys, key)
  return execute(db)`insert into check_in_keys (${row.names}) select ${row.values}`
}

/** Keeps a key until its codes are over. */
export const useKeyUntil = (db: Database, kid: string, until: Date) =>
  execute(db)`
    update check_in_keys set used_until = greatest(used_until, ${until.toISOString()}::timestamptz)
     where kid = ${kid} and used_until < ${until.toISOString()}::timestamptz`

/** Deletes keys all of whose codes are over, except the newest. */
export const deleteUnusedKeys = (db: Database) =>
  execute(db)`
    delete from check_in_keys as old
     where used_until < now() - interval '1 day'
       and exists (select from check_in_keys as newer where newer.created_at > old.created_at)`
