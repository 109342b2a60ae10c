import { joinClocks } from '../../../platform/ui/format-time.ts'
import {
  type AreaHours,
  type AreaStatus,
  addDays,
  type HoursException,
  type Interval,
  type LocalMoment,
  parseClock,
  weekdayOf,
  weekdays,
} from '../hours/opening-hours.ts'
import type { VenueArea } from '../rules.ts'

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
/** The data with which the browser computes the opening states. It is embedded once per page, as JSON. */
export type OpeningData = {
  timeZone: string
  labels: OpeningLabels
  hours: { areas: { area: VenueArea; week: string }[]; exceptions: HoursException[] }
  /** Display names of the areas that have another one than the area itself. */
  names: Partial<Record<VenueArea, string>>
  /** The word after the number of areas that are not named. */
  more: string
}

/** A week's hours as short text, days separated by `;`, Monday first: `12:00-23:00;;09:00-12:00,17:00-23:00;…`. */
export const packWeek = (week: AreaHours['week']): string =>
  weekdays.map((day) => week[day].map(({ opens, closes }) => `${opens}-${closes}`).join()).join(';')

/** The inverse of `packWeek`. */
export function unpackWeek(text: string): AreaHours['week'] {
  const days = text.split(';')
  const intervals = (day: string | undefined) =>
    (day ? day.split(',') : []).map((span): Interval => {
      const [opens = '', closes = ''] = span.split('-')
      return { opens, closes }
    })
  return Object.fromEntries(
    weekdays.map((day, at) => [day, intervals(days[at])]),
  ) as AreaHours['week']
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

/** A span of hours: `noon–11pm`, or `5–9pm` if both ends are in the same half of the day. */
export function formatSpan({ opens, closes }: Interval, labels: ClockLabels): string {
  const [start, end] = [parseClock(opens), parseClock(closes)]
  const [from, to] = [formatClock(start, labels), formatClock(end, labels)] as const
  return joinClocks(from, to, end > start)
}

let dayAndMonth: Intl.DateTimeFormat | undefined

/** A date, `YYYY-MM-DD`, without its year: `25 December`. */
export function formatDayAndMonth(date: string): string {
  // The formatter is created once, because its creation is slow, and only when a page needs it.
  dayAndMonth ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return dayAndMonth.format(new Date(date))
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

/** The area that opens next, with its detail; null if none opens. */
function nextToOpen(statuses: AreaStatus[], now: LocalMoment, labels: OpeningLabels) {
  const at = ({ date, minutes }: LocalMoment) => `${date} ${String(minutes).padStart(4, '0')}`
  const [first] = statuses
    .filter((status) => status.next)
    .sort((one, other) => at(one.next as LocalMoment).localeCompare(at(other.next as LocalMoment)))
  return first ? { area: first.area, detail: statusTexts(first, now, labels).detail } : null
}

const nameOf = (area: VenueArea, names: OpeningData['names']): string => names[area] ?? area

/** What opens next: `Cafe opens 7am`. Empty if nothing opens. */
export function opensNextText(
  statuses: AreaStatus[],
  now: LocalMoment,
  { labels, names }: Pick<OpeningData, 'labels' | 'names'>,
): string {
  const next = nextToOpen(statuses, now, labels)
  return next ? `${nameOf(next.area, names)} ${next.detail}` : ''
}

// The maximum length of the names of open areas with the count of the others, so that they fit on
// one line of a phone.
const maxNamesLength = 27

/**
 * What is open, in one line: `Open now: Cafe until 6pm`, `Open now: Cafe, Beer Hall + 3 more`,
 * `Closed: Cafe opens tomorrow 7am`.
 */
export function openLine(
  statuses: AreaStatus[],
  now: LocalMoment,
  { labels, names, more }: Pick<OpeningData, 'labels' | 'names' | 'more'>,
): string {
  const [first, ...others] = statuses.filter((status) => status.open)
  if (!first) {
    const next = opensNextText(statuses, now, { labels, names })
    return next ? `${labels.closed}: ${next}` : labels.closed
  }
  if (!others.length) {
    const { detail } = statusTexts(first, now, labels)
    return `${labels.open}: ${nameOf(first.area, names)} ${detail}`.trimEnd()
  }
  const namesWithCount = (named: number) => {
    const rest = others.length - named
    const listed = [first, ...others.slice(0, named)]
      .map(({ area }) => nameOf(area, names))
      .join(', ')
    return rest ? `${listed} +\u00a0${rest}\u00a0${more}` : listed
  }
  let named = others.length
  while (named && namesWithCount(named).length > maxNamesLength) named--
  return `${labels.open}: ${namesWithCount(named)}`
}
