import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { networksOf, providerNetworkOf } from '../limits/networks.ts'
import { clientBlock } from './client-address.ts'
import { HttpError } from './errors.ts'

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
   * Whether all such people at one client, and in its wider networks, have a common budget too. Anybody can
   * become a member several times.
   */
  isShared: boolean
}

const burstSeconds = 10
/** Seconds of units that wider networks may spend at once: longer bursts of many clients would slow the site. */
const networkBurstSeconds = 2
/** The most that a wider network has, as a multiple of one client's budget. */
const networkTimes = 4
const staffTimes = 10
/** The common budget of the members at one client, and in a wider network, as a multiple of one client's budget. */
const membersTimes = 5
const membersBurstSeconds = 2
/** The budget of all clients of one provider together, as a multiple of one client's budget. */
const providerTimes = 6
/** How often one session token is verified per second, whatever the client. */
const verificationsOfToken = 0.2
/** How many tokens of one client are verified per second. Its wider networks have the same multiples as for work. */
const verificationsPerSecond = 5
/** The budget for sign-in requests, as a share of a client's budget. It is added to that budget. */
const signInShare = 0.5
const rememberedMs = 5 * 60_000
/** The budget of the venue's own address, as a multiple of one client's budget. */
const venueTimes = 8
/** How long an address counts as the venue's after a request of staff. */
const venueAddressMs = 12 * 60 * 60_000

type Bucket = { left: number; at: number }

/**
 * Limits the work that each client causes with requests that are not answered from the cache. The budgets
 * are token buckets in the memory of this process, because they protect the process. A client's bucket
 * fills with `perSecond` units and holds ten seconds of them. `clientBlock` identifies the client. The
 * wider networks of the client (`networksOf`) and its provider (`providerNetworkOf`) have budgets too.
 * Their buckets hold two seconds of units, but at least twice as much as one client's, a provider's three
 * times. When the budget of an address is used up, requests with a valid session are charged to the
 * person's own budget for five minutes. A member's budget is as large as a client's, a staff member's ten
 * times as large. All members at one client together have five times a client's budget, and so have those
 * of a wider network.
 *
 * A refused request costs one unit too, and the balance can become negative, by ten seconds of units at
 * most. A client that goes on at a rate above its budget is therefore refused every request. Otherwise it
 * could spend the whole budget on the most expensive requests.
 *
 * Requests that are needed to sign in have a second budget, half as large, which is charged when the first
 * is used up. A refused sign-in request costs one unit of this budget too, and the balance has the same
 * limit of ten seconds. People can therefore sign in during a flood of other requests from their address.
 *
 * An address from which staff work is the venue's own. Its guests share that address, so it has eight
 * times a client's budget, and so have the members there.
 * @param options.perSecond units per second and client
 * @param options.identify verifies the session of a request; null if it has none
 * @param options.signedTokenOf the session token of a request if its signature is valid; does not query
 *   the database
 * @param options.isStaff whether a request has a session token of staff with a valid signature; does not
 *   query the database
 * @param options.isSignIn whether a request is needed to sign in
 */
