import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/**
 * What a letter said when it went out: its mails are made from it, and nothing that is changed later
 * changes them. It outlives the letter, because its mails do.
 */
export const letterEditions = pgTable('letter_editions', {
  letter: integer('letter').primaryKey(),
  subject: text('subject').notNull(),
  html: text('html').notNull(),
  text: text('text').notNull(),
  // For its page, where they stand as they were printed.
  menus: jsonb('menus').notNull().default([]),
  created_at: moment('created_at').notNull().defaultNow(),
})

/** Where the links of a letter lead, in the order of the letter, and how often they were opened. */
export const letterLinks = pgTable(
  'letter_links',
  {
    letter: integer('letter').notNull(),
    place: integer('place').notNull(),
    url: text('url').notNull(),
    label: text('label').notNull(),
    clicks: integer('clicks').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.letter, table.place] })],
)
