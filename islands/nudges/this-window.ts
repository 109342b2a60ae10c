/** The channel between the service worker and windows; null if the browser has none. Source: spec section 7. */
export const channel =
  typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('nudge-notification')

/** The path at which this document was loaded. */
export const firstPath = location.pathname
