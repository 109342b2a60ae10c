import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** How often something was tried lately. Worth minutes, never backed up. */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  taken: integer('taken').notNull(),
  free_at: timestamp('free_at', { withTimezone: true }).notNull(),
})
