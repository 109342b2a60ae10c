import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../platform/database/columns.ts'
import { venueAreas } from '../venue/rules.ts'
import {
  audiences,
  fileFormats,
  holdReasons,
  momentStates,
  reactionKinds,
  reportKinds,
} from './rules.ts'

/** Pictures of members, with their words. The other tables of moments lose their rows with the moment. */
export const moments = pgTable(
  'moments',
  {
    id: serial('id').primaryKey(),
    member: integer('member').notNull(),
    /** Idempotency key of the upload. */
    key: text('key').notNull(),
    state: text('state', { enum: momentStates }).notNull().default('encoding'),
    reason: text('reason', { enum: holdReasons }),
    /** Why the upload failed, for its author. */
    problem: text('problem'),
    caption: text('caption').notNull(),
    alt: text('alt').notNull(),
    area: text('area', { enum: venueAreas }).notNull(),
    /** A row of `event_dates`. */
    event: integer('event'),
    /** The record of the collection `events` to which `event` belongs. */
    series: integer('series'),
    audience: text('audience', { enum: audiences }).notNull(),
    /** The month of the upload on the venue’s clock, `YYYY-MM`. */
    month: text('month').notNull(),
    width: integer('width'),
    height: integer('height'),
    /** The mean colour, `#rrggbb`. */
    color: text('color'),
    /** The widths of its files. */
    widths: integer('widths').array(),
    /** Perceptual hashes of the picture and of its crops, 64 digits 0 or 1 each. */
    hashes: text('hashes').array(),
    /** Staff restored it after somebody took it down: from then on it can only be reported. */
    isKept: boolean('is_kept').notNull().default(false),
    /** Staff chose it for the pages of its area and event. */
    isChosen: boolean('is_chosen').notNull().default(false),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    decidedAt: timestamptz('decided_at'),
    /** Staff who last showed or hid it. */
    decidedBy: integer('decided_by'),
  },
  (table) => [
    unique('moments_key').on(table.member, table.key),
    index('moments_state_idx').on(table.state, table.id),
    index('moments_area_idx').on(table.area, table.id),
    index('moments_event_idx').on(table.event, table.id),
    index('moments_series_idx').on(table.series),
    index('moments_month_idx').on(table.month, table.id),
    index('moments_member_idx').on(table.member, table.id),
  ],
)

const ofMoment = () =>
  integer('moment')
    .notNull()
    .references(() => moments.id, { onDelete: 'cascade' })

/** Uploads until they are re-encoded; see `originalMinutes`. */
export const momentOriginals = pgTable('moment_originals', {
  moment: ofMoment().primaryKey(),
  bytes: bytea('bytes').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  /** Until when the process that re-encodes it has it for itself. */
  claimedUntil: timestamptz('claimed_until'),
  encodings: integer('encodings').notNull().default(0),
})

export const momentFiles = pgTable(
  'moment_files',
  {
    moment: ofMoment(),
    width: integer('width').notNull(),
    format: text('format', { enum: fileFormats }).notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.moment, table.width, table.format] })],
)

export const momentReactions = pgTable(
  'moment_reactions',
  {
    moment: ofMoment(),
    member: integer('member').notNull(),
    kind: text('kind', { enum: reactionKinds }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.moment, table.member, table.kind] }),
    index('moment_reactions_member_idx').on(table.member),
  ],
)

/** What people told staff about moments. */
export const momentReports = pgTable(
  'moment_reports',
  {
    id: serial('id').primaryKey(),
    moment: ofMoment(),
    kind: text('kind', { enum: reportKinds }).notNull(),
    /** Null for visitors. */
    member: integer('member'),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    decidedAt: timestamptz('decided_at'),
  },
  (table) => [
    index('moment_reports_moment_idx').on(table.moment),
    index('moment_reports_member_idx').on(table.member),
  ],
)

/** Hashes of moments that were taken down or hidden. They stay when the moment is deleted. */
export const momentRemoved = pgTable('moment_removed', {
  /** The id of the moment. */
  moment: integer('moment').primaryKey(),
  hashes: text('hashes').array().notNull(),
  removedAt: timestamptz('removed_at').notNull().defaultNow(),
})
