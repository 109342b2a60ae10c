import { LRUCache } from 'lru-cache'
import { stateByDay } from './days.ts'
import { createNetworkCounts, type Networks } from './networks.ts'

/**
 * The maximum number of events that each process stores in a day for one client, its network and its provider.
 * Thousands of people who share an IP address send fewer.
 */
export const maxEventsOfDay = { ofClient: 50_000, ofNetwork: 200_000, ofProvider: 800_000 }

/** The number of clients whose counts are remembered. */
const maxClients = 20_000

/**
 * Limits how many events of one network are stored in a day. Otherwise its clients could fill the disk without
 * exceeding their request budgets. One client can use only a part of the network's limit. Events that are sent again,
 * or not stored, do not count.
 */
export function createEventLimit(max = maxEventsOfDay) {
  const countsOn = stateByDay(() => ({
    clients: new LRUCache<string, number>({ max: maxClients }),
    networks: createNetworkCounts(max),
  }))
  type From = Networks & { client: string; day: string }
  return {
    /** Whether further events may be stored. */
    hasRoom: ({ day, client, ...networks }: From): boolean => {
      const counts = countsOn(day)
      return (counts.clients.get(client) ?? 0) < max.ofClient && counts.networks.hasRoom(networks)
    },
    /** Counts events that were stored. */
    add: ({ day, client, ...networks }: From, count: number): void => {
      const counts = countsOn(day)
      counts.clients.set(client, (counts.clients.get(client) ?? 0) + count)
      counts.networks.add(networks, count)
    },
  }
}
