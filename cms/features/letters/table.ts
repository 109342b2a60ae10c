import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'

/**
 * The content of a letter when it was sent, from which its mails are made. It stays when the letter is
 * deleted, because the letter's mails stay too.
 */
export const letterEditions = pgTable('letter_editions', {
  letter: integer('letter').primaryKey(),
  subject: text('subject').notNull(),
  html: text('html').notNull(),
  text: text('text').notNull(),
  // The menus that the letter contained, for its page on the site.
  menus: jsonb('menus').notNull().default([]),
  created_at: timestamptz('created_at').notNull().defaultNow(),
})

/** Which letter a form has created, by the form's key; see `createOnce`. */
export const letterCreations = pgTable('letter_creations', {
  key: text('key').primaryKey(),
  letter: integer('letter').notNull(),
  // When `createOnce` last saved the letter.
  saved_at: timestamptz('saved_at').notNull(),
})

/** The tracked links of a letter in their order, with their clicks. */
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
