import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
} from 'drizzle-orm/pg-core'
import { bytea, timestamptz } from '../../platform/database/columns.ts'

/** Sign-ups that wait for a confirmation by mail, because anybody can enter any address into the form. */
export const subscriptionRequests = pgTable(
  'subscription_requests',
  {
    id: serial('id').primaryKey(),
    token_hash: text('token_hash').notNull().unique(),
    email: text('email').notNull(),
    subscriber: integer('subscriber').notNull(),
    wanted: jsonb('wanted').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    expires_at: timestamptz('expires_at').notNull(),
    used_at: timestamptz('used_at'),
  },
  (table) => [
    index('subscription_requests_email_idx').on(table.email, table.created_at),
    index('subscription_requests_subscriber_idx').on(table.subscriber),
    index('subscription_requests_expires_at_idx').on(table.expires_at),
  ],
)

/** Imports of subscribers; see `imports/rules.ts` for their states. */
export const subscriberImports = pgTable('subscriber_imports', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  state: text('state').notNull(),
  birthday_order: text('birthday_order').notNull(),
  by_id: integer('by_id').notNull(),
  by_name: text('by_name').notNull(),
  /** Why the import ended early, in words that staff read. */
  refusal: text('refusal'),
  header: jsonb('header'),
  rows: integer('rows').notNull().default(0),
  /** Consecutive failures that the file did not cause. */
  tries: integer('tries').notNull().default(0),
  /** The number of the last row that was carried out. */
  done: integer('done').notNull().default(0),
  /** The number of rows by verdict, once the import is done. */
  counts: jsonb('counts'),
  /** Whether people without a stated consent are asked for it by mail. */
  asks: boolean('asks'),
  /** What staff said about the list, see `storedSettings`. */
  settings: jsonb('settings'),
  /** How the file was read, see `fileLayout`. */
  layout: jsonb('layout'),
  created_at: timestamptz('created_at').notNull().defaultNow(),
  changed_at: timestamptz('changed_at').notNull().defaultNow(),
})

const importId = () =>
  integer('import_id')
    .notNull()
    .references(() => subscriberImports.id, { onDelete: 'cascade' })

/** The uploaded file, until it has been read. */
export const subscriberImportParts = pgTable(
  'subscriber_import_parts',
  {
    import_id: importId(),
    number: integer('number').notNull(),
    bytes: bytea('bytes').notNull(),
    is_read: boolean('is_read').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.number] })],
)

/** The rows of a file until they are carried out; rejected rows and rows with omitted cells stay for a week. */
export const subscriberImportRows = pgTable(
  'subscriber_import_rows',
  {
    import_id: importId(),
    number: integer('number').notNull(),
    email: text('email'),
    cells: jsonb('cells').notNull(),
    verdict: text('verdict').notNull(),
    reason: text('reason'),
    cell: text('cell'),
    /** The cells that are left out, see `Omission`; null if there are none. */
    omitted: jsonb('omitted'),
    /** Why the row as a whole can't be taken. */
    problem: text('problem'),
    /** What staff should look at, although the row is taken. */
    remark: text('remark'),
  },
  (table) => [
    primaryKey({ columns: [table.import_id, table.number] }),
    index('subscriber_import_rows_email_idx').on(table.email),
  ],
)
