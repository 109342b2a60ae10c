import type { Database } from '../database/query.ts'
import { findActiveMembers } from '../members/service.ts'
import { findTopicsOf } from '../newsletter/service.ts'
import type { DeviceFacts, MemberFacts } from './audience.ts'
import type { Device } from './queries/devices.ts'

/** What active members told us, in their profiles and subscriptions. */
export async function findMemberFacts(
  db: Database,
  members: readonly (number | null)[],
): Promise<Map<number, MemberFacts>> {
  const ids = new Set(members.filter((id) => id !== null))
  if (!ids.size) return new Map()
  const active = await findActiveMembers(db, [...ids])
  const subscribed = await findTopicsOf(
    db,
    active.map(({ email }) => email),
  )
  return new Map(
    active.map(({ id, email, interests, favourite_areas, time_slots, beer_styles }) => [
      id,
      {
        topics: [...new Set([...interests, ...(subscribed.get(email) ?? [])])],
        areas: favourite_areas,
        timeSlots: time_slots,
        beerStyles: beer_styles,
      },
    ]),
  )
}

/** A device with what its member told us. The device of a suspended member counts as nobody's. */
export function factsOf(
  { member, topics, time_slots }: Pick<Device, 'member' | 'topics' | 'time_slots'>,
  told: ReadonlyMap<number, MemberFacts>,
): DeviceFacts {
  const own = member === null ? undefined : told.get(member)
  return { member: own ? member : null, topics, timeSlots: time_slots, told: own ?? null }
}
