/**
 * A rate limit: `max` attempts, then none until the window of `windowMs` has passed. Each attempt
 * restarts the window; with `fixed` it starts with the first attempt only. A refused attempt does not
 * extend the window.
 */
export type RateLimit = { max: number; windowMs: number; fixed?: boolean }

/** A limit of one client. Wider networks get multiples of it (`networksOf`), at most `maxOfNetwork`. */
export type ClientLimit = RateLimit & { maxOfNetwork?: number }

const hourly = (max: number): RateLimit => ({ max, windowMs: 60 * 60_000, fixed: true })

/**
 * Mails of one kind that anybody may request, to any address. A network is that of a client's provider;
 * it may use up a fifth of each limit.
 */
export const strangerMails = {
  /** Requests in one network before each further one takes a proof of work. */
  ofNetwork: hourly(60),
  /** Requests in all networks before everybody needs a proof of work. */
  ofAll: hourly(300),
  ofNetworkForWork: hourly(300),
  ofAllForWork: hourly(1500),
  /** Requests with a proof of work that each network still gets once `ofAllForWork` is used up. */
  ofNetworkAtLeast: 20,
  /**
   * The limit of each client for work: a fifth of `ofNetworkForWork`, because a whole venue may
   * share one client. A /24 of IPv4 or a /48 of IPv6 gets half, a /56 of IPv6 twice as much as a client.
   */
  ofClientForWork: { ...hourly(60), maxOfNetwork: 150 },
  /**
   * A reserve for work once `ofNetworkForWork` is used up. Only clients whose /24 or /48 has made at most
   * `maxForReserve` requests in this hour may use it, so that two /24s cannot use up everything.
   */
  reserveOfNetwork: hourly(100),
  maxForReserve: 5,
} as const

/** The request header with the solution of a challenge. */
export const solutionHeader = 'x-proof-of-work'

/** The body of the error `work_required`. A proof is a solution of the challenge, see `proof-of-work.ts`. */
export type WorkRequired = { challenge?: string } | null
