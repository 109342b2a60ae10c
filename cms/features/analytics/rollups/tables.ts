import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'

// Sums of the raw tables for each day (`period` is `day`, `start` the day) and each month (`period` is `month`, `start`
// its first day). The tables have no unique key: the rows of a day or month are replaced as a whole, in one
// transaction, under a lock of the day's row in `analytics_days`.

const period = () => ({ period: text('period').notNull(), start: date('start').notNull() })
/** `analytics_segments.id`. */
const segment = () => ({ segment: integer('segment').notNull() })
const firsts = () => ({
  first_visits: integer('first_visits').notNull().default(0),
  firsts_of_origin: integer('firsts_of_origin').notNull().default(0),
})
const earlierSegments = () => ({
  earlier_segments: integer('earlier_segments').array().notNull().default([]),
})
/**
 * Three properties instead of a segment, for tables that would otherwise have almost as many rows as the raw tables.
 */
const audience = () => ({
  device_type: text('device_type').notNull(),
  is_authenticated: boolean('is_authenticated').notNull(),
  bot: text('bot'),
})
const count = (name: string) => integer(name).notNull()
/** The scroll depths of all views in percent, added up. */
const scroll = () => bigint('scroll', { mode: 'number' }).notNull()

/**
 * `first_visits` counts visits before which the visitor made no other visit on the day. `firsts_of_origin` counts
 * visits before which the visitor made no other visit from the same source, medium and campaign. Both count people and
 * bots separately. The most frequent reports use them as numbers of visitors. With other filters, a visitor counts with
 * the first visit of the day that matches the filters. Therefore visits with different earlier visits are separate
 * rows: `earlier_segments` and `earlier_entries` are the segments and entry pages of the visitor's earlier visits on
 * the day. A visit after one with the same segment and entry page is not counted in `visitors`, and its lists are
 * empty.
 */
export const analyticsVisits = pgTable(
  'analytics_visits',
  {
    ...period(),
    ...segment(),
    entry_page: text('entry_page').notNull(),
    ...earlierSegments(),
    earlier_entries: text('earlier_entries').array().notNull().default([]),
    sessions: count('sessions'),
    visitors: count('visitors'),
    ...firsts(),
    views: count('views'),
    bounces: count('bounces'),
    scroll: scroll(),
  },
  (table) => [index('analytics_visits_start_idx').on(table.period, table.start)],
)

/** `sessions` is the number of visits in which the page was viewed. Visitors are counted as in `analytics_visits`. */
export const analyticsPages = pgTable(
  'analytics_pages',
  {
    ...period(),
    ...segment(),
    page_path: text('page_path').notNull(),
    ...earlierSegments(),
    sessions: count('sessions'),
    visitors: count('visitors'),
    ...firsts(),
    views: count('views'),
    bounces: count('bounces'),
    scroll: scroll(),
    entries: count('entries'),
    exits: count('exits'),
  },
  (table) => [index('analytics_pages_start_idx').on(table.period, table.start)],
)

/** The number of views by time on the page, in whole seconds; see `timeScale`. */
export const analyticsTimes = pgTable(
  'analytics_times',
  {
    ...period(),
    ...audience(),
    page_path: text('page_path').notNull(),
    seconds: integer('seconds').notNull(),
    views: count('views'),
  },
  (table) => [index('analytics_times_start_idx').on(table.period, table.start)],
)

export const analyticsMoves = pgTable(
  'analytics_moves',
  {
    ...period(),
    ...audience(),
    from_page: text('from_page').notNull(),
    to_page: text('to_page').notNull(),
    transition_type: text('transition_type').notNull(),
    moves: count('moves'),
    sessions: count('sessions'),
  },
  (table) => [index('analytics_moves_start_idx').on(table.period, table.start)],
)

/** `element` is as in `ActionRow` of `cms/features/analytics/reports/contract.ts`. */
export const analyticsActions = pgTable(
  'analytics_actions',
  {
    ...period(),
    ...audience(),
    page_path: text('page_path').notNull(),
    interaction_type: text('interaction_type').notNull(),
    element: text('element'),
    interactions: count('interactions'),
    sessions: count('sessions'),
  },
  (table) => [index('analytics_actions_start_idx').on(table.period, table.start)],
)

/** The number of views by measured value. Values are rounded up, see `vitalScales`. */
export const analyticsVitals = pgTable(
  'analytics_vitals',
  {
    ...period(),
    ...audience(),
    page_path: text('page_path').notNull(),
    metric: text('metric').notNull(),
    value: integer('value').notNull(),
    views: count('views'),
  },
  (table) => [index('analytics_vitals_start_idx').on(table.period, table.start)],
)

/** The number of visits that reached a step. The first step is 1. */
export const analyticsFunnels = pgTable(
  'analytics_funnels',
  {
    ...period(),
    ...segment(),
    funnel: text('funnel').notNull(),
    step: smallint('step').notNull(),
    sessions: count('sessions'),
  },
  (table) => [index('analytics_funnels_start_idx').on(table.period, table.start)],
)

/** Months that have current sums. */
export const analyticsMonths = pgTable('analytics_months', {
  start: date('start').primaryKey(),
  rolled_at: timestamptz('rolled_at').notNull().defaultNow(),
})

/** Funnels that staff made. They never change. */
export const analyticsOwnFunnels = pgTable('analytics_own_funnels', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  /** `FunnelStep[]`. */
  steps: jsonb('steps').notNull(),
  created_at: timestamptz('created_at').notNull().defaultNow(),
  /** When the days before the funnel's creation were added up; null if they are not added up yet. */
  counted_at: timestamptz('counted_at'),
})

export const rollupTables = {
  analytics_visits: analyticsVisits,
  analytics_pages: analyticsPages,
  analytics_times: analyticsTimes,
  analytics_moves: analyticsMoves,
  analytics_actions: analyticsActions,
  analytics_vitals: analyticsVitals,
  analytics_funnels: analyticsFunnels,
  analytics_months: analyticsMonths,
  analytics_own_funnels: analyticsOwnFunnels,
}
