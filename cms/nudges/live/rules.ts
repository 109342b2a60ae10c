import type { LiveNudge } from '../contract.ts'

/** Windows that one process keeps connected. */
export const maxWindows = 5000
/**
 * Windows of one client. All guests of a venue may share one address, so a client may have more as long as
 * most places are free.
 */
export const windowsPerClient = { always: 4, whileFree: 500 } as const

/** Whether a client may connect one more window. `full`: nobody may. */
export function windowVerdict(windows: {
  all: number
  ofClient: number
}): 'ok' | 'client' | 'full' {
  if (windows.all >= maxWindows) return 'full'
  const { always, whileFree } = windowsPerClient
  const most = windows.all < maxWindows / 2 ? whileFree : always
  return windows.ofClient < most ? 'ok' : 'client'
}

/** One server-sent event with a nudge. */
export const eventOf = (nudge: LiveNudge): string =>
  `event: nudge\nid: ${nudge.id}\ndata: ${JSON.stringify(nudge)}\n\n`

/** Tells the browser after how many ms to connect again. */
export const greeting = 'retry: 5000\n\n'
/** A comment, which keeps proxies from closing the connection. */
export const heartbeat = ': \n\n'

/**
 * The nudges that a window has not had.
 * @param nudges in the order in which they were sent
 * @param after id of the last one that the window had; all count as new if it is not among them
 */
export function nudgesAfter<Nudge extends { id: number }>(
  nudges: readonly Nudge[],
  after: number | undefined,
): readonly Nudge[] {
  return nudges.slice(nudges.findIndex(({ id }) => id === after) + 1)
}
