import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { listLettersOf } from '../letters/service.ts'
import { deviceName } from '../members/devices/user-agent.ts'
import { findEmailTopics, type SubscriptionKey } from '../newsletter/service.ts'
import { findVenue } from '../venue/service.ts'
import { type DeviceFacts, existingTopics, whyLetter, whyText } from './audience/audience.ts'
import { factsOf, findMemberFacts } from './audience/member-facts.ts'
import type { PushState, ReceivedMessage } from './contract.ts'
import { deviceOf } from './devices/devices.ts'
import { listMessages } from './queries/deliveries.ts'
import { listDevicesOf } from './queries/devices.ts'
import { maxMessages, personOfMember } from './rules.ts'

type Member = { id: number; email: string } | null
type LetterSubscription = { subscriber: number; topics: string[] }

/**
 * The key of the newsletter subscription for a request: the leave token if there is one, otherwise the member's
 * address.
 */
export function letterSubscriptionKey(
  member: Member,
  leaveToken: string | undefined,
): SubscriptionKey | null {
  if (leaveToken !== undefined) return { token: leaveToken }
  return member && { email: member.email }
}

/**
 * Finds the nudge settings and latest messages for the device that sent the request, the signed-in member and the
 * subscriber.
 * @param leaveToken the subscriber's leave token; in requests its name is `letters`
 */
export async function findState(
  req: PayloadRequest,
  member: Member,
  leaveToken: string | undefined,
): Promise<PushState> {
  const db = databaseOf(req.payload)
  const device = await deviceOf(req)
  const devices = member ? await listDevicesOf(db, member.id) : []
  const { topics: venueTopics } = await findVenue(req.payload)
  const known = await findMemberFacts(db, [member?.id ?? null], venueTopics)
  const viewer = { topics: null, time_slots: null, ...device, member: member?.id ?? null }
  const facts = factsOf(viewer, known)
  const key = letterSubscriptionKey(member, leaveToken)
  const email = key && (await findEmailTopics(req, key))
  const messages = [
    ...(await findNudges(req, { device: device?.id ?? null, member, facts })),
    ...(email ? await findLetters(req, email) : []),
  ]
  return {
    device: device && {
      id: device.id,
      topics: existingTopics(device.topics, venueTopics),
      time_slots: device.time_slots,
      quiet_from: device.quiet_from,
      quiet_to: device.quiet_to,
    },
    devices: devices.map(({ user_agent, ...rest }) => ({
      ...rest,
      name: deviceName(user_agent),
      is_this: rest.id === device?.id,
    })),
    own_topics: venueTopics,
    profile_slots: member && [...(facts.memberFacts?.time_slots ?? [])],
    email: email && { address: email.address, topics: email.topics, leave: email.leave },
    messages: messages
      .sort((one, other) => Date.parse(other.sent_at) - Date.parse(one.sent_at))
      .slice(0, maxMessages),
    is_member: member !== null,
  }
}

async function findNudges(
  { payload }: PayloadRequest,
  { device, member, facts }: { device: number | null; member: Member; facts: DeviceFacts },
): Promise<ReceivedMessage[]> {
  const person = member && personOfMember(member.id)
  const { productName } = await findVenue(payload)
  return (await listMessages(databaseOf(payload), device, person)).map((nudge) => ({
    kind: 'nudge',
    id: nudge.id,
    text: nudge.text,
    url: nudge.link,
    sent_at: nudge.sent_at,
    title: nudge.title ?? productName,
    why: whyText(nudge, facts),
  }))
}

async function findLetters(
  { payload }: PayloadRequest,
  { subscriber, topics }: LetterSubscription,
): Promise<ReceivedMessage[]> {
  const found = await listLettersOf(databaseOf(payload), subscriber, maxMessages)
  return found.map(({ id, subject, sent_at, path, topics: about }) => ({
    kind: 'letter',
    id,
    title: subject,
    text: '',
    url: path,
    sent_at,
    why: whyLetter(about, topics),
  }))
}
