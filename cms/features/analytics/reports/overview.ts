import { dayName } from '../admin/texts.ts'
import type { DayRange } from '../rollups/rules.ts'
import { lengthOf } from '../rollups/rules.ts'
import { addNote } from './add-note.ts'
import type { Point, Totals } from './contract.ts'
import type { PreparedReport } from './prepare.ts'
import {
  findHours,
  findMedians,
  findSeries,
  type Sums,
  sumVisits,
  visitKind,
} from './queries/overview.ts'
import { startsOf, timeUnitOf } from './ranges.ts'
import { maxDaysByDay, maxRawDays, type TimeUnit } from './rules.ts'
import { canUseSums, firstKeptDay } from './scope.ts'

/** The median times of a range; null if they can't be known with these filters. */
export async function mediansOf(
  prepared: PreparedReport,
  range: DayRange,
  by: 'pages' | 'all',
): Promise<Map<string | null, number> | null> {
  const { db, filters, compared, today, notes, scopeOf } = prepared
  if (!canUseSums('times', filters) && lengthOf(range) > maxRawDays) {
    addNote(notes, `With these filters the median time is known for at most ${maxRawDays} days.`)
    return null
  }
  const keptFrom = range === compared ? firstKeptDay('times', { filters, range, today }) : null
  if (keptFrom) {
    notes.push(
      `With these filters the median time before ${dayName(keptFrom, today)} is not known, so it is not compared.`,
    )
    return null
  }
  return findMedians(db, scopeOf('times', range), by)
}

async function totalsOf(
  prepared: PreparedReport,
  range: DayRange,
  { scroll, ...sums }: Sums,
): Promise<Totals> {
  const medians = await mediansOf(prepared, range, 'all')
  return {
    ...sums,
    viewsPerSession: ratio(sums.views, sums.sessions),
    bounceRate: ratio(sums.bounces, sums.views),
    medianSeconds: medians?.get(null) ?? null,
    meanScroll: ratio(scroll, sums.views),
  }
}

/** The quotient; null if the divisor is 0. */
export const ratio = (part: number, whole: number): number | null => (whole ? part / whole : null)

type Read = { sums: Sums; series: Point[] }

/** Reads the sums of a range and of its steps; with a filter by members' profiles, no steps. */
async function readRange(prepared: PreparedReport, range: DayRange, step: TimeUnit): Promise<Read> {
  const { db, members, timeZone, scopeOf } = prepared
  const kind = visitKind(prepared)
  /** One point for each step of the range, also for steps without visits. */
  const allPoints = (found: readonly Point[]): Point[] => {
    const points = new Map(found.map((point) => [point.start, point]))
    return startsOf(range, step).map((start) => {
      const { visitors = 0, sessions = 0, views = 0 } = points.get(start) ?? {}
      return { start, visitors, sessions, views }
    })
  }
  if (!members && step !== 'hour') {
    const found = await findSeries(db, scopeOf(kind, range, { byDay: step === 'day' }), step)
    return { sums: addUp(found), series: allPoints(found) }
  }
  const scope = scopeOf(kind, range, { byDay: lengthOf(range) <= maxDaysByDay })
  const sums = await sumVisits(db, scope)
  // Without points over time, because a single hour or day may be about fewer than five members.
  if (members) return { sums, series: [] }
  return { sums, series: allPoints(await findHours(db, scope, { day: range.from, timeZone })) }
}

function addUp(rows: readonly Sums[]): Sums {
  const sum = (name: keyof Sums) => rows.reduce((total, row) => total + row[name], 0)
  return {
    visitors: sum('visitors'),
    sessions: sum('sessions'),
    views: sum('views'),
    bounces: sum('bounces'),
    scroll: sum('scroll'),
  }
}

/** @param hasHours whether the raw rows of the first day exist */
export async function overview(prepared: PreparedReport, hasHours: boolean) {
  const { range, compared, members, notes } = prepared
  const step = timeUnitOf(range, hasHours)
  const now = await readRange(prepared, range, step)
  const before = compared && (await readRange(prepared, compared, step))
  if (members) notes.push('With a filter by the profile, days are not shown.')
  return {
    step,
    totals: await totalsOf(prepared, range, now.sums),
    before: compared && before && (await totalsOf(prepared, compared, before.sums)),
    series: now.series,
    seriesBefore: members || !before ? null : before.series,
  }
}
