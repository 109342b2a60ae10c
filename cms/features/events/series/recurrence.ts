import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { slotAt, type TimeSlot } from '../../members/profile/rules.ts'
import { venueTimeOf } from '../../venue/time/venue-time.ts'
import { limits } from '../rules.ts'

/** When an event happens. Times are on the venue's clock: `2026-12-03T19:30`. */
export type Schedule = {
  start: string
  end: string
  doors: string | null
  /** Whether a time in an hour that the clocks show twice means the second hour. */
  isSecondOfRepeatedHour: boolean
  /** An RFC 5545 rule without DTSTART; null: the event happens once. */
  rule: string | null
  /** Starts that the rule gives, but at which nothing takes place (RFC 5545, EXDATE). */
  excludedStarts: readonly string[]
}

export type Times = {
  startsAt: Date
  endsAt: Date
  doorsAt: Date | null
  day: string
  slot: TimeSlot
}
/** `original` is the start that the rule gives, even if the clocks skip it. */
export type Occurrence = Times & { original: string }

export type ScheduleProblem = { field: 'start' | 'end' | 'doors' | 'rule'; message: string }

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/
const maxDurationDays = 14

/** The frequencies and parts that rules of events may have, of those in RFC 5545, section 3.3.10. */
const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const ruleParts = [
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'BYMONTHDAY',
  'BYYEARDAY',
  'BYWEEKNO',
  'BYMONTH',
  'BYSETPOS',
  'BYHOUR',
  'BYMINUTE',
  'WKST',
]

/** The maximum number of starts per day. More starts would take very long to compute. */
const maxStartsOfDay = 4

export type Rule = ReadonlyMap<string, string>

/** @returns the parts of a rule by name, or a sentence about what is wrong with it */
export function parseRule(text: string): Rule | { problem: string } {
  const parts = text
    .trim()
    .replace(/^RRULE:/i, '')
    .toUpperCase()
    .split(';')
    .filter(Boolean)
    .map((part) => part.split('=').map((each) => each.trim()))
  const rule = new Map<string, string>()
  for (const [name = '', value = '', ...rest] of parts) {
    if (rest.length || !/^[A-Z0-9,+-]+$/.test(value)) {
      return { problem: `“${name}” can’t be read. A rule looks like FREQ=WEEKLY;BYDAY=TH.` }
    }
    if (!ruleParts.includes(name)) return { problem: `A rule can’t say ${name}.` }
    if (rule.has(name)) return { problem: `The rule says ${name} twice.` }
    rule.set(name, value)
  }
  const frequency = rule.get('FREQ')
  if (!frequency) return { problem: 'The rule doesn’t say how often: it lacks FREQ.' }
  if (!frequencies.includes(frequency)) {
    return { problem: 'Events repeat by days, weeks, months or years, not more often.' }
  }
  const valuesOf = (name: string) => rule.get(name)?.split(',') ?? ['0']
  const [hours, minutes] = [valuesOf('BYHOUR'), valuesOf('BYMINUTE')]
  if (hours.length * minutes.length > maxStartsOfDay) {
    return { problem: `A rule can say at most ${maxStartsOfDay} starts of a day.` }
  }
  const isUpTo = (most: number) => (value: string) =>
    /^\d{1,2}$/.test(value) && Number(value) <= most
  if (!hours.every(isUpTo(23)) || !minutes.every(isUpTo(59))) {
    return { problem: 'BYHOUR goes from 0 to 23, BYMINUTE from 0 to 59.' }
  }
  const [count, until] = [rule.get('COUNT'), rule.get('UNTIL')]
  if (count !== undefined && until !== undefined) {
    return { problem: 'The rule says both COUNT and UNTIL. Choose one.' }
  }
  if (count !== undefined && !/^[1-9]\d{0,3}$/.test(count)) {
    return { problem: 'COUNT must be a number from 1.' }
  }
  if (until !== undefined && !/^\d{8}(T\d{6}Z?)?$/.test(until)) {
    return { problem: 'UNTIL must be a day such as 20261231.' }
  }
  return rule
}

export const formatRule = (rule: Rule): string =>
  [...rule].map(([name, value]) => `${name}=${value}`).join(';')

/** The last moment of a rule's UNTIL on the venue's clock; null if there is no UNTIL, or no such day. */
function untilAtVenue(rule: Rule, timeZone: string): Temporal.PlainDateTime | null {
  const until = rule.get('UNTIL')
  if (!until) return null
  const [, year, month, day, hour = '23', minute = '59', second = '59'] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2}))?/.exec(until) ?? []
  try {
    const local = Temporal.PlainDateTime.from(
      `${year}-${month}-${day}T${hour}:${minute}:${second}`,
      { overflow: 'reject' },
    )
    if (!until.endsWith('Z')) return local
    return local.toZonedDateTime('UTC').withTimeZone(timeZone).toPlainDateTime()
  } catch {
    return null
  }
}

const parseLocal = (local: string): Temporal.PlainDateTime => Temporal.PlainDateTime.from(local)
const formatLocal = (local: Temporal.PlainDateTime): string => local.toString().slice(0, 16)

