import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'

/** The number of security events by hour, kind and client. Rows are kept for thirty days. */
export const securityCounts = pgTable(
  'security_counts',
  {
    hour: timestamptz('hour').notNull(),
    kind: text('kind').notNull(),
    /** The client's pseudonym, which changes each day; empty for clients that are counted together. */
    client: text('client').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.kind, table.client] })],
)
