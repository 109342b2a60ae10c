/**
 * A rate limit: `max` attempts, then none until the window of `windowMs` has passed. Each attempt
 * restarts the window; with `fixed` it starts with the first attempt only. A refused attempt does not
 * extend the window.
 */
export type RateLimit = { max: number; windowMs: number; fixed?: boolean }

const hourly = (max: number): RateLimit => ({ max, windowMs: 60 * 60_000, fixed: true })

/**
 * Mails of one kind that anybody may request, to any address. A network is that of a client's provider;
 * it may use up a fifth of each limit.
 */
export const strangerMails = {
  /** Requested in one network; then each further one takes a proof of work. */
  ofNetwork: hourly(60),
  /** Requested in all networks; then everybody has to work. */
  ofAll: hourly(300),
  ofNetworkForWork: hourly(300),
  ofAllForWork: hourly(1500),
  /** Of each network for work, while `ofAllForWork` is used up. */
  ofNetworkAtLeast: 20,
  /** For the work of one client, of its network's: a fifth. A whole venue may share one client. */
  ofClientForWork: hourly(60),
  /** For the work of a /24 of IPv4, or a /56 or /48 of IPv6, of its network's: half. */
  ofNeighboursForWork: 150,
  /**
   * Beyond `ofNetworkForWork`, for the work of clients whose /24 or /48 has requested
   * `ofNeighboursAtLeast` at most in this hour. Without it two /24s would use up what the whole network
   * may request.
   */
  reserveOfNetwork: hourly(100),
  ofNeighboursAtLeast: 5,
} as const

/** The request header with the solution of a challenge. */
export const solutionHeader = 'x-proof-of-work'

/** The body of the error `work_required`. A proof is a solution of the challenge, see `proof-of-work.ts`. */
export type WorkRequired = { challenge?: string } | null
