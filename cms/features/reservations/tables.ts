import { inArray, sql } from 'drizzle-orm'
import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { cancellers, kindNames, paymentKinds, reservationStatuses } from './rules.ts'

// Parameters would be written into the migration as `$1`.
const standing = ['held', 'going', 'waitlisted', 'offered', 'attended', 'no_show'].map((status) =>
  sql.raw(`'${status}'`),
)

/**
 * Reservations of all kinds. Names and addresses are erased some time after the end. The check constraints are in the
 * migration `…_reservations.ts`, because Drizzle can't declare them without SQL.
 */
export const reservations = pgTable(
  'reservations',
  {
    id: serial('id').primaryKey(),
    kind: text('kind', { enum: kindNames }).notNull(),
    /** What is reserved, by its id in the table of the kind’s feature: the date of an event, a booking, a drop. */
    subject: integer('subject').notNull(),
    /** Null if the guest has no account, or if the member was deleted. */
    member: integer('member'),
    name: text('name'),
    email: text('email'),
    /** How many people come. */
    party: integer('party').notNull(),
    status: text('status', { enum: reservationStatuses }).notNull(),
    /** The price of the party as it was when the party reserved, in minor units. */
    priceCents: bigint('price', { mode: 'number' }).notNull().default(0),
    /** How this party pays. */
    payment: text('payment', { enum: paymentKinds }).notNull(),
    /** The id of the ledger's hold, while the price is held. */
    hold: integer('hold'),
    /**
     * The id of the newest payment in the ledger; of a price by card, the number of the card payment. Null while nothing
     * is paid.
     */
    transfer: bigint('transfer', { mode: 'number' }),
    /** Idempotency key of the request, unique for the subject. */
    key: text('key').notNull(),
    /** Sorts the waitlist, ascending; null if the party never waited. */
    queue: doublePrecision('queue'),
    /** Why an organiser or staff moved the party, or offered places out of turn. It is erased with the note. */
    queueReason: text('queue_reason'),
    /** The version in the token of the permanent link. A new value makes old links invalid. */
    linkVersion: integer('link_version').notNull().default(1),
    /** When the address was confirmed. Members' addresses are confirmed. */
    confirmedAt: timestamptz('confirmed_at'),
    /** Until when an unconfirmed or unpaid reservation is kept, with its places if it has some. */
    heldUntil: timestamptz('held_until'),
    /** When `held_until` was moved because the guest began to pay. It is moved only once. */
    extendedAt: timestamptz('extended_at'),
    /** Until when a guest who cancels gets back what was paid by card, as it was when the guest began to pay; null: never. */
    refundUntil: timestamptz('refund_until'),
    /** When the subject started at that time; null if the kind's rule of today counts, see `CardTerms`. */
    agreedStart: timestamptz('agreed_start'),
    /** Until when an offer can be accepted. */
    offeredUntil: timestamptz('offered_until'),
    /** How many of the party are inside. */
    inside: integer('inside').notNull().default(0),
    checkedInAt: timestamptz('checked_in_at'),
    /** Null unless cancelled. */
    cancelledBy: text('cancelled_by', { enum: cancellers }),
    cancelledAt: timestamptz('cancelled_at'),
    /** A note of the organiser or staff. */
    note: text('note'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Increased by each change. With it, the program detects that two people change the same reservation. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    unique('reservations_key').on(table.kind, table.subject, table.key),
    // One reservation for each person and subject.
    uniqueIndex('reservations_email_idx')
      .on(table.kind, table.subject, table.email)
      .where(inArray(table.status, standing)),
    uniqueIndex('reservations_member_idx')
      .on(table.kind, table.subject, table.member)
      .where(inArray(table.status, standing)),
    index('reservations_waitlist_idx')
      .on(table.kind, table.subject, table.queue)
      .where(inArray(table.status, [sql.raw("'waitlisted'")])),
    index('reservations_held_until_idx')
      .on(table.kind, table.subject, table.heldUntil)
      .where(inArray(table.status, [sql.raw("'held'")])),
    index('reservations_offered_until_idx')
      .on(table.kind, table.subject, table.offeredUntil)
      .where(inArray(table.status, [sql.raw("'offered'")])),
    index('reservations_of_member_idx').on(table.member),
    index('reservations_of_email_idx').on(table.email),
  ],
)

/** A row of `reservations`. */
export type Reservation = typeof reservations.$inferSelect

/** The pushes that were claimed and the scheduled mails that were queued for a reservation. Each is sent only once. */
export const reservationNotices = pgTable(
  'reservation_notices',
  {
    reservation: integer('reservation').notNull(),
    /** A push, such as `push:changed:4`; or a mail, such as `mail:reminder_day:2026-12-03`. */
    notice: text('notice').notNull(),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reservation, table.notice] })],
)
