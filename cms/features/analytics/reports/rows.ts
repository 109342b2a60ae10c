import { findFunnelCountedAt } from '../queries/own-funnels.ts'
import { firstRawDay, venueDay } from '../rollups/days.ts'
import { findFunnels } from '../rollups/funnels.ts'
import { type DayRange, type Funnel, isMailed } from '../rollups/rules.ts'
import { countryLicenceNotice } from '../visitor/country.ts'
import type {
  ActionRow,
  FunnelResult,
  Move,
  PageRow,
  SourceRow,
  TechnologyRow,
  VitalRow,
} from './contract.ts'
import { mediansOf, ratio } from './overview.ts'
import type { PreparedReport } from './prepare.ts'
import {
  countMeasuredMembers,
  findActions,
  findMoves,
  findSteps,
  findVitals,
} from './queries/behaviour.ts'
import { findFirstDay } from './queries/choices.ts'
import { visitKind } from './queries/overview.ts'
import { findPages } from './queries/pages.ts'
import { findSources, findTechnology } from './queries/sources.ts'
import {
  isSmall,
  rankShown,
  withoutSmall,
  withoutSmallEnds,
  withoutSmallPages,
} from './small-groups.ts'
import { findQuestions, findTitles } from './titles.ts'

/** The rows to show. With a filter by members' profiles, only rows about enough members. */
const shownRows = <Row extends { members: number }>(
  { members }: PreparedReport,
  rows: Row[],
): Row[] => (members ? withoutSmall(rows) : rows)

/**
 * The maximum number of rows to read. With a filter by members' profiles all rows, because all are needed to decide
 * which are shown.
 */
const maxRowsToRead = ({ members }: PreparedReport, limit: number | null): number | null =>
  members ? null : limit

/**
 * Reads the rows of the compared range.
 * @returns a function that returns a number of the compared range's row with the same key as a given row: 0 if there is
 *   no such row; null without a comparison, and with a filter by members' profiles
 */
async function readBefore<Row>(
  prepared: PreparedReport,
  find: (range: DayRange) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): Promise<(row: Row, number: (row: Row) => number | null) => number | null> {
  if (!prepared.compared || prepared.members) return () => null
  const rows = new Map((await find(prepared.compared)).map((row) => [keyOf(row), row]))
  return (row, number) => {
    const found = rows.get(keyOf(row))
    return found ? number(found) : 0
  }
}

type FoundPage = Omit<Awaited<ReturnType<typeof findPages>>[number], 'entries' | 'exits'> &
  Pick<PageRow, 'entries' | 'exits'>

export async function pages(
  prepared: PreparedReport,
  order: 'views' | 'entries' | 'exits',
  limit: number | null,
): Promise<PageRow[]> {
  const { payload, db, range, members, scopeOf } = prepared
  const find = (by: typeof order, maxCount: number | null) =>
    findPages(db, scopeOf('pages', range), { order: by, limit: maxCount })
  const rows: FoundPage[] = members
    ? rankShown(withoutSmallEnds(await find('views', null)), (row) => row[order], limit)
    : await find(order, limit)
  const paths = rows.map(({ page }) => page)
  const before = await readBefore<FoundPage>(
    prepared,
    (each) =>
      findPages(db, scopeOf('pages', each), { order: 'views', limit: null, onlyPages: paths }),
    ({ page }) => page,
  )
  const medians = await mediansOf(prepared, range, 'pages')
  const titles = await findTitles(payload, paths)
  return rows.map((row) => ({
    page: row.page,
    title: titles.get(row.page) ?? null,
    views: row.views,
    sessions: row.sessions,
    entries: row.entries,
    exits: row.exits,
    bounceRate: ratio(row.bounces, row.views),
    medianSeconds: medians?.get(row.page) ?? null,
    meanScroll: ratio(row.scroll, row.views),
    viewsBefore: before(row, ({ views }) => views),
    entriesBefore: before(row, ({ entries }) => entries),
    exitsBefore: before(row, ({ exits }) => exits),
  }))
}

/**
 * Sources of the range, followed by sources that occur only in the compared range. Each letter is a campaign of its
 * own, so most letters of the compared range occur only there.
 */
