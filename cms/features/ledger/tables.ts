import { eq, isNotNull } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../platform/database/columns.ts'

/**
 * The migrations contain what Drizzle can't declare: the functions that write these tables, the triggers that refuse
 * all other changes, and the CHECK constraints on amounts and balances. Amounts are minor units of the currency.
 */

const amount = (name: string) => bigint(name, { mode: 'number' })

/**
 * Accounts. The function `ledger_account` creates an account when it is first used. Only `member` and `closed_at`
 * change.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: serial('id').primaryKey(),
    /** See `AccountCode`. */
    code: text('code').notNull().unique(),
    /** The part of the code before the colon. */
    kind: text('kind').notNull(),
    /** Null: not a member's account, or the member was deleted. */
    member: integer('member'),
    /** ISO 4217. */
    currency: text('currency').notNull(),
    allows_overdraft: boolean('allows_overdraft').notNull(),
    /** How many rows of `ledger_balances` share the balance, so that many payments can change it at once. */
    stripes: smallint('stripes').notNull(),
    /** Whether `ledger_sums` has monthly sums of this account. */
    keeps_sums: boolean('keeps_sums').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    closed_at: timestamptz('closed_at'),
  },
  (table) => [index('ledger_accounts_member_idx').on(table.member).where(isNotNull(table.member))],
)

/** The balance of each stripe. Only the triggers of accounts, entries and holds change it. */
export const ledgerBalances = pgTable(
  'ledger_balances',
  {
    account: integer('account').notNull(),
    stripe: smallint('stripe').notNull(),
    balance: amount('balance').notNull(),
    /** The sum of the account's open holds. */
    held: amount('held').notNull(),
    /** How many entries the stripe has. */
    version: bigint('version', { mode: 'number' }).notNull(),
    /** Hash of the stripe's last entry; before the first entry, a hash of the account's code. */
    hash: bytea('hash').notNull(),
    /**
     * The time of the stripe's last entry; before the first entry, when the account was created. Never decreases, even
     * if the clock is set back.
     */
    changed_at: timestamptz('changed_at').notNull(),
    /**
     * `allows_overdraft` and `is_closed` (`closed_at` is set) repeat the account's state: a CHECK constraint sees only
     * its own row.
     */
    allows_overdraft: boolean('allows_overdraft').notNull(),
    is_closed: boolean('is_closed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.stripe] })],
)

/**
 * Transfers. Rows never change. New rows contain no free text and no names: those are in `ledger_notes` and
 * `ledger_receipts`, which can be erased.
 */
export const ledgerTransfers = pgTable('ledger_transfers', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** Idempotency key. */
  key: text('key').notNull().unique(),
  /** Hash of the request that used the key first. */
  request_hash: bytea('request_hash').notNull(),
  /** One of `transferKinds`. */
  kind: text('kind').notNull(),
  /** The area of the venue. */
  area: text('area'),
  /**
   * What the program relates the transfer to, such as `cause:3`. In rows from before 24 November 2026 it can be a
   * receipt number too.
   */
  reference: text('reference'),
  /** The transfer that this one reverses. */
  reverses: bigint('reverses', { mode: 'number' }).unique(),
  /** The hold that this transfer posts. */
  hold: bigint('hold', { mode: 'number' }),
  currency: text('currency').notNull(),
  /** The date of `event_at` in the venue's time zone. */
  day: date('day').notNull(),
  /** When the booked money moved, such as when cash was counted; never later than `created_at`. */
  event_at: timestamptz('event_at').notNull(),
  created_at: timestamptz('created_at').notNull(),
  /** `member`, `staff` or `system`. */
  actor: text('actor').notNull(),
  actor_id: integer('actor_id'),
  /** The database transaction that wrote this transfer: only this transaction may add entries. */
  txid: bigint('txid', { mode: 'number' }).notNull(),
  hash: bytea('hash').notNull(),
})

/**
 * Entries. Rows never change. The insert trigger checks the references: foreign keys would cost another query for each
 * entry.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transfer: bigint('transfer', { mode: 'number' }).notNull(),
    account: integer('account').notNull(),
    stripe: smallint('stripe').notNull(),
    /** Above zero: the account gets it. */
    amount: amount('amount').notNull(),
    /** The balance of the stripe after this entry. */
    balance: amount('balance').notNull(),
    /** The entry's sequence number in its stripe, from 1. */
    version: bigint('version', { mode: 'number' }).notNull(),
    /** Hash of three parts: the hash of the stripe's previous entry, the transfer's hash, and this entry's values. */
    hash: bytea('hash').notNull(),
    created_at: timestamptz('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transfer, table.account, table.stripe] }),
    unique('ledger_entries_version_unique').on(table.account, table.stripe, table.version),
    index('ledger_entries_created_idx').on(table.account, table.created_at),
  ],
)

