import { LRUCache } from 'lru-cache'
import type { Assigned } from './assign.ts'
import type { Browser } from './batches.ts'
import { stateByDay } from './days.ts'
import { visitorIdOf } from './visitor.ts'

/** The maximum number of clients and networks whose visitors are counted on one day. */
const maxKeys = 20_000

/**
 * The maximum number of visitors of one client and of its network in a day. Further visits count as a bot's, because
 * anybody can send any number of user agents, and each user agent counts as another visitor. The guests at a venue
 * share its IP address, but those with the same user agent count as one visitor. At most `ofClientInNetwork` visitors
 * of one client count for its network, so a single client can't get its neighbours' visits marked as those of a bot.
 */
export const maxVisitors = { ofClient: 1000, ofNetwork: 1000, ofClientInNetwork: 250 }

/** Counts the visitors of clients and networks on each day, in the memory of this process. */
export function createCrowds(max = maxVisitors) {
  const countsOn = stateByDay(() => new LRUCache<string, number>({ max: maxKeys }))
  const isCrowded = ({ batch, session }: Assigned): boolean => {
    const counts = countsOn(session.day)
    const { network } = batch.networks
    return (
      (counts.get(clientKey(batch)) ?? 0) >= max.ofClient ||
      (counts.get(network) ?? 0) >= max.ofNetwork
    )
  }
  return {
    /** Marks new visits of clients and networks with too many visitors as visits of bots. */
    mark: (assigned: readonly Assigned[]): Assigned[] =>
      assigned.map((each) => {
        if (!each.isNew || !isCrowded(each)) return each
        const { batch } = each
        return { ...each, batch: { ...batch, browser: markAutomated(batch.browser) } }
      }),
    /** Counts the visitors that have just been stored. */
    add: (assigned: readonly Assigned[]): void => {
      for (const { batch, session, isNew } of assigned) {
        if (!isNew || session.number > 1) continue
        const counts = countsOn(session.day)
        const increase = (key: string): number => {
          const count = (counts.get(key) ?? 0) + 1
          counts.set(key, count)
          return count
        }
        if (increase(clientKey(batch)) <= max.ofClientInNetwork) increase(batch.networks.network)
      }
    },
  }
}

/** A key for a client. It does not contain the IP address itself. */
const clientKey = ({ days: [{ salt }], networks: { client } }: Assigned['batch']): string =>
  visitorIdOf(salt, client, '')

const markAutomated = (browser: Browser): Browser => ({
  ...browser,
  is_automated: true,
  bot: browser.bot ?? 'behaviour',
})
