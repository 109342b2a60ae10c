import type { PayloadRequest } from 'payload'
import { announce } from '../database/announce.ts'
import { availabilityOf, type EventDate, isOtherAvailability } from './rules.ts'
import { eventDateTag, eventsTag } from './tags.ts'

/**
 * Drops the cached pages that show a date's places, if the shown availability changes. Lists of dates show
 * only the kind of availability.
 * @param before the date before the change
 * @param taken the number of taken places after the change
 */
export async function announcePlaces(
  req: PayloadRequest,
  before: EventDate,
  taken: number,
): Promise<void> {
  const now = new Date()
  const one = availabilityOf(before, now)
  const other = availabilityOf({ ...before, taken }, now)
  if (!isOtherAvailability(one, other)) return
  const tags = [eventDateTag(before.id)]
  await announce(req, one.kind === other.kind ? tags : [...tags, eventsTag])
}
