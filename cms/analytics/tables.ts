import { isNotNull } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bytea, moment } from '../database/columns.ts'

/**
 * The raw tables are partitioned by month on `day`, which Drizzle can't declare: the migration does. `day` is the
 * venue's date on which the session began; all rows of a session have it. Source of the columns: spec section 3.
 */

/** Visits. A visit ends after a pause, see `sessionPauseMs`. */
export const userSessions = pgTable(
  'user_sessions',
  {
    day: date('day').notNull(),
    session_id: text('session_id').notNull(),
    /** Identifies a browser for one day. */
    visitor_id: text('visitor_id').notNull(),
    /** The visitor's first visit of the day is 1. */
    number: integer('number').notNull(),
    /** The member, if they agreed. */
    user_id: integer('user_id'),
    started_at: moment('started_at').notNull(),
    /** When the server last received an event. Not indexed, because each event changes it. */
    last_at: moment('last_at').notNull(),
    ended_at: moment('ended_at'),
    user_agent: text('user_agent').notNull(),
    /** Origin and path of another site. */
    referrer: text('referrer'),
    /** `phone`, `tablet` or `desktop`. */
    device_type: text('device_type').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    /** ISO 3166, two letters; null if unknown. */
    country: text('country'),
    /** Null: opened directly. */
    source: text('source'),
    medium: text('medium'),
    campaign: text('campaign'),
    is_authenticated: boolean('is_authenticated').notNull(),
    entry_page: text('entry_page').notNull(),
    exit_page: text('exit_page').notNull(),
    /** When the last page was viewed; null before the first view. */
    exit_at: moment('exit_at'),
    views: integer('views').notNull(),
    interactions: integer('interactions').notNull(),
    /** `agent`, `network` or `behaviour`; null: a person. */
    bot: text('bot'),
    /** Whether the address was in a data centre. The address itself is not stored. */
    is_data_center: boolean('is_data_center').notNull(),
    /** Whether the browser said that a program controls it, or its client had too many visitors (`crowds.ts`). */
    is_automated: boolean('is_automated').notNull().default(false),
    /** `analytics_segments.id` of this row's properties. */
    segment: integer('segment').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.session_id] }),
    index('user_sessions_visitor_idx').on(table.day, table.visitor_id, table.number),
    index('user_sessions_user_idx').on(table.user_id).where(isNotNull(table.user_id)),
  ],
)

export const pageViews = pgTable(
  'page_views',
  {
    day: date('day').notNull(),
    session_id: text('session_id').notNull(),
    /** Made by the browser. */
    id: text('id').notNull(),
    user_id: integer('user_id'),
    page_path: text('page_path').notNull(),
    page_title: text('page_title').notNull(),
    /** The session's, at its first view. */
    referrer: text('referrer'),
    viewed_at: moment('viewed_at').notNull(),
    /** While the page was visible. */
    time_spent_seconds: integer('time_spent_seconds').notNull(),
    scroll_depth_percent: integer('scroll_depth_percent').notNull(),
    is_bounce: boolean('is_bounce').notNull(),
    /** Whether it is the session's first view. */
    is_entry: boolean('is_entry').notNull(),
    lcp_ms: integer('lcp_ms'),
    inp_ms: integer('inp_ms'),
    fcp_ms: integer('fcp_ms'),
    ttfb_ms: integer('ttfb_ms'),
    cls: real('cls'),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.session_id, table.id] }),
    index('page_views_id_idx').on(table.id, table.day, table.session_id),
    index('page_views_user_idx').on(table.user_id).where(isNotNull(table.user_id)),
  ],
)

export const userJourneys = pgTable(
  'user_journeys',
  {
    day: date('day').notNull(),
    session_id: text('session_id').notNull(),
    id: text('id').notNull(),
    user_id: integer('user_id'),
    from_page: text('from_page').notNull(),
    to_page: text('to_page').notNull(),
    /** One of `transitionTypes`. */
    transition_type: text('transition_type').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.session_id, table.id] }),
    index('user_journeys_id_idx').on(table.id, table.day, table.session_id),
    index('user_journeys_user_idx').on(table.user_id).where(isNotNull(table.user_id)),
  ],
)

export const userInteractions = pgTable(
  'user_interactions',
  {
    day: date('day').notNull(),
    session_id: text('session_id').notNull(),
    id: text('id').notNull(),
    user_id: integer('user_id'),
    page_path: text('page_path').notNull(),
    /** One of `interactionTypes`. */
    interaction_type: text('interaction_type').notNull(),
    /** What authors named it: its id, else its name. */
    element_id: text('element_id'),
    element_class: text('element_class'),
    /** Of members who agreed only. */
    element_text: text('element_text'),
    /** `{x, y}` in CSS pixels of the page; of members who agreed only. */
    coordinates: jsonb('coordinates'),
    /** `{name}` of an event; `{to}` of a link: a path, another site's host, or a scheme such as `mailto:`. */
    additional_data: jsonb('additional_data'),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.session_id, table.id] }),
    index('user_interactions_id_idx').on(table.id, table.day, table.session_id),
    index('user_interactions_user_idx').on(table.user_id).where(isNotNull(table.user_id)),
  ],
)

/**
 * The secret of each day, from which the ids of its visitors are derived. After it is deleted, they can't be
 * computed again.
 */
export const analyticsSalts = pgTable('analytics_salts', {
  day: date('day').primaryKey(),
  salt: bytea('salt').notNull(),
})

/** When members deleted their visits: what happened before is not stored as theirs again, though open pages send it. */
export const trailDeletions = pgTable('trail_deletions', {
  member: integer('member').primaryKey(),
  deleted_at: moment('deleted_at').notNull(),
})

/** Each combination of properties that sessions have had. Aggregates refer to it. */
export const analyticsSegments = pgTable(
  'analytics_segments',
  {
    id: serial('id').primaryKey(),
    device_type: text('device_type').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    country: text('country'),
    is_authenticated: boolean('is_authenticated').notNull(),
    bot: text('bot'),
    source: text('source'),
    medium: text('medium'),
    campaign: text('campaign'),
  },
  (table) => [
    unique('analytics_segments_unique')
      .on(
        table.device_type,
        table.browser,
        table.os,
        table.country,
        table.is_authenticated,
        table.bot,
        table.source,
        table.medium,
        table.campaign,
      )
      .nullsNotDistinct(),
  ],
)

/** Which days were aggregated, and which were changed since. */
export const analyticsDays = pgTable('analytics_days', {
  day: date('day').primaryKey(),
  rolled_at: moment('rolled_at'),
  /** When raw rows of the day were last changed after they could have been aggregated. */
  dirty_at: moment('dirty_at'),
  /** The version of the bot rules by which the whole day was classified. */
  bot_rules: integer('bot_rules'),
})
