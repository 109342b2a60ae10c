import { timeSlots } from '../../members/profile/rules.ts'
import { venueAreas } from '../../venue/rules.ts'
import {
  type Comparison,
  comparisons,
  firstReportDay,
  maxRangeDays,
  profileFilters,
} from '../reports/rules.ts'
import { addDays, lengthOf, monthStart } from '../rollups/rules.ts'
import { type Vital, vitalTargets } from '../rules.ts'

/** The periods to choose from. The texts say on which day a period ends. */
export const periods = {
  today: 'Today so far',
  yesterday: 'Yesterday',
  '7d': 'Last 7 days, to yesterday',
  '30d': 'Last 30 days, to yesterday',
  month: 'This month so far',
  'last-month': 'Last month',
  '12mo': 'Last 12 months, to today',
  custom: 'Own dates',
} as const
export type Period = keyof typeof periods
const relativePeriods = (Object.keys(periods) as Period[]).filter((period) => period !== 'custom')

/** The measures that the chart over time can show. */
export const measures = { visitors: 'Visitors', sessions: 'Visits', views: 'Views' } as const
export type Measure = keyof typeof measures

/** The labels of filters, in the order in which they are shown; see `describeFilter`. */
export const filterNames = {
  page: 'Page',
  entry: 'Entry page',
  source: 'Source',
  medium: 'Medium',
  campaign: 'Campaign',
  device: 'Device',
  browser: 'Browser',
  os: 'System',
  country: 'Country',
  signed: 'Signed in',
  area: 'Members who like',
  interest: 'Members interested in',
  slot: 'Members who come in the',
} as const
export type FilterName = keyof typeof filterNames
export type Filters = Partial<Record<FilterName, string>>

/** The tabs of each panel, by the panel's parameter in the screen's URL. The first tab is the default. */
export const panelTabs = {
  pages: ['pages', 'entries', 'exits'],
  sources: ['source', 'medium', 'campaign'],
  technology: ['devices', 'browsers', 'systems', 'countries'],
  vitals: Object.keys(vitalTargets) as [Vital, ...Vital[]],
} as const
export type TabPanel = keyof typeof panelTabs
export type TabOf<Panel extends TabPanel> = (typeof panelTabs)[Panel][number]
type Tabs = { [Panel in TabPanel]?: TabOf<Panel> }
const tabPanels = Object.keys(panelTabs) as TabPanel[]

export type DateRange = { from: string; to: string }

/**
 * The settings in the query of the screen's URL. A relative period, such as `7d`, depends on the day on which the URL
 * is opened.
 */
export type ScreenSettings = {
  period: Period
  /** The days of the period. */
  range: DateRange
  compare: Comparison
  filters: Filters
  /** Whether bots are counted too. */
  bots: boolean
  measure: Measure
  /** The chosen tab of each panel, unless it is the default. */
  tabs: Tabs
}

const defaults = { period: '7d', compare: 'previous', measure: 'visitors' } as const
// An empty value of these filters selects visits without a value.
const filtersWithEmptyValue: readonly FilterName[] = ['source', 'medium', 'campaign', 'country']
const allowedValues: Partial<Record<FilterName, readonly string[]>> = {
  device: ['phone', 'tablet', 'desktop'],
  signed: ['yes', 'no'],
  area: venueAreas,
  slot: timeSlots,
}
const maxValueLength = 300

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Whether a text is an existing date, `YYYY-MM-DD`. */
const isDate = (text: string): boolean => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && dateOf(ms) === text
}

/**
 * The problem of a range; null if there is none.
 * @param today the last day that can be chosen; if missing, any day can be chosen
 */
export function rangeProblem({ from, to }: DateRange, today?: string): string | null {
  if (!isDate(from) || !isDate(to)) return 'Choose both dates.'
  if (from > to) return 'The last day is before the first.'
  if (from < firstReportDay) return `Choose days since ${firstReportDay.slice(0, 4)}.`
  if (today !== undefined && to > today) return 'The last day is still to come.'
  return lengthOf({ from, to }) > maxRangeDays ? 'A report covers at most three years.' : null
}

/**
 * The days of a period.
 * @param today the venue's date, `YYYY-MM-DD`
 */
export function rangeOf(period: Exclude<Period, 'custom'>, today: string): DateRange {
  const yesterday = addDays(today, -1)
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: yesterday, to: yesterday }
    case '7d':
      return { from: addDays(today, -7), to: yesterday }
    case '30d':
      return { from: addDays(today, -30), to: yesterday }
    case 'month':
      return { from: monthStart(today), to: today }
    case 'last-month':
      return { from: monthStart(today, -1), to: addDays(monthStart(today), -1) }
    case '12mo':
      return { from: monthStart(today, -11), to: today }
  }
}

