import type { PayloadRequest } from 'payload'
import { announce } from '../database/announce.ts'
import { availabilityOf, type EventDate, isOtherAvailability } from './rules.ts'
import { eventDateTag, eventsTag } from './tags.ts'

/**
 * Drops the pages that show a date's places, if what they show differs now. Lists show only the kind of availability.
 * @param before the date as it was, with `taken` places
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
