/** How long after its beginning a nudge is still sent to newly opened windows. */
const liveMs = 10 * 60_000

/** Whether windows show a nudge now. @param startsAt when the nudge was sent, or when the viewer's time slot begins */
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
