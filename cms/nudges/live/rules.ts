/** Windows that one process keeps connected. */
export const maxWindows = 5000
/** Windows of one client. All guests of a venue may share one address. */
export const windowsPerClient = 1000

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
