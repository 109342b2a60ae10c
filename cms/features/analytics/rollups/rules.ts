import type { EventName, Vital } from '../rules.ts'

/** Inclusive, `YYYY-MM-DD`. */
export type DayRange = { from: string; to: string }

/**
 * How many visits of a visitor on a day are considered when visitors are counted. If a filter matches only later
 * visits, the visitor does not count. The limit keeps the lists of earlier visits (`earlier_segments`) short.
 */
export const maxCountedVisits = 12

const dayMs = 86_400_000

/** @throws RangeError for years without four digits, because their texts would not sort in the order of the days */
const dateOf = (ms: number): string => {
  const text = new Date(ms).toISOString()
  if (text.length !== '2026-11-23T00:00:00.000Z'.length) throw new RangeError(`${text} is too far.`)
  return text.slice(0, 10)
}

export const addDays = (day: string, count: number): string =>
  dateOf(Date.parse(day) + count * dayMs)

/** The number of days in a range. */
export const lengthOf = ({ from, to }: DayRange): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs + 1

export const daysOf = (range: DayRange): string[] =>
  Array.from({ length: Math.max(0, lengthOf(range)) }, (_, index) => addDays(range.from, index))

/** The first day of the month that is `months` after a day's month. */
export function monthStart(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dateOf(Date.UTC(year, month - 1 + months, 1))
}

export const lastDayOf = (month: string): string => addDays(monthStart(month, 1), -1)

/** Which days and months have sums. */
export type AvailableSums = {
  /** The first day with data; null without any. */
  firstDay: string | null
  /** Days whose sums exist. */
  days: ReadonlySet<string>
  /** The days in `days` whose raw rows changed after the sums were computed. */
  dirtyDays: ReadonlySet<string>
  /** First days of months whose sums exist. */
  months: ReadonlySet<string>
}

/** The sources of the numbers of a range. The three parts are disjoint. */
export type Split = {
  /** First days of months. */
  months: string[]
  days: string[]
  /** Days whose raw rows are counted. */
  raw: string[]
  /** The number of changed days whose old sums are used nevertheless, because too many days have changed. */
  staleDays: number
}

/** The maximum number of changed days that a report counts from raw rows. */
export const maxDirtyDays = 7

/**
 * Splits a range into whole months with sums, days with sums, and days without sums.
 * @param options.byDay whether only sums of days are used, not of months
 * @param options.firstRaw the first day with raw rows. Sums of earlier days are used even if the day has changed,
 *   because they cannot be computed again.
 */
export function splitRange(
  { from, to }: DayRange,
  { firstDay, days, dirtyDays, months }: AvailableSums,
  { byDay = false, firstRaw = '' } = {},
): Split {
  const split: Split = { months: [], days: [], raw: [], staleDays: 0 }
  if (firstDay === null) return split
  const begin = from < firstDay ? firstDay : from
  const isDirty = (day: string) => day >= firstRaw && dirtyDays.has(day)
  const dirty = daysOf({ from: begin, to }).filter(isDirty)
  const isStale = dirty.length > maxDirtyDays
  const hasSums = (day: string) => days.has(day) && (isStale || !isDirty(day))
  if (isStale) split.staleDays = dirty.length
  for (let day = begin; day <= to; ) {
    const month = monthStart(day)
    const last = lastDayOf(month)
    const isWhole = (day === month || day === firstDay) && from <= month && last <= to
    const canUse = isWhole && !byDay && months.has(month)
    if (canUse && daysOf({ from: day, to: last }).every(hasSums)) {
      split.months.push(month)
      day = addDays(last, 1)
    } else {
      const until = last < to ? last : to
      for (const each of daysOf({ from: day, to: until })) {
        ;(hasSums(each) ? split.days : split.raw).push(each)
      }
      day = addDays(until, 1)
    }
  }
  return split
}

/** All days of a range from raw rows. */
export const rawSplit = (range: DayRange): Split => ({
  months: [],
  days: [],
  raw: daysOf(range),
  staleDays: 0,
})

