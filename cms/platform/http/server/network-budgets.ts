import { networksOf, providerNetworkOf } from '../../limits/networks.ts'
import type { Budget } from './token-buckets.ts'

/** A signed-in person with a budget of their own. */
export type Payer = {
  key: string
  /** The budget, as a multiple of one client's budget. */
  times: number
  /**
   * Whether all people of this kind at one client share a further budget. In each wider network they share another one.
   * Members do, because anybody can become a member several times.
   */
  isShared: boolean
}

/**
 * A network of a client. `multiple` is the network's budget as a multiple of one client's budget. The network's bucket
 * holds at least `bursts` long bursts (of `burstSeconds`) of one client.
 */
export type Network = { name: string; multiple: number; bursts: number }

const burstSeconds = 10
/**
 * A wider network may spend the units of this many seconds at once. Longer bursts of many clients would slow the
 * site.
 */
const networkBurstSeconds = 2
/** The maximum budget of a wider network, as a multiple of one client's budget. */
const networkTimes = 4
/** The budget of all clients of one provider together, as a multiple of one client's budget. */
const providerTimes = 6
/** The budget of the venue's own address, as a multiple of one client's budget. */
const venueTimes = 8
/** The common budget of all members at one client or in one wider network, as a multiple of one client's budget. */
const membersTimes = 5
const membersBurstSeconds = 2
/** The maximum number of verifications of one session token per second, for all clients together. */
const verificationsOfToken = 0.2
/**
 * The maximum number of verified tokens per second for one client. For a wider network, it is multiplied by the same
 * number as the budget.
 */
const verificationsPerSecond = 5
/** The additional budget for sign-in requests, as a share of a client's budget. */
const signInShare = 0.5

/** The networks with which a client shares budgets, from the provider's network to the client itself. */
export function networksFrom(client: string): Network[] {
  const provider = {
    name: `provider ${providerNetworkOf(client)}`,
    multiple: providerTimes,
    bursts: 3,
  }
  const networks = networksOf(client).map(({ name, multiple }) => ({
    name,
    multiple: Math.min(multiple, networkTimes),
    bursts: name === client ? 1 : 2,
  }))
  return [provider, ...networks.reverse()]
}

/**
 * The budgets of a client and its networks for one purpose, in the order of `networks`.
 * @param purpose separates the buckets of different purposes
 * @param rateOf units per second of a network, from the network's multiple
 * @param seconds how many seconds of units the client's own bucket holds
 */
function budgetsIn(
  networks: readonly Network[],
  purpose: string,
  rateOf: (multiple: number) => number,
  seconds = burstSeconds,
): Budget[] {
  // A wider network's bucket holds several long bursts of one client. After the burst of one client, other clients
  // of the network can therefore still make a burst. If bursts are short, the buckets of a client and its networks
  // hold the units of the same number of seconds.
  const clientBurst = seconds > networkBurstSeconds ? rateOf(1) * seconds : 0
  return networks.map(({ name, multiple, bursts }) => {
    const rate = rateOf(multiple)
    const shared = Math.max(clientBurst * bursts, rate * networkBurstSeconds)
    return { key: purpose + name, rate, burst: bursts === 1 ? rate * seconds : shared }
  })
}

/** A client's place in the network. `isVenue`: its address is the venue's own, which all guests share. */
export type Place = { networks: readonly Network[]; isVenue: boolean }

/**
 * Which budgets a request is charged to, the widest network first.
 * @param perSecond units per second of one client
 */
export function createBudgets(perSecond: number) {
  const rateAt =
    (isVenue: boolean, share = 1) =>
    (multiple: number) =>
      perSecond * (isVenue ? venueTimes : multiple) * share

  return {
    ofClient: ({ networks, isVenue }: Place): Budget[] => budgetsIn(networks, '', rateAt(isVenue)),

    /** The second budget, of requests that are needed to sign in. */
    ofSignIn: ({ networks, isVenue }: Place): Budget[] =>
      budgetsIn(networks, 'sign-in ', rateAt(isVenue, signInShare)),

    ofPayer({ key, times, isShared }: Payer, { networks, isVenue }: Place): Budget[] {
      const rate = perSecond * times
      const own = { key, rate, burst: rate * burstSeconds }
      if (!isShared) return [own]
      const rateOfMembers = () => perSecond * (isVenue ? venueTimes : membersTimes)
      return [...budgetsIn(networks, 'members at ', rateOfMembers, membersBurstSeconds), own]
    },

    /** How often sessions are verified. A verification costs one unit. */
    ofVerification(token: string, networks: readonly Network[]): Budget[] {
      const rate = verificationsOfToken
      const ofToken = { key: `verify ${token}`, rate, burst: rate * burstSeconds }
      const rateOf = (multiple: number) => verificationsPerSecond * multiple
      return [ofToken, ...budgetsIn(networks, 'verify ', rateOf)]
    },
  }
}
