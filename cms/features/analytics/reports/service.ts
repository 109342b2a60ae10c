import type { Payload, PayloadRequest } from 'payload'
import { type Database, databaseOf } from '../../../platform/database/query.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { createConcurrencyLimiter } from '../../../platform/limits/concurrency.ts'
import { timeSlots } from '../../members/profile/rules.ts'
import { findAgreeingMembers } from '../../members/service.ts'
import { interests } from '../../newsletter/rules.ts'
import { venueAreas } from '../../venue/rules.ts'
import { findVenue } from '../../venue/service.ts'
import { cutoffDay } from '../retention/rules.ts'
import { venueDay } from '../rollups/days.ts'
import type { Kind } from '../rollups/queries/kinds.ts'
import { findAvailableSums, tuneForSums } from '../rollups/queries/roll-up.ts'
import { addDays, splitRange } from '../rollups/rules.ts'
import { deviceTypes, eventNames } from '../rules.ts'
import {
  type FiltersReply,
  hasProfileFilter,
  type LiveReply,
  type MembersReport,
  type ReportFilters,
  type ReportQuery,
  type Reports,
} from './contract.ts'
import { findJoinedRows } from './joined.ts'
import { overview } from './overview.ts'
import { type PreparedReport, prepareReport } from './prepare.ts'
import { findFirstDay, findSegmentValues, findVisitedPages } from './queries/choices.ts'
import { findLivePages } from './queries/live.ts'
import { findActiveWeeks } from './queries/members.ts'
import { wholeWeeks } from './ranges.ts'
import { countMembers, firstCountedWeek, retentionGrid } from './retention-grid.ts'
import { actions, funnels, journeys, pages, sources, technology, vitals } from './rows.ts'
import { liveMs, maxMoves, maxRows, minJoinWeeks, type ReportName } from './rules.ts'
import { areTooFew, fitsOf } from './small-groups.ts'

// A screen requests several reports at once, and each may use several processor cores. Therefore only a few run at a
// time.
const readLimiter = createConcurrencyLimiter({ running: 3, waiting: 60 })

const visitsKind = ({ page }: ReportFilters): Kind => (page === undefined ? 'visits' : 'pages')

/** The kind of sums that a report mainly counts. It decides for which filters the range is limited. */
const kindOf: Record<ReportName, (filters: ReportFilters) => Kind> = {
  overview: visitsKind,
  pages: () => 'pages',
  entries: () => 'pages',
  exits: () => 'pages',
  sources: visitsKind,
  technology: visitsKind,
  journeys: () => 'moves',
  actions: () => 'actions',
  vitals: () => 'vitals',
  funnels: () => 'funnels',
  members: () => 'visits',
}

type Data<Name extends ReportName> = Extract<Reports[Name], { tooFew: false }>
/** `limitFor` gets the usual maximum number of rows, and returns the maximum to apply; null for all rows. */
type Builders = {
  [Name in Exclude<ReportName, 'members'>]: (
    prepared: PreparedReport,
    limitFor: (count: number) => number | null,
  ) => Promise<Omit<Data<Name>, 'range' | 'compared' | 'uncountedRange' | 'note' | 'tooFew'>>
}

const builders: Builders = {
  overview: async (prepared) => {
    const cutoff = cutoffDay('user_sessions', prepared.today)
    const visits = await overview(prepared, prepared.range.from >= cutoff)
    return { ...visits, joined: await findJoinedRows(prepared) }
  },
  pages: (prepared, limitFor) =>
    firstRows(limitFor(maxRows), (count) => pages(prepared, 'views', count)),
  entries: (prepared, limitFor) =>
    firstRows(limitFor(maxRows), (count) => pages(prepared, 'entries', count)),
  exits: (prepared, limitFor) =>
    firstRows(limitFor(maxRows), (count) => pages(prepared, 'exits', count)),
  sources: (prepared, limitFor) =>
    firstRows(limitFor(maxRows), (count) => sources(prepared, count)),
  technology,
  journeys: async (prepared, limitFor) => {
    const { rows, hasMore } = await firstRows(limitFor(maxMoves), (count) =>
      journeys(prepared, count),
    )
    return { moves: rows, hasMore }
  },
  actions: (prepared, limitFor) =>
    firstRows(limitFor(maxRows), (count) => actions(prepared, count)),
  vitals: (prepared, limitFor) => firstRows(limitFor(maxRows), (count) => vitals(prepared, count)),
  funnels: async (prepared) => ({ funnels: await funnels(prepared) }),
}