/** `status` changes only once, from `held` to another value. */
export const ledgerHolds = pgTable(
  'ledger_holds',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    key: text('key').notNull().unique(),
    request_hash: bytea('request_hash').notNull(),
    from_account: integer('from_account').notNull(),
    to_account: integer('to_account').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    kind: text('kind').notNull(),
    area: text('area'),
    reference: text('reference'),
    expires_at: timestamptz('expires_at').notNull(),
    /** `held`, `posted`, `voided` or `expired`. */
    status: text('status').notNull().default('held'),
    posted: amount('posted'),
    /** The transfer that posted the hold. */
    transfer: bigint('transfer', { mode: 'number' }),
    created_at: timestamptz('created_at').notNull(),
    ended_at: timestamptz('ended_at'),
  },
  (table) => [
    index('ledger_holds_open_idx')
      .on(table.from_account, table.expires_at)
      .where(eq(table.status, 'held')),
  ],
)

/**
 * The amounts that accounts with `keeps_sums` got and gave in each month, by kind and area. A reversal is subtracted
 * from the sums of the original's kind, in the month of the reversal. The trigger of entries maintains the rows.
 */
export const ledgerSums = pgTable(
  'ledger_sums',
  {
    account: integer('account').notNull(),
    stripe: smallint('stripe').notNull(),
    /** The first day of the month. */
    month: date('month').notNull(),
    kind: text('kind').notNull(),
    /** Empty: none. */
    area: text('area').notNull(),
    received: amount('received').notNull(),
    given: amount('given').notNull(),
    entries: integer('entries').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.stripe, table.month, table.kind, table.area] }),
  ],
)

/** Notes of staff about a transfer. Rows can be deleted, but not updated. */
export const ledgerNotes = pgTable(
  'ledger_notes',
  {
    id: serial('id').primaryKey(),
    transfer: bigint('transfer', { mode: 'number' }).notNull(),
    text: text('text').notNull(),
    staff: integer('staff'),
    created_at: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('ledger_notes_transfer_idx').on(table.transfer)],
)

/** Receipt and bill numbers, as staff typed them. Rows can be deleted, but not updated. */
export const ledgerReceipts = pgTable('ledger_receipts', {
  transfer: bigint('transfer', { mode: 'number' }).primaryKey(),
  text: text('text').notNull(),
})

/** The last entry of each stripe at the last check without differences, see `anchor.ts`. */
export const ledgerHeads = pgTable(
  'ledger_heads',
  {
    account: integer('account').notNull(),
    stripe: smallint('stripe').notNull(),
    version: bigint('version', { mode: 'number' }).notNull(),
    hash: bytea('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.account, table.stripe] })],
)

/** Results of checks of the books. Rows never change. */
export const ledgerChecks = pgTable('ledger_checks', {
  id: serial('id').primaryKey(),
  started_at: timestamptz('started_at').notNull(),
  ended_at: timestamptz('ended_at').notNull(),
  accounts: integer('accounts').notNull(),
  transfers: bigint('transfers', { mode: 'number' }).notNull(),
  entries: bigint('entries', { mode: 'number' }).notNull(),
  /** The first fifty differences, see `Difference`. */
  differences: jsonb('differences').notNull(),
  ok: boolean('ok').notNull(),
  /**
   * Why the check ran: every night (`nightly`), because staff asked for it (`requested`), or because an operator
   * accepts the ledger as it is (`accepted`). An accepted check is not compared with earlier checks, all others are.
   */
  cause: text('cause').notNull(),
  /** HMAC of this check's counts and of the `ledger_heads` that it stored. Null if it found differences. */
  signature: text('signature'),
})

/**
 * One row: how far the transfers were read that members are told about. Transfers commit in another order than that of
 * their ids, so what was read is known by the numbers of their transactions: all below `txid`. The ids make it fast:
 * only transfers above `id` are looked at. `next_id` and `next_txid` are the highest id and the next number of a
 * transaction at an earlier moment; once all transactions of that moment have ended, they become `id`.
 */
export const ledgerNews = pgTable('ledger_news', {
  id: bigint('id', { mode: 'number' }).primaryKey(),
  txid: bigint('txid', { mode: 'number' }).notNull(),
  next_id: bigint('next_id', { mode: 'number' }).notNull(),
  next_txid: bigint('next_txid', { mode: 'number' }).notNull(),
  /** The newest transfer when open windows were last told that credit moved. They do not wait for earlier transactions. */
  shown_id: bigint('shown_id', { mode: 'number' }).notNull().default(0),
})
