import type { Taken } from './claims.ts'
import { isRefusedForGood, type Outcome } from './rules.ts'

/** A mail that was tried, and how that went. */
export type Tried = {
  mail: Pick<Taken, 'id' | 'claim' | 'tries' | 'to_address'>
  outcome: Outcome
  messageId: string | null
}

/** So many refused one after the other, and nobody in between who was not: that is about us. */
export const mostRefused = 20

/**
 * Tells a reader who is refused from a server that refuses everybody: a wrong address or password of
 * ours, a quota, a sender it does not know. Readers have no fault in that, so a refusal is believed
 * only when the server takes a mail after it, or when no more are sent.
 */
export type Doubt = {
  /** @returns what is certain now, in the order in which it was tried */
  weigh: (tried: Tried) => Tried[]
  /** @returns what was in doubt, which is believed now: no more are sent for the time being */
  believe: () => Tried[]
}

export function createDoubt(): Doubt {
  let held: Tried[] = []
  let turnsAway = false
  const refused = new Set<string>()

  const believe = () => {
    const believed = held
    held = []
    return believed
  }
  return {
    believe,
    weigh: (tried) => {
      if (tried.outcome.how === 'accepted') {
        turnsAway = false
        refused.clear()
        return [...believe(), tried]
      }
      if (!isRefusedForGood(tried.outcome)) return [tried]
      held.push(tried)
      refused.add(tried.mail.to_address.toLowerCase())
      turnsAway ||= refused.size >= mostRefused
      return turnsAway ? believe().map(asTurnedAway) : []
    },
  }
}

function asTurnedAway({ outcome, ...rest }: Tried): Tried {
  const said = 'response' in outcome ? outcome.response : ''
  return { ...rest, outcome: { how: 'turned away', error: `The mail server refuses all: ${said}` } }
}