export async function sources(
  prepared: PreparedReport,
  limit: number | null,
): Promise<SourceRow[]> {
  const { db, range, compared, members, scopeOf } = prepared
  const find = async (each: DayRange) =>
    shownRows(prepared, await findSources(db, scopeOf(visitKind(prepared), each)))
  const keyOf = ({ source, medium, campaign }: Pick<SourceRow, 'source' | 'medium' | 'campaign'>) =>
    JSON.stringify([source, medium, campaign])
  const rows = await find(range)
  const rowsBefore = compared ? await find(compared) : []
  const sessionsBefore = new Map(rowsBefore.map((row) => [keyOf(row), row.sessions]))
  // With a filter by members' profiles, a row about few members is left out. So a missing row does not mean 0.
  const missing = members ? null : 0
  const keys = new Set(rows.map(keyOf))
  const onlyBefore = members ? [] : rowsBefore.filter((row) => !keys.has(keyOf(row)))
  return [
    ...rows,
    ...onlyBefore.map((row) => ({ ...row, sessions: 0, visitors: 0, views: 0, bounces: 0 })),
  ]
    .slice(0, limit ?? undefined)
    .map((row) => ({
      source: row.source,
      medium: row.medium,
      campaign: row.campaign,
      sessions: row.sessions,
      visitors: row.visitors,
      views: row.views,
      bounceRate: ratio(row.bounces, row.views),
      sessionsBefore: compared ? (sessionsBefore.get(keyOf(row)) ?? missing) : null,
    }))
}

export async function technology(prepared: PreparedReport) {
  const { db, range, members, notes, scopeOf } = prepared
  const find = (each: DayRange) => findTechnology(db, scopeOf(visitKind(prepared), each))
  const rows = await find(range)
  const before = await readBefore(prepared, find, ({ property, name }) =>
    JSON.stringify([property, name]),
  )
  // Lists of several properties of the same visits could together reveal what a few members used.
  if (members) notes.push('With a filter by the profile, only devices are listed.')
  const ofProperty = (property: (typeof rows)[number]['property']): TechnologyRow[] =>
    shownRows(
      prepared,
      rows.filter((row) => row.property === property && (!members || property === 'device_type')),
    ).map((row) => ({
      name: row.name,
      sessions: row.sessions,
      visitors: row.visitors,
      views: row.views,
      sessionsBefore: before(row, ({ sessions }) => sessions),
    }))
  const countries = ofProperty('country')
  return {
    devices: ofProperty('device_type'),
    browsers: ofProperty('browser'),
    systems: ofProperty('os'),
    countries,
    hasCountries: members !== null || countries.some(({ name }) => name !== null),
    attribution: countryLicenceNotice(),
  }
}

export async function journeys(prepared: PreparedReport, limit: number | null): Promise<Move[]> {
  const { db, range, scopeOf } = prepared
  const rows = await findMoves(db, scopeOf('moves', range), maxRowsToRead(prepared, limit))
  return shownRows(prepared, rows)
    .slice(0, limit ?? undefined)
    .map(({ members: _, ...move }) => move)
}

export async function actions(
  prepared: PreparedReport,
  limit: number | null,
): Promise<ActionRow[]> {
  const { payload, db, range, scopeOf } = prepared
  const find = (each: DayRange, maxCount: number | null) =>
    findActions(db, scopeOf('actions', each), maxCount)
  const before = await readBefore(
    prepared,
    (each) => find(each, null),
    ({ page, type, element }) => JSON.stringify([page, type, element]),
  )
  const found = await find(range, maxRowsToRead(prepared, limit))
  const rows = shownRows(prepared, found).slice(0, limit ?? undefined)
  const questions = await findQuestions(
    payload,
    rows.flatMap(({ element }) => element ?? []),
  )
  return rows.map(({ members: _, ...row }) => ({
    ...row,
    question: questions.get(row.element ?? '') ?? null,
    interactionsBefore: before({ ...row, members: 0 }, ({ interactions }) => interactions),
  }))
}

