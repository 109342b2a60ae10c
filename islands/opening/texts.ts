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

/** Minutes since midnight as text: `7am`, `10.30pm`, `noon`, `midnight`. */
export function formatClock(minutes: number, { noon, midnight }: ClockLabels): string {
  const onClock = minutes % 1440
  if (onClock === 0) return midnight
  if (onClock === 720) return noon
  const hour = Math.floor(onClock / 60)
  const rest = onClock % 60
  const figure = `${hour % 12 || 12}${rest ? `.${String(rest).padStart(2, '0')}` : ''}`
  return figure + (hour < 12 ? 'am' : 'pm')
}

/** A span of hours: `noon–11pm`; `5–9pm` where both ends are in the same half of the day. */
export function formatSpan({ opens, closes }: Interval, labels: ClockLabels): string {
  const [start, end] = [parseClock(opens), parseClock(closes)]
  const [from, to] = [formatClock(start, labels), formatClock(end, labels)]
  const half = end > start && /[ap]m$/.exec(to)?.[0]
  return `${half && from.endsWith(half) ? from.slice(0, -2) : from}–${to}`
}

/** An area's state and detail: `Open now` and `until 6pm`, `Closed` and `opens Wednesday 5pm`. */
export function statusTexts(status: AreaStatus, now: LocalMoment, labels: OpeningLabels) {
  const { open: isOpen, until, next } = status
  if (isOpen) {
    const detail = until ? `${labels.until} ${formatClock(until.minutes, labels)}` : ''
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
    detail: `${labels.opens} ${day}${formatClock(next.minutes, labels)}`,
  }
}

/** The area that opens next, with its detail; null where none does. */
export function nextToOpen(statuses: AreaStatus[], now: LocalMoment, labels: OpeningLabels) {
  const at = ({ date, minutes }: LocalMoment) => `${date} ${String(minutes).padStart(4, '0')}`
  const [first] = statuses
    .filter((status) => status.next)
    .sort((one, other) => at(one.next as LocalMoment).localeCompare(at(other.next as LocalMoment)))
  return first ? { area: first.area, detail: statusTexts(first, now, labels).detail } : null
}
