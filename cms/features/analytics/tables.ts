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
import { bytea, timestamptz } from '../../platform/database/columns.ts'

/**
 * The raw tables are partitioned by month on `day`. Drizzle can't declare partitions, so the migration creates them.
 * `day` is the venue's date on which the session began; all rows of a session have the same `day`. Source of the
 * columns: spec section 3.
 */

/** Visits. A visit ends after a pause, see `sessionPauseMs`. */
export const userSessions = pgTable(
  'user_sessions',
  {
    day: date('day').notNull(),
    session_id: text('session_id').notNull(),
    /** Identifies a browser on one day. */
    visitor_id: text('visitor_id').notNull(),
    /** The number of the visit among the visitor's visits of the day, from 1. */
    number: integer('number').notNull(),
    /** The member, if they agreed to be counted. */
    user_id: integer('user_id'),
    started_at: timestamptz('started_at').notNull(),
    /** When the server last received an event. Not indexed, because each event changes it. */
    last_at: timestamptz('last_at').notNull(),
    ended_at: timestamptz('ended_at'),
    user_agent: text('user_agent').notNull(),
    /** The origin of the site that linked here. */
    referrer: text('referrer'),
    /** `phone`, `tablet` or `desktop`. */
    device_type: text('device_type').notNull(),
    browser: text('browser').notNull(),
    os: text('os').notNull(),
    /** ISO 3166, two letters; null if unknown. */
    country: text('country'),
    /** Null if the site was opened directly. */
    source: text('source'),
    medium: text('medium'),
    campaign: text('campaign'),
    is_authenticated: boolean('is_authenticated').notNull(),
    entry_page: text('entry_page').notNull(),
    exit_page: text('exit_page').notNull(),
    /** When the last page was viewed; null before the first view. */
    exit_at: timestamptz('exit_at'),
    views: integer('views').notNull(),
    interactions: integer('interactions').notNull(),
    /** Why the session counts as a bot: `agent`, `network`, `referrer` or `behaviour`; null for a person. */
    bot: text('bot'),
    /** Whether the IP address belonged to a data centre. The address itself is not stored. */
    is_data_center: boolean('is_data_center').notNull(),
    /**
     * Whether the browser reported that a program controls it, or too many visitors had the same IP address or network
     * (`crowds.ts`).
     */
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
    /** A random id that the browser creates. */
    id: text('id').notNull(),
    user_id: integer('user_id'),
    page_path: text('page_path').notNull(),
    page_title: text('page_title').notNull(),
    /** The visit's referrer; null if the request with this view did not contain it. */
    referrer: text('referrer'),
    viewed_at: timestamptz('viewed_at').notNull(),
    /** Only the time in which the page was visible. */
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
    at: timestamptz('at').notNull(),
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
    /**
     * The first of these that exists: the element's name, its id, the name of its form. Generated names are left out.
     */
    element_id: text('element_id'),
    element_class: text('element_class'),
    /** Stored only for members who agreed. */
    element_text: text('element_text'),
    /** `{x, y}` in CSS pixels of the page. Stored only for members who agreed. */
    coordinates: jsonb('coordinates'),
    /** `{name}` for a named event; `{to}` for a link: a path, another site's host, or a scheme such as `mailto:`. */
    additional_data: jsonb('additional_data'),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.session_id, table.id] }),
    index('user_interactions_id_idx').on(table.id, table.day, table.session_id),
    index('user_interactions_user_idx').on(table.user_id).where(isNotNull(table.user_id)),
  ],
)

/**
 * The secret of each day. The ids of the day's visitors are derived from it. After a secret is deleted, these ids can't
 * be computed again.
 */
export const analyticsSalts = pgTable('analytics_salts', {
  day: date('day').primaryKey(),
  salt: bytea('salt').notNull(),
})

/**
 * When members deleted their visits. Pages that are still open may send earlier events again. These events are not
 * stored as the member's.
 */
export const trailDeletions = pgTable('trail_deletions', {
  member: integer('member').primaryKey(),
  deleted_at: timestamptz('deleted_at').notNull(),
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

/** Which days were aggregated, and which have changed since then. */
export const analyticsDays = pgTable('analytics_days', {
  day: date('day').primaryKey(),
  rolled_at: timestamptz('rolled_at'),
  /** When raw rows of the day last changed, if its aggregates do not contain the change yet; otherwise null. */
  dirty_at: timestamptz('dirty_at'),
  /** The version of the bot rules by which the whole day was classified. */
  bot_rules: integer('bot_rules'),
})
