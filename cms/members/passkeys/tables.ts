import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
} from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

/** User handles, and whose each is: nobody’s until it was linked to a member. */
export const passkeyHandles = pgTable(
  'passkey_handles',
  {
    id: serial('id').primaryKey(),
    /** In base64url, as the authenticator tells it. */
    handle: text('handle').notNull().unique(),
    member: integer('member'),
    linked_at: moment('linked_at'),
    /** When it was last taken from a member. */
    unlinked_at: moment('unlinked_at'),
    created_at: moment('created_at').notNull().defaultNow(),
    /** The browser in which the next passkey takes the place of those that are here, until then. */
    replaced_in: text('replaced_in'),
    replaced_until: moment('replaced_until'),
  },
  (table) => [index('passkey_handles_member_idx').on(table.member)],
)

/** Public keys of members, with what the authenticator said when it last used one. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    handle: integer('handle')
      .notNull()
      .references(() => passkeyHandles.id, { onDelete: 'cascade' }),
    credential: text('credential').notNull().unique(),
    public_key: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').notNull(),
    aaguid: text('aaguid').notNull(),
    /** Whether other devices may have it too, and whether they do. */
    is_multi_device: boolean('is_multi_device').notNull(),
    is_backed_up: boolean('is_backed_up').notNull(),
    rp_id: text('rp_id').notNull(),
    name: text('name'),
    created_at: moment('created_at').notNull().defaultNow(),
    last_used_at: moment('last_used_at'),
  },
  (table) => [index('passkeys_handle_idx').on(table.handle)],
)

/** Challenges that wait for an answer. One that was answered is gone. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    ceremony: text('ceremony').notNull(),
    browser: text('browser').notNull(),
    /** The handle that is registered, or whose passkeys may answer; null where any may. */
    handle: text('handle'),
    /** Who was signed in. */
    member: integer('member'),
    /** The row of the handle, where it was known and the asker’s own. */
    own: integer('own'),
    /** The member whose that handle was then. */
    owner: integer('owner'),
    expires_at: moment('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_expires_at_idx').on(table.expires_at),
    index('passkey_challenges_own_idx').on(table.own),
  ],
)

/** Which passkeys a browser has lately shown to be in its person’s hands. */
export const passkeyProofs = pgTable(
  'passkey_proofs',
  {
    browser: text('browser').notNull(),
    handle: integer('handle')
      .notNull()
      .references(() => passkeyHandles.id, { onDelete: 'cascade' }),
    ceremony: text('ceremony').notNull(),
    at: moment('at').notNull().defaultNow(),
    /** When a session was opened with it. */
    spent_at: moment('spent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.browser, table.handle, table.ceremony] }),
    index('passkey_proofs_at_idx').on(table.at),
    index('passkey_proofs_handle_idx').on(table.handle),
  ],
)
