const dayMs = 24 * 60 * 60_000

/** A moment on the clock of a time zone: `2026-12-03T19:30`. */
export function localOf(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(moment)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/**
 * The moment of a time on the clock of a time zone; the first of two if clocks go back then.
 * @param local `2026-12-03T19:30`
 * @returns null if clocks go forward then, so that there is no such time, or if it is no time
 */
export function instantOf(local: string, timeZone: string): Date | null {
  const asUtc = Date.parse(`${local}:00Z`)
  if (Number.isNaN(asUtc)) return null
  for (const near of [asUtc - dayMs, asUtc + dayMs]) {
    const offset = Date.parse(`${localOf(new Date(near), timeZone)}:00Z`) - near
    const moment = new Date(asUtc - offset)
    if (localOf(moment, timeZone) === local) return moment
  }
  return null
}
