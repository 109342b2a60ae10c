import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'

/** Paths that returned 404, with the number of requests; at most `maxMissingPaths` paths. */
export const missingPaths = pgTable('missing_paths', {
  path: text('path').primaryKey(),
  count: integer('count').notNull(),
  first_at: timestamptz('first_at').notNull(),
  last_at: timestamptz('last_at').notNull(),
})
