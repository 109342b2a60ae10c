import type { PayloadRequest } from 'payload'
import { announce } from '../../platform/database/announce.ts'
import { availabilityOf, type EventDate, isOtherAvailability, largestPartyOf } from './rules.ts'
import { eventDateTag, eventsTag } from './tags.ts'

/**
 * Drops the cached page of a date if the availability that it shows changes, or the largest party that gets places. Pages with lists of dates show only the
 * kind of availability, so they are dropped only if the kind changes.
 * @param before the date before the change
 * @param taken the number of taken places after the change
 */
export async function announceAvailabilityTags(
  req: PayloadRequest,
  before: EventDate,
  taken: number,
): Promise<void> {
  const now = new Date()
  const oldAvailability = availabilityOf(before, now)
  const newAvailability = availabilityOf({ ...before, taken }, now)
  const isOtherParty = largestPartyOf(before) !== largestPartyOf({ ...before, taken })
  if (!isOtherParty && !isOtherAvailability(oldAvailability, newAvailability)) return
  const tags = [eventDateTag(before.id)]
  await announce(req, oldAvailability.kind === newAvailability.kind ? tags : [...tags, eventsTag])
}