/** Minutes from one time on the clock to another, as if the clocks never changed. */
const minutesBetween = (from: string, to: string): number =>
  parseLocal(from).until(parseLocal(to), { largestUnit: 'minute' }).total('minute')

/** The time on the venue's clock that is `minutes` after `local`, as if the clocks never changed. */
export const addMinutes = (local: string, minutes: number): string =>
  formatLocal(parseLocal(local).add({ minutes }))

function instantAt(local: string, timeZone: string, isSecondOfRepeatedHour: boolean): Date {
  const found = venueTimeOf(local, timeZone)
  if (!found) throw new RangeError(`${local} is no time on the venue’s clock.`)
  if (found.clock !== 'twice' || !isSecondOfRepeatedHour) return found.at
  const later = parseLocal(local).toZonedDateTime(timeZone, { disambiguation: 'later' })
  return new Date(later.epochMilliseconds)
}

export type LocalTimes = Pick<Schedule, 'start' | 'end' | 'doors' | 'isSecondOfRepeatedHour'>

/**
 * The moments of one occurrence. A time that the clocks skip is moved forward by the length of the gap. The event ends
 * when the clock shows `end`, so an evening may be an hour shorter or longer than usual.
 * @throws RangeError if a time can't be read
 */
export function timesOf(
  { start, end, doors, isSecondOfRepeatedHour }: LocalTimes,
  timeZone: string,
): Times {
  const startsAt = instantAt(start, timeZone, isSecondOfRepeatedHour)
  const shownEnd = instantAt(end, timeZone, isSecondOfRepeatedHour)
  const durationMs = minutesBetween(start, end) * 60_000
  const endsAt = shownEnd > startsAt ? shownEnd : new Date(startsAt.getTime() + durationMs)
  const opened = doors ? instantAt(doors, timeZone, isSecondOfRepeatedHour) : null
  const doorsAt = opened && opened > startsAt ? startsAt : opened
  const local = formatLocal(venueClock(startsAt, timeZone))
  const slot = slotAt(Number(local.slice(11, 13)))
  return { startsAt, endsAt, doorsAt, day: local.slice(0, 10), slot }
}

const venueClock = (at: Date, timeZone: string): Temporal.PlainDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()

/** What the venue's clock shows at a moment: `2026-12-03T19:30`. */
export const localAt = (at: Date, timeZone: string): string => formatLocal(venueClock(at, timeZone))

/** The local times of the occurrence that starts at `start`. The end and the doors move with the start. */
export function localTimesAt(schedule: LocalTimes, start: string): LocalTimes {
  const shift = (local: string) => addMinutes(start, minutesBetween(schedule.start, local))
  const { doors, end, isSecondOfRepeatedHour } = schedule
  return { start, end: shift(end), doors: doors ? shift(doors) : null, isSecondOfRepeatedHour }
}

/**
 * The starts that a rule gives between `from` and `until`, on the venue's clock, in order. They are computed as if the
 * clocks never changed, so 19:30 stays 19:30. Without a rule, `start` is the only start.
 * @throws Error if the rule is invalid
 */
function startsOf({ start, rule: text }: Schedule, timeZone: string, from: string, until: string) {
  if (!text) return [start]
  const rule = parseRule(text)
  if ('problem' in rule) throw new Error(rule.problem)
  const last = untilAtVenue(rule, timeZone)
  if (rule.has('UNTIL') && !last) throw new Error('UNTIL is no day of the calendar.')
  const { UNTIL: _, ...parts } = Object.fromEntries(rule)
  const found = new RRuleTemporal({
    rruleString: formatRule(new Map(Object.entries(parts))),
    dtstart: parseLocal(start).toZonedDateTime('UTC'),
    strict: true,
  }).between(new Date(`${from}Z`), new Date(`${until}Z`), true)
  const starts = found.map((each) => each.toString().slice(0, 16))
  const end = last?.toString()
  return end ? starts.filter((each) => each <= end) : starts
}

const startsOnceADay = (rule: string): boolean => !/BY(HOUR|MINUTE)=[^;]*,/i.test(rule)

/** Whether the start is a date of the series. If not, the series has no date on the day of its start. */
export function startsWithDate(schedule: Schedule, timeZone: string): boolean {
  try {
    return startsOf(schedule, timeZone, schedule.start, schedule.start).includes(schedule.start)
  } catch {
    // `scheduleProblems` reports invalid rules.
    return true
  }
}

/**
 * The occurrences of a schedule until `limits.horizonDays` after now, or after the start if the start is later. Of a
 * series that began long ago, only the occurrences since `limits.horizonDays` before now are returned.
 * @throws Error if the schedule has a problem, see `scheduleProblems`
 */
