import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../../platform/database/columns.ts'

/**
 * The page and the key that each tab of an editor has open. Rows are valid for seconds and are not backed
 * up.
 */
export const editingPresence = pgTable(
  'editing_presence',
  {
    tab: text('tab').primaryKey(),
    user_id: integer('user_id').notNull(),
    name: text('name').notNull(),
    page: text('page').notNull(),
    // The open key, as in `PresenceReply`; null while no key is open.
    place: text('place'),
    seen_at: timestamptz('seen_at').notNull().defaultNow(),
  },
  (table) => [index('editing_presence_page_idx').on(table.page)],
)
