import { stateByDay } from './days.ts'
import { createNetworkCounts, type Networks } from './networks.ts'

/** Events of a day that are stored, by each process. Thousands of people send fewer. */
export const maxEventsOfDay = { ofNetwork: 200_000, ofProvider: 800_000 }

/**
 * Limits how many events a network stores in a day, because its clients could fill the disk at the rate of their
 * budgets.
 * @returns whether further events may be stored. It counts them if so
 */
export function createEventLimit(max = maxEventsOfDay) {
  const countsOn = stateByDay(() => createNetworkCounts(max))
  return (count: number, { day, ...networks }: Networks & { day: string }): boolean => {
    const counts = countsOn(day)
    if (!counts.hasRoom(networks)) return false
    counts.add(networks, count)
    return true
  }
}
