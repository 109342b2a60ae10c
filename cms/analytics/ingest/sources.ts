import { otherName } from '../rules.ts'
import type { Origin } from './addresses.ts'
import { isKnownSite } from './known-sites.ts'
import { createNameLimit, type Sender } from './name-limit.ts'

/** New combinations of source, medium and campaign in a day. Further ones count as `other`. */
const maxNew = { ofNetwork: 10, ofProvider: 50, ofAll: 500 }

/**
 * Limits how many sources a day has. Neither known sites nor campaigns of the venue count.
 * @returns what an origin counts as. `isOwn`: the venue made this campaign
 */
export function createSourceLimit() {
  const accepts = createNameLimit(maxNew)
  return (origin: Origin, from: Sender & { isOwn: boolean }): Origin => {
    const { source, medium, campaign } = origin
    if (source === null && medium === null && campaign === null) return origin
    const isKnown = source !== null && isKnownSite(source)
    if (from.isOwn || (isKnown && medium === null && campaign === null)) return origin
    if (accepts(JSON.stringify([source, medium, campaign]), from)) return origin
    return { ...origin, source: isKnown ? source : otherName, medium: null, campaign: null }
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
