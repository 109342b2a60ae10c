import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../database/columns.ts'

/** One row: when the next mail may go, for all processes together. Worth seconds, never backed up. */
export const mailPace = pgTable('mail_pace', {
  id: integer('id').primaryKey(),
  free_at: moment('free_at').notNull(),
  granted: doublePrecision('granted').notNull().default(0),
})

/**
 * What became of mails after they were handed over, or at the reader's door; each event once, under
 * the name its sender gave it. No address stands here.
 */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: text('id').primaryKey(),
    what: text('what').notNull(),
    mail: integer('mail'),
    subscriber: integer('subscriber'),
    /** Tells mails apart that are none of ours. */
    message_id: text('message_id'),
    at: moment('at').notNull(),
    reason: text('reason'),
    /** Whether a server said so to ourselves. */
    is_refusal: boolean('is_refusal').notNull().default(false),
    told_at: moment('told_at').notNull().defaultNow(),
    /** When the subscriber's standing took it in. */
    heeded_at: moment('heeded_at'),
  },
  (table) => [
    index('mail_events_subscriber_idx').on(table.subscriber, table.at),
    index('mail_events_mail_idx').on(table.mail),
    index('mail_events_told_at_idx').on(table.told_at),
    index('mail_events_new_idx').on(table.id).where(sql`heeded_at is null`),
  ],
)
