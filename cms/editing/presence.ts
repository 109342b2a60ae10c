import type { Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import type { PresenceReply, PresenceRequest } from './contract.ts'
import { deleteStalePresence, upsertPresence } from './queries/presence.ts'

const sweepEveryMs = 60_000
let sweptAt = 0

/**
 * Records where a tab of an editor is.
 * @returns who else was on the page within the last `presenceMs`
 */
export async function notePresence(
  payload: Payload,
  person: { id: number; name: string },
  request: PresenceRequest,
): Promise<PresenceReply> {
  const db = databaseOf(payload)
  if (Date.now() - sweptAt > sweepEveryMs) {
    sweptAt = Date.now()
    await deleteStalePresence(db, sweepEveryMs)
  }
  return { others: await upsertPresence(db, person, request) }
}
