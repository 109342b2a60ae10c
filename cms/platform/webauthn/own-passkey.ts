import type { AcceptedCredentials, OwnPasskey } from './contract.ts'
import { providerOf } from './providers.ts'
import { relyingParty } from './relying-party.ts'
import { maxPasskeys } from './rules.ts'

type Row = {
  id: number
  name: string | null
  aaguid: string
  created_at: string
  last_used_at: string | null
  is_multi_device: boolean
  is_backed_up: boolean
}

/** `most`: the allowed number of passkeys. `accepted`: data for the Signal API. */
type OwnPasskeys = { passkeys: OwnPasskey[]; most: number; accepted: AcceptedCredentials[] }

/** All passkeys of one owner, in the order of the rows. */
export function ownPasskeys(
  rows: readonly (Row & { user_handle: string; credential: string })[],
): OwnPasskeys {
  const byHandle = Map.groupBy(rows, ({ user_handle }) => user_handle)
  return {
    passkeys: rows.map(ownPasskey),
    most: maxPasskeys,
    accepted: [...byHandle].map(([userHandle, own]) => ({
      rpId: relyingParty().rpId,
      userHandle,
      credentials: own.map(({ credential }) => credential),
    })),
  }
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
