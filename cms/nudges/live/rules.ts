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

/** How long a window that is opened later still gets a nudge. */
const liveMs = 10 * 60_000

/** Whether windows show a nudge now. @param startsAt when it was sent, or when the viewer's time slot begins */
export function isLive({
  startsAt,
  ttlMinutes,
  now,
}: {
  startsAt: Date
  ttlMinutes: number
  now: Date
}): boolean {
  const age = +now - +startsAt
  return age >= 0 && age < Math.min(liveMs, ttlMinutes * 60_000)
}
