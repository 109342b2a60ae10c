import { LRUCache } from 'lru-cache'
import { networksOf, providerNetworkOf } from '../../../platform/limits/networks.ts'

/**
 * The networks of a client for which events are counted: its widest network in `networksOf`, and that of its provider.
 */
export type Networks = { network: string; provider: string }

/** @param client an IP address or network, see `networksOf` */
export const countedNetworksOf = (client: string): Networks & { client: string } => ({
  client,
  network: networksOf(client).at(-1)?.name ?? client,
  provider: providerNetworkOf(client),
})

/** The number of networks whose counts are remembered. */
const maxNetworks = 20_000

/** Counts how many events, or new names, each network has sent. The counts are in the memory of this process. */
export function createNetworkCounts(max: { ofNetwork: number; ofProvider: number }) {
  const counts = new LRUCache<string, number>({ max: maxNetworks })
  const countOf = (key: string): number => counts.get(key) ?? 0
  return {
    hasRoom: ({ network, provider }: Networks): boolean =>
      countOf(`network ${network}`) < max.ofNetwork &&
      countOf(`provider ${provider}`) < max.ofProvider,
    add: ({ network, provider }: Networks, count: number): void => {
      for (const key of [`network ${network}`, `provider ${provider}`]) {
        counts.set(key, countOf(key) + count)
      }
    },
  }
}
