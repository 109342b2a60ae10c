import { otherName } from '../rules.ts'
import { isKnownSite } from './known-sites.ts'
import { createNameLimit, type Sender } from './name-limit.ts'
import type { Origin } from './paths.ts'

/** The maximum number of new combinations of source, medium and campaign in a day. Further ones count as `other`. */
const maxNew = { ofNetwork: 10, ofProvider: 50, ofAll: 500 }

/**
 * Limits the number of new sources in a day. The names of known sites and the venue's own campaigns always stay.
 * @returns a function that returns the origin to store. `sender.isOwn`: whether the venue made the campaign
 */
export function createSourceLimit() {
  const accepts = createNameLimit(maxNew)
  return (origin: Origin, sender: Sender & { isOwn: boolean }): Origin => {
    const { source, medium, campaign } = origin
    if (source === null && medium === null && campaign === null) return origin
    const isKnown = source !== null && isKnownSite(source)
    if (sender.isOwn || (isKnown && medium === null && campaign === null)) return origin
    if (accepts(JSON.stringify([source, medium, campaign]), sender)) return origin
    return { ...origin, source: isKnown ? source : otherName, medium: null, campaign: null }
  }
}

/** The medium in the links of the venue's own letters and nudges. */
const ownMedium = { letter: 'email', nudge: 'push' }
export type OwnKind = keyof typeof ownMedium

/** The letter or nudge whose id a campaign contains; null for other campaigns. Does not check whether it exists. */
export function ownCampaignOf({
  source,
  medium,
  campaign,
}: Origin): { kind: OwnKind; id: number } | null {
  const [, kind, id] = /^(letter|nudge)-([1-9]\d{0,8})$/.exec(campaign ?? '') ?? []
  if ((kind !== 'letter' && kind !== 'nudge') || source !== kind) return null
  return medium === ownMedium[kind] ? { kind, id: Number(id) } : null
}
