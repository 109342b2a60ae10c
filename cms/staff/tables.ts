import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/** Sessions of staff. A session ends when its row is deleted, and at a fixed age: it is never renewed. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    /** Hash of the cookie's token. */
    token_hash: text('token_hash').primaryKey(),
    user: integer('user').notNull(),
    created_at: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('staff_sessions_user_idx').on(table.user),
    index('staff_sessions_created_at_idx').on(table.created_at),
  ],
)

/** One-time links with which staff choose a password. A used link is deleted. */
export const staffLinks = pgTable(
  'staff_links',
  {
    token_hash: text('token_hash').primaryKey(),
    user: integer('user').notNull(),
    /** `invitation` or `reset`. */
    purpose: text('purpose').notNull(),
    created_at: moment('created_at').notNull().defaultNow(),
    expires_at: moment('expires_at').notNull(),
  },
  (table) => [index('staff_links_user_idx').on(table.user)],
)
