import { eq } from 'drizzle-orm'
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

/** Settings of members. A member without a row has the defaults. */
export const creditSettings = pgTable('credit_settings', {
  member: integer('member').primaryKey(),
  rounds_up: boolean('rounds_up').notNull(),
  /** How the member wants to be told about each kind of news (`NewsWays`). A missing kind has the default. */
  news: jsonb('news').notNull().default({}),
  changed_at: timestamptz('changed_at').notNull().defaultNow(),
})

/** Credit that members sent to addresses. While it waits, the money is on `clearing:claims`. */
export const creditSends = pgTable(
  'credit_sends',
  {
    id: serial('id').primaryKey(),
    /** The sender; null after the member was deleted. */
    member: integer('member'),
    /** The account to which unclaimed credit goes back. It exists even after the member was deleted. */
    account: text('account').notNull(),
    /** How the mail names the sender; null after the member was deleted. */
    sender: text('sender'),
    /**
     * The address of the recipient. Null `addressDays` after the send ended, or if the sender or the recipient was
     * deleted.
     */
    email: text('email'),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** Idempotency key of the sender's form. */
    key: text('key').notNull(),
    /** Hash of the token in the mailed link. */
    token_hash: text('token_hash').notNull().unique(),
    /** `waiting`, then `claimed` or `returned`. */
    state: text('state').notNull().default('waiting'),
    /** Who claimed it; null after that member was deleted. */
    claimed_by: integer('claimed_by'),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    expires_at: timestamptz('expires_at').notNull(),
    ended_at: timestamptz('ended_at'),
  },
  (table) => [
    unique('credit_sends_key_unique').on(table.member, table.key),
    index('credit_sends_email_idx').on(table.email, table.created_at),
    index('credit_sends_claimed_by_idx').on(table.claimed_by),
    index('credit_sends_waiting_idx').on(table.expires_at).where(eq(table.state, 'waiting')),
  ],
)

/**
 * Movements of members' credit that the members have not been told yet. A row is deleted in the transaction that queues
 * its mail, after a push service took its push, or after its last try.
 */
export const creditNews = pgTable('credit_news', {
  id: serial('id').primaryKey(),
  member: integer('member').notNull(),
  /** The transfers, at most those of one batch. */
  transfers: bigint('transfers', { mode: 'number' }).array().notNull(),
  /** How often somebody began to tell it. */
  tries: integer('tries').notNull().default(0),
  created_at: timestamptz('created_at').notNull().defaultNow(),
})
