import type { PayloadRequest } from 'payload'
import { lockNames } from '../database/advisory-locks.ts'
import { announce } from '../database/announce.ts'
import type { Database } from '../database/query.ts'
import { findVenue } from '../venue/service.ts'
import { insertDeliveries } from './queries/deliveries.ts'
import { type NudgeRow, setSending } from './queries/nudges.ts'
import { deliveriesFor, findRecipients } from './recipients.ts'
import { nudgesTag } from './tags.ts'

/** Rows of one statement, so that its parameters stay small. */
const batch = 5000

/**
 * Starts sending a nudge in the transaction of `db`: each device of its audience gets a delivery.
 * Concurrent starts wait for each other, so that together they respect the caps.
 * @param nudge locked by the transaction
 * @param options.inSlot whether each device gets it in the time slot of its person
 * @returns how many devices and people it goes to
 */
export async function startNudge(
  req: PayloadRequest,
  db: Database,
  nudge: NudgeRow,
  { inSlot = false }: { inSlot?: boolean } = {},
): Promise<{ devices: number; people: number }> {
  const { timeZone } = await findVenue(req.payload)
  await lockNames(db, ['nudges start'])
  const sentAt = new Date()
  const recipients = await findRecipients(db, nudge, { now: sentAt, timeZone, inSlot })
  const deliveries = deliveriesFor(recipients, nudge.ttlMinutes)
  for (let at = 0; at < deliveries.length; at += batch) {
    await insertDeliveries(db, nudge.id, deliveries.slice(at, at + batch))
  }
  await setSending(db, nudge.id, { sentAt, inSlot })
  await announce(req, [nudgesTag])
  const queued = deliveries.filter(({ state }) => state === 'queued')
  return { devices: queued.length, people: new Set(queued.map(({ person }) => person)).size }
}
