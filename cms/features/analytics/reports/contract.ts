import { z } from 'zod'
import { plainLine } from '../../../platform/http/texts/fields.ts'
import { type TimeSlot, timeSlots } from '../../members/profile/rules.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import { addDays, type DayRange, lengthOf } from '../rollups/rules.ts'
import { deviceTypes, type EventName, eventNames, rawTables, type Vital } from '../rules.ts'
import {
  comparisons,
  firstReportDay,
  funnelLimits,
  maxRangeDays,
  maxRawRows,
  profileFilters,
  reportNames,
  reportTables,
  type TimeUnit,
} from './rules.ts'

const date = z.iso.date('Choose a date.')
const text = (max: number) => z.string().min(1).max(max).optional()

/**
 * The filters of a report. All are optional; a visit must match all filters that are set. An empty value of `source`,
 * `medium`, `campaign` or `country` selects visits without a value.
 */
const filters = {
  /** Views of this path, and visits in which it was viewed. */
  page: text(300),
  /** Visits that began at this path. */
  entry: text(300),
  source: z.string().max(300).optional(),
  medium: z.string().max(300).optional(),
  campaign: z.string().max(300).optional(),
  device: z.enum(deviceTypes).optional(),
  browser: text(100),
  os: text(100),
  country: z.string().max(2).optional(),
  /** Whether the visitor was signed in. */
  signed: z.enum(['yes', 'no']).optional(),
  /** Whether bots are counted too. */
  bots: z.literal('1').optional(),
  /** Members by their current profile. Only members who agreed to be counted are included. See `isAllowed`. */
  area: z.enum(venueAreas).optional(),
  interest: text(100),
  slot: z.enum(timeSlots).optional(),
}

const isInOrder = ({ from, to }: DayRange) => from <= to
const isNotTooEarly = ({ from }: DayRange) => from >= firstReportDay
/** The range may end tomorrow in UTC, because the venue's date may be a day ahead of UTC. */
const isNotFuture = ({ to }: DayRange) => to <= addDays(new Date().toISOString().slice(0, 10), 1)
const isShortEnough = (range: DayRange) => lengthOf(range) <= maxRangeDays
const wrongOrder = { path: ['to'], message: 'The last day is before the first.' }
const tooLong = { path: ['from'], message: 'A report covers at most three years.' }
const tooEarly = { path: ['from'], message: `Reports begin on ${firstReportDay}.` }
const tooLate = { path: ['to'], message: 'This day is still to come.' }

type Filtered = Partial<Record<string, unknown>>
const isSet =
  (query: Filtered) =>
  (name: string): boolean =>
    query[name] !== undefined
export const hasProfileFilter = (query: Filtered): boolean => profileFilters.some(isSet(query))

/**
 * The parameters that may be combined with a filter by members' profiles. `signed=yes` changes nothing, because all
 * visits that are known to be a member's are signed-in visits.
 */
const combinable = new Set<string>(['from', 'to', 'compare', 'signed', ...profileFilters])
// Other combinations are refused: by comparing two reports, somebody could find out what a single member did.
const isAllowed = (query: Filtered): boolean =>
  !hasProfileFilter(query) ||
  (Object.keys(query).every((name) => !isSet(query)(name) || combinable.has(name)) &&
    profileFilters.filter(isSet(query)).length === 1 &&
    query.signed !== 'no' &&
    query.compare === 'none')
const notAllowed = {
  path: ['filters'],
  message:
    'A filter by members’ profiles is used alone, not with another one, other filters or a comparison.',
}
export const noProfileFilters = 'Rows of single visits take no filters by members’ profiles.'

const range = { from: date, to: date }

/**
 * The query of `GET /api/analytics/reports/:name` and `GET /api/analytics/csv/:table`: venue dates, inclusive. With a
 * filter by members' profiles, a report covers one whole week. It is the last week that the range touches, or an
 * earlier one if that week is not over.
 */
export const reportQuery = z
  .object({ ...range, compare: z.enum(comparisons).default('none'), ...filters })
  .refine(isInOrder, wrongOrder)
  .refine(isShortEnough, tooLong)
  .refine(isNotTooEarly, tooEarly)
  .refine(isNotFuture, tooLate)
  .refine(isAllowed, notAllowed)
export type ReportQuery = z.output<typeof reportQuery>
export type ReportFilters = Omit<ReportQuery, 'from' | 'to' | 'compare'>

export const reportParams = z.object({ name: z.enum(reportNames) })
/** The table of a CSV file: a raw table, all rows of a report, or the totals of the overview. */
export const csvParams = z.object({ table: z.enum([...rawTables, ...reportTables]) })
export const rawParams = z.object({ table: z.enum(rawTables) })

/**
 * The query of `GET /api/analytics/raw/:table`: `after` is the value of `next` in the previous reply. Newest rows
 * first.
 */