/** Reads one row more than is shown, to find out whether there are more. @param limit null for all rows */
async function firstRows<Row>(
  limit: number | null,
  read: (limit: number | null) => Promise<Row[]>,
): Promise<{ rows: Row[]; hasMore: boolean }> {
  const rows = await read(limit === null ? null : limit + 1)
  if (limit === null) return { rows, hasMore: false }
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

/**
 * Reads a report in a transaction of its own.
 * @param options.isWhole whether all rows are read, not only the first ones
 */
export const readReport = <Name extends ReportName>(
  req: PayloadRequest,
  name: Name,
  query: ReportQuery,
  { isWhole = false } = {},
): Promise<Reports[Name]> =>
  readLimiter.run(() =>
    inTransaction(req, async (db) => {
      await tuneForSums(db)
      if (name === 'members') return (await membersReport(req.payload, db, query)) as Reports[Name]
      const prepared = await prepareReport(req.payload, db, { query, kind: kindOf[name] })
      const { range, compared, uncountedRange, notes, weekNote, tooFew } = prepared
      // Only the overview contains this note: the screen shows it once, above all other reports.
      if (name === 'overview' && weekNote) notes.unshift(weekNote)
      const build = builders[name as keyof Builders]
      const data = tooFew
        ? { tooFew }
        : { tooFew, ...(await build(prepared, (count) => (isWhole ? null : count))) }
      return {
        range,
        compared,
        uncountedRange,
        note: notes.join(' ') || null,
        ...data,
      } as Reports[Name]
    }),
  )

/**
 * The report of members. The weeks of joining are the weeks that the range touches, but at least `minJoinWeeks`. Visits
 * count until today.
 */
async function membersReport(
  payload: Payload,
  db: Database,
  { from, to, compare: _, area, interest, slot, ...others }: ReportQuery,
): Promise<MembersReport> {
  const { timeZone } = await findVenue(payload)
  const today = venueDay(new Date(), timeZone)
  const agreeing = (await findAgreeingMembers(db, { area, interest, slot }, timeZone)).map(
    (member) => ({ ...member, fits: fitsOf(member) }),
  )
  // The range consists of whole weeks. Otherwise ranges that differ by a day could be compared to find out about single
  // members.
  const latestStart = addDays(to, 1 - minJoinWeeks * 7)
  const range = wholeWeeks({ from: from < latestStart ? from : latestStart, to })
  const notes = [
    ...(from > latestStart
      ? [
          `So that there are at least ${minJoinWeeks} weeks of joining, they begin before the chosen days.`,
        ]
      : range.from < from || range.to > to
        ? ['Weeks of joining are whole.']
        : []),
    ...(Object.values(others).some((value) => value !== undefined)
      ? ['Here, visits of all kinds count.']
      : []),
  ]
  const head = { range, compared: null, uncountedRange: null, note: notes.join(' ') || null }
  const isByProfile = hasProfileFilter({ area, interest, slot })
  if (isByProfile && areTooFew(agreeing.map(({ fits }) => fits))) return { ...head, tooFew: true }
  const joined = agreeing.filter(
    (member) => member.joined >= range.from && member.joined <= range.to,
  )
  const visits = await findActiveWeeks(db, {
    members: joined.map(({ id }) => id),
    from: range.from,
  })
  const countedFrom = firstCountedWeek({
    cutoff: cutoffDay('user_sessions', today),
    firstDay: (await findFirstDay(db)) ?? today,
  })
  const cohorts = retentionGrid(joined, visits, { range, today, countedFrom })
  return { ...head, tooFew: false, cohorts, countedFrom, members: countMembers(agreeing, today) }
}

export async function readLive(payload: Payload): Promise<LiveReply> {
  const pagesNow = await findLivePages(databaseOf(payload), liveMs)
  return { visitors: pagesNow.reduce((sum, { visitors }) => sum + visitors, 0), pages: pagesNow }
}

const maxChoices = 200
const choiceDays = 31

/** The values of the filters, in the order of their frequency in the last 31 days. */
export const readChoices = (req: PayloadRequest): Promise<FiltersReply> =>
  readLimiter.run(() =>
    inTransaction(req, async (db) => {
      await tuneForSums(db)
      const { timeZone } = await findVenue(req.payload)
      const today = venueDay(new Date(), timeZone)
      const range = { from: addDays(today, 1 - choiceDays), to: today }
      const split = splitRange(range, await findAvailableSums(db, range), { byDay: true })
      const scope = { split, filters: { bots: '1' as const }, members: null }
      const values = await findSegmentValues(db, scope, maxChoices)
      const valuesOf = (property: (typeof values)[number]['property']) =>
        values.filter((each) => each.property === property).map(({ name }) => name)
      const visited = await findVisitedPages(db, scope, maxChoices)
      return {
        devices: deviceTypes.filter((device) => valuesOf('device_type').includes(device)),
        browsers: valuesOf('browser'),
        systems: valuesOf('os'),
        countries: valuesOf('country'),
        sources: valuesOf('source'),
        mediums: valuesOf('medium'),
        campaigns: valuesOf('campaign'),
        pages: visited.map(({ page }) => page),
        entries: visited
          .filter(({ entries }) => entries > 0)
          .toSorted((a, b) => b.entries - a.entries)
          .map(({ page }) => page),
        areas: [...venueAreas],
        interests: [...interests],
        slots: [...timeSlots],
        events: [...eventNames],
        firstDay: await findFirstDay(db),
        today,
      }
    }),
  )
