/** How an event repeats, as the form shows it. `own` is a rule that the form can't describe. */
export type Repeat =
  | { kind: 'once' }
  | { kind: 'daily'; every: number; end: RepeatEnd }
  | { kind: 'weekly'; every: number; days: readonly RuleDay[]; end: RepeatEnd }
  | { kind: 'monthly'; every: number; position: Position; day: RuleDay; end: RepeatEnd }
  | { kind: 'own'; rule: string }

export type RepeatEnd =
  | { kind: 'never' }
  | { kind: 'until'; day: string }
  | { kind: 'count'; count: number }

/** Days of the week as RFC 5545 writes them. */
export const ruleDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type RuleDay = (typeof ruleDays)[number]
export const ruleDayNames: Record<RuleDay, string> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

/** Positions of a day of the week in a month; -1 is the last. */
export const positions = [1, 2, 3, 4, -1] as const
export type Position = (typeof positions)[number]
export const positionNames: Record<Position, string> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  [-1]: 'last',
}

const isRuleDay = (text: string): text is RuleDay => ruleDays.includes(text as RuleDay)

/** The day of the week of a start, `2026-12-03T19:30`. */
export const ruleDayOf = (start: string): RuleDay =>
  ruleDays[(new Date(`${start.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7] ?? 'MO'

/** The position of a start's day of the week in its month, at most 4. */
export const positionOf = (start: string): Position =>
  Math.min(4, Math.ceil(Number(start.slice(8, 10)) / 7)) as Position

/** Adds days to a time: `2026-12-03T19:30`. */
export const addDays = (local: string, days: number): string =>
  new Date(utcOf(local) + days * 86_400_000).toISOString().slice(0, 16)

/** Whether the series is on the day of a start. True for rules that the form can’t describe. */
export function isDayOf(repeat: Repeat, start: string): boolean {
  if (repeat.kind === 'weekly') return !repeat.days.length || repeat.days.includes(ruleDayOf(start))
  if (repeat.kind !== 'monthly') return true
  const isLast = addDays(start, 7).slice(5, 7) !== start.slice(5, 7)
  const position = Math.ceil(Number(start.slice(8, 10)) / 7)
  return (
    repeat.day === ruleDayOf(start) &&
    (repeat.position === -1 ? isLast : repeat.position === position)
  )
}

/** How far from a start a day of its series is looked for. Every month has each of the `positions`. */
const maxDaysAway = 62

/**
 * By how many days a start must move so that the series stays on its days: back to the start that was saved, if that is
 * a day of the series, because visitors may know its date; else to the nearest day, and of two to the later one.
 * @param saved the start before it was changed; null for a new event
 * @returns null if no day is near
 */
export function daysToStay(repeat: Repeat, start: string, saved: string | null): number | null {
  if (saved && isDayOf(repeat, saved)) {
    const midnightOf = (local: string) => utcOf(`${local.slice(0, 10)}T00:00`)
    return (midnightOf(saved) - midnightOf(start)) / 86_400_000
  }
  for (let days = 0; days < maxDaysAway; days++) {
    if (isDayOf(repeat, addDays(start, days))) return days
    if (isDayOf(repeat, addDays(start, -days))) return -days
  }
  return null
}

/**
 * Reads a rule of RFC 5545.
 * @param event the event’s first start, `2026-12-03T19:30`, and the venue’s time zone: they tell which day is the last
 *   if UNTIL is a time
 */
export function readRepeat(
  rule: string | null,
  event: { start: string; timeZone: string },
): Repeat {
  if (rule === null) return { kind: 'once' }
  const own: Repeat = { kind: 'own', rule }
  const { FREQ, BYDAY = '', INTERVAL = '1', COUNT, UNTIL, ...others } = partsOf(rule)
  const every = Number(INTERVAL)
  const end = readEnd(COUNT, UNTIL, event)
  if (Object.keys(others).length || !Number.isInteger(every) || every < 1 || !end) return own
  if (FREQ === 'DAILY' && !BYDAY) return { kind: 'daily', every, end }
  const days = BYDAY.split(',').filter(Boolean)
  if (FREQ === 'WEEKLY' && days.every(isRuleDay)) return { kind: 'weekly', every, days, end }
  const [, place, day = ''] = /^(-?\d)([A-Z]{2})$/.exec(BYDAY) ?? []
  const position = positions.find((each) => String(each) === place)
  if (FREQ === 'MONTHLY' && position && isRuleDay(day)) {
    return { kind: 'monthly', every, position, day, end }
  }
  return own
}

/** The end of any rule, also of one that the form can’t describe. A rule whose end can’t be read has none. */
export function endOfRule(
  rule: string | null,
  event: { start: string; timeZone: string },
): RepeatEnd {
  const { COUNT, UNTIL } = partsOf(rule ?? '')
  return readEnd(COUNT, UNTIL, event) ?? { kind: 'never' }
}

const partsOf = (rule: string): Record<string, string | undefined> =>
  Object.fromEntries(rule.split(';').map((part) => part.split('=', 2) as [string, string]))

function readEnd(
  count: string | undefined,
  until: string | undefined,
  event: { start: string; timeZone: string },
): RepeatEnd | null {
  if (count !== undefined)
    return /^\d+$/.test(count) ? { kind: 'count', count: Number(count) } : null
  if (until === undefined) return { kind: 'never' }
  const day = lastDay(until, event)
  return day === null ? null : { kind: 'until', day }
}

const utcOf = (local: string): number => Date.parse(`${local}Z`)

/** The last day on which something can start; null if UNTIL can’t be read. */
function lastDay(
  until: string,
  { start, timeZone }: { start: string; timeZone: string },
): string | null {
  const [, year, month, date, hour = '23', minute = '59', second = '59', isUtc] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/.exec(until) ?? []
  const written = `${year}-${month}-${date}T${hour}:${minute}:${second}`
  const at = new Date(utcOf(written))
  // JavaScript reads 31 February as a day in March.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(written)) return null
  const local = isUtc ? clockAt(at, timeZone) : written
  const day = local.slice(0, 10)
  if (local.slice(11) >= `${start.slice(11, 16)}:00`) return day
  return new Date(utcOf(`${day}T00:00:00`) - 86_400_000).toISOString().slice(0, 10)
}

/** What the clocks of a time zone show: `2026-12-03T19:30:00`. */
const clockAt = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .format(at)
    .replace(' ', 'T')

/** Writes a rule of RFC 5545. @returns null for an event that happens once */
export function writeRepeat(repeat: Repeat): string | null {
  if (repeat.kind === 'once') return null
  if (repeat.kind === 'own') return repeat.rule
  const every = repeat.every > 1 ? [`INTERVAL=${repeat.every}`] : []
  const parts = {
    daily: () => ['FREQ=DAILY', ...every],
    weekly: () => ['FREQ=WEEKLY', ...every, ...byDay(repeat)],
    monthly: () => ['FREQ=MONTHLY', ...every, ...byDay(repeat)],
  }[repeat.kind]()
  const { end } = repeat
  if (end.kind === 'count') parts.push(`COUNT=${end.count}`)
  if (end.kind === 'until' && end.day) parts.push(`UNTIL=${end.day.replaceAll('-', '')}`)
  return parts.join(';')
}

function byDay(repeat: Repeat): string[] {
  if (repeat.kind === 'monthly') return [`BYDAY=${repeat.position}${repeat.day}`]
  if (repeat.kind !== 'weekly' || !repeat.days.length) return []
  return [`BYDAY=${ruleDays.filter((day) => repeat.days.includes(day)).join(',')}`]
}

/** For example `Monday, Tuesday and Friday`. */
export const listOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/**
 * How an event repeats, in words: `every Thursday, until 17 December 2026`.
 * @param event see `readRepeat`
 * @returns null for an event that happens once; “by a rule of its own” for a rule of the kind `own`
 */
export function describeRepeat(
  rule: string | null,
  { start, timeZone }: { start: string; timeZone: string },
): string | null {
  const repeat = readRepeat(rule, { start, timeZone })
  if (repeat.kind === 'once') return null
  if (repeat.kind === 'own') return 'by a rule of its own'
  const { end, every } = repeat
  const interval = every === 2 ? 'other ' : every > 2 ? `${every} ` : ''
  const s = every > 2 ? 's' : ''
  const words = {
    daily: () => `every ${interval}day${s}`,
    weekly: () => {
      const given = repeat.kind === 'weekly' ? repeat.days : []
      const days = given.length ? ruleDays.filter((day) => given.includes(day)) : [ruleDayOf(start)]
      const names = listOf(days.map((day) => ruleDayNames[day]))
      return every > 2 ? `every ${every} weeks on ${names}` : `every ${interval}${names}`
    },
    monthly: () => {
      if (repeat.kind !== 'monthly') return ''
      const day = `${positionNames[repeat.position]} ${ruleDayNames[repeat.day]}`
      return `on the ${day} of every ${interval}month${s}`
    },
  }[repeat.kind]()
  if (end.kind === 'count') return `${words}, ${end.count} ${end.count === 1 ? 'time' : 'times'}`
  if (end.kind === 'never') return words
  return `${words}, until ${dayFormat.format(new Date(`${end.day}T00:00:00Z`))}`
}
