/**
 * A rate limit: at most `max` attempts in a window of `windowMs`. Each allowed attempt restarts the
 * window; with `fixed`, only the first one starts it. A refused attempt does not extend the window.
 */
export type RateLimit = { max: number; windowMs: number; fixed?: boolean }

/** A limit of one client. Wider networks get multiples of it (`networksOf`), at most `maxOfNetwork`. */
export type ClientLimit = RateLimit & { maxOfNetwork?: number }

const hourly = (max: number): RateLimit => ({ max, windowMs: 60 * 60_000, fixed: true })

/**
 * Limits for each kind of mail that anybody may request to any address. A network here is the network of a
 * client's provider. Its limits are a fifth of the limits of all networks. Limits with `ForWork` in their name
 * apply to requests with a proof of work.
 */
export const strangerMailLimits = {
  /** Requests from one network. Above this limit the network needs a proof of work for each request. */
  ofNetwork: hourly(60),
  /** Requests from all networks. Above this limit every request needs a proof of work. */
  ofAll: hourly(300),
  ofNetworkForWork: hourly(300),
  ofAllForWork: hourly(1500),
  /** Requests with a proof of work that are still allowed to each network when `ofAllForWork` is used up. */
  minOfNetworkForWork: 20,
  /**
   * One client gets a fifth of `ofNetworkForWork`, because all visitors of the venue may share one IP
   * address. A /24 of IPv4 or a /48 of IPv6 gets half of `ofNetworkForWork`. A /56 of IPv6 gets twice as much
   * as a client.
   */
  ofClientForWork: { ...hourly(60), maxOfNetwork: 150 },
  /**
   * A reserve of requests with a proof of work, for when `ofNetworkForWork` is used up. Only clients whose /24
   * or /48 has made at most `maxForReserve` requests in this hour may use the reserve. Otherwise two /24s could
   * use up the limit and the reserve.
   */
  reserveOfNetwork: hourly(100),
  maxForReserve: 5,
} as const

/** The request header with the solution of a challenge. */
export const solutionHeader = 'x-proof-of-work'

/** The body of the error `work_required`. The client must solve the challenge, see `proof-of-work.ts`. */
export type WorkRequired = { challenge?: string } | null
