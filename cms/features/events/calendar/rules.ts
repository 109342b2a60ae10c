import { type TimeSlot, timeSlots } from '../../members/profile/rules.ts'
import { type Interest, interests } from '../../newsletter/rules.ts'
import { addDays, weekdayOf, weekdays } from '../../venue/hours/opening-hours.ts'
import { toSlug, type VenueArea, venueAreas } from '../../venue/rules.ts'

/** `agenda`: a list by day. */
export const calendarViews = ['agenda', 'week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

const bySlug = <Name extends string>(names: readonly Name[]): Record<string, Name> =>
  Object.fromEntries(names.map((name) => [toSlug(name), name]))

/** The filters of the calendar: for each query parameter, a map from its values in the URL to names. */
export const filters = {
  area: bySlug<VenueArea>(venueAreas),
  slot: bySlug<TimeSlot>(timeSlots),
  interest: bySlug<Interest>(interests),
}
export type FilterName = keyof typeof filters

/** What a page of the calendar shows. */
export type CalendarState = {
  view: CalendarView
  /** The first shown day, `YYYY-MM-DD`: the 1st in a month, any day in an agenda or a week. */
  from: string
  area: VenueArea | null
  slot: TimeSlot | null
  interest: Interest | null
}

/**
 * Days as `YYYY-MM-DD`: today on the venue's clock, and the days of the first and the last event. `first` is
 * never after today, and `last` is never before today.
 */
export type CalendarBounds = { today: string; first: string; last: string }

export const mondayOf = (day: string): string => addDays(day, -weekdays.indexOf(weekdayOf(day)))

/** The first day of the month that is `months` months after the month of `day`. */
export function monthStartOf(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/**
 * For each view: the first day of the period that is shown for `day`. A week begins on that day: a week from Monday would,
 * on a Sunday, show six days that are over.
 */
const startOf: Record<CalendarView, (day: string) => string> = {
  agenda: (day) => day,
  week: (day) => day,
  month: (day) => monthStartOf(day),
}

/** The first day of a view's next period, or of the previous one. An agenda's periods are weeks. */
export function adjacentPeriod(view: CalendarView, from: string, count: 1 | -1): string {
  return view === 'month' ? monthStartOf(from, count) : addDays(from, 7 * count)
}

const isDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Whether a period of a view has a day within the bounds. An agenda has to begin within them. */
export const isInBounds = (view: CalendarView, from: string, bounds: CalendarBounds): boolean =>
  from <= bounds.last &&
  (view === 'agenda' ? from : addDays(adjacentPeriod(view, from, 1), -1)) >= bounds.first

/**
 * Parses the query of a calendar URL. Unknown values and days outside the bounds are ignored.
 * @param search the query string
 */
export function parseCalendarQuery(search: string, bounds: CalendarBounds): CalendarState {
  const query = new URLSearchParams(search)
  const view = calendarViews.find((each) => each === query.get('view')) ?? 'agenda'
  const currentStart = startOf[view](bounds.today)
  const given = query.get('from') ?? ''
  const day = given.length === 7 ? `${given}-01` : given
  // The agenda and the week of the current month begin today.
  const isThisMonth = given.length === 7 && day === monthStartOf(bounds.today)
  const start = isDay(day) && !(view !== 'month' && isThisMonth) ? startOf[view](day) : currentStart
  const choiceOf = <Name extends FilterName>(name: Name) => {
    const value = query.get(name) ?? ''
    const known = filters[name]
    return (Object.hasOwn(known, value) ? known[value] : null) as CalendarState[Name]
  }
  return {
    view,
    from: isInBounds(view, start, bounds) ? start : currentStart,
    area: choiceOf('area'),
    slot: choiceOf('slot'),
    interest: choiceOf('interest'),
  }
}

/** The path and query of the canonical URL of a calendar page. Its parameters are in the order of `pageQueries`. */
export function calendarPath(
  { view, from, ...chosen }: Partial<CalendarState>,
  { today }: Pick<CalendarBounds, 'today'>,
): string {
  const shown = view ?? 'agenda'
  const query = new URLSearchParams()
  if (shown !== 'agenda') query.set('view', shown)
  if (from && from !== startOf[shown](today)) {
    query.set('from', shown === 'month' ? from.slice(0, 7) : from)
  }
  for (const name of ['area', 'slot', 'interest'] as const) {
    const value = chosen[name]
    if (value) query.set(name, toSlug(value))
  }
  return query.size ? `/calendar?${query}` : '/calendar'
}

/** The first day of each month in a range of days, in order. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = monthStartOf(first); month <= last; month = monthStartOf(month, 1))
    months.push(month)
  return months
}

/** The maximum number of dates on a page of the agenda, unless a single day has more. */
export const datesPerAgendaPage = 40

/**
 * The dates on a page of the agenda. The page shows each day completely. It has at most `datesPerAgendaPage` dates,
 * or more if all its dates are on one day.
 * @param readUntil the day up to which dates were read, if more may follow: its dates may be incomplete
 * @returns `next`: the first day of the next page; null if there is no next page
 */
export function agendaPage<Dated extends { day: string }>(
  dates: readonly Dated[],
  readUntil?: string,
): { shown: Dated[]; next: string | null } {
  const beyond = dates[datesPerAgendaPage]
  if (!beyond) {
    const whole = dates.filter(({ day }) => readUntil === undefined || day < readUntil)
    if (readUntil === undefined) return { shown: whole, next: null }
    if (whole.length) return { shown: whole, next: readUntil }
    return { shown: [...dates], next: addDays(readUntil, 1) }
  }
  const before = dates.filter(({ day }) => day < beyond.day)
  const shown = before.length ? before : dates.filter(({ day }) => day === beyond.day)
  const next = dates.find((each) => !shown.includes(each))
  return { shown, next: next?.day ?? addDays(beyond.day, 1) }
}
