import { bigint, index, integer, jsonb, pgTable, serial, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { venueAreas } from '../venue/rules.ts'
import {
  offerSources,
  orderStates,
  payees,
  paymentWays,
  runStates,
  withoutRunnerWays,
} from './rules.ts'

/** Checks, the foreign key and the index that allows one open run of an offer are in the migration that creates these tables, because Drizzle can’t declare them. */

/** Lunch runs. Members are null after they were deleted. */
export const lunchRuns = pgTable(
  'lunch_runs',
  {
    id: serial('id').primaryKey(),
    /** `YYYY-MM-DD` on the venue’s clock. */
    day: text('day').notNull(),
    source: text('source', { enum: offerSources }).notNull(),
    /** A record of the collection `lunch_vendors`; null for the kitchens. */
    vendor: integer('vendor'),
    offerName: text('offer_name').notNull(),
    /** `Dish[]`: dishes, extras and prices as they were when the run was started. They are agreed. */
    dishes: jsonb('dishes').notNull(),
    /** Ids of dishes that are sold out. */
    soldOut: text('sold_out').array().notNull().default([]),
    area: text('area', { enum: venueAreas }).notNull(),
    opensAt: timestamptz('opens_at').notNull(),
    cutOffAt: timestamptz('cut_off_at').notNull(),
    /** The end of the day on the venue’s clock. Who did not say anything by then has fetched. */
    endsAt: timestamptz('ends_at').notNull(),
    withoutRunner: text('without_runner', { enum: withoutRunnerWays }).notNull(),
    starter: integer('starter'),
    /** Idempotency key of the form. */
    key: text('key').notNull(),
    runner: integer('runner'),
    runnerSince: timestamptz('runner_since'),
    state: text('state', { enum: runStates }).notNull().default('open'),
    /** When those who ordered were asked for a runner. */
    askedAt: timestamptz('asked_at'),
    /** When the runner said that it is here. */
    hereAt: timestamptz('here_at'),
    settledAt: timestamptz('settled_at'),
    payee: text('payee', { enum: payees }),
    /** Keys of lines of the list that the runner ticked off. */
    ticked: text('ticked').array().notNull().default([]),
    /** When the order was mailed to the vendor. */
    mailedAt: timestamptz('mailed_at'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('lunch_runs_key_unique').on(table.starter, table.key),
    index('lunch_runs_day_idx').on(table.day),
    index('lunch_runs_runner_idx').on(table.runner),
  ],
)

/** One order of a member in a run. */
export const lunchOrders = pgTable(
  'lunch_orders',
  {
    id: serial('id').primaryKey(),
    run: integer('run').notNull(),
    /** Null after the member was deleted. */
    member: integer('member'),
    /** The account that pays. It exists even after the member was deleted. */
    account: text('account').notNull(),
    /** `OrderLine[]`, at the prices that were agreed. Empty if all dishes were sold out. */
    lines: jsonb('lines').notNull(),
    /** Names of dishes that were sold out after they were ordered. */
    dropped: text('dropped').array().notNull().default([]),
    /** Until when the member may choose again, because a dish was sold out. */
    chooseUntil: timestamptz('choose_until'),
    note: text('note'),
    /** Minor units. */
    totalCents: bigint('total', { mode: 'number' }).notNull(),
    payment: text('payment', { enum: paymentWays }).notNull(),
    /** The ledger’s hold of the total. */
    hold: bigint('hold', { mode: 'number' }),
    /** The transfer that paid it. */
    transfer: bigint('transfer', { mode: 'number' }),
    state: text('state', { enum: orderStates }).notNull().default('ordered'),
    /** When staff took the money at the bar. */
    paidAt: timestamptz('paid_at'),
    /** Raised by each change; part of the keys of holds. */
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    changedAt: timestamptz('changed_at').notNull().defaultNow(),
  },
  (table) => [
    unique('lunch_orders_member_unique').on(table.run, table.member),
    index('lunch_orders_member_idx').on(table.member, table.changedAt),
  ],
)