/** The settings that show a period. @param today the venue's date, `YYYY-MM-DD` */
export const settingsOfPeriod = (
  period: Exclude<Period, 'custom'>,
  today: string,
): Pick<ScreenSettings, 'period' | 'range'> => ({ period, range: rangeOf(period, today) })

/** The settings that show the days from one date to another. */
export const settingsOfRange = (range: DateRange): Pick<ScreenSettings, 'period' | 'range'> => ({
  period: 'custom',
  range,
})

/**
 * The relative period that covers exactly the days of a range; `custom` if none does.
 * @param today the venue's date, `YYYY-MM-DD`
 */
export function periodOf({ from, to }: DateRange, today: string): Period {
  const isEqual = (period: Exclude<Period, 'custom'>) => {
    const range = rangeOf(period, today)
    return range.from === from && range.to === to
  }
  return relativePeriods.find(isEqual) ?? 'custom'
}

/**
 * The range directly before (`by` is -1) or after (1) a range. A range of whole months, or of months until today, is
 * shifted by its number of months. Other ranges are shifted by their number of days. The result ends today at the
 * latest.
 * @param today the venue's date, `YYYY-MM-DD`
 */
export function shiftRange({ from, to }: DateRange, by: -1 | 1, today: string): DateRange {
  const endsToday = to === today && from < to
  const range = endsToday ? { from, to: addDays(monthStart(today, 1), -1) } : { from, to }
  const shifted = shiftWhole(from === monthStart(from) ? range : { from, to }, by)
  return { from: shifted.from, to: shifted.to < today ? shifted.to : today }
}

function shiftWhole(range: DateRange, by: -1 | 1): DateRange {
  const dayAfter = addDays(range.to, 1)
  if (range.from === monthStart(range.from) && dayAfter === monthStart(dayAfter)) {
    const [fromYear = 0, fromMonth = 0] = range.from.split('-').map(Number)
    const [year = 0, month = 0] = dayAfter.split('-').map(Number)
    const months = by * ((year - fromYear) * 12 + month - fromMonth)
    return { from: monthStart(range.from, months), to: addDays(monthStart(dayAfter, months), -1) }
  }
  const days = by * lengthOf(range)
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}

/**
 * Returns a change of the settings to the previous (-1) or next (1) range; no change if the next range is in the
 * future.
 * @param today the venue's date, `YYYY-MM-DD`
 */
export const stepBy =
  (by: -1 | 1, today: string) =>
  ({ range }: Pick<ScreenSettings, 'range'>): Partial<ScreenSettings> => {
    if (by > 0 && range.to >= today) return {}
    const shifted = shiftRange(range, by, today)
    return { period: periodOf(shifted, today), range: shifted }
  }

const isOneOf = <Name extends string>(names: object, text: string | null): text is Name =>
  text !== null && Object.hasOwn(names, text)

const isFilterValue = (name: FilterName, value: string): boolean =>
  value.length <= maxValueLength &&
  (value !== '' || filtersWithEmptyValue.includes(name)) &&
  (allowedValues[name]?.includes(value) ?? true)

type Query = Pick<URLSearchParams, 'get'>

/**
 * Reads the days in the query of a URL. Dates in the wrong order are swapped. Days in the future are left out.
 * @returns `remark`: tells the user what was changed; null if nothing was
 */
function readDays(
  query: Query,
  today: string,
): Pick<ScreenSettings, 'period' | 'range'> & { remark: string | null } {
  const [from, to, name] = [query.get('from'), query.get('to'), query.get('period')]
  const period = relativePeriods.find((each) => each === name)
  const shown = period ?? defaults.period
  const days = settingsOfPeriod(shown, today)
  const insteadText = `Shown instead: ${periods[shown].toLowerCase()}.`
  if (from === null && to === null) {
    const isUnknown = name !== null && !period
    return { ...days, remark: isUnknown ? `There is no such period. ${insteadText}` : null }
  }
  const given = { from: from ?? '', to: to ?? '' }
  const isReversed = isDate(given.from) && isDate(given.to) && given.from > given.to
  const [first, last] = isReversed ? [given.to, given.from] : [given.from, given.to]
  const isCut = isDate(last) && last > today && first <= today
  const range = { from: first, to: isCut ? today : last }
  const problem = rangeProblem(range, today)
  if (problem) return { ...days, remark: `${problem} ${insteadText}` }
  const remarks = [
    ...(isReversed ? ['The first day was after the last: they are swapped.'] : []),
    ...(isCut ? ['The last day is still to come: the days until today are shown.'] : []),
  ]
  return { ...settingsOfRange(range), remark: remarks.join(' ') || null }
}

