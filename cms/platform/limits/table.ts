import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'

/** Counts of recent attempts. Losing them is harmless: every limit then starts again at zero. */
export const limits = pgTable('limits', {
  key: text('key').primaryKey(),
  taken: integer('taken').notNull(),
  free_at: timestamptz('free_at').notNull(),
})