/**
 * Times on pages are exact up to `exactUntil` seconds. Longer times are rounded down to a multiple of `step`, and are
 * at most `max`.
 */
export const timeScale = { exactUntil: 300, step: 30, max: 1800 } as const

/**
 * Measurements are rounded up to a multiple of `step`, at most `max`. The targets are multiples too, so the shares of
 * good and poor views are exact. `factor` turns values without a unit into integers; only the first five decimals of
 * such a value are used.
 */
export const vitalScales: Record<
  Vital,
  { column: string; factor: number; step: number; max: number }
> = {
  lcp: { column: 'lcp_ms', factor: 1, step: 100, max: 20_000 },
  inp: { column: 'inp_ms', factor: 1, step: 10, max: 5000 },
  cls: { column: 'cls', factor: 1000, step: 10, max: 2000 },
  fcp: { column: 'fcp_ms', factor: 1, step: 100, max: 20_000 },
  ttfb: { column: 'ttfb_ms', factor: 1, step: 50, max: 10_000 },
}

/**
 * What must happen in a visit to reach a step of a funnel. `source`: the visit came by a letter or nudge. `stay`: a
 * page was in view for at least `bounceSeconds`. `action`: the visitor sent a form, came into the Common Room, or
 * confirmed a sign-up for letters.
 */
export type FunnelNeed =
  | { kind: 'page'; value: string }
  | { kind: 'event'; value: EventName }
  | { kind: 'source'; value: 'letter' | 'nudge' }
  | { kind: 'stay' }
  | { kind: 'action' }

/**
 * A visit reaches a step when it meets the step's need after the needs of the earlier steps. If a mailed link leads to
 * a step, counting starts anew: this step and later steps are counted in any visit. The reason is that the link usually
 * begins another visit, in another browser or on another day, and visits are not connected.
 */
export type Funnel = {
  /** Own funnels, which staff made, have a number; built-in ones have a name. */
  id: string
  name: string
  isOwn: boolean
  /** `about` explains a name that is not clear by itself. */
  steps: { name: string; about?: string; need: FunnelNeed }[]
}

const eventStep = (name: string, value: EventName) => ({
  name,
  need: { kind: 'event', value } as const,
})
const fromSource = (id: 'letter' | 'nudge', name: string): Funnel => ({
  id,
  name,
  isOwn: false,
  steps: [
    { name: `Came by a ${id}`, need: { kind: 'source', value: id } },
    {
      name: 'Stayed for five seconds',
      about: 'A page was in view for that long.',
      need: { kind: 'stay' },
    },
    {
      name: 'Did something in that visit',
      about: 'Sent a form, came into the Common Room or confirmed a sign-up for letters.',
      need: { kind: 'action' },
    },
  ],
})

export const builtInFunnels: readonly Funnel[] = [
  {
    id: 'gate',
    name: 'Common Room',
    isOwn: false,
    steps: [
      eventStep('Opened the gate', 'gate_opened'),
      eventStep('Gave a passkey or code', 'gate_proof'),
      eventStep('Came in', 'gate_in'),
    ],
  },
  {
    id: 'newsletter',
    name: 'Newsletter',
    isOwn: false,
    steps: [
      eventStep('Opened the form', 'newsletter_panel'),
      eventStep('Sent the form', 'newsletter_submitted'),
      eventStep('Confirmed the address', 'newsletter_confirmed'),
    ],
  },
  fromSource('letter', 'Letter'),
  fromSource('nudge', 'Nudge'),
]

/** Events on pages to which only a mailed link leads. */
const mailedEvents: readonly EventName[] = ['newsletter_confirmed']

/** Whether counting starts anew at a step, see `Funnel`. */
export const isMailed = (need: FunnelNeed): boolean =>
  need.kind === 'event' && mailedEvents.includes(need.value)

/** Events that count as an action of a visit. */
export const actionEvents: readonly EventName[] = [
  'gate_in',
  'newsletter_submitted',
  'newsletter_confirmed',
]
