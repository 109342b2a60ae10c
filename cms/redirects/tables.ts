import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/** Paths that returned 404, with the number of requests; at most `maxMissingPaths` paths. */
export const missingPaths = pgTable('missing_paths', {
  path: text('path').primaryKey(),
  count: integer('count').notNull(),
  first_at: moment('first_at').notNull(),
  last_at: moment('last_at').notNull(),
})
