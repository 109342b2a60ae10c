import type { PayloadRequest } from 'payload'
import { lockNames } from '../../platform/database/advisory-locks.ts'
import { announce } from '../../platform/database/announce.ts'
import type { Database } from '../../platform/database/query.ts'
import { findRespondedCondition } from '../newsletter/ports.ts'
import { findVenue } from '../venue/service.ts'
import { deliveriesFor, findRecipients } from './audience/recipients.ts'
import { insertDeliveries } from './queries/deliveries.ts'
import { type NudgeRow, setSending } from './queries/nudges.ts'
import { nudgesTag } from './tags.ts'

/**
 * Starts sending a nudge in the transaction of `db`: each device of its audience gets a delivery.
 * Concurrent starts wait for each other, so that together they respect the caps.
 * @param nudge locked by the transaction
 * @param options.inSlot whether each device gets it in the time slot of its person
 * @returns how many devices and people get the nudge
 */
export async function startNudge(
  req: PayloadRequest,
  db: Database,
  nudge: NudgeRow,
  { inSlot = false }: { inSlot?: boolean } = {},
): Promise<{ devices: number; people: number }> {
  const venue = await findVenue(req.payload)
  await lockNames(db, ['nudges start'])
  const sentAt = new Date()
  const respondedCondition = findRespondedCondition(req.payload, nudge.eventDate)
  const options = { now: sentAt, venue, inSlot, respondedCondition }
  const people = new Set<string>()
  let devices = 0
  for await (const recipients of findRecipients(db, nudge, options)) {
    await insertDeliveries(db, nudge.id, deliveriesFor(recipients, nudge.ttlMinutes))
    for (const { person, skipReason } of recipients) {
      if (skipReason) continue
      devices++
      people.add(person)
    }
  }
  await setSending(db, nudge.id, { sentAt, inSlot })
  await announce(req, [nudgesTag])
  return { devices, people: people.size }
}
