/** Times on the venue's clock: `2026-12-03T19:30`. Null or empty while a field is empty. */
type Times = { end: string | null; doors: string | null }
type Change = Times & { from: string | null; to: string | null }

const usualDurationMs = 150 * 60_000
const parse = (local: string): number => Date.parse(`${local}:00Z`)
const format = (ms: number): string => new Date(ms).toISOString().slice(0, 16)
const isTime = (local: string | null): local is string =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local ?? '')

/**
 * Returns a function that gives the end and the doors of an event whose start changes. They move by as much as the start,
 * so the event lasts as long as before. A time that staff have typed stays. An event without an end gets the usual end.
 * The function remembers the last complete start, because the field is empty while a date is typed. So each form needs
 * its own function.
 * @param initial the times in the form when it opens
 */
export function startMover(initial: Times): (change: Change) => Times {
  let lastStart: string | null = null
  let given = initial
  const typed = new Set<keyof Times>()
  return ({ from, to, ...times }) => {
    for (const name of ['end', 'doors'] as const) {
      if (times[name] !== given[name]) typed.add(name)
    }
    given = times
    if (isTime(from)) lastStart = from
    if (!isTime(to)) return times
    const movedMs = lastStart ? parse(to) - parse(lastStart) : 0
    const follow = (name: keyof Times) => {
      const local = times[name]
      return isTime(local) && !typed.has(name) ? format(parse(local) + movedMs) : local
    }
    given = { end: follow('end') || format(parse(to) + usualDurationMs), doors: follow('doors') }
    return given
  }
}
