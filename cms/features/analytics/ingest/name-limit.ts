import { stateByDay } from './days.ts'
import { createNetworkCounts, type Networks } from './networks.ts'

/** The sender of the names, and the day. */
export type Sender = Networks & { day: string; isBot: boolean }

/**
 * Limits how many new names are accepted in a day: names in events, and combinations of source, medium and campaign.
 * Anybody can send invented names, and sums keep them for ever. No single network can use up the limit of the day,
 * because each network has a small limit of its own. Bots may add no names.
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
