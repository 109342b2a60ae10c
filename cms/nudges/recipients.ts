import { createToken } from '../crypto/tokens.ts'
import type { Database } from '../database/query.ts'
import { findActiveMembers } from '../members/service.ts'
import { findInterestsOf } from '../newsletter/service.ts'
import { localMoment } from '../venue/opening-hours.ts'
import { countNudgesOf, type NewDelivery } from './queries/deliveries.ts'
import { type Device, listActiveDevices } from './queries/devices.ts'
import { type Audience, isCapped, isInAudience, personOf, quietMinutesLeft } from './rules.ts'

/** A device that a nudge is for. */
export type Recipient = {
  device: number
  person: string
  /** Minutes until the quiet hours of the device end; 0 if it is not quiet. */
  quietMinutes: number
  isCapped: boolean
}

/**
 * The devices that a nudge is for, with what delays or prevents its delivery.
 * @param options.urgent whether caps do not apply
 */
export async function findRecipients(
  db: Database,
  audience: Audience & { urgent: boolean },
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Recipient[]> {
  const devices = await listActiveDevices(db)
  const interestsOf = await findMemberInterests(
    db,
    devices.flatMap(({ member }) => member ?? []),
  )
  const { minutes } = localMoment(now, timeZone)
  const addressed = devices
    .map((device) => ({ device, member: activeMember(device, interestsOf) }))
    .filter(({ device: { topics }, member }) =>
      isInAudience(audience, {
        member,
        topics,
        memberInterests: (member !== null && interestsOf.get(member)) || [],
      }),
    )
    .map(({ device, member }) => ({ device, person: personOf(device.id, member) }))
  const persons = [...new Set(addressed.map(({ person }) => person))]
  const counts = audience.urgent ? new Map() : await countNudgesOf(db, persons)
  return addressed.map(({ device, person }) => ({
    device: device.id,
    person,
    quietMinutes: quietMinutesLeft(quietHoursOf(device), minutes),
    isCapped: isCapped(counts.get(person) ?? { day: 0, week: 0 }),
  }))
}

/** The interests of active members, from their profiles and subscriptions. */
export async function findMemberInterests(
  db: Database,
  members: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const active = await findActiveMembers(db, [...new Set(members)])
  const subscribed = await findInterestsOf(
    db,
    active.map(({ email }) => email),
  )
  return new Map(
    active.map(({ id, email, interests }) => [
      id,
      [...new Set([...interests, ...(subscribed.get(email) ?? [])])],
    ]),
  )
}

/** The deliveries of a nudge that is sent now. */
export const deliveriesFor = (
  recipients: readonly Recipient[],
  { sentAt, ttlMinutes }: { sentAt: Date; ttlMinutes: number },
): NewDelivery[] =>
  recipients.map(({ device, person, quietMinutes, isCapped: isOver }) => {
    const reason = isOver ? 'capped' : quietMinutes >= ttlMinutes ? 'quiet' : null
    return {
      ...{ device, person, reason },
      state: reason ? 'skipped' : 'queued',
      due_at: new Date(+sentAt + quietMinutes * 60_000).toISOString(),
      token: createToken(),
    }
  })

// A suspended member's device counts as nobody's.
const activeMember = ({ member }: Device, active: ReadonlyMap<number, unknown>) =>
  member !== null && active.has(member) ? member : null

const quietHoursOf = ({ quiet_from: from, quiet_to: to }: Device) =>
  from === null || to === null ? null : { from, to }
