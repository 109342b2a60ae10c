import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { perPayload } from '../../../platform/runtime/state.ts'
import type { PresenceReply, PresenceRequest } from './contract.ts'
import { deleteStalePresence, upsertPresence } from './queries/presence.ts'

// Rows older than `staleMs` are deleted. Each process does this at most once per `staleMs`.
const staleMs = 60_000
const lastCleanUp = perPayload(() => ({ at: 0 }))

/**
 * Records the page and the open key of an editor's tab.
 * @returns the other people who were on the page within the last `presenceMs`
 */
export async function recordPresence(
  payload: Payload,
  person: { id: number; name: string },
  request: PresenceRequest,
): Promise<PresenceReply> {
  const db = databaseOf(payload)
  const last = lastCleanUp(payload)
  if (Date.now() - last.at > staleMs) {
    last.at = Date.now()
    await deleteStalePresence(db, staleMs)
  }
  return { others: await upsertPresence(db, person, request) }
}
