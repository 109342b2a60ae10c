import { isNull } from 'drizzle-orm'
import { boolean, doublePrecision, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'

/** One row: the rate limit that all processes share. Not part of backups. */
export const mailPace = pgTable('mail_pace', {
  id: integer('id').primaryKey(),
  free_at: timestamptz('free_at').notNull(),
  granted: doublePrecision('granted').notNull().default(0),
})

/**
 * Deliveries, bounces and complaints, by the id that the mail service gave them. Contains no addresses.
 */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: text('id').primaryKey(),
    what: text('what').notNull(),
    mail: integer('mail'),
    subscriber: integer('subscriber'),
    /** The Message-ID, if the mail is not in the outbox. */
    message_id: text('message_id'),
    at: timestamptz('at').notNull(),
    reason: text('reason'),
    /** Whether the server refused the mail when it was handed over. Otherwise the event was reported later. */
    is_refusal: boolean('is_refusal').notNull().default(false),
    reported_at: timestamptz('reported_at').notNull().defaultNow(),
    /** When the event was applied to the subscriber. */
    handled_at: timestamptz('handled_at'),
  },
  (table) => [
    index('mail_events_subscriber_idx').on(table.subscriber, table.at),
    index('mail_events_mail_idx').on(table.mail),
    index('mail_events_reported_at_idx').on(table.reported_at),
    index('mail_events_new_idx').on(table.id).where(isNull(table.handled_at)),
  ],
)
