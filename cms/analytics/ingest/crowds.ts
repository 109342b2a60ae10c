import { LRUCache } from 'lru-cache'
import type { Assigned } from './assign.ts'
import type { Browser } from './batches.ts'
import { stateByDay } from './days.ts'

/** Networks whose visitors are remembered. */
const maxNetworks = 20_000

/**
 * Visitors of one network in a day. Further visits are a program's: anybody can send any number of user agents, and
 * each makes another visitor. The guests of a venue share few.
 */
export const maxVisitors = 1000

/** Counts the visitors of networks on each day, in the memory of this process. */
export function createCrowds(max = maxVisitors) {
  const countsOn = stateByDay(() => new LRUCache<string, number>({ max: maxNetworks }))
  return {
    /** The visits as programs' that begin in a network with too many visitors. */
    mark: (assigned: readonly Assigned[]): Assigned[] =>
      assigned.map((each) => {
        const { batch, session, isNew } = each
        const { network } = batch.networks
        if (!isNew || (countsOn(session.day).get(network) ?? 0) < max) return each
        return { ...each, batch: { ...batch, browser: automated(batch.browser) } }
      }),
    /** Counts the visitors who are stored now. */
    add: (assigned: readonly Assigned[]): void => {
      for (const { batch, session, isNew } of assigned) {
        if (!isNew || session.number > 1) continue
        const counts = countsOn(session.day)
        const { network } = batch.networks
        counts.set(network, (counts.get(network) ?? 0) + 1)
      }
    },
  }
}

const automated = (browser: Browser): Browser => ({
  ...browser,
  is_automated: true,
  bot: browser.bot ?? 'behaviour',
})
