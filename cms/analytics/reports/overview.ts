import type { DayRange } from '../rollups/rules.ts'
import { lengthOf } from '../rollups/rules.ts'
import type { Point, Totals } from './contract.ts'
import type { Prepared } from './prepare.ts'
import { findHours, findMedians, findSeries, sumVisits, visitKind } from './queries/overview.ts'
import { startsOf, stepOf } from './ranges.ts'
import { maxDaysByDay, maxRawDays, type Step } from './rules.ts'
import { canUseSums } from './scope.ts'

/** The median times of a range; null where they can't be known with these filters. */
export async function mediansOf(
  prepared: Prepared,
  range: DayRange,
  by: 'pages' | 'all',
): Promise<Map<string | null, number> | null> {
  const { db, filters, notes, scopeOf } = prepared
  if (!canUseSums('times', filters) && lengthOf(range) > maxRawDays) {
    const note = `With these filters the median time is known for at most ${maxRawDays} days.`
    if (!notes.includes(note)) notes.push(note)
    return null
  }
  return findMedians(db, scopeOf('times', range), by)
}

async function totalsOf(prepared: Prepared, range: DayRange): Promise<Totals> {
  const byDay = lengthOf(range) <= maxDaysByDay
  const scope = prepared.scopeOf(visitKind(prepared), range, { byDay })
  const { scroll, ...sums } = await sumVisits(prepared.db, scope)
  const medians = await mediansOf(prepared, range, 'all')
  return {
    ...sums,
    viewsPerSession: ratio(sums.views, sums.sessions),
    bounceRate: ratio(sums.bounces, sums.views),
    medianSeconds: medians?.get(null) ?? null,
    meanScroll: ratio(scroll, sums.views),
  }
}

/** Null where the divisor is 0. */
export const ratio = (part: number, whole: number): number | null => (whole ? part / whole : null)

async function seriesOf(prepared: Prepared, range: DayRange, step: Step): Promise<Point[]> {
  const { db, timeZone, scopeOf } = prepared
  const scope = scopeOf(visitKind(prepared), range, { byDay: step === 'day' })
  const found =
    step === 'hour'
      ? await findHours(db, scope, { day: range.from, timeZone })
      : await findSeries(db, scope, step)
  const points = new Map(found.map((point) => [point.start, point]))
  return startsOf(range, step).map(
    (start) => points.get(start) ?? { start, visitors: 0, sessions: 0, views: 0 },
  )
}

/** @param hasHours whether the raw rows of the first day exist */
export async function overview(prepared: Prepared, hasHours: boolean) {
  const { range, compared, members, notes } = prepared
  const step = stepOf(range, hasHours)
  const totals = await totalsOf(prepared, range)
  const before = compared && (await totalsOf(prepared, compared))
  // A single day or hour may be about fewer than five members.
  if (members) {
    notes.push('With a filter by the profile, days are not shown.')
    return { totals, before, step, series: [], seriesBefore: null }
  }
  return {
    ...{ totals, before, step },
    series: await seriesOf(prepared, range, step),
    seriesBefore: compared && (await seriesOf(prepared, compared, step)),
  }
}