/** Tells the user which invalid days in the query of a URL were changed; null if none were. */
export const daysRemark = (query: Query, today: string): string | null =>
  readDays(query, today).remark

/**
 * Reads the query of the screen's URL. Invalid values are left out.
 * @param today the venue's date
 */
export function parseSettings(query: Query, today: string): ScreenSettings {
  const { period, range } = readDays(query, today)
  const [compare, measure] = [query.get('compare'), query.get('chart')]
  const names = Object.keys(filterNames) as FilterName[]
  return {
    period,
    range,
    compare: comparisons.find((each) => each === compare) ?? defaults.compare,
    filters: Object.fromEntries(
      names.flatMap((name) => {
        const value = query.get(name)
        return value !== null && isFilterValue(name, value) ? [[name, value]] : []
      }),
    ),
    bots: query.get('bots') === '1',
    measure: isOneOf<Measure>(measures, measure) ? measure : defaults.measure,
    tabs: Object.fromEntries(
      tabPanels.flatMap((panel) => {
        const [, ...others]: readonly string[] = panelTabs[panel]
        const tab = others.find((each) => each === query.get(panel))
        return tab === undefined ? [] : [[panel, tab]]
      }),
    ),
  }
}

/**
 * Describes the filters of a query that have values which no visit can have. `parseSettings` leaves these filters out.
 */
export const unknownFilters = (query: Query): string[] =>
  (Object.keys(filterNames) as FilterName[]).flatMap((name) => {
    const value = query.get(name)
    return !value || isFilterValue(name, value)
      ? []
      : [`${filterNames[name]} “${value.slice(0, 40)}”`]
  })

/**
 * The query of the screen's URL for these settings, with its question mark: the period or dates, and every setting that
 * differs from its default.
 */
export function formatSettings(settings: ScreenSettings): string {
  const { period, range, compare, filters, bots, measure, tabs } = settings
  const query = new URLSearchParams(period === 'custom' ? range : { period })
  if (compare !== defaults.compare) query.set('compare', compare)
  for (const [name, value] of Object.entries(filters)) query.set(name, value)
  if (bots) query.set('bots', '1')
  if (measure !== defaults.measure) query.set('chart', measure)
  for (const [panel, tab] of Object.entries(tabs)) query.set(panel, tab)
  return `?${query}`
}

/** Replaces the settings in a query by the valid `settings` that were parsed from it. Other parameters stay. */
export function cleanQuery(query: URLSearchParams, settings: ScreenSettings): string {
  const clean = new URLSearchParams(formatSettings(settings))
  for (const [name, value] of query) if (!ownParameters.has(name)) clean.append(name, value)
  return `?${clean}`
}

const ownParameters = new Set<string>([
  'period',
  'from',
  'to',
  'compare',
  'bots',
  'chart',
  ...Object.keys(filterNames),
  ...tabPanels,
])

type Applied = Pick<ScreenSettings, 'compare' | 'filters' | 'bots'>

/**
 * The settings that apply to reports. A filter by members' profiles is used alone. Otherwise reports could be compared
 * to identify single members. See `reportQuery` in `cms/features/analytics/reports/contract.ts`.
 */
export function settingsForReports({ compare, filters, bots }: Applied): Applied {
  const name = profileFilters.find((each) => filters[each] !== undefined)
  if (!name) return { compare, filters, bots }
  return { compare: 'none', filters: { [name]: filters[name] }, bots: false }
}

/** The settings that apply to rows of single visits. Filters by members' profiles don't apply to them. */
export function settingsForRows({ filters, bots }: Applied): Applied {
  const { area: _area, interest: _interest, slot: _slot, ...others } = filters
  return { compare: 'none', filters: others, bots }
}

/** The query of a request for reports or rows, without its question mark: the days, and the settings that apply. */
export function queryOf(
  { range }: Pick<ScreenSettings, 'range'>,
  { compare, filters, bots }: Applied,
): string {
  const query = new URLSearchParams({ ...range, compare, ...filters })
  if (bots) query.set('bots', '1')
  return query.toString()
}

/** Adds a filter. Removes the filter if it is already set to this value. */
export function toggleFilter(filters: Filters, name: FilterName, value: string): Filters {
  const { [name]: present, ...others } = filters
  return present === value ? others : { ...others, [name]: value }
}
