import type { OwnPasskey } from './contract.ts'
import { providerOf } from './providers.ts'

type Row = {
  id: number
  name: string | null
  aaguid: string
  created_at: string
  last_used_at: string | null
  is_multi_device: boolean
  is_backed_up: boolean
}

/** A stored passkey as its owner sees it. */
export function ownPasskey(row: Row): OwnPasskey {
  const provider = providerOf(row.aaguid)
  return {
    id: row.id,
    name: row.name ?? provider ?? 'Passkey',
    provider,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    kind: row.is_backed_up ? 'synced' : row.is_multi_device ? 'can be synced' : 'this device only',
  }
}
