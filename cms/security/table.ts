import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/** Security events by the hour, for thirty days. */
export const securityCounts = pgTable(
  'security_counts',
  {
    hour: moment('hour').notNull(),
    kind: text('kind').notNull(),
    /** The pseudonym of the client, another one each day; empty for those that are not told apart. */
    client: text('client').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.kind, table.client] })],
)
