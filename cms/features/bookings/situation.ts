import type { Payload } from 'payload'
import type { Database } from '../../platform/database/query.ts'
import { addDays } from '../venue/hours/opening-hours.ts'
import { findVenue } from '../venue/service.ts'
import { type SpaceHolds, spaceHolds } from '../venue/spaces.ts'
import { venueTimeOf } from '../venue/time/venue-time.ts'
import { listTaken } from './queries/taken.ts'
import { findSetup } from './setup.ts'
import { availabilityIn, type Situation } from './times/availability.ts'

/** What staff decide, and the venue's hours. Read it before a transaction, because the cache may use another connection. */
export type Plan = Pick<Situation, 'setup' | 'hours' | 'timeZone'> & {
  /** Who keeps whole areas for themselves. */
  spaceHolds?: readonly SpaceHolds[]
}

export async function findPlan(payload: Payload): Promise<Plan> {
  const [setup, { hours, timeZone }] = await Promise.all([findSetup(payload), findVenue(payload)])
  return { setup, hours, timeZone, spaceHolds: spaceHolds.all(payload) }
}

/** The moments that contain the hours of some days, also those after midnight of the last one. */
export function boundsOf({ from, until }: { from: string; until: string }, timeZone: string) {
  const [start, end] = [from, addDays(until, 2)].map(
    (day) => venueTimeOf(`${day}T00:00`, timeZone)?.at ?? new Date(`${day}T00:00:00Z`),
  ) as [Date, Date]
  return { from: start, to: end }
}

/**
 * The availability of some days, as of now.
 * @param options.without a booking that is left out, because it is about to be moved
 */
export async function readAvailability(
  db: Database,
  plan: Plan,
  { from, until, without }: { from: string; until: string; without?: number },
) {
  const taken = await listTaken(db, { ...boundsOf({ from, until }, plan.timeZone), without })
  return availabilityIn({ ...plan, now: new Date(), taken })
}
