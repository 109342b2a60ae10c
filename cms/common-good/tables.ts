import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  serial,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/**
 * What Drizzle can't declare without SQL is in the migrations `…_common_good_checks.ts` and `…_till_repairs.ts`: checks
 * and partial indexes.
 */

/** Payouts from causes. `state` changes once, from `requested`. */
export const causePayouts = pgTable(
  'cause_payouts',
  {
    id: serial('id').primaryKey(),
    /** Idempotency key of the request. */
    key: text('key').notNull().unique(),
    cause: integer('cause').notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** What it is for. Everybody reads it. */
    note: text('note').notNull(),
    /** The photo of the receipt, a record of `media`. */
    receipt: integer('receipt').notNull(),
    /** Where the money leaves: one of `payoutAccounts`. */
    account: text('account').notNull().default('till:cash'),
    /** `requested`, `approved` or `refused`. */
    state: text('state').notNull().default('requested'),
    requested_by: integer('requested_by').notNull(),
    requested_at: moment('requested_at').notNull().defaultNow(),
    decided_by: integer('decided_by'),
    decided_at: moment('decided_at'),
    /** The transfer of the ledger that an approval made. */
    transfer: bigint('transfer', { mode: 'number' }).unique(),
  },
  (table) => [
    index('cause_payouts_cause_idx').on(table.cause),
    index('cause_payouts_receipt_idx').on(table.receipt),
  ],
)

/**
 * Requests to take approved payouts back. `state` changes once, from `requested`. A payout has at most one that is not
 * refused.
 */
export const causePayoutReversals = pgTable('cause_payout_reversals', {
  id: serial('id').primaryKey(),
  /** Idempotency key of the request. */
  key: text('key').notNull().unique(),
  payout: integer('payout').notNull(),
  /** Everybody reads it once it is approved. */
  reason: text('reason').notNull(),
  /** `requested`, `approved` or `refused`. */
  state: text('state').notNull().default('requested'),
  requested_by: integer('requested_by').notNull(),
  requested_at: moment('requested_at').notNull().defaultNow(),
  decided_by: integer('decided_by'),
  decided_at: moment('decided_at'),
  /** The transfer of the ledger that an approval made. */
  transfer: bigint('transfer', { mode: 'number' }).unique(),
})

/** What members wrote about what they gave: one message for each transfer. */
export const commonGoodMessages = pgTable(
  'common_good_messages',
  {
    id: serial('id').primaryKey(),
    /** The gift or round-up. Null: its member was deleted. */
    transfer: bigint('transfer', { mode: 'number' }),
    member: integer('member'),
    text: text('text').notNull(),
    /** A first name that everybody may read. */
    name: text('name'),
    /** `pending`, `shown`, `hidden` or `reported`; a reported message is still shown. */
    state: text('state').notNull().default('pending'),
    /** Whether staff kept it after a report. Then another report changes nothing. */
    is_kept: boolean('is_kept').notNull().default(false),
    created_at: moment('created_at').notNull().defaultNow(),
    decided_at: moment('decided_at'),
    reported_at: moment('reported_at'),
  },
  (table) => [
    uniqueIndex('common_good_messages_transfer_idx').on(table.transfer),
    index('common_good_messages_member_idx').on(table.member),
  ],
)
