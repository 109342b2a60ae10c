import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { networksOf, providerNetworkOf } from '../limits/networks.ts'
import { clientBlock } from './client-address.ts'
import { HttpError } from './errors.ts'
import { translateForeign } from './foreign-errors.ts'

/**
 * The costs of requests that are not answered from memory. A unit is about a millisecond of processor
 * time on a small machine; `tests/bench/expensive.ts` measures it.
 */
export const costs = {
  /** Every request that is not answered from the cache, whatever its result. */
  request: 1,
  /** A call of ours that reads the session and a few rows. */
  call: 2,
  /** A call of ours that writes. */
  change: 6,
  /** One of Payload's own endpoints: it may read many rows. */
  collection: 12,
  /** An attempt to sign in to the admin. The password hash is deliberately slow. */
  signIn: 60,
  /** A page rendered for one request. */
  page: 20,
  /** A page of the admin, rendered by Next. */
  adminPage: 30,
} as const

const bytesPerUnit = 16 * 1024

/** The cost of a body, which is parsed before the request is authorised. */
export const bodyCost = ({ headers }: IncomingMessage): number =>
  Math.min(costs.page, Math.floor(Number(headers['content-length'] ?? 0) / bytesPerUnit) || 0)

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

const burstSeconds = 10
/**
 * A wider network may spend the units of this many seconds at once. Longer bursts of many clients would slow the
 * site.
 */
const networkBurstSeconds = 2
/** The maximum budget of a wider network, as a multiple of one client's budget. */
const networkTimes = 4
const staffTimes = 10
/** The common budget of all members at one client or in one wider network, as a multiple of one client's budget. */
const membersTimes = 5
const membersBurstSeconds = 2
/** The budget of all clients of one provider together, as a multiple of one client's budget. */
const providerTimes = 6
/** The maximum number of verifications of one session token per second, for all clients together. */
const verificationsOfToken = 0.2
/**
 * The maximum number of verified tokens per second for one client. For a wider network, it is multiplied by the same
 * number as the budget.
 */
const verificationsPerSecond = 5
/** The additional budget for sign-in requests, as a share of a client's budget. */
const signInShare = 0.5
/** How long a verified session is charged to the person's own budget without a new verification. */
const rememberedMs = 5 * 60_000
/** The budget of the venue's own address, as a multiple of one client's budget. */
const venueTimes = 8
/** How long an address counts as the venue's after the session of a staff member there was verified. */
const venueAddressMs = 12 * 60 * 60_000

type Bucket = { left: number; at: number }
/** A bucket that fills with `rate` units per second and holds `burst` units. */
type Budget = { key: string; rate: number; burst: number }
/**
 * A network of a client. `multiple` is the network's budget as a multiple of one client's budget. The network's bucket
 * holds at least `bursts` long bursts (of `burstSeconds`) of one client.
 */
type Network = { name: string; multiple: number; bursts: number }
/** A session token with a valid signature. */
export type SignedToken = { token: string; isStaff: boolean }

/**
 * Limits the work that each client causes with requests that are not answered from the cache. The budgets
 * are token buckets in the memory of this process, because they protect the process. A client's bucket
 * fills with `perSecond` units and holds ten seconds of them. `clientBlock` identifies the client.
 *
 * The wider networks of the client (`networksOf`) and its provider (`providerNetworkOf`) have budgets too.
 * Their buckets hold two seconds of units. But a wider network's bucket holds at least twice as much as one
 * client's, and a provider's at least three times as much.
 *
 * When the budget of an address is used up, requests with a valid session are charged to the person's own
 * budget for five minutes. A member's budget is as large as a client's. A staff member's budget is ten times as
 * large. All members at one client share a budget of five times a client's. So do all members in a wider
 * network.
 *
 * A request takes its units from the buckets of all its budgets, or from none if one has too few. The widest network
 * is checked first, and a refused request creates no bucket. Otherwise an attacker who changes the address for each
 * request would displace the buckets of other clients.
 *
 * A refused request also costs the client or person one unit. The balance can become negative, by ten
 * seconds of units at most. A client that continues at a rate above its budget is therefore refused every
 * request. Otherwise it could spend the whole budget on the most expensive requests.
 *
 * Requests that are needed to sign in have a second budget, half as large. It is charged when the first
 * budget is used up. A refused sign-in request also costs one unit of the second budget, whose balance has
 * the same limit of ten seconds. People can therefore sign in during a flood of other requests from their
 * address.
 *
 * An address counts as the venue's own for twelve hours after the session of a staff member there was verified. The
 * token of an ended session is not enough. The venue's guests share this address, so its budget is eight
 * times a client's. The common budget of the members at this address is as large.
 * @param options.perSecond units per second and client
 * @param options.identify verifies the session of a request; returns null if there is no valid session
 * @param options.signedTokenOf the session token in a Cookie header if its signature is valid; does not query
 *   the database
 * @param options.isSignIn whether a request is needed to sign in
 */
