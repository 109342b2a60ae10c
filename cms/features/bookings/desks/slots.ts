import type { TimeSlot } from '../../members/profile/rules.ts'
import type { Hours } from '../../venue/hours/opening-hours.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { bySlot } from '../rules.ts'
import { timesOn } from '../times/times-on.ts'

const stepMinutes = 15
const shortestMs = 30 * 60_000

/** A part of a day in which a desk can be booked. */
export type DeskSlot = { slot: TimeSlot; from: Date; until: Date }

/** The parts of an area’s day, by its opening hours with their exceptions. Those shorter than half an hour are left out. */
export function deskSlots(
  day: string,
  { hours, area, timeZone }: { hours: Hours; area: VenueArea; timeZone: string },
): DeskSlot[] {
  const times = timesOn(day, { hours, area, timeZone, rule: { interval: stepMinutes, last: 0 } })
  return bySlot(times).flatMap(({ slot, times: own }) => {
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return []
    const end = Math.min(last.at.getTime() + stepMinutes * 60_000, last.closesAt.getTime())
    const until = new Date(end)
    return end - first.at.getTime() < shortestMs ? [] : [{ slot, from: first.at, until }]
  })
}
