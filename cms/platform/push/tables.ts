import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'

/** One row with the id 1: the VAPID keys that were created at the first use. */
export const pushKeys = pgTable('push_keys', {
  id: integer('id').primaryKey(),
  public_key: text('public_key').notNull(),
  /** Encrypted with SECRET. */
  private_key: text('private_key').notNull(),
  created_at: timestamptz('created_at').notNull().defaultNow(),
})
