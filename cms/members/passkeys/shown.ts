import { type Executor, sql } from '../../database/sql.ts'
import type { OwnPasskey } from './contract.ts'
import { providerOf } from './providers.ts'

type Row = {
  id: number
  name: string | null
  aaguid: string
  created_at: string | Date
  last_used_at: string | Date | null
  is_multi_device: boolean
  is_backed_up: boolean
  handle: number
  user_handle: string
  linked_at: string | Date
  credential: string
}

/** A passkey as people see it, beside what says which one it is. */
export type Shown = Pick<Row, 'handle' | 'user_handle' | 'credential' | 'linked_at'> & {
  passkey: OwnPasskey
}

/** The passkeys of a member, the newest first. */
export async function shownPasskeys(db: Executor, member: number): Promise<Shown[]> {
  const { rows } = await db.execute(sql`
    select p.id, p.name, p.aaguid, p.created_at, p.last_used_at, p.is_multi_device, p.is_backed_up,
           p.handle, h.handle as user_handle, h.linked_at, p.credential
      from passkeys as p join passkey_handles as h on h.id = p.handle
     where h.member = ${member} order by p.id desc`)
  return (rows as Row[]).map((row) => {
    const { handle, user_handle, credential, linked_at } = row
    return { handle, user_handle, credential, linked_at, passkey: toPasskey(row) }
  })
}

const toPasskey = (row: Row): OwnPasskey => {
  const provider = providerOf(row.aaguid)
  return {
    id: row.id,
    name: row.name ?? provider ?? 'Passkey',
    provider,
    created_at: new Date(row.created_at).toISOString(),
    last_used_at: row.last_used_at && new Date(row.last_used_at).toISOString(),
    kind: row.is_backed_up ? 'synced' : row.is_multi_device ? 'can be synced' : 'this device only',
  }
}
