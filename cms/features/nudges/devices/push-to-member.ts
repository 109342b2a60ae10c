import type { Payload } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { sendPush } from '../../../platform/push/send.ts'
import { quietEnd } from '../../venue/hours/quiet-hours.ts'
import { findVenue } from '../../venue/service.ts'
import { listTargetsOf, markGone } from '../queries/devices.ts'
import { composePush } from '../sending/push-of.ts'

type Message = {
  member: number
  /** Identifies the message. A later message with the same id replaces it on the device. */
  id: string
  title: string
  text: string
  /** A path of the site. */
  link: string
  expiresAt: Date
}

/**
 * Pushes a message about something that a member requested, such as a reservation, to each of their devices. The
 * message is not a nudge: it is not counted, and no cap applies. Devices that have quiet hours now do not get it.
 * @returns the number of devices whose push service accepted it
 * @throws the database's error; errors of push services are not thrown
 */
export async function pushToMember(
  payload: Payload,
  { member, ...message }: Message,
): Promise<number> {
  const db = databaseOf(payload)
  const { timeZone } = await findVenue(payload)
  const now = new Date()
  let accepted = 0
  for (const { id, subscription, quiet } of await listTargetsOf(db, member)) {
    if (quietEnd(quiet, now, timeZone) > now) continue
    const push = await composePush(payload, subscription, { ...message, token: null, icon: null })
    const { kind } = await sendPush(payload, push)
    if (kind === 'accepted') accepted++
    if (kind === 'gone') await markGone(db, id, subscription.endpoint)
  }
  return accepted
}
