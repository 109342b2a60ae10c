import { eq } from 'drizzle-orm'
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
import { timestamptz } from '../../platform/database/columns.ts'

const amount = (name: string) => bigint(name, { mode: 'number' })

/** Closings of tills. The program never changes a row. Amounts are minor units. */
export const tillClosings = pgTable(
  'till_closings',
  {
    id: serial('id').primaryKey(),
    /** One of `tills`. */
    till: text('till').notNull(),
    /** Idempotency key of the form. */
    key: text('key').notNull().unique(),
    /** What was booked since the till's previous closing, and what was counted. */
    booked: amount('booked').notNull(),
    counted: amount('counted').notNull(),
    /** Whether the amount was counted by somebody who did not know what was booked. */
    blind: boolean('blind').notNull().default(false),
    /**
     * What was taken to the bank. Such a row counts nothing: `booked` and `counted` are 0, and only moves the balance
     * from which the next closing counts on.
     */
    banked: amount('banked'),
    /** Why the two amounts differ. */
    note: text('note'),
    /** The transfer that booked the difference; null without a difference. */
    transfer: amount('transfer'),
    /** The balance of the till's account after the closing. */
    balance: amount('balance').notNull(),
    staff: integer('staff').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('till_closings_till_idx').on(table.till, table.id)],
)

/** Entries that members asked staff to look at. */
export const cases = pgTable(
  'cases',
  {
    id: serial('id').primaryKey(),
    member: integer('member').notNull(),
    transfer: amount('transfer').notNull(),
    /** In the member's words. */
    text: text('text').notNull(),
    /** `open`, then `answered` or `closed`. */
    state: text('state').notNull().default('open'),
    answer: text('answer'),
    /** The staff member who ended the case. */
    staff: integer('staff'),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    ended_at: timestamptz('ended_at'),
  },
  (table) => [
    uniqueIndex('cases_open_idx').on(table.member, table.transfer).where(eq(table.state, 'open')),
    index('cases_member_idx').on(table.member),
    index('cases_state_idx').on(table.state, table.id),
  ],
)
