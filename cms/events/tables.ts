import { inArray, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'

/** The check constraints are in the migration `…_events_checks.ts`, because Drizzle can't declare them without SQL. */

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
    original_start: text('original_start').notNull(),
    /** The last part of the page's path. */
    slug: text('slug').notNull().unique(),
    /** What staff changed for this date only, see `OwnValues` in rules.ts. */
    own: jsonb('own').notNull().default({}),
    /** `draft`, `published`, `cancelled`, `postponed` or `ended`. */
    status: text('status').notNull(),
    /** `public`, `members` or `secret`. */
    visibility: text('visibility').notNull(),
    title: text('title').notNull(),
    summary: text('summary').notNull(),
    starts_at: timestamptz('starts_at').notNull(),
    ends_at: timestamptz('ends_at').notNull(),
    doors_at: timestamptz('doors_at'),
    /** The day of the start on the venue's clock, `YYYY-MM-DD`. */
    day: text('day').notNull(),
    /** The time slot of the start, see `slotAt`. */
    slot: text('slot').notNull(),
    areas: text('areas').array().notNull(),
    interests: text('interests').array().notNull(),
    /** A record of `media`. */
    picture: integer('picture'),
    /** Null: no limit. */
    capacity: integer('capacity'),
    max_party: integer('max_party').notNull(),
    /** `free`, `credit` (held, then posted at the door) or `door` (paid at the bar). */
    payment: text('payment').notNull(),
    /** Minor units per person. */
    price: bigint('price', { mode: 'number' }).notNull(),
    member_price: bigint('member_price', { mode: 'number' }).notNull(),
    /** The Common Good's share of a price that is paid with credit, in percent. */
    common_good_percent: integer('common_good_percent').notNull(),
    /** Places of reservations that are held, going, offered or attended. Never more than `capacity`. */
    taken: integer('taken').notNull().default(0),
    /** Increased by each change that calendars have to show (RFC 5545, SEQUENCE). */
    sequence: integer('sequence').notNull().default(0),
    /** When `sequence` was last increased. */
    changed_at: timestamptz('changed_at').notNull().defaultNow(),
    cancelled_at: timestamptz('cancelled_at'),
  },
  (table) => [
    unique('event_dates_original').on(table.event, table.original_start),
    index('event_dates_starts_at_idx').on(table.starts_at),
    index('event_dates_ends_at_idx').on(table.ends_at),
  ],
)

// Parameters would be written into the migration as `$1`.
const standing = ['held', 'going', 'waitlisted', 'offered', 'attended', 'no_show'].map((status) =>
  sql.raw(`'${status}'`),
)

