import { parseCronItem } from 'graphile-worker'

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
/** Runs that were missed longer ago than this are skipped. */
const maxCatchUpMs = 24 * 60 * minuteMs

/**
 * Whether a schedule was due between two moments, in a time zone whose clock can be put forward and back.
 *
 * A schedule with fixed hours runs once if the clock shows its time twice. If the clock skips its time, the
 * schedule runs directly after the gap. A schedule whose hour field starts with `*` is matched with the local clock at
 * every minute that passes. It runs twice if the clock shows its time twice, and not at all if the clock skips its
 * time, as in Vixie cron.
 * @param cron five fields: minute, hour, day of month, month, weekday
 * @param after exclusive
 * @param until inclusive
 * @throws Error if `cron` is not valid
 */
export function isScheduled(cron: string, after: Date, until: Date, timeZone: string): boolean {
  const { match } = parseCronItem({ task: 'schedule', match: cron })
  const namesHours = !cron.trim().split(/\s+/)[1]?.startsWith('*')
  const toLocal = clockOf(timeZone)
  const from = Math.max(+after, +until - maxCatchUpMs)
  const start = Math.floor(from / minuteMs) * minuteMs
  const isMatch = (local: number) => match(cronFieldsOf(local))
  if (!namesHours) return minutes(start, +until).some((at) => isMatch(toLocal(at)))
  // The latest time that the clock has shown. Clocks are put back by an hour at most.
  let latest = Math.max(...minutes(start - 61 * minuteMs, start).map(toLocal))
  for (const local of minutes(start, +until).map(toLocal)) {
    if (minutes(latest, local).some(isMatch)) return true
    latest = Math.max(latest, local)
  }
  return false
}

/** Every minute after `from`, up to `until`. */
const minutes = (from: number, until: number) =>
  Array.from(
    { length: Math.max(0, Math.floor((until - from) / minuteMs)) },
    (_, index) => from + (index + 1) * minuteMs,
  )

const formats = new Map<string, Intl.DateTimeFormat>()

// Formats are cached, because creating one is slow.
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone)
  if (cached) return cached
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns a function that converts a time to local time, represented as if it were UTC. */
function clockOf(timeZone: string): (at: number) => number {
  const format = formatOf(timeZone)
  const offsets = new Map<number, number>()
  const offsetAt = (at: number) => {
    const {
      year = 0,
      month = 1,
      day = 1,
      hour,
      minute,
    } = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(year, month - 1, day, hour, minute) - at
  }
  return (at) => {
    // A time zone changes its offset only at a full quarter of an hour.
    const quarter = Math.floor(at / quarterMs) * quarterMs
    const offset = offsets.get(quarter) ?? offsetAt(quarter)
    offsets.set(quarter, offset)
    return at + offset
  }
}

function cronFieldsOf(local: number) {
  const date = new Date(local)
  return {
    min: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    date: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    dow: date.getUTCDay(),
  }
}
