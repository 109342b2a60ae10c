import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import { HttpError } from '../errors.ts'
import { translateForeign } from '../foreign-errors.ts'
import { clientBlock } from './client-address.ts'
import { createBudgets, type Network, networksFrom, type Payer } from './network-budgets.ts'
import { TokenBuckets } from './token-buckets.ts'

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

const staffTimes = 10
/** How long a verified session is charged to the person's own budget without a new verification. */
const rememberedMs = 5 * 60_000
/** How long an address counts as the venue's after the session of a staff member there was verified. */
const venueAddressMs = 12 * 60 * 60_000

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
  const { identify, signedTokenOf, isSignIn } = options
  const buckets = new TokenBuckets(options.now ?? (() => performance.now()))
  const budgets = createBudgets(options.perSecond)
  const payers = new LRUCache<string, Payer>({ max: 5000, ttl: rememberedMs })
  const venueAddresses = new LRUCache<string, true>({ max: 1000, ttl: venueAddressMs })

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
  const mayVerify = (token: string, networks: readonly Network[]): boolean =>
    pending.has(token) || !buckets.take(budgets.ofVerification(token, networks), 1)

  /** Recognises the venue's own address by the first request of staff there. */
  const recogniseVenue = async (
    req: IncomingMessage,
    client: string,
    token: string,
    networks: readonly Network[],
  ): Promise<void> => {
    if (!mayVerify(token, networks)) return
    // A request within its budget does not fail because the database is unavailable.
    const payer = await identifyOnce(token, req).catch(nullIfUnavailable)
    // All payers but members are staff.
    if (payer && !payer.isShared) venueAddresses.set(client, true)
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
    if (token && signed?.isStaff && !venueAddresses.has(client)) {
      await recogniseVenue(req, client, token, networks)
    }
    const place = { networks, isVenue: venueAddresses.has(client) }

    const known = token ? payers.get(token) : undefined
    const charged = known ? budgets.ofPayer(known, place) : budgets.ofClient(place)
    const waitSeconds = buckets.take(charged, cost)
    if (!waitSeconds) return

    if (token && !known && mayVerify(token, networks)) {
      const payer = await identifyOnce(token, req)
      if (payer && !buckets.take(budgets.ofPayer(payer, place), cost)) return
    }
    if (!known && isSignIn(req)) {
      const ofSignIn = budgets.ofSignIn(place)
      if (!buckets.take(ofSignIn, cost)) return
      buckets.charge(ofSignIn.at(-1), costs.request)
    }
    buckets.charge(charged.at(-1), costs.request)
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