export const rawQuery = z
  .object({
    ...range,
    ...filters,
    after: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(maxRawRows).default(100),
  })
  .refine(isInOrder, wrongOrder)
  .refine(isShortEnough, tooLong)
  .refine(isNotTooEarly, tooEarly)
  .refine(isNotFuture, tooLate)
  .refine((query) => !hasProfileFilter(query), { path: ['filters'], message: noProfileFilters })
export type RawQuery = z.output<typeof rawQuery>

export type Cell = string | number | boolean | null | Record<string, unknown>
export type RawReply = { columns: string[]; rows: Record<string, Cell>[]; next: string | null }

export type ReportRange = { from: string; to: string }
/**
 * `until` is a clock time at the venue, `HH:MM`. It is only set if the range of the report ends today. Of the last
 * compared day, only visits that began before this time count, because the rest of today is still to come.
 */
export type ComparedRange = ReportRange & { until?: string }

/** The fields that all reports have. */
type Head = {
  /** The range that was counted. It begins later than requested if `note` says so. */
  range: ReportRange
  /**
   * The range of the comparison. Null without a comparison, for example if the note says that single visits are
   * deleted.
   */
  compared: ComparedRange | null
  /**
   * The requested range of comparison, if nothing is compared because not all of its days were counted; otherwise null.
   */
  uncountedRange: ReportRange | null
  /** A sentence to show with the report, for example that a filter limits the range; otherwise null. */
  note: string | null
}
/** Contains no numbers if a filter by members' profiles matches or excludes so few members that they can't be shown. */
export type Report<Data> = Head & (({ tooFew: false } & Data) | { tooFew: true })

/** Rates are from 0 to 1, or null without views. Times are in seconds, scroll depths in percent. */
export type Totals = {
  visitors: number
  sessions: number
  views: number
  bounces: number
  viewsPerSession: number | null
  bounceRate: number | null
  medianSeconds: number | null
  meanScroll: number | null
}

/** `start` is `YYYY-MM-DD`, for hours `YYYY-MM-DDTHH:00`, on the venue's clock. Periods without visits are included. */
export type Point = { start: string; visitors: number; sessions: number; views: number }

/** `before` is null without a comparison. */
export type JoinedRow = { label: string; about: string; count: number; before: number | null }

export type OverviewReport = Report<{
  totals: Totals
  before: Totals | null
  step: TimeUnit
  series: Point[]
  /** In the same order as `series`. May have more or fewer points, because months have different lengths. */
  seriesBefore: Point[] | null
  /** How many people joined, for example as members or subscribers; empty with filters. */
  joined: JoinedRow[]
}>

/** Whether there are more rows than the report contains. A CSV file contains all rows. */
type Cut = { hasMore: boolean }

/** Fields whose names end in `Before` are null without a comparison. */
export type PageRow = {
  page: string
  title: string | null
  views: number
  /** Visits in which the page was viewed. */
  sessions: number
  /**
   * Visits that began on the page. With a filter by members' profiles, null if the number is about fewer than five
   * members, or would reveal such a number. The same applies to `exits`, the visits that ended on the page.
   */
  entries: number | null
  exits: number | null
  bounceRate: number | null
  medianSeconds: number | null
  meanScroll: number | null
  viewsBefore: number | null
  entriesBefore: number | null
  exitsBefore: number | null
}
/**
 * The rows of the reports `pages`, `entries` and `exits`, sorted by views, entries or exits; at most 200. Rows with 0
 * or null in the column by which the report is sorted are left out.
 */
export type PagesReport = Report<{ rows: PageRow[] } & Cut>

/** `source` null: the visitor came directly. */
export type SourceRow = {
  source: string | null
  medium: string | null
  campaign: string | null
  sessions: number
  visitors: number
  views: number
  bounceRate: number | null
  sessionsBefore: number | null
}
export type SourcesReport = Report<{ rows: SourceRow[] } & Cut>

export type TechnologyRow = {
  /** For a country, its ISO 3166-1 code; null if it is unknown. */
  name: string | null
  sessions: number
  visitors: number
  views: number
  sessionsBefore: number | null
}
/** With a filter by members' profiles, the report contains only devices. */
export type TechnologyReport = Report<{
  devices: TechnologyRow[]
  browsers: TechnologyRow[]
  systems: TechnologyRow[]
  countries: TechnologyRow[]
  /**
   * Whether the country of any visit is known. With a filter by members' profiles always true, although the report
   * contains no countries.
   */
  hasCountries: boolean
  /** The attribution that the licence of the country database requires; null if it requires none. */
  attribution: { text: string; href: string } | null
}>

export type Move = {
  from: string
  to: string
  transition: string
  moves: number
  sessions: number
}
/** The 60 most frequent moves. */
export type JourneysReport = Report<{ moves: Move[] } & Cut>

