import { stateByDay } from './days.ts'
import { createNetworkCounts, type Networks } from './networks.ts'

/** Whose names they are, and of which day. */
export type Sender = Networks & { day: string; isBot: boolean }

/**
 * Limits how many new names a day has, because anybody can make them up, and sums keep them for ever. Nobody uses up
 * what others have: each network has a small number of its own, and programs have none.
 * @returns whether a name is accepted
 */
export function createNameLimit(max: { ofNetwork: number; ofProvider: number; ofAll: number }) {
  const stateOn = stateByDay(() => ({ seen: new Set<string>(), counts: createNetworkCounts(max) }))

  return (name: string, { day, isBot, ...networks }: Sender): boolean => {
    const { seen, counts } = stateOn(day)
    if (seen.has(name)) return true
    if (isBot || seen.size >= max.ofAll || !counts.hasRoom(networks)) return false
    seen.add(name)
    counts.add(networks, 1)
    return true
  }
}