export function occurrencesOf(schedule: Schedule, timeZone: string, now: Date): Occurrence[] {
  const { start, rule, excludedStarts } = schedule
  const today = localAt(now, timeZone)
  // One day is subtracted, so a daily series has at most as many dates as the horizon has days.
  const horizonMinutes = (limits.horizonDays - 1) * 24 * 60
  const laterOf = (...times: string[]) => times.sort().at(-1) ?? start
  const from = rule ? laterOf(start, addMinutes(today, -horizonMinutes)) : start
  // If the series starts once a day, its exceptions are days. They stay exceptions when the time of the series changes.
  const keyOf = (start: string) => (rule && startsOnceADay(rule) ? start.slice(0, 10) : start)
  const excluded = new Set(rule ? excludedStarts.map(keyOf) : [])
  return startsOf(schedule, timeZone, from, addMinutes(laterOf(start, today), horizonMinutes))
    .filter((original) => !excluded.has(keyOf(original)))
    .map((original) => ({
      original,
      ...timesOf(localTimesAt(schedule, original), timeZone),
    }))
}

/** The problems of a schedule, for the people who typed it. */
export function scheduleProblems(
  schedule: Schedule,
  timeZone: string,
  now: Date,
): ScheduleProblem[] {
  const problems = clockProblems(schedule, timeZone, Boolean(schedule.rule))
  const hasValidTimes = !problems.some(({ field }) => field === 'start' || field === 'end')
  const problem = hasValidTimes && schedule.rule ? ruleProblem(schedule, timeZone, now) : null
  return problem ? [...problems, { field: 'rule', message: problem }] : problems
}

/**
 * The problems of the times of one occurrence.
 * @param isSeries a series may start at a time that the clocks skip on that day
 */
export function clockProblems(
  { start, end, doors }: LocalTimes,
  timeZone: string,
  isSeries = false,
): ScheduleProblem[] {
  const problems: ScheduleProblem[] = []
  const known = { start, end, ...(doors && { doors }) }
  for (const [name, local] of Object.entries(known)) {
    const field = name as 'start' | 'end' | 'doors'
    const time = localTime.test(local) ? venueTimeOf(local, timeZone) : null
    if (!time) problems.push({ field, message: 'Choose a day and a time.' })
    else if (time.clock === 'skipped' && !isSeries) {
      const message = `The clocks go forward and skip ${local.slice(11)} that day. Choose another time.`
      problems.push({ field, message })
    }
  }
  if (problems.length) return problems
  const durationMinutes = minutesBetween(start, end)
  if (durationMinutes <= 0) problems.push({ field: 'end', message: 'It must end after it starts.' })
  else if (durationMinutes > maxDurationDays * 24 * 60) {
    problems.push({ field: 'end', message: `It may last ${maxDurationDays} days at most.` })
  }
  if (doors && (doors > start || minutesBetween(doors, start) > 24 * 60)) {
    problems.push({ field: 'doors', message: 'Doors open before it starts, on the same day.' })
  }
  return problems
}

function ruleProblem(schedule: Schedule, timeZone: string, now: Date): string | null {
  const rule = parseRule(schedule.rule ?? '')
  if ('problem' in rule) return rule.problem
  try {
    const found = occurrencesOf(schedule, timeZone, now)
    if (!found.length) return 'The rule gives no date.'
    const coming = found.filter(({ endsAt }) => endsAt > now).length
    return coming > limits.dates
      ? `The rule gives ${coming} dates in the next ${limits.horizonDays} days, and ${limits.dates} are possible.`
      : null
  } catch (error) {
    return error instanceof RangeError
      ? 'The rule gives a time that no clock shows.'
      : `The rule can’t be followed: ${error instanceof Error ? error.message : 'it contradicts itself'}.`
  }
}

/**
 * The rule for the first part of a split series: only the starts earlier than `before`, which is one of its starts. If
 * it starts once a day, UNTIL is the day before: the form can read a day, and the day stays right if the time of the
 * series changes later.
 */
export function ruleUntil(text: string, before: string): string {
  const rule = parseRule(text)
  if ('problem' in rule) throw new Error(rule.problem)
  const { COUNT: _, UNTIL: __, ...parts } = Object.fromEntries(rule)
  const last = startsOnceADay(text)
    ? parseLocal(before).subtract({ days: 1 }).toPlainDate()
    : parseLocal(before).subtract({ seconds: 1 })
  const until = last.toString().replaceAll(/[-:]/g, '')
  return formatRule(new Map([...Object.entries(parts), ['UNTIL', until]]))
}

/** The rule for the rest of a split series, from `first` on. COUNT is reduced by the number of earlier starts. */
export function ruleFrom(schedule: Schedule, first: string, timeZone: string): string {
  const rule = parseRule(schedule.rule ?? '')
  if ('problem' in rule) throw new Error(rule.problem)
  const count = rule.get('COUNT')
  if (count === undefined) return formatRule(rule)
  const before = startsOf(schedule, timeZone, schedule.start, first).filter((each) => each < first)
  return formatRule(new Map([...rule, ['COUNT', String(Number(count) - before.length)]]))
}

/** Whether a series goes on without an end. */
export const isEndless = (text: string): boolean => {
  const rule = parseRule(text)
  return !('problem' in rule) && !rule.has('COUNT') && !rule.has('UNTIL')
}
