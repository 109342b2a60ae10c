/** Times on the venue's clock: `2026-12-03T19:30`. Null or empty while a field is empty. */
type Times = { end: string | null; doors: string | null }
type Change = Times & { from: string | null; to: string | null }

const usualDurationMs = 150 * 60_000
const parse = (local: string): number => Date.parse(`${local}:00Z`)
const format = (ms: number): string => new Date(ms).toISOString().slice(0, 16)
const isTime = (local: string | null): local is string =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local ?? '')

const dayMs = 24 * 60 * 60_000

/**
 * Returns a function that gives the end and the doors of an event whose start changes. They move by as much as the start,
 * so the event lasts as long as before. A time that somebody has typed stays if it is within a day of the new start. An
 * event without an end gets the usual end. The function remembers the last complete start, because the field is empty
 * while a date is typed. So each form needs its own function.
 * @param initial the times in the form when it opens
 */
export function createStartMover(initial: Times): (change: Change) => Times {
  let lastStart: string | null = null
  let given = initial
  /** Times that somebody has typed, each with the start at that moment. */
  const typed = new Map<keyof Times, { time: string; start: string | null }>()
  const moved = (time: string, from: string | null, to: string) =>
    from ? format(parse(time) + parse(to) - parse(from)) : time

  return ({ from, to, ...times }) => {
    if (isTime(from)) lastStart = from
    for (const name of ['end', 'doors'] as const) {
      const time = times[name]
      if (time === given[name]) continue
      if (isTime(time)) typed.set(name, { time, start: lastStart })
      else typed.delete(name)
    }
    given = times
    if (!isTime(to)) return times
    const follow = (name: keyof Times) => {
      const known = typed.get(name)
      if (!known) return isTime(times[name]) ? moved(times[name], lastStart, to) : times[name]
      const afterMs = (parse(known.time) - parse(to)) * (name === 'end' ? 1 : -1)
      return afterMs >= 0 && afterMs <= dayMs ? known.time : moved(known.time, known.start, to)
    }
    given = { end: follow('end') || format(parse(to) + usualDurationMs), doors: follow('doors') }
    return given
  }
}