export function createClientBudgets(options: {
  perSecond: number
  identify: (req: IncomingMessage) => Promise<Payer | null>
  signedTokenOf: (req: IncomingMessage) => string | null
  isStaff: (req: IncomingMessage) => boolean
  isSignIn: (req: IncomingMessage) => boolean
  now?: () => number
}) {
  const { perSecond, identify, signedTokenOf, isStaff, isSignIn } = options
  const now = options.now ?? (() => performance.now())
  const buckets = new LRUCache<string, Bucket>({ max: 20_000 })
  const payers = new LRUCache<string, Payer>({ max: 5000, ttl: rememberedMs })
  const venueAddresses = new LRUCache<string, true>({ max: 1000, ttl: venueAddressMs })

  /**
   * @param rate units per second
   * @param burst units that the bucket holds
   * @returns seconds to wait; 0 if the units were taken
   */
  const take = (key: string, cost: number, rate: number, burst = rate * burstSeconds): number => {
    const most = Math.max(burst, cost)
    const at = now()
    const known = buckets.get(key)
    const left = known ? Math.min(most, known.left + ((at - known.at) / 1000) * rate) : most
    const isAllowed = left >= cost
    buckets.set(key, { left: isAllowed ? left - cost : left, at })
    return isAllowed ? 0 : Math.ceil((cost - left) / rate)
  }
  const owe = (key: string, rate: number) => {
    const bucket = buckets.get(key)
    if (bucket) bucket.left = Math.max(bucket.left - costs.request, -rate * burstSeconds)
  }
  /**
   * Charges a client and its networks, up to its provider's.
   * @param budget.purpose separates the buckets of different budgets
   * @param budget.rate units per second of one client
   * @param budget.timesOf a network's budget as a multiple of one client's, by its share
   * @param budget.seconds how many seconds of units the client's own bucket holds
   */
  const takeInNetworks = (
    client: string,
    cost: number,
    budget: {
      purpose: string
      rate?: number
      timesOf?: (share: number) => number
      seconds?: number
    },
  ): number => {
    const {
      purpose,
      rate: clientRate = perSecond,
      timesOf = (share: number) => share,
      seconds = burstSeconds,
    } = budget
    const networks = networksOf(client).map(({ name, share }) => ({
      name,
      share: Math.min(share, networkTimes),
    }))
    const provider = { name: `provider ${providerNetworkOf(client)}`, share: providerTimes }
    // The narrowest network is charged first, so refused requests do not use up the neighbours' budget.
    // A client that spends a long burst leaves its neighbours as much. Short bursts are the same for all.
    const clientBurst = seconds > networkBurstSeconds ? clientRate * timesOf(1) * seconds : 0
    for (const network of [...networks, provider]) {
      const { name, share } = network
      const rate = clientRate * timesOf(share)
      const least = clientBurst * (network === provider ? 3 : 2)
      const burst = name === client ? rate * seconds : Math.max(least, rate * networkBurstSeconds)
      const waitSeconds = take(purpose + name, cost, rate, burst)
      if (waitSeconds) return waitSeconds
    }
    return 0
  }
  /** A hash of the request's session token; null if it has none with a valid signature. Nobody can make one up. */
  const sessionTokenOf = (req: IncomingMessage): string | null => {
    const token = req.headers.cookie ? signedTokenOf(req) : null
    return token && hash('sha256', token, 'base64')
  }
  const pay = ({ key, times, isShared }: Payer, cost: number, client: string): number => {
    const waitSeconds = take(key, cost, perSecond * times)
    if (waitSeconds || !isShared) return waitSeconds
    const isVenue = venueAddresses.has(client)
    return takeInNetworks(client, cost, {
      purpose: 'members at ',
      timesOf: () => (isVenue ? venueTimes : membersTimes),
      seconds: membersBurstSeconds,
    })
  }
  const payAsClient = (client: string, cost: number, purpose = '', budgetShare = 1): number => {
    const isVenue = venueAddresses.has(client)
    return takeInNetworks(client, cost, {
      purpose,
      timesOf: (share) => (isVenue ? venueTimes : share) * budgetShare,
    })
  }

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
  const mayVerify = (token: string, client: string): boolean =>
    pending.has(token) ||
    (!take(`verify ${token}`, 1, verificationsOfToken) &&
      !takeInNetworks(client, 1, { purpose: 'verify ', rate: verificationsPerSecond }))

  /**
   * Charges a request.
   * @throws HttpError `too_many_requests` if the budget is used up
   */
  return async function charge(req: IncomingMessage, cost: number): Promise<void> {
    const token = sessionTokenOf(req)
    const known = token ? payers.get(token) : undefined
    const client = clientBlock(req)
    if (!venueAddresses.has(client) && token && isStaff(req)) venueAddresses.set(client, true)
    const waitSeconds = known ? pay(known, cost, client) : payAsClient(client, cost)
    if (!waitSeconds) return
    if (token && !known && mayVerify(token, client)) {
      const payer = await identifyOnce(token, req)
      if (payer && !pay(payer, cost, client)) return
    }
    if (!known && isSignIn(req)) {
      if (!payAsClient(client, cost, 'sign-in ', signInShare)) return
      owe(`sign-in ${client}`, perSecond * signInShare)
    }
    const { key, times } = known ?? { key: client, times: 1 }
    owe(key, perSecond * times)
    throw tooMany(waitSeconds)
  }
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

// Thousands of refusals a second are possible, and creating the stack trace is the most expensive part. So
// each error is created once and thrown again.
const refusals = new Map<number, HttpError>()

function tooMany(seconds: number): HttpError {
  const message = 'That was too much at once. Please try again shortly.'
  const known =
    refusals.get(seconds) ?? new HttpError('too_many_requests', message).retryAfter(seconds)
  refusals.set(seconds, known)
  return known
}
