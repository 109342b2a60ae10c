import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea } from '../database/columns.ts'

/**
 * The bytes of the pictures. They are in the database, so that a backup contains them and every process
 * can read them. `width` 0 is the stored original.
 */
export const mediaFiles = pgTable(
  'media_files',
  {
    hash: text('hash').notNull(),
    width: integer('width').notNull(),
    format: text('format').notNull(),
    media_id: integer('media_id').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hash, table.width, table.format, table.media_id] }),
    index('media_files_media_id_idx').on(table.media_id),
  ],
)
