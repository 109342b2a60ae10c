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

/** The ranges to choose from. The texts name the last day of each. */
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

/** The labels of filters, in the order in which they are shown. A label and a value together make a sentence. */
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

/** The tabs of each panel, by the panel's name in the address. The first tab is the default. */
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

export type Range = { from: string; to: string }

/**
 * All settings that the screen's address contains. A relative period is based on the day on which the address is
 * opened.
 */
export type Address = {
  period: Period
  /** The days of the period. */
  range: Range
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
const mayBeEmpty: readonly FilterName[] = ['source', 'medium', 'campaign', 'country']
const choices: Partial<Record<FilterName, readonly string[]>> = {
  device: ['phone', 'tablet', 'desktop'],
  signed: ['yes', 'no'],
  area: venueAreas,
  slot: timeSlots,
}
const maxLength = 300

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
const isDate = (text: string): boolean => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && dateOf(ms) === text
}

/**
 * The problem of a range; null if there is none.
 * @param today the last day that can be chosen; if missing, any day can be chosen
 */
export function rangeProblem({ from, to }: Range, today?: string): string | null {
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
export function rangeOf(period: Exclude<Period, 'custom'>, today: string): Range {
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

/** The properties of an address for a period. @param today the venue's date, `YYYY-MM-DD` */
export const toPeriod = (
  period: Exclude<Period, 'custom'>,
  today: string,
): Pick<Address, 'period' | 'range'> => ({ period, range: rangeOf(period, today) })

/** The properties of an address for dates. */
export const toDates = (range: Range): Pick<Address, 'period' | 'range'> => ({
  period: 'custom',
  range,
})

/** The relative period that equals a range today; `custom` if none does. */
export function periodOf({ from, to }: Range, today: string): Period {
  const isThis = (period: Exclude<Period, 'custom'>) => {
    const range = rangeOf(period, today)
    return range.from === from && range.to === to
  }
  return relativePeriods.find(isThis) ?? 'custom'
}

/**
 * The range directly before (`by` is -1) or after (1) a range. A range of whole months, or of months until today, is
 * shifted by as many months. Other ranges are shifted by their number of days. The result ends today at the latest.
 * @param today the venue's date, `YYYY-MM-DD`
 */
export function shiftRange({ from, to }: Range, by: -1 | 1, today: string): Range {
  const isToDate = to === today && from < to
  const range = isToDate ? { from, to: addDays(monthStart(today, 1), -1) } : { from, to }
  const shifted = shiftWhole(from === monthStart(from) ? range : { from, to }, by)
  return { from: shifted.from, to: shifted.to < today ? shifted.to : today }
}

function shiftWhole(range: Range, by: -1 | 1): Range {
  const after = addDays(range.to, 1)
  if (range.from === monthStart(range.from) && after === monthStart(after)) {
    const [fromYear = 0, fromMonth = 0] = range.from.split('-').map(Number)
    const [year = 0, month = 0] = after.split('-').map(Number)
    const months = by * ((year - fromYear) * 12 + month - fromMonth)
    return { from: monthStart(range.from, months), to: addDays(monthStart(after, months), -1) }
  }
  const days = by * lengthOf(range)
  return { from: addDays(range.from, days), to: addDays(range.to, days) }
}

/**
 * Changes an address to the previous or next range. Changes nothing if the next range is in the future.
 * @param today the venue's date, `YYYY-MM-DD`
 */
export const stepBy =
  (by: -1 | 1, today: string) =>
  ({ range }: Pick<Address, 'range'>): Partial<Address> => {
    if (by > 0 && range.to >= today) return {}
    const shifted = shiftRange(range, by, today)
    return { period: periodOf(shifted, today), range: shifted }
  }

const isOneOf = <Name extends string>(names: object, text: string | null): text is Name =>
  text !== null && Object.hasOwn(names, text)

const isFilterValue = (name: FilterName, value: string): boolean =>
  value.length <= maxLength &&
  (value !== '' || mayBeEmpty.includes(name)) &&
  (choices[name]?.includes(value) ?? true)

type Query = Pick<URLSearchParams, 'get'>

/**
 * Reads the days of an address. Dates in the wrong order are swapped. Days in the future are left out.
 * @returns `remark`: tells the user what was changed; null if nothing was
 */
function readDays(
  query: Query,
  today: string,
): Pick<Address, 'period' | 'range'> & { remark: string | null } {
  const [from, to, name] = [query.get('from'), query.get('to'), query.get('period')]
  const period = relativePeriods.find((each) => each === name)
  const shown = period ?? defaults.period
  const days = toPeriod(shown, today)
  const instead = `Shown instead: ${periods[shown].toLowerCase()}.`
  if (from === null && to === null) {
    const isUnknown = name !== null && !period
    return { ...days, remark: isUnknown ? `There is no such period. ${instead}` : null }
  }
  const given = { from: from ?? '', to: to ?? '' }
  const isReversed = isDate(given.from) && isDate(given.to) && given.from > given.to
  const [first, last] = isReversed ? [given.to, given.from] : [given.from, given.to]
  const isCut = isDate(last) && last > today && first <= today
  const range = { from: first, to: isCut ? today : last }
  const problem = rangeProblem(range, today)
  if (problem) return { ...days, remark: `${problem} ${instead}` }
  const remarks = [
    ...(isReversed ? ['The first day was after the last: they are swapped.'] : []),
    ...(isCut ? ['The last day is still to come: the days until today are shown.'] : []),
  ]
  return { ...toDates(range), remark: remarks.join(' ') || null }
}

/** Tells the user which invalid days of an address were changed; null if none were. */
export const daysRemark = (query: Query, today: string): string | null =>
  readDays(query, today).remark

/**
 * Reads the query of the screen's address. Invalid values are left out.
 * @param today the venue's date
 */
export function parseAddress(query: Query, today: string): Address {
  const { period, range } = readDays(query, today)
  const [compare, measure] = [query.get('compare'), query.get('chart')]
  const names = Object.keys(filterNames) as FilterName[]
  return {
    ...{ period, range },
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

/** The filters in a query whose value no visit can have, in words. Such filters are left out. */
export const unknownFilters = (query: Query): string[] =>
  (Object.keys(filterNames) as FilterName[]).flatMap((name) => {
    const value = query.get(name)
    return !value || isFilterValue(name, value)
      ? []
      : [`${filterNames[name]} “${value.slice(0, 40)}”`]
  })

/**
 * The query of an address, with its question mark: the period or dates, and every setting that differs from its
 * default.
 */
export function formatAddress(address: Address): string {
  const { period, range, compare, filters, bots, measure, tabs } = address
  const query = new URLSearchParams(period === 'custom' ? range : { period })
  if (compare !== defaults.compare) query.set('compare', compare)
  for (const [name, value] of Object.entries(filters)) query.set(name, value)
  if (bots) query.set('bots', '1')
  if (measure !== defaults.measure) query.set('chart', measure)
  for (const [panel, tab] of Object.entries(tabs)) query.set(panel, tab)
  return `?${query}`
}

/** The query of an address without invalid values. Parameters that are not part of an `Address` stay. */
export function cleanQuery(query: URLSearchParams, address: Address): string {
  const clean = new URLSearchParams(formatAddress(address))
  for (const [name, value] of query) if (!ownParameters.has(name)) clean.append(name, value)
  return `?${clean}`
}

const ownParameters = new Set<string>([
  ...['period', 'from', 'to', 'compare', 'bots', 'chart'],
  ...Object.keys(filterNames),
  ...tabPanels,
])

type Applied = Pick<Address, 'compare' | 'filters' | 'bots'>

/**
 * The settings of an address that apply to reports. A filter by members' profiles is used alone. Otherwise reports
 * could be compared to identify single members. See `reportQuery` in `cms/analytics/reports/contract.ts`.
 */
export function appliedToReports({ compare, filters, bots }: Applied): Applied {
  const name = profileFilters.find((each) => filters[each] !== undefined)
  if (!name) return { compare, filters, bots }
  return { compare: 'none', filters: { [name]: filters[name] }, bots: false }
}

/** The settings of an address that apply to rows of single visits. Filters by members' profiles don't apply to them. */
export function appliedToRows({ filters, bots }: Applied): Applied {
  const { area: _area, interest: _interest, slot: _slot, ...others } = filters
  return { compare: 'none', filters: others, bots }
}

/** The query of the reports or rows, without its question mark. @param applied the settings that apply to them */
export function queryOf(
  { range }: Pick<Address, 'range'>,
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
