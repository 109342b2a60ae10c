import {
  type AreaStatus,
  addDays,
  type Interval,
  type LocalMoment,
  parseClock,
  weekdayOf,
  weekdays,
} from '../../cms/venue/opening-hours.ts'

export type OpeningLabels = {
  open: string
  until: string
  closed: string
  opens: string
  tomorrow: string
  noon: string
  midnight: string
  /** Monday first. */
  days: string[]
}
type ClockLabels = Pick<OpeningLabels, 'noon' | 'midnight'>

/** Minutes since midnight as people here say them: `7am`, `10.30pm`, `noon`, `midnight`. */
export function spokenClock(minutes: number, { noon, midnight }: ClockLabels): string {
  const onClock = minutes % 1440
  if (onClock === 0) return midnight
  if (onClock === 720) return noon
  const hour = Math.floor(onClock / 60)
  const rest = onClock % 60
  const figure = `${hour % 12 || 12}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
  return figure + (hour < 12 ? 'am' : 'pm')
}

/** A span of hours: `noon–11pm`, and `5–9pm` where both ends lie in the same half of the day. */
export function spokenSpan({ opens, closes }: Interval, labels: ClockLabels): string {
  const [start, end] = [parseClock(opens), parseClock(closes)]
  const [from, to] = [spokenClock(start, labels), spokenClock(end, labels)]
  const half = end > start && /[ap]m$/.exec(to)?.[0]
  return `${half && from.endsWith(half) ? from.slice(0, -2) : from}–${to}`
}

/** The state of an area in two pieces: `Open now` and `until 6pm`, `Closed` and `opens Wednesday 5pm`. */
export function statusWords(status: AreaStatus, now: LocalMoment, labels: OpeningLabels) {
  const { open: isOpen, until, next } = status
  if (isOpen) {
    const detail = until ? `${labels.until} ${spokenClock(until.minutes, labels)}` : ''
    return { isOpen, state: labels.open, detail }
  }
  if (!next) return { isOpen, state: labels.closed, detail: '' }
  const day =
    next.date === now.date
      ? ''
      : next.date === addDays(now.date, 1)
        ? `${labels.tomorrow} `
        : `${labels.days[weekdays.indexOf(weekdayOf(next.date))]} `
  return {
    isOpen,
    state: labels.closed,
    detail: `${labels.opens} ${day}${spokenClock(next.minutes, labels)}`,
  }
}

/** The area that opens next, with its words, or null where none is shut or none opens soon. */
export function nextToOpen(statuses: AreaStatus[], now: LocalMoment, labels: OpeningLabels) {
  const at = ({ date, minutes }: LocalMoment) => `${date} ${String(minutes).padStart(4, '0')}`
  const [first] = statuses
    .filter((status) => status.next)
    .sort((one, other) => at(one.next as LocalMoment).localeCompare(at(other.next as LocalMoment)))
  return first ? { area: first.area, detail: statusWords(first, now, labels).detail } : null
}
