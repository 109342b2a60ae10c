import { stateByDay } from './days.ts'
import { createNetworkCounts, type Networks } from './networks.ts'

/** Events of a day that are stored, by each process. Thousands of people send fewer. */
export const maxEventsOfDay = { ofNetwork: 200_000, ofProvider: 800_000 }

/**
 * Limits how many events a network stores in a day, because its clients could fill the disk at the rate of their
 * budgets. What is sent again, or not stored, does not count.
 */
export function createEventLimit(max = maxEventsOfDay) {
  const countsOn = stateByDay(() => createNetworkCounts(max))
  type From = Networks & { day: string }
  return {
    /** Whether further events may be stored. */
    hasRoom: ({ day, ...networks }: From): boolean => countsOn(day).hasRoom(networks),
    /** Counts events that were stored. */
    add: ({ day, ...networks }: From, count: number): void => countsOn(day).add(networks, count),
  }
}
