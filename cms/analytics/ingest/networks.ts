import { LRUCache } from 'lru-cache'
import { networksOf, providerNetworkOf } from '../../limits/networks.ts'

/** The networks in which what a client sends counts: the widest of `networksOf`, and its provider's. */
export type Networks = { network: string; provider: string }

/** @param client as for `networksOf` */
export const countingNetworksOf = (client: string): Networks & { client: string } => ({
  client,
  network: networksOf(client).at(-1)?.name ?? client,
  provider: providerNetworkOf(client),
})

/** Networks whose numbers are remembered. */
const maxNetworks = 20_000

/** Counts what clients of networks send, in the memory of this process. */
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
