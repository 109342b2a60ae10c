import type { Taken } from '../queries/claims.ts'
import { isRefusedForGood, type Outcome, refusesAllPrefix } from '../rules.ts'

export type Tried = {
  mail: Pick<Taken, 'id' | 'claim' | 'tries' | 'to_address'>
  outcome: Outcome
  messageId: string | null
}

/** After this many refusals in a row, of different recipients, the server is assumed to refuse everybody. */
export const maxRefused = 20

/**
 * Distinguishes a server that refuses one recipient from a server that refuses every mail. A server may refuse every
 * mail because of a wrong sender address or password, a quota, or an unknown sender. A refusal is final only when the
 * server accepts a later mail, or when no more mails are sent.
 */
export type RefusalFilter = {
  /** @returns the outcomes that are final now, in the order in which the mails were tried */
  add: (tried: Tried) => Tried[]
  /** Makes pending refusals final, because no more mails are sent for now. @returns these refusals */
  flush: () => Tried[]
}

export function createRefusalFilter(): RefusalFilter {
  let pending: Tried[] = []
  let refusesAll = false
  const refused = new Set<string>()

  const flush = () => {
    const flushed = pending
    pending = []
    return flushed
  }
  return {
    flush,
    add: (tried) => {
      if (tried.outcome.how === 'accepted') {
        refusesAll = false
        refused.clear()
        return [...flush(), tried]
      }
      if (!isRefusedForGood(tried.outcome)) return [tried]
      pending.push(tried)
      refused.add(tried.mail.to_address.toLowerCase())
      refusesAll ||= refused.size >= maxRefused
      return refusesAll ? flush().map(refusedByServer) : []
    },
  }
}

function refusedByServer({ outcome, ...rest }: Tried): Tried {
  const response = 'response' in outcome ? outcome.response : ''
  return {
    ...rest,
    outcome: { how: 'turned away', error: refusesAllPrefix + response },
  }
}
