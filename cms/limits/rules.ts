/**
 * A rate limit: `max` attempts, then none until the window of `windowMs` has passed. Each attempt
 * restarts the window; with `fixed` it starts with the first attempt only. A refused attempt does not
 * extend the window.
 */
export type RateLimit = { max: number; windowMs: number; fixed?: boolean }
