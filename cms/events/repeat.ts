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

/** Reads a rule of RFC 5545. */
export function readRepeat(rule: string | null): Repeat {
  if (rule === null) return { kind: 'once' }
  const own: Repeat = { kind: 'own', rule }
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]))
  const { FREQ, BYDAY = '', INTERVAL = '1', COUNT, UNTIL, ...others } = Object.fromEntries(parts)
  const every = Number(INTERVAL)
  const end = readEnd(COUNT, UNTIL)
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

function readEnd(count: string | undefined, until: string | undefined): RepeatEnd | null {
  if (count !== undefined)
    return /^\d+$/.test(count) ? { kind: 'count', count: Number(count) } : null
  if (until === undefined) return { kind: 'never' }
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(until) ?? []
  return day ? { kind: 'until', day: `${year}-${month}-${day}` } : null
}

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

const listOf = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/**
 * How an event repeats, in words: `every Thursday, until 17 December 2026`.
 * @param start the first start of the event, `2026-12-03T19:30`
 * @returns null for an event that happens once; “by a rule of its own” for a rule of the kind `own`
 */
export function describeRepeat(rule: string | null, start: string): string | null {
  const repeat = readRepeat(rule)
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
