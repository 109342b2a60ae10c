import type { PayloadRequest } from 'payload'
import { databaseOf } from '../database/query.ts'
import { deviceName } from '../members/devices/user-agent.ts'
import { findVenue } from '../venue/service.ts'
import type { PushState } from './contract.ts'
import { deviceOf } from './devices.ts'
import { listMessages } from './queries/deliveries.ts'
import { listDevicesOf } from './queries/devices.ts'
import { findMemberInterests } from './recipients.ts'
import { personOfMember, whyText } from './rules.ts'

/** What the device that makes a request gets, and what the signed-in member's devices are. */
export async function findState(
  req: PayloadRequest,
  member: { id: number } | null,
): Promise<PushState> {
  const db = databaseOf(req.payload)
  const device = await deviceOf(req)
  const devices = member ? await listDevicesOf(db, member.id) : []
  const messages = await listMessages(db, device?.id ?? null, member && personOfMember(member.id))
  const own = member && (await findMemberInterests(db, [member.id])).get(member.id)
  const chosen = device?.topics ?? own ?? []
  const { productName } = await findVenue(req.payload)
  return {
    device: device && {
      id: device.id,
      topics: device.topics,
      quiet_from: device.quiet_from,
      quiet_to: device.quiet_to,
    },
    devices: devices.map(({ user_agent, ...times }) => ({
      ...times,
      name: deviceName(user_agent),
      is_this: times.id === device?.id,
    })),
    messages: messages.map(({ link, title, audience, interests, ...message }) => ({
      ...message,
      url: link,
      title: title ?? productName,
      why: whyText({ audience, interests }, chosen),
    })),
    is_member: member !== null,
  }
}
