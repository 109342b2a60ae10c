import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  serial,
  text,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { venueAreas } from '../venue/rules.ts'
import { bookingSources, occasions } from './rules.ts'

const tstzrange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/**
 * The exclusion constraint, the checks, the foreign keys and the indexes on expressions are in the same migration as these
 * tables, because Drizzle can't declare them.
 */

/**
 * Bookings of tables and desks. The guest, status and money of a booking are those of its reservation, which refers to it as
 * its `subject`. A table that is held, and guests who come without a booking, have none until somebody leaves a name.
 */
export const bookings = pgTable(
  'bookings',
  {
    id: serial('id').primaryKey(),
    area: text('area', { enum: venueAreas }).notNull(),
    /** The day of whose opening hours it is a part, `YYYY-MM-DD`. After midnight it is the day before. */
    day: text('day').notNull(),
    startsAt: timestamptz('starts_at').notNull(),
    /** When the party leaves, without the time until the next party. */
    endsAt: timestamptz('ends_at').notNull(),
    party: integer('party').notNull(),
    source: text('source', { enum: bookingSources }).notNull(),
    /** The deposit as the rule was when the party booked, in minor units. */
    depositCents: bigint('deposit', { mode: 'number' }).notNull().default(0),
    /** Until when the guest can cancel, as the rule was then. */
    cancelUntil: timestamptz('cancel_until').notNull(),
    phone: text('phone'),
    notes: text('notes'),
    occasion: text('occasion', { enum: occasions }),
    highChair: boolean('high_chair').notNull().default(false),
    stepFree: boolean('step_free').notNull().default(false),
    /** Until when staff expect a table for guests who wait. */
    quotedFor: timestamptz('quoted_for'),
    /** How many minutes the party said that it is late. */
    lateMinutes: integer('late_minutes').notNull().default(0),
    /** When the guest said, after the reminder, that the party still comes. */
    stillComingAt: timestamptz('still_coming_at'),
    seatedAt: timestamptz('seated_at'),
    finishedAt: timestamptz('finished_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** The name of guests without a reservation, who came without a booking or have no table yet. Erased soon after. */
    guestName: text('guest_name'),
    /** Idempotency key of the request with which staff entered it. */
    staffKey: text('staff_key').unique('bookings_staff_key'),
    /** Increased by each change. With it, the program detects that two people change the same booking. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    index('bookings_day_idx').on(table.day),
    index('bookings_arrivals_idx').on(table.area, table.startsAt),
    index('bookings_phone_idx').on(table.phone),
  ],
)

/**
 * When tables are taken: one row for each table of a booking. Two active rows of one table never overlap: that is an
 * exclusion constraint.
 */
export const bookingTables = pgTable(
  'booking_tables',
  {
    id: serial('id').primaryKey(),
    booking: integer('booking').notNull(),
    /** A record of the collection `tables`. */
    table: integer('table_id').notNull(),
    /** From the start of the booking until the next party can come. */
    during: tstzrange('during').notNull(),
    /** How many people arrive: the party at the first table of a booking, 0 at those that are joined with it. */
    arrivals: integer('arrivals').notNull(),
    /** False once the table is free again. */
    active: boolean('active').notNull().default(true),
    /** Until when the table is only held. An expired hold counts as free, and the next booking of the table ends it. */
    heldUntil: timestamptz('held_until'),
  },
  (table) => [index('booking_tables_booking_idx').on(table.booking)],
)

/** What guests wrote about their health, such as allergies. It is deleted after the visit. */
export const bookingHealth = pgTable('booking_health', {
  booking: integer('booking').primaryKey(),
  text: text('text').notNull(),
})

/**
 * Who did not come. Without an account, the person is known by HMACs of the telephone and the address. Rows are deleted
 * after twelve months.
 */
export const bookingNoShows = pgTable(
  'booking_no_shows',
  {
    booking: integer('booking').primaryKey(),
    member: integer('member'),
    phoneHmac: text('phone_hmac'),
    emailHmac: text('email_hmac'),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (table) => [
    index('booking_no_shows_member_idx').on(table.member),
    index('booking_no_shows_phone_idx').on(table.phoneHmac),
    index('booking_no_shows_email_idx').on(table.emailHmac),
  ],
)