/** Reservations. Names and addresses are erased some time after the event. */
export const eventRsvps = pgTable(
  'event_rsvps',
  {
    id: serial('id').primaryKey(),
    date: integer('date').notNull(),
    /** Null if the guest has no account, or if the member was deleted. */
    member: integer('member'),
    name: text('name'),
    email: text('email'),
    /** How many people come. */
    party: integer('party').notNull(),
    /** `held`, `going`, `waitlisted`, `offered`, `cancelled`, `attended` or `no_show`. */
    status: text('status').notNull(),
    /** The price of the party as it was when the party reserved, in minor units. */
    price: bigint('price', { mode: 'number' }).notNull().default(0),
    /** `free`, `credit` or `door`: how this party pays. */
    payment: text('payment').notNull(),
    /** The id of the ledger's hold, while the price is held. */
    hold: integer('hold'),
    /** The id of the newest payment in the ledger; null while nothing is paid. */
    transfer: bigint('transfer', { mode: 'number' }),
    /** Idempotency key of the request, unique for the date. */
    key: text('key').notNull(),
    /** Sorts the waitlist, ascending; null if the party never waited. */
    queue: doublePrecision('queue'),
    /** Why an organiser or staff moved the party, or offered places out of turn. It is erased with the note. */
    queue_reason: text('queue_reason'),
    /** The version in the token of the permanent link. A new value makes old links invalid. */
    link_version: integer('link_version').notNull().default(1),
    /** When the address was confirmed. Members' addresses are confirmed. */
    confirmed_at: timestamptz('confirmed_at'),
    /** Until when an unconfirmed reservation is kept, with its places if it has some. */
    held_until: timestamptz('held_until'),
    /** Until when an offer can be accepted. */
    offered_until: timestamptz('offered_until'),
    /** How many of the party are inside. */
    inside: integer('inside').notNull().default(0),
    checked_in_at: timestamptz('checked_in_at'),
    /** `guest`, `organiser`, `staff`, `event` or `expiry`; null unless cancelled. */
    cancelled_by: text('cancelled_by'),
    cancelled_at: timestamptz('cancelled_at'),
    /** A note of the organiser or staff. */
    note: text('note'),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    /** Increased by each change. With it, the program detects that two people change the same reservation. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    unique('event_rsvps_key').on(table.date, table.key),
    // One reservation for each person and date.
    uniqueIndex('event_rsvps_email_idx')
      .on(table.date, table.email)
      .where(inArray(table.status, standing)),
    uniqueIndex('event_rsvps_member_idx')
      .on(table.date, table.member)
      .where(inArray(table.status, standing)),
    index('event_rsvps_waitlist_idx')
      .on(table.date, table.queue)
      .where(inArray(table.status, [sql.raw("'waitlisted'")])),
    index('event_rsvps_held_until_idx')
      .on(table.date, table.held_until)
      .where(inArray(table.status, [sql.raw("'held'")])),
    index('event_rsvps_offered_until_idx')
      .on(table.date, table.offered_until)
      .where(inArray(table.status, [sql.raw("'offered'")])),
    index('event_rsvps_of_member_idx').on(table.member),
    index('event_rsvps_of_email_idx').on(table.email),
  ],
)

/** Links with which organisers manage an event without an account. See queries/links.ts for when they expire. */
export const eventLinks = pgTable(
  'event_links',
  {
    id: serial('id').primaryKey(),
    event: integer('event').notNull(),
    /** `view`, `edit` or `door`. */
    scope: text('scope').notNull(),
    token_hash: text('token_hash').notNull().unique(),
    /** The organiser's name, which staff see. `email`: the address to which fresh links are mailed. */
    name: text('name').notNull(),
    email: text('email'),
    created_by: integer('created_by'),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    revoked_at: timestamptz('revoked_at'),
    last_used_at: timestamptz('last_used_at'),
  },
  (table) => [index('event_links_event_idx').on(table.event)],
)

/** Messages of organisers and staff to guests. */
export const eventMessages = pgTable(
  'event_messages',
  {
    id: serial('id').primaryKey(),
    date: integer('date').notNull(),
    /** `going` or `waiting`. */
    audience: text('audience').notNull(),
    text: text('text').notNull(),
    key: text('key').notNull(),
    /** The link of the organiser who sent the message; null if staff sent it. */
    link: integer('link'),
    staff: integer('staff'),
    recipients: integer('recipients').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [unique('event_messages_key').on(table.date, table.key)],
)

/** The pushes that were claimed and the scheduled mails that were queued for a reservation. Each is sent only once. */
export const eventNotices = pgTable(
  'event_notices',
  {
    rsvp: integer('rsvp').notNull(),
    /** A push, such as `push:changed:4` with the date’s sequence; or a mail, such as `mail:reminder_day:2026-12-03`. */
    notice: text('notice').notNull(),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.rsvp, table.notice] })],
)

/** The feedback of guests about dates. */
export const eventFeedback = pgTable(
  'event_feedback',
  {
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
  feed_version: integer('feed_version').notNull().default(1),
  /** Whether the member also gets reminders and changes as pushes. */
  wants_push: boolean('wants_push').notNull().default(true),
  changed_at: timestamptz('changed_at').notNull().defaultNow(),
})
