import type { LiveNudge } from '../contract.ts'

/** One server-sent event with a nudge. */
export const serverSentEventOf = (nudge: LiveNudge): string =>
  `event: nudge\ndata: ${JSON.stringify(nudge)}\n\n`

/** Tells the browser after how many ms to connect again. */
export const greeting = 'retry: 5000\n\n'
/** A comment of the event stream. It keeps proxies from closing the connection. */
export const heartbeat = ': \n\n'
