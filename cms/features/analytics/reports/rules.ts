/** The reports, by the last part of their path. */
export const reportNames = [
  'overview',
  'pages',
  'entries',
  'exits',
  'sources',
  'technology',
  'journeys',
  'actions',
  'vitals',
  'funnels',
  'members',
] as const
export type ReportName = (typeof reportNames)[number]

/** The tables of reports that can be downloaded as CSV: the rows of each report, and the totals of the overview. */
export const reportTables = [...reportNames, 'totals'] as const
export type ReportTable = (typeof reportTables)[number]

/** What a report is compared with: the days before its range, the same days a year before, or nothing. */
export const comparisons = ['none', 'previous', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/**
 * The period of a point in the chart over time: an hour for one day, a day for up to `maxDaysByDay` days, else a month.
 */
export const timeUnits = ['hour', 'day', 'month'] as const
export type TimeUnit = (typeof timeUnits)[number]
export const maxDaysByDay = 92

/** Filters by members' profiles. Only one of them can be used at a time, and no other filter with it. */
export const profileFilters = ['area', 'interest', 'slot'] as const

/** The earliest day on which a report can begin. */
export const firstReportDay = '2020-01-01'

/** The longest range of a report, in days. */
export const maxRangeDays = 3 * 366

/**
 * The longest range, in days, of a report with filters that the sums do not support. Such a report reads single visits.
 * If the requested range is longer, only its last days are counted.
 */
export const maxRawDays = 31

/** The maximum number of rows in one report. A CSV file contains all rows. */
export const maxRows = 200
/** The same for the report of journeys, whose rows are moves. */
export const maxMoves = 60

/**
 * The retention grid groups members by the week in which they joined. It covers at least this many weeks, even if the
 * chosen range is shorter, because a single week shows no change.
 */
export const minJoinWeeks = 12

/** The maximum number of rows on one page of a raw table. */
export const maxRawRows = 500

export const funnelLimits = { steps: { min: 2, max: 8 }, name: 60, count: 20 } as const

/** How far back the call of live visitors looks, and how often a screen polls it. */
export const liveMs = 5 * 60_000
export const livePollIntervalMs = 10_000
