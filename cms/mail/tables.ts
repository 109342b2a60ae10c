import { doublePrecision, integer, pgTable, timestamp } from 'drizzle-orm/pg-core'

/** One row: when the next mail may go, for all processes together. Worth seconds, never backed up. */
export const mailPace = pgTable('mail_pace', {
  id: integer('id').primaryKey(),
  free_at: timestamp('free_at', { withTimezone: true }).notNull(),
  granted: doublePrecision('granted').notNull().default(0),
})
