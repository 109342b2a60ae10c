import { z } from 'zod'
import { type Database, execute, findRow } from '../database/query.ts'

const keyRow = z.object({ public_key: z.string(), private_key: z.string() })
export type KeyRow = z.output<typeof keyRow>

export const findKeyRow = (db: Database): Promise<KeyRow | null> =>
  findRow(db, keyRow)`select public_key, private_key from push_keys where id = 1`

/** Stores the keys. Changes nothing if another process has stored keys already. */
export const insertKeyRow = (db: Database, { public_key, private_key }: KeyRow): Promise<number> =>
  execute(db)`
    insert into push_keys (id, public_key, private_key)
    values (1, ${public_key}, ${private_key})
    on conflict (id) do nothing`

/** Replaces keys. Changes nothing if another process has replaced them already. */
export const replaceKeyRow = (
  db: Database,
  old: KeyRow,
  { public_key, private_key }: KeyRow,
): Promise<number> =>
  execute(db)`
    update push_keys
       set public_key = ${public_key}, private_key = ${private_key}, created_at = now()
     where id = 1 and private_key = ${old.private_key}`