export type ActionRow = {
  page: string
  type: string
  /**
   * The first of these that exists: the element's name, its id, the name of its form, the target of a link (`→ /cafe`),
   * the element's class. For events, the event's name. Never the element's text.
   */
  element: string | null
  /** The question on the page that the element opens; null for other elements. */
  question: string | null
  interactions: number
  sessions: number
  interactionsBefore: number | null
}
export type ActionsReport = Report<{ rows: ActionRow[] } & Cut>

/** `p75` is in ms; for `cls` it has no unit. `good`, `middle` and `poor` are shares from 0 to 1. */
export type VitalRow = {
  metric: Vital
  /** Null for all pages together. */
  page: string | null
  p75: number
  good: number
  middle: number
  poor: number
  views: number
  p75Before: number | null
}
export type VitalsReport = Report<{ rows: VitalRow[] } & Cut>

export type FunnelStep = { page: string } | { event: EventName }
export type FunnelResult = {
  /** For own funnels, which staff made, a number as text; for built-in ones a name. */
  id: string
  name: string
  isOwn: boolean
  /**
   * Whether the days before the funnel's creation are still being counted. If so, the funnel's numbers are too small.
   */
  isCounting: boolean
  /** The first day that an own funnel counts. Earlier visits are deleted or not counted. Null for built-in funnels. */
  countedFrom: string | null
  steps: FunnelResultStep[]
}
export type FunnelResultStep = {
  /** For own funnels, the page or the name of the event. */
  name: string
  /** An explanation of the name; null if it needs none. */
  about: string | null
  sessions: number
  /**
   * `sessions` as a share of the first step's `sessions`, from 0; null if nobody reached the first step. Can be above 1
   * only in a mailed step and the steps after it.
   */
  share: number | null
  sessionsBefore: number | null
  /** Whether the step is counted in any visit, because a mailed link leads to it. */
  isMailed: boolean
}
export type FunnelsReport = Report<{ funnels: FunnelResult[] }>

/**
 * `members` counts the members who joined in a week (`week` is its Monday). `active` contains the share of them who
 * visited n weeks later, beginning with n = 0. Visits from before a member agreed do not belong to the member. So a
 * share covers members who agreed before that week, or who joined and agreed in it. The last share is of the current
 * week, so it may still grow. Groups of fewer than five are null, and so are numbers from which such groups could be
 * derived. The range limits the weeks of joining; it consists of whole weeks. Only filters by members' profiles have an
 * effect.
 */
export type Cohort = { week: string; members: number | null; active: (number | null)[] }
export type MembersReport = Report<{
  cohorts: Cohort[]
  /**
   * The Monday of the first week with shares. Shares of earlier weeks are null, because visits were deleted or not
   * counted.
   */
  countedFrom: string
  /**
   * Members who agreed to be counted, whenever they joined; null if the number would reveal a group of fewer than five.
   */
  members: number | null
}>

export type Reports = {
  overview: OverviewReport
  pages: PagesReport
  entries: PagesReport
  exits: PagesReport
  sources: SourcesReport
  technology: TechnologyReport
  journeys: JourneysReport
  actions: ActionsReport
  vitals: VitalsReport
  funnels: FunnelsReport
  members: MembersReport
}

/** `GET /api/analytics/live`: visitors of the last five minutes, without bots. */
export type LiveReply = { visitors: number; pages: { page: string; visitors: number }[] }

/** `GET /api/analytics/filters`: values to choose from, in the order of their frequency in the last 31 days. */
export type FiltersReply = {
  devices: string[]
  browsers: string[]
  systems: string[]
  countries: string[]
  sources: string[]
  mediums: string[]
  campaigns: string[]
  pages: string[]
  entries: string[]
  areas: VenueArea[]
  interests: string[]
  slots: TimeSlot[]
  /** Names of events, for the steps of funnels. */
  events: string[]
  /** The first day with data (`YYYY-MM-DD`), and today at the venue. */
  firstDay: string | null
  today: string
}

const path = plainLine.regex(/^\//, 'A page begins with a slash.').max(300)
const step = z.union([
  z.strictObject({ page: path }),
  z.strictObject({ event: z.enum(eventNames) }),
])

/** `POST /api/analytics/funnels`: replies with `{ id }`, a number as text; `conflict` if there are too many funnels. */
export const funnelRequest = z.object({
  name: plainLine.trim().min(1, 'Give the funnel a name.').max(funnelLimits.name),
  steps: z.array(step).min(funnelLimits.steps.min).max(funnelLimits.steps.max),
})
export type FunnelRequest = z.output<typeof funnelRequest>

/** `DELETE /api/analytics/funnels/:id`: replies with `{ ok: true }`. */
export const funnelParams = z.object({ id: z.coerce.number().int().positive() })
