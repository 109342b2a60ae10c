import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/** How often something was tried lately. Worth minutes, never backed up. */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  taken: integer('taken').notNull(),
  free_at: moment('free_at').notNull(),
})
