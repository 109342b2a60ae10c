import { index, integer, jsonb, pgTable, serial, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/**
 * What was asked for with an address, until whoever reads its mail confirms it. Nothing of it counts
 * before: anybody can write anybody's address into a form.
 */
export const subscriptionRequests = pgTable(
  'subscription_requests',
  {
    id: serial('id').primaryKey(),
    token_hash: text('token_hash').notNull().unique(),
    email: text('email').notNull(),
    subscriber: integer('subscriber').notNull(),
    wanted: jsonb('wanted').notNull(),
    created_at: moment('created_at').notNull().defaultNow(),
    expires_at: moment('expires_at').notNull(),
    used_at: moment('used_at'),
  },
  (table) => [
    index('subscription_requests_email_idx').on(table.email, table.created_at),
    index('subscription_requests_subscriber_idx').on(table.subscriber),
    index('subscription_requests_expires_at_idx').on(table.expires_at),
  ],
)
