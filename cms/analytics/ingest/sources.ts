import { LRUCache } from 'lru-cache'
import { networksOf, providerNetworkOf } from '../../limits/networks.ts'
import { otherName } from '../rules.ts'
import type { Origin } from './addresses.ts'
import { isKnownSite } from './known-sites.ts'

/** New combinations of source, medium and campaign in a day. Further ones count as `other`. */
const maxNew = { ofNetwork: 10, ofProvider: 50, ofAll: 500 }
/** Networks whose numbers are remembered. */
const maxNetworks = 20_000

/** The networks in which a client's new sources count. @param client as for `networksOf` */
export type SourceNetworks = { network: string; provider: string }
export const sourceNetworksOf = (client: string): SourceNetworks => ({
  network: networksOf(client).at(-1)?.name ?? client,
  provider: providerNetworkOf(client),
})

/**
 * Limits how many sources a day has, because anybody can make them up. Nobody uses up what others have: each network
 * has a small number of its own, and neither known sites nor campaigns of the venue count.
 * @returns what an origin counts as. `isOwn`: the venue made this campaign
 */
export function createSourceLimit() {
  let day = ''
  const seen = new Set<string>()
  const counts = new LRUCache<string, number>({ max: maxNetworks })

  return (origin: Origin, from: SourceNetworks & { day: string; isOwn: boolean }): Origin => {
    const { source, medium, campaign } = origin
    if (source === null && medium === null && campaign === null) return origin
    const isKnown = source !== null && isKnownSite(source)
    if (from.isOwn || (isKnown && medium === null && campaign === null)) return origin
    if (day !== from.day) {
      day = from.day
      seen.clear()
      counts.clear()
    }
    const key = JSON.stringify([source, medium, campaign])
    if (seen.has(key)) return origin
    const limits = [
      { name: `network ${from.network}`, max: maxNew.ofNetwork },
      { name: `provider ${from.provider}`, max: maxNew.ofProvider },
    ]
    const isTooMany =
      seen.size >= maxNew.ofAll || limits.some(({ name, max }) => (counts.get(name) ?? 0) >= max)
    if (isTooMany) {
      return { ...origin, source: isKnown ? source : otherName, medium: null, campaign: null }
    }
    seen.add(key)
    for (const { name } of limits) counts.set(name, (counts.get(name) ?? 0) + 1)
    return origin
  }
}

/** What the venue's own links are tagged with, by the kind of what they are in. */
const ownMedium = { letter: 'email', nudge: 'push' }
export type OwnKind = keyof typeof ownMedium

/** The letter or nudge that a campaign names; null for other campaigns. It may not exist. */
export function ownCampaignOf({
  source,
  medium,
  campaign,
}: Origin): { kind: OwnKind; id: number } | null {
  const [, kind, id] = /^(letter|nudge)-([1-9]\d{0,8})$/.exec(campaign ?? '') ?? []
  if ((kind !== 'letter' && kind !== 'nudge') || source !== kind) return null
  return medium === ownMedium[kind] ? { kind, id: Number(id) } : null
}
