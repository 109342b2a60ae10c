import { LRUCache } from 'lru-cache'
import { networksOf, providerNetworkOf } from '../../limits/networks.ts'

/** The networks in which a client's new names count. */
export type Networks = { network: string; provider: string }

/** @param client as for `networksOf` */
export const namingNetworksOf = (client: string): Networks => ({
  network: networksOf(client).at(-1)?.name ?? client,
  provider: providerNetworkOf(client),
})

/** Networks whose numbers are remembered. */
const maxNetworks = 20_000

/**
 * Limits how many new names a day has, because anybody can make them up, and sums keep them for ever. Nobody uses up
 * what others have: each network has a small number of its own.
 * @returns whether a name is accepted
 */
export function createNameLimit(max: { ofNetwork: number; ofProvider: number; ofAll: number }) {
  let today = ''
  const seen = new Set<string>()
  const counts = new LRUCache<string, number>({ max: maxNetworks })

  return (name: string, { network, provider, day }: Networks & { day: string }): boolean => {
    if (today !== day) {
      today = day
      seen.clear()
      counts.clear()
    }
    if (seen.has(name)) return true
    const ofNetwork = counts.get(`network ${network}`) ?? 0
    const ofProvider = counts.get(`provider ${provider}`) ?? 0
    if (ofNetwork >= max.ofNetwork || ofProvider >= max.ofProvider) return false
    if (seen.size >= max.ofAll) return false
    seen.add(name)
    counts.set(`network ${network}`, ofNetwork + 1)
    counts.set(`provider ${provider}`, ofProvider + 1)
    return true
  }
}