export async function vitals(prepared: PreparedReport, limit: number | null): Promise<VitalRow[]> {
  const { db, range, members, scopeOf } = prepared
  const keyOf = ({ metric, page }: Pick<VitalRow, 'metric' | 'page'>) =>
    JSON.stringify([metric, page])
  const find = async (each: DayRange, maxCount: number | null): Promise<Measured[]> => {
    const scope = scopeOf('vitals', each)
    const rows = await findVitals(db, scope, maxCount)
    const measured = members ? await countMeasuredMembers(db, scope) : []
    const count = new Map(measured.map((row) => [keyOf(row), row.members]))
    return rows.map((row) => ({ ...row, members: count.get(keyOf(row)) ?? 0 }))
  }
  const before = await readBefore<Measured>(prepared, (each) => find(each, null), keyOf)
  const rows = await find(range, maxRowsToRead(prepared, limit))
  return (members ? withoutSmallPages(rows) : rows).slice(0, limit ?? undefined).map((row) => ({
    metric: row.metric,
    page: row.page,
    p75: inUnit(row),
    views: row.views,
    good: row.good / row.views,
    middle: (row.views - row.good - row.poor) / row.views,
    poor: row.poor / row.views,
    p75Before: before(row, inUnit),
  }))
}

type Measured = Awaited<ReturnType<typeof findVitals>>[number] & { members: number }

/** Converts `cls` to its unit: values are stored in thousandths. */
const inUnit = ({ metric, p75 }: { metric: string; p75: number }): number =>
  metric === 'cls' ? p75 / 1000 : p75

export async function funnels(prepared: PreparedReport): Promise<FunnelResult[]> {
  const { db, range, compared, members, notes, scopeOf } = prepared
  const { all, uncounted } = await findFunnels(db)
  const countedFrom = await countedFromOf(prepared, all)
  const find = async (each: DayRange) => {
    const rows = await findSteps(db, { ...scopeOf('funnels', each), funnels: all })
    return new Map(rows.map((row) => [`${row.funnel} ${row.step}`, row]))
  }
  const now = await find(range)
  const before = compared && (await find(compared))
  // Staff could make two own funnels that differ in one step, and compare them to find out what few members did.
  if (members) notes.push('With a filter by the profile, own funnels are not shown.')
  const shownFunnels = all.filter(
    ({ id, isOwn, steps }) =>
      !members ||
      (!isOwn &&
        isFunnelShown(steps.map((_, index) => now.get(`${id} ${index + 1}`)?.members ?? 0))),
  )
  return shownFunnels.map(({ id, name, isOwn, steps }) => {
    const first = now.get(`${id} 1`)?.sessions ?? 0
    const counted = countedFrom.get(id) ?? null
    const hasBefore = compared !== null && !members && (!counted || counted <= compared.from)
    return {
      id,
      name,
      isOwn,
      isCounting: uncounted.has(id),
      countedFrom: counted,
      steps: steps.map((step, index) => {
        const key = `${id} ${index + 1}`
        const sessions = now.get(key)?.sessions ?? 0
        return {
          // For events, the screen translates the name into words.
          name: isOwn && step.need.kind === 'event' ? step.need.value : step.name,
          about: step.about ?? null,
          isMailed: isMailed(step.need),
          sessions,
          share: ratio(sessions, first),
          // With a filter by members' profiles, a step of the compared range may be about few members, so it has no
          // number.
          sessionsBefore: hasBefore ? (before?.get(key)?.sessions ?? 0) : null,
        }
      }),
    }
  })
}

/** The first day that each own funnel counts, see `countFunnel`. Own funnels are made by staff. */
async function countedFromOf(
  { db, timeZone }: PreparedReport,
  funnels: readonly Funnel[],
): Promise<Map<string, string>> {
  const own = funnels.filter(({ isOwn }) => isOwn)
  if (!own.length) return new Map()
  const firstDay = await findFirstDay(db)
  const times = new Map((await findFunnelCountedAt(db)).map(({ id, countedAt }) => [id, countedAt]))
  return new Map(
    own.map(({ id, steps }) => {
      const hasEvents = steps.some(({ need }) => need.kind === 'event')
      const day = venueDay(times.get(id) ?? new Date(), timeZone)
      const first = firstRawDay(hasEvents ? 'funnels' : 'pages', day)
      return [id, firstDay !== null && firstDay > first ? firstDay : first]
    }),
  )
}

/** Whether no step is reached by a small group of members, and no small group leaves before a step. */
const isFunnelShown = (members: readonly number[]): boolean =>
  members.every(
    (count, index) => !isSmall(count) && !isSmall((members[index - 1] ?? count) - count),
  )
