import { bigint, boolean, index, integer, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../database/columns.ts'

/** Sessions of staff. A session ends when its row is deleted, soon after its replacement, or at a fixed age. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    /** Hash of the cookie's token. */
    token_hash: text('token_hash').primaryKey(),
    user: integer('user').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    /** When the owner proved their identity with the password or a passkey; null without a proof. */
    proved_at: timestamptz('proved_at'),
    /** When a session with another token replaced this one. */
    replaced_at: timestamptz('replaced_at'),
  },
  (table) => [
    index('staff_sessions_user_idx').on(table.user),
    index('staff_sessions_created_at_idx').on(table.created_at),
  ],
)

/** One-time links with which staff choose a password. A used link is deleted. */
export const staffLinks = pgTable(
  'staff_links',
  {
    token_hash: text('token_hash').primaryKey(),
    user: integer('user').notNull(),
    /** `invitation` or `reset`. */
    purpose: text('purpose').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    expires_at: timestamptz('expires_at').notNull(),
  },
  (table) => [index('staff_links_user_idx').on(table.user)],
)

/**
 * Accounts whose password may be known to others, because the audit trail contained its hash. The password no longer
 * signs in. The row is deleted when the owner chooses a new password.
 */
export const staffExposedPasswords = pgTable('staff_exposed_passwords', {
  user: integer('user').primaryKey(),
  /** When the owner was mailed about it; null before. */
  told_at: timestamptz('told_at'),
})

/** Public keys of the passkeys of staff, with the state that the authenticator last reported. */
export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    id: serial('id').primaryKey(),
    user: integer('user').notNull(),
    /** The WebAuthn user handle of the account, in base64url. */
    user_handle: text('user_handle').notNull(),
    credential: text('credential').notNull().unique(),
    public_key: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: jsonb('transports').notNull(),
    aaguid: text('aaguid').notNull(),
    /** Whether the passkey can be synced to other devices. `is_backed_up`: whether it is synced. */
    is_multi_device: boolean('is_multi_device').notNull(),
    is_backed_up: boolean('is_backed_up').notNull(),
    name: text('name').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    last_used_at: timestamptz('last_used_at'),
  },
  (table) => [index('staff_passkeys_user_idx').on(table.user)],
)

/** WebAuthn challenges of staff whose responses have not arrived. A challenge is deleted when its response arrives. */
export const staffChallenges = pgTable(
  'staff_challenges',
  {
    challenge: text('challenge').primaryKey(),
    /** `sign_in`, `confirm` or `register`. */
    ceremony: text('ceremony').notNull(),
    /** What must come with the response: `binding` of `ChallengeContext` in `passkeys/queries.ts`. */
    holder: text('holder').notNull(),
    expires_at: timestamptz('expires_at').notNull(),
  },
  (table) => [index('staff_challenges_expires_at_idx').on(table.expires_at)],
)
