import { isNotNull } from 'drizzle-orm'
import { bigint, index, integer, pgTable, serial, text, unique } from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'

const amount = (name: string) => bigint(name, { mode: 'number' })

/** Payments by card that members began. Amounts are minor units. */
export const cardPayments = pgTable(
  'card_payments',
  {
    id: serial('id').primaryKey(),
    /** Null after the member was deleted. */
    member: integer('member'),
    /** Code of the member's account. */
    account: text('account').notNull(),
    /** Idempotency key of the member's form. */
    key: text('key').notNull(),
    amount: amount('amount').notNull(),
    currency: text('currency').notNull(),
    /** The payment service's id of this payment; null until the service has answered. */
    session: text('session').unique(),
    /** The page where the member pays. */
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
  },
  (table) => [
    unique('card_payments_key_unique').on(table.account, table.key),
    index('card_payments_member_idx').on(table.member),
    index('card_payments_check_idx').on(table.check_at).where(isNotNull(table.check_at)),
  ],
)
