import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { timeSlots } from '../members/profile/rules.ts'
import { interests } from '../newsletter/rules.ts'
import { venueAreas } from '../venue/rules.ts'
import {
  audiences,
  eventStatuses,
  linkScopes,
  type OwnValues,
  paymentKinds,
  visibilities,
} from './rules.ts'

/**
 * The check constraints are in the migration `…_functions_and_triggers.ts`, because Drizzle can't declare them without
 * SQL.
 */

/**
 * The dates of events: one for an event that happens once, one for each occurrence of a series. A row has the content
 * that lists, feeds and reservations need, so they do not read the records of the collection `events`.
 */
export const eventDates = pgTable(
  'event_dates',
  {
    id: serial('id').primaryKey(),
    /** The record of the collection `events`. */
    event: integer('event').notNull(),
    /** The start that the record or its rule gives, on the venue's clock: `2026-12-03T19:30`. Independent of `own`. */
    original: text('original_start').notNull(),
    /** The last part of the page's path. */
    slug: text('slug').notNull().unique(),
    /** What staff changed for this date only, see `OwnValues` in rules.ts. */
    own: jsonb('own').$type<OwnValues>().notNull().default({}),
    status: text('status', { enum: eventStatuses }).notNull(),
    visibility: text('visibility', { enum: visibilities }).notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    doorsAt: timestamptz('doors_at'),
    /** The day of the start on the venue's clock, `YYYY-MM-DD`. */
    day: text('day').notNull(),
    /** The time slot of the start, see `slotAt`. */
    slot: text('slot', { enum: timeSlots }).notNull(),
    areas: text('areas', { enum: venueAreas }).array().notNull(),
    interests: text('interests', { enum: interests }).array().notNull(),
    /** A record of `media`. */
    picture: integer('picture'),
    /** Null: no limit. */
    capacity: integer('capacity'),
    maxParty: integer('max_party').notNull(),
    /** `free`, `credit` (held, then posted at the door), `door` (paid at the bar) or `card` (paid when they reserve). */
    payment: text('payment', { enum: paymentKinds }).notNull(),
    /** Minor units per person. */
    priceCents: bigint('price', { mode: 'number' }).notNull(),
    memberPriceCents: bigint('member_price', { mode: 'number' }).notNull(),
    /** The Common Good's share of a price that is paid with credit or by card, in percent. */
    commonGoodPercent: integer('common_good_percent').notNull(),
    /** Until how many hours before the start money by card is given back to guests who cancel; null or 0: never. */
    refundUntilHours: integer('refund_until_hours'),
    /** Places of reservations that are held, going, offered or attended. Never more than `capacity`. */
    taken: integer('taken').notNull().default(0),
    /** Increased by each change that calendars have to show (RFC 5545, SEQUENCE). */
    sequence: integer('sequence').notNull().default(0),
    /** When `sequence` was last increased. */
    changedAt: timestamptz('changed_at').notNull().defaultNow(),
    cancelledAt: timestamptz('cancelled_at'),
  },
  (table) => [
    unique('event_dates_original').on(table.event, table.original),
    index('event_dates_starts_at_idx').on(table.startsAt),
    index('event_dates_ends_at_idx').on(table.endsAt),
  ],
)

/** Links with which organisers manage an event without an account. See queries/links.ts for when they expire. */
export const eventLinks = pgTable(
  'event_links',
  {
    id: serial('id').primaryKey(),
    event: integer('event').notNull(),
    /** The only date that the link opens; null: all dates of the event, and of series that continue it. */
    date: integer('date'),
    scope: text('scope', { enum: linkScopes }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The organiser's name, which staff see. `email`: the address to which fresh links are mailed. */
    name: text('name').notNull(),
    email: text('email'),
    createdBy: integer('created_by'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    revokedAt: timestamptz('revoked_at'),
    lastUsedAt: timestamptz('last_used_at'),
  },
  (table) => [index('event_links_event_idx').on(table.event)],
)

/** Messages of organisers and staff to guests. */
export const eventMessages = pgTable(
  'event_messages',
  {
    id: serial('id').primaryKey(),
    date: integer('date').notNull(),
    audience: text('audience', { enum: audiences }).notNull(),
    text: text('text').notNull(),
    key: text('key').notNull(),
    /** The link of the organiser who sent the message; null if staff sent it. */
    link: integer('link'),
    staff: integer('staff'),
    recipients: integer('recipients').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [unique('event_messages_key').on(table.date, table.key)],
)

/** The feedback of guests about dates. */
export const eventFeedback = pgTable(
  'event_feedback',
  {
    /** The reservation. */
    rsvp: integer('rsvp').primaryKey(),
    date: integer('date').notNull(),
    /** 1 to 3. */
    score: integer('score').notNull(),
    text: text('text'),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (table) => [index('event_feedback_date_idx').on(table.date)],
)

/** Members' settings about events. A member without a row has the defaults. */
export const eventSettings = pgTable('event_settings', {
  member: integer('member').primaryKey(),
  /** The version in the token of the member's feed. A new value makes the old URL invalid. */
  feedVersion: integer('feed_version').notNull().default(1),
  /** Whether the member also gets reminders and changes as pushes. */
  wantsPush: boolean('wants_push').notNull().default(true),
  changedAt: timestamptz('changed_at').notNull().defaultNow(),
})