export function createClientBudgets(options: {
  perSecond: number
  identify: (req: IncomingMessage) => Promise<Payer | null>
  signedTokenOf: (cookie: string) => SignedToken | null
  isSignIn: (req: IncomingMessage) => boolean
  now?: () => number
}) {
  const { perSecond, identify, signedTokenOf, isSignIn } = options
  const now = options.now ?? (() => performance.now())
  const buckets = new LRUCache<string, Bucket>({ max: 20_000 })
  const payers = new LRUCache<string, Payer>({ max: 5000, ttl: rememberedMs })
  const venueAddresses = new LRUCache<string, true>({ max: 1000, ttl: venueAddressMs })

  const unitsIn = ({ key, rate, burst }: Budget, cost: number, at: number): number => {
    // A full bucket allows one request, whatever its cost.
    const most = Math.max(burst, cost)
    const known = buckets.get(key)
    return known ? Math.min(most, known.left + ((at - known.at) / 1000) * rate) : most
  }
  /**
   * Takes units from each bucket, or from none if one of them has too few. A refused request creates no bucket.
   * @returns seconds to wait for the first bucket that has too few; 0 if the units were taken
   */
  const take = (budgets: readonly Budget[], cost: number): number => {
    const at = now()
    for (const budget of budgets) {
      const left = unitsIn(budget, cost, at)
      if (left < cost) return Math.ceil((cost - left) / budget.rate)
    }
    for (const budget of budgets) {
      buckets.set(budget.key, { left: unitsIn(budget, cost, at) - cost, at })
    }
    return 0
  }
  const chargeRefusal = (budget: Budget | undefined) => {
    if (!budget || !buckets.has(budget.key)) return
    const at = now()
    const left = unitsIn(budget, 0, at) - costs.request
    buckets.set(budget.key, { left: Math.max(left, -budget.rate * burstSeconds), at })
  }
  /**
   * The budgets of a client's networks, in the order of `networks`.
   * @param budget.purpose separates the buckets of different budgets
   * @param budget.rate units per second of one client
   * @param budget.timesOf returns a network's budget as a multiple of one client's budget, from the network's multiple
   * @param budget.seconds how many seconds of units the client's own bucket holds
   */
  const budgetsIn = (
    networks: readonly Network[],
    budget: {
      purpose: string
      rate?: number
      timesOf?: (multiple: number) => number
      seconds?: number
    },
  ): Budget[] => {
    const {
      purpose,
      rate: clientRate = perSecond,
      timesOf = (multiple: number) => multiple,
      seconds = burstSeconds,
    } = budget
    // A wider network's bucket holds several long bursts of one client. After the burst of one client, other clients
    // of the network can therefore still make a burst. If bursts are short, the buckets of a client and its networks
    // hold the units of the same number of seconds.
    const clientBurst = seconds > networkBurstSeconds ? clientRate * timesOf(1) * seconds : 0
    return networks.map(({ name, multiple, bursts }) => {
      const rate = clientRate * timesOf(multiple)
      const shared = Math.max(clientBurst * bursts, rate * networkBurstSeconds)
      return { key: purpose + name, rate, burst: bursts === 1 ? rate * seconds : shared }
    })
  }
  const budgetsOfPayer = (
    { key, times, isShared }: Payer,
    networks: readonly Network[],
    isVenue: boolean,
  ): Budget[] => {
    const rate = perSecond * times
    const own = { key, rate, burst: rate * burstSeconds }
    if (!isShared) return [own]
    const ofMembers = budgetsIn(networks, {
      purpose: 'members at ',
      timesOf: () => (isVenue ? venueTimes : membersTimes),
      seconds: membersBurstSeconds,
    })
    return [...ofMembers, own]
  }
  const budgetsOfClient = (
    networks: readonly Network[],
    isVenue: boolean,
    purpose = '',
    budgetShare = 1,
  ): Budget[] =>
    budgetsIn(networks, {
      purpose,
      timesOf: (multiple) => (isVenue ? venueTimes : multiple) * budgetShare,
    })

  // A page sends several requests at once. They share one verification.
  const pending = new Map<string, Promise<Payer | null>>()
  const identifyOnce = (token: string, req: IncomingMessage): Promise<Payer | null> => {
    const running = pending.get(token)
    if (running) return running
    const verifying = identify(req)
      .then((payer) => {
        if (payer) payers.set(token, payer)
        return payer
      })
      .finally(() => pending.delete(token))
    pending.set(token, verifying)
    return verifying
  }
  const mayVerify = (token: string, networks: readonly Network[]): boolean => {
    if (pending.has(token)) return true
    const rate = verificationsOfToken
    const ofToken = { key: `verify ${token}`, rate, burst: rate * burstSeconds }
    const ofClient = budgetsIn(networks, { purpose: 'verify ', rate: verificationsPerSecond })
    return !take([ofToken, ...ofClient], 1)
  }

  /**
   * Charges a request.
   * @throws HttpError `too_many_requests` if the budget is used up
   */
  return async function charge(req: IncomingMessage, cost: number): Promise<void> {
    const { cookie } = req.headers
    const signed = cookie ? signedTokenOf(cookie) : null
    const token = signed && hash('sha256', signed.token, 'base64')
    const client = clientBlock(req)
    const networks = networksFrom(client)
    const isFirstOfStaff = signed?.isStaff && !venueAddresses.has(client)
    if (token && isFirstOfStaff && mayVerify(token, networks)) {
      // A request within its budget does not fail because the database is unavailable.
      const payer = await identifyOnce(token, req).catch(nullIfUnavailable)
      // All payers but members are staff.
      if (payer && !payer.isShared) venueAddresses.set(client, true)
    }
    const isVenue = venueAddresses.has(client)
    const known = token ? payers.get(token) : undefined
    const budgets = known
      ? budgetsOfPayer(known, networks, isVenue)
      : budgetsOfClient(networks, isVenue)
    const waitSeconds = take(budgets, cost)
    if (!waitSeconds) return
    if (token && !known && mayVerify(token, networks)) {
      const payer = await identifyOnce(token, req)
      if (payer && !take(budgetsOfPayer(payer, networks, isVenue), cost)) return
    }
    if (!known && isSignIn(req)) {
      const ofSignIn = budgetsOfClient(networks, isVenue, 'sign-in ', signInShare)
      if (!take(ofSignIn, cost)) return
      chargeRefusal(ofSignIn.at(-1))
    }
    chargeRefusal(budgets.at(-1))
    throw tooMany(waitSeconds)
  }
}

/** The networks with which a client shares budgets, from the provider's network to the client itself. */
function networksFrom(client: string): Network[] {
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

/** The payer for a signed-in person. Staff get a larger budget, because they send requests faster. */
export const payerOf = {
  staff: (id: number | string): Payer => ({
    key: `staff ${id}`,
    times: staffTimes,
    isShared: false,
  }),
  member: (id: number): Payer => ({
    key: `member ${id}`,
    times: 1,
    isShared: true,
  }),
}

function nullIfUnavailable(error: unknown): null {
  const known = error instanceof HttpError ? error : translateForeign(error)
  if (known?.code === 'unavailable') return null
  throw error
}

// Thousands of refusals a second are possible, and creating the stack trace is the most expensive part. So
// each error is created once and thrown again.
const refusals = new Map<number, HttpError>()

function tooMany(seconds: number): HttpError {
  const message = 'That was too much at once. Please try again shortly.'
  const known =
    refusals.get(seconds) ?? new HttpError('too_many_requests', message).withRetryAfter(seconds)
  refusals.set(seconds, known)
  return known
}
