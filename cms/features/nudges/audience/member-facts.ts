import type { Database } from '../../../platform/database/query.ts'
import { findActiveMembers } from '../../members/service.ts'
import { findTopicsOf } from '../../newsletter/service.ts'
import type { Device } from '../queries/devices.ts'
import { type DeviceFacts, existingTopics, type MemberFacts } from './audience.ts'

/** What is known about the owners of devices. */
export type Known = {
  /** What active members told us, by their ids. */
  members: ReadonlyMap<number, MemberFacts>
  /** The venue's own topics. An own topic that somebody chose and that is missing here was renamed or removed. */
  venueTopics: readonly string[]
}

/**
 * What active members told us, in their profiles and subscriptions.
 * @param venueTopics the venue's own topics
 */
export async function findMemberFacts(
  db: Database,
  members: readonly (number | null)[],
  venueTopics: readonly string[],
): Promise<Known> {
  const ids = new Set(members.filter((id) => id !== null))
  if (!ids.size) return { members: new Map(), venueTopics }
  const active = await findActiveMembers(db, [...ids])
  const subscribed = await findTopicsOf(
    db,
    active.map(({ email }) => email),
  )
  const facts = active.map(
    ({ id, email, interests, favourite_areas: areas, time_slots, beer_styles }) => {
      // Subscribers also change their interests without signing in, so those of the subscription count.
      const topics = existingTopics([...(subscribed.get(email) ?? interests)], venueTopics) ?? []
      return [id, { topics, areas, time_slots, beer_styles }] as const
    },
  )
  return { members: new Map(facts), venueTopics }
}

/** A device with what its member told us. The device of a suspended member counts as a device without a member. */
export function factsOf(
  { member, topics, time_slots }: Pick<Device, 'member' | 'topics' | 'time_slots'>,
  { members, venueTopics }: Known,
): DeviceFacts {
  const own = member === null ? undefined : members.get(member)
  return {
    member: own ? member : null,
    topics: existingTopics(topics, venueTopics),
    time_slots,
    memberFacts: own ?? null,
  }
}
