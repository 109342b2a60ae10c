import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../platform/database/columns.ts'
import { interests } from '../newsletter/rules.ts'
import { venueAreas } from '../venue/rules.ts'
import {
  dayParts,
  enquiryStatuses,
  fileTypes,
  lostReasons,
  messageKinds,
  type QuoteLine,
  quoteStatuses,
} from './rules.ts'

const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/**
 * The exclusion constraint, the foreign keys and the checks are in the same migration as these tables, because Drizzle can't
 * declare them.
 */

/** What guests asked for, and how far it has come. */
export const enquiries = pgTable(
  'enquiries',
  {
    id: serial('id').primaryKey(),
    /** Idempotency key of the form. */
    key: text('key').notNull().unique('enquiries_key'),
    /** The permanent link names it; a new one makes all older links invalid. */
    linkVersion: integer('link_version').notNull().default(1),
    status: text('status', { enum: enquiryStatuses }).notNull().default('new'),
    kind: text('kind', { enum: interests }).notNull(),
    /** The days that the guest proposed, the best first, `YYYY-MM-DD`. */
    days: text('days').array().notNull(),
    dayPart: text('day_part', { enum: dayParts }).notNull(),
    people: integer('people').notNull(),
    /** Minor units of the venue’s currency. */
    budgetCents: bigint('budget', { mode: 'number' }),
    words: text('words').notNull(),
    /** Empty once the personal data was erased. */
    name: text('name').notNull(),
    email: text('email').notNull(),
    phone: text('phone'),
    member: integer('member'),
    confirmedAt: timestamptz('confirmed_at'),
    /** The staff member who looks after it. */
    owner: integer('owner'),
    /** The day by which staff have to do something, on the venue’s calendar. */
    dueOn: text('due_on'),
    lostReason: text('lost_reason', { enum: lostReasons }),
    lostWords: text('lost_words'),
    closedAt: timestamptz('closed_at'),
    /** Records of the collections `booking_closures` and `events`. */
    closure: integer('closure'),
    event: integer('event'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('enquiries_status_idx').on(table.status, table.dueOn),
    index('enquiries_email_idx').on(table.email),
    index('enquiries_member_idx').on(table.member),
  ],
)

/** What guests and staff wrote, and what changed. */
export const enquiryMessages = pgTable(
  'enquiry_messages',
  {
    id: serial('id').primaryKey(),
    enquiry: integer('enquiry').notNull(),
    kind: text('kind', { enum: messageKinds }).notNull(),
    text: text('text').notNull(),
    /** The staff member who wrote or pasted it. */
    staff: integer('staff'),
    /** Idempotency key: of the form, or the mail service’s id of a reply. */
    key: text('key').notNull(),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (table) => [unique('enquiry_messages_key').on(table.enquiry, table.key)],
)

/** Offers with a price. */
export const enquiryQuotes = pgTable(
  'enquiry_quotes',
  {
    id: serial('id').primaryKey(),
    enquiry: integer('enquiry').notNull(),
    status: text('status', { enum: quoteStatuses }).notNull().default('sent'),
    area: text('area', { enum: venueAreas }).notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    lines: jsonb('lines').$type<QuoteLine[]>().notNull(),
    totalCents: bigint('total', { mode: 'number' }).notNull(),
    depositCents: bigint('deposit', { mode: 'number' }).notNull(),
    words: text('words').notNull(),
    validUntil: timestamptz('valid_until').notNull(),
    acceptedAt: timestamptz('accepted_at'),
    /** Our number of the payment of the deposit. */
    payment: integer('payment'),
    staff: integer('staff'),
    /** Idempotency key of the form. */
    key: text('key').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [unique('enquiry_quotes_key').on(table.enquiry, table.key)],
)

/** When a space is kept for an enquiry. Two active rows of one area never overlap: that is an exclusion constraint. */
export const enquiryHolds = pgTable(
  'enquiry_holds',
  {
    id: serial('id').primaryKey(),
    enquiry: integer('enquiry').notNull(),
    quote: integer('quote').notNull(),
    area: text('area', { enum: venueAreas }).notNull(),
    during: tstzrange('during').notNull(),
    /** Null: the enquiry is won. */
    heldUntil: timestamptz('held_until'),
    active: boolean('active').notNull().default(true),
  },
  (table) => [index('enquiry_holds_enquiry_idx').on(table.enquiry)],
)

/** Files of guests. They are never shown, only downloaded by staff. */
export const enquiryFiles = pgTable(
  'enquiry_files',
  {
    id: serial('id').primaryKey(),
    enquiry: integer('enquiry').notNull(),
    name: text('name').notNull(),
    type: text('type', { enum: fileTypes }).notNull(),
    size: integer('size').notNull(),
    /** SHA-256 of the file as it was sent, so that a repeated upload is stored once. */
    hash: text('hash').notNull(),
    bytes: bytea('bytes').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [unique('enquiry_files_hash').on(table.enquiry, table.hash)],
)
