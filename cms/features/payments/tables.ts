import { eq, isNotNull, sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  pgTable,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { cardUses, checkoutStatuses, depositOutcomes, refundCauses, refundStates } from './rules.ts'

const amount = (name: string) => bigint(name, { mode: 'number' })

/**
 * Payments by card: top-ups that members began, and checkouts of guests, which have a `reference`. Amounts are minor
 * units.
 */
export const cardPayments = pgTable(
  'card_payments',
  {
    id: serial('id').primaryKey(),
    /** Null if the payer has no account, or the member was deleted. */
    member: integer('member'),
    /** Code of the account that has the money: the member's, or the venue's. */
    account: text('account').notNull(),
    /** Idempotency key of the payer's form; that of a guest begins with the reference. */
    key: text('key').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    /** The payment service's id of this payment; null until the service has answered. */
    session: text('session').unique(),
    /** The page where the payer pays. */
    url: text('url'),
    /** The transfer that first booked the payment; null before it was paid. */
    transfer: amount('transfer'),
    /** See `BookedPayment`. */
    net: amount('net').notNull().default(0),
    lost: amount('lost').notNull().default(0),
    /** How often the payment was booked. The keys of its transfers contain the number. */
    bookings: integer('bookings').notNull().default(0),
    /** How often the state of the payment was read and compared with the books. */
    reads: integer('reads').notNull().default(0),
    /** When the state is read from the payment service again; null if nothing will change. */
    check_at: timestamptz('check_at'),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    /** What a guest pays for, such as `reservation:12`. This and the columns below are null for members' top-ups. */
    reference: text('reference'),
    use: text('use', { enum: cardUses }),
    status: text('status', { enum: checkoutStatuses }),
    description: text('description'),
    /** What the guest read before paying, such as the rule of cancelling. */
    rule: text('rule'),
    /** Erased after `watchedDays`, or with the guest's account. */
    email: text('email'),
    expires_at: timestamptz('expires_at'),
    /** The amount that was paid, in `paid_currency`. They can differ from what was asked for. */
    paid: amount('paid'),
    paid_currency: text('paid_currency'),
    paid_at: timestamptz('paid_at'),
    /** What became of a deposit. Null for a sale. */
    outcome: text('outcome', { enum: depositOutcomes }),
  },
  (table) => [
    unique('card_payments_key_unique').on(table.account, table.key),
    index('card_payments_member_idx').on(table.member),
    index('card_payments_check_idx').on(table.check_at).where(isNotNull(table.check_at)),
    index('card_payments_reference_idx').on(table.reference).where(isNotNull(table.reference)),
    uniqueIndex('card_payments_open_idx')
      .on(table.reference)
      .where(eq(table.status, sql.raw("'open'"))),
  ],
)

/** Amounts of card payments that are paid back. */
export const cardRefunds = pgTable(
  'card_refunds',
  {
    id: serial('id').primaryKey(),
    /** The row of `card_payments`. */
    payment: integer('payment').notNull(),
    /** Idempotency key of the request, unique for the payment. */
    key: text('key').notNull(),
    amountCents: amount('amount').notNull(),
    cause: text('cause', { enum: refundCauses }).notNull(),
    /** What staff wrote. Erased with the payer's address. */
    reason: text('reason'),
    staff: integer('staff'),
    state: text('state', { enum: refundStates }).notNull().default('requested'),
    /** The payment service's id. */
    service: text('service').unique(),
    /** Why it failed, as a code of the payment service. */
    failure: text('failure'),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** When it succeeded or failed. */
    endedAt: timestamptz('ended_at'),
    /** Who looked after a failed refund, for example by paying the amount in cash. */
    closedBy: integer('closed_by'),
  },
  (table) => [
    unique('card_refunds_key_unique').on(table.payment, table.key),
    index('card_refunds_failed_idx')
      .on(table.id)
      .where(eq(table.state, sql.raw("'failed'"))),
  ],
)
