import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'

/**
 * The checks and partial indexes of these tables are in the migration `…_functions_and_triggers.ts`.
 */

/** Payouts from causes. `state` changes only once, from `requested` to another value. */
export const causePayouts = pgTable(
  'cause_payouts',
  {
    id: serial('id').primaryKey(),
    /** Idempotency key of the request. */
    key: text('key').notNull().unique(),
    cause: integer('cause').notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** What the payout is for. Public. */
    note: text('note').notNull(),
    /** The photo of the receipt, a record of `media`. */
    receipt: integer('receipt').notNull(),
    /** The account that pays: one of `payoutAccounts`. */
    account: text('account').notNull().default('till:cash'),
    /** `requested`, `approved` or `refused`. */
    state: text('state').notNull().default('requested'),
    requested_by: integer('requested_by').notNull(),
    requested_at: timestamptz('requested_at').notNull().defaultNow(),
    decided_by: integer('decided_by'),
    decided_at: timestamptz('decided_at'),
    /** The ledger transfer that the approval made. */
    transfer: bigint('transfer', { mode: 'number' }).unique(),
  },
  (table) => [
    index('cause_payouts_cause_idx').on(table.cause),
    index('cause_payouts_receipt_idx').on(table.receipt),
  ],
)

/**
 * Requests to reverse approved payouts. `state` changes only once, from `requested` to another value. A payout has at
 * most one request that is not refused.
 */
export const causePayoutReversals = pgTable('cause_payout_reversals', {
  id: serial('id').primaryKey(),
  /** Idempotency key of the request. */
  key: text('key').notNull().unique(),
  payout: integer('payout').notNull(),
  /** Public once the request is approved. */
  reason: text('reason').notNull(),
  /** `requested`, `approved` or `refused`. */
  state: text('state').notNull().default('requested'),
  requested_by: integer('requested_by').notNull(),
  requested_at: timestamptz('requested_at').notNull().defaultNow(),
  decided_by: integer('decided_by'),
  decided_at: timestamptz('decided_at'),
  /** The ledger transfer that the approval made. */
  transfer: bigint('transfer', { mode: 'number' }).unique(),
})

/**
 * Requests to take money out of the Common Good that a second person has to approve: above the venue's limit, the
 * database refuses the transfers of anybody else's decision. `state` changes only once, from `requested` to another
 * value.
 */
export const commonGoodRequests = pgTable(
  'common_good_requests',
  {
    id: serial('id').primaryKey(),
    /** Idempotency key of the request. */
    key: text('key').notNull().unique(),
    /** One of `outKinds`. */
    kind: text('kind').notNull(),
    /** What leaves the Common Good, in minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** What the cash was for, or the reason of the reversal. Empty once it is decided: the transfer has it. */
    note: text('note').notNull(),
    /** For cash, the day on which it was taken out. */
    day: date('day'),
    /** The transfer to reverse. */
    reverses: bigint('reverses', { mode: 'number' }),
    /** The member whose credit the reversal changes. */
    member: integer('member'),
    /** `requested`, `approved` or `refused`. */
    state: text('state').notNull().default('requested'),
    requested_by: integer('requested_by').notNull(),
    requested_at: timestamptz('requested_at').notNull().defaultNow(),
    decided_by: integer('decided_by'),
    decided_at: timestamptz('decided_at'),
    /** The ledger transfers that the approval made. */
    transfers: bigint('transfers', { mode: 'number' }).array(),
  },
  (table) => [index('common_good_requests_transfers_idx').using('gin', table.transfers)],
)

/**
 * The limits of `venue.second_person_cents` before it was changed. A trigger writes them. For 24 hours they still hold
 * if they are lower, so nobody can raise the limit and take out money alone.
 */
export const commonGoodEarlierLimits = pgTable('common_good_earlier_limits', {
  id: serial('id').primaryKey(),
  /** Minor units. */
  cents: bigint('cents', { mode: 'number' }).notNull(),
  ended_at: timestamptz('ended_at').notNull().defaultNow(),
})

/** Messages of members about their contributions: one message for each transfer. */
export const commonGoodMessages = pgTable(
  'common_good_messages',
  {
    id: serial('id').primaryKey(),
    /** The gift or round-up. Null once the author is deleted, and for messages of the demo venue. */
    transfer: bigint('transfer', { mode: 'number' }),
    member: integer('member'),
    text: text('text').notNull(),
    /** A first name, which is public. */
    name: text('name'),
    /** `pending`, `shown`, `hidden` or `reported`; a reported message is still shown. */
    state: text('state').notNull().default('pending'),
    /** Whether staff decided to keep the message after a report. If so, later reports change nothing. */
    is_kept: boolean('is_kept').notNull().default(false),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    decided_at: timestamptz('decided_at'),
    reported_at: timestamptz('reported_at'),
  },
  (table) => [
    uniqueIndex('common_good_messages_transfer_idx').on(table.transfer),
    index('common_good_messages_member_idx').on(table.member),
  ],
)
