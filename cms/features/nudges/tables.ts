import { eq, inArray, isNull, sql } from 'drizzle-orm'
import {
  bigserial,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'

/** Browsers that get nudges by push. */
export const pushDevices = pgTable(
  'push_devices',
  {
    id: serial('id').primaryKey(),
    endpoint: text('endpoint').notNull(),
    /** SHA-256 of the endpoint, because endpoints are too long for an index. */
    endpoint_hash: text('endpoint_hash').notNull().unique(),
    /** The keys with which messages to the device are encrypted, in base64url (RFC 8291). */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** Hash of the cookie that identifies the browser. */
    key_hash: text('key_hash').notNull().unique(),
    member: integer('member'),
    user_agent: text('user_agent').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    seen_at: timestamptz('seen_at').notNull().defaultNow(),
    /** When nudges were turned off, or the push service no longer knew the subscription or did not answer. */
    gone_at: timestamptz('gone_at'),
    /** When the owner turned nudges off; null if they are on, or ended for another reason. */
    left_at: timestamptz('left_at'),
    /** When the push service first accepted a message with the present subscription. */
    accepted_at: timestamptz('accepted_at'),
    /** The last nudge that the push service did not answer, before it accepted any. */
    unanswered_nudge: integer('unanswered_nudge'),
    /** The topics that were chosen on the device; null means the member's topics, or all topics if there are none. */
    topics: jsonb('topics'),
    /** The time slots that were chosen on the device; null means the time slots of the member's profile. */
    time_slots: jsonb('time_slots'),
    /** Quiet hours in minutes of the day on the venue's clock; null means none. */
    quiet_from: integer('quiet_from'),
    quiet_to: integer('quiet_to'),
  },
  (table) => [
    index('push_devices_member_idx').on(table.member),
    index('push_devices_active_idx').on(table.id).where(isNull(table.gone_at)),
    index('push_devices_gone_at_idx').on(table.gone_at),
  ],
)

/** One nudge for one device. */
export const nudgeDeliveries = pgTable(
  'nudge_deliveries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    nudge: integer('nudge').notNull(),
    device: integer('device').notNull(),
    /** The person it is for: `member:7`, or `device:9` for a device without a member. The caps count by person. */
    person: text('person').notNull(),
    state: text('state').notNull(),
    /** The number of the worker and of its claim, `12.3`. */
    worker: text('worker'),
    tries: integer('tries').notNull().default(0),
    queued_at: timestamptz('queued_at').notNull().defaultNow(),
    due_at: timestamptz('due_at').notNull(),
    /** The time from which it is no longer delivered or shown. */
    expires_at: timestamptz('expires_at').notNull(),
    handed_at: timestamptz('handed_at'),
    accepted_at: timestamptz('accepted_at'),
    received_at: timestamptz('received_at'),
    shown_at: timestamptz('shown_at'),
    clicked_at: timestamptz('clicked_at'),
    /** Identifies the delivery when the device reports what it did with the nudge. */
    token: text('token').notNull().unique(),
    /** Why it was not delivered. */
    reason: text('reason'),
  },
  (table) => [
    unique('nudge_deliveries_nudge_device').on(table.nudge, table.device),
    // `sql.raw`, because a parameter would be written into the migration as `$1`.
    index('nudge_deliveries_due_idx')
      .on(table.due_at, table.id)
      .where(eq(table.state, sql.raw("'queued'"))),
    index('nudge_deliveries_taken_idx')
      .on(table.id)
      .where(inArray(table.state, [sql.raw("'claimed'"), sql.raw("'handed_over'")])),
    // Each second a query checks whether all deliveries of a nudge are finished.
    index('nudge_deliveries_open_idx')
      .on(table.nudge)
      .where(
        inArray(
          table.state,
          ['queued', 'claimed', 'handed_over'].map((state) => sql.raw(`'${state}'`)),
        ),
      ),
    index('nudge_deliveries_person_idx').on(table.person, table.queued_at),
    index('nudge_deliveries_device_idx').on(table.device),
    index('nudge_deliveries_queued_at_idx').on(table.queued_at),
  ],
)

/** One nudge that an open window showed. The row does not identify the person. */
export const nudgeViews = pgTable(
  'nudge_views',
  {
    /** The token that the window was sent with the nudge. */
    token: text('token').primaryKey(),
    nudge: integer('nudge').notNull(),
    shown_at: timestamptz('shown_at').notNull().defaultNow(),
    clicked_at: timestamptz('clicked_at'),
  },
  (table) => [
    index('nudge_views_nudge_idx').on(table.nudge),
    index('nudge_views_shown_at_idx').on(table.shown_at),
  ],
)
