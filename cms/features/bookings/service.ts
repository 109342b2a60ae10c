import { LRUCache } from 'lru-cache'
import type { Payload } from 'payload'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { perStart } from '../../platform/runtime/state.ts'
import { addDays } from '../venue/hours/opening-hours.ts'
import type { VenueArea } from '../venue/rules.ts'
import { type HitBooking, listHitBookings } from './queries/taken.ts'
import { type Closure, nearestTimes } from './rules.ts'
import { findPlan, type Plan, readAvailability } from './situation.ts'
import type { AreaDay, AreaRequest, AvailableTime, DayState } from './times/availability.ts'

export { closeArea, reopenArea } from './area-closures.ts'
export { hasComingBookings } from './queries/place.ts'
export { listHitBookings } from './queries/taken.ts'
export {
  finish,
  moveToTables,
  release,
  reschedule,
  take,
  takeByStaff,
} from './taking.ts'

/**
 * The functions of bookings that other modules use. Those with a `db` run in the caller's transaction; `findPlan` is read
 * before it.
 */

/** The times of a day, for each area that takes bookings. */
export async function availability(
  payload: Payload,
  { day, ...request }: AreaRequest & { day: string },
): Promise<AreaDay[]> {
  const plan = await findPlan(payload)
  return (await readAvailability(databaseOf(payload), plan, { from: day, until: day })).ofDay(
    day,
    request,
  )
}

/** What each day from one to another is like for a party. */
export async function monthOverview(
  payload: Payload,
  { from, until, ...request }: AreaRequest & { from: string; until: string },
): Promise<{ day: string; state: DayState }[]> {
  const plan = await findPlan(payload)
  const available = await readAvailability(databaseOf(payload), plan, { from, until })
  const days: { day: string; state: DayState }[] = []
  for (let day = from; day <= until; day = addDays(day, 1)) {
    days.push({ day, state: available.stateOf(day, request) })
  }
  return days
}

const replies = perStart(() => new LRUCache<string, Promise<unknown>>({ max: 500 }))

/**
 * Answers the same question only once in a while, for calls that anybody can make.
 * @param keptMs how long an answer is used again
 */
export function answerOnce<Answer>(
  question: string,
  keptMs: number,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const cache = replies()
  const known = cache.get(question)
  if (known) return known as Promise<Answer>
  const found = answer()
  cache.set(question, found, { ttl: keptMs })
  found.catch(() => cache.delete(question))
  return found
}

const proposedTimes = 3
/** A booking that a closure hits, and other times of its day, in its area and in others. */
export type ClosureHit = HitBooking & {
  proposals: { area: VenueArea; times: Pick<AvailableTime, 'at' | 'clock'>[] }[]
}

/**
 * The bookings that a closure hits, each with other times of the same day. They were not changed.
 * @param closure may be one that is not saved yet
 */
export async function closureHits(
  db: Database,
  { setup, ...plan }: Plan,
  closure: Closure,
): Promise<ClosureHit[]> {
  const hits = await listHitBookings(db, closure)
  const closed = { ...plan, setup: { ...setup, closures: [...setup.closures, closure] } }
  const found: ClosureHit[] = []
  for (const hit of hits) {
    const { day, party } = hit
    const range = { from: day, until: day, without: hit.id }
    const areas = (await readAvailability(db, closed, range)).ofDay(day, { area: null, party })
    const proposals = areas
      .map(({ area, times }) => ({ area, times: nearestTimes(times, hit.startsAt, proposedTimes) }))
      .filter(({ times }) => times.length)
      // Its own area is first.
      .sort((one, other) => Number(other.area === hit.area) - Number(one.area === hit.area))
    found.push({ ...hit, proposals })
  }
  return found
}
