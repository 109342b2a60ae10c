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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'

/**
 * Mailed codes and links. There is one row per address, purpose and browser. While its code is valid, the same
 * code is mailed again.
 */
export const memberCodes = pgTable(
  'member_codes',
  {
    id: serial('id').primaryKey(),
    /** See `Purpose` in `queries/codes.ts`. */
    purpose: text('purpose').notNull(),
    email: text('email').notNull(),
    /** Hash of the cookie of the browser that requested the code; empty for a link. */
    browser: text('browser').notNull(),
    /** Random. The code is derived from the salt and SECRET, so that the same code can be mailed again. */
    salt: text('salt').notNull(),
    /** For a code, the HMAC of purpose, address, browser and code; for a link, the hash of its token. */
    seal: text('seal').notNull(),
    /** Further data that the code is bound to. */
    about: jsonb('about'),
    tries: integer('tries').notNull().default(0),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    expires_at: timestamptz('expires_at').notNull(),
    used_at: timestamptz('used_at'),
  },
  (table) => [
    uniqueIndex('member_codes_browser_idx').on(table.email, table.purpose, table.browser),
    // For forms without JavaScript, which submit a code without its address.
    index('member_codes_of_browser_idx').on(table.browser),
    index('member_codes_seal_idx').on(table.seal),
    index('member_codes_expires_at_idx').on(table.expires_at),
  ],
)

/** Sessions of members. A session ends when its row is deleted. */
export const memberSessions = pgTable(
  'member_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    member: integer('member').notNull(),
    /** `key`: hash of the key in the cookie. `generation`: how often the cookie was rotated. */
    key: text('key').notNull().unique(),
    generation: integer('generation').notNull().default(0),
    /**
     * The generation before the newest. It is valid until a request sends the newest cookie, and for a grace
     * period after that.
     */
    follows: integer('follows').notNull().default(-1),
    rotated_at: timestamptz('rotated_at'),
    /** When a request first sent the newest cookie. */
    presented_at: timestamptz('presented_at'),
    /** See `SignInMethod`. `handle`: id of the handle of the passkey, if one opened the session. */
    method: text('method').notNull(),
    handle: integer('handle'),
    user_agent: text('user_agent').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    last_seen_at: timestamptz('last_seen_at').notNull().defaultNow(),
    expires_at: timestamptz('expires_at').notNull(),
    /** When the member last confirmed the session with a passkey or an emailed code. */
    proved_at: timestamptz('proved_at'),
  },
  (table) => [
    index('member_sessions_member_idx').on(table.member),
    index('member_sessions_handle_idx').on(table.handle),
    index('member_sessions_expires_at_idx').on(table.expires_at),
  ],
)

/** Devices that are trusted for a member. */
export const deviceGrants = pgTable(
  'device_grants',
  {
    id: serial('id').notNull().unique(),
    /** Hash of the device cookie. */
    device: text('device').notNull(),
    member: integer('member').notNull(),
    user_agent: text('user_agent').notNull(),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    last_used_at: timestamptz('last_used_at').notNull().defaultNow(),
    expires_at: timestamptz('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.device, table.member] }),
    index('device_grants_member_idx').on(table.member),
    index('device_grants_expires_at_idx').on(table.expires_at),
  ],
)

/** Keys that sign access tokens. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  public_key: jsonb('public_key').notNull(),
  /** Encrypted with SECRET. */
  private_key: text('private_key').notNull(),
  created_at: timestamptz('created_at').notNull().defaultNow(),
  /** A key is published before it signs, so that every process has read it when the first token is signed. */
  signs_from: timestamptz('signs_from').notNull(),
})

/** User handles, and the member each is linked to. */
export const passkeyHandles = pgTable(
  'passkey_handles',
  {
    id: serial('id').primaryKey(),
    /** In base64url, as the authenticator sends it. */
    handle: text('handle').notNull().unique(),
    member: integer('member'),
    linked_at: timestamptz('linked_at'),
    /** When it was last unlinked from a member. */
    unlinked_at: timestamptz('unlinked_at'),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    /**
     * Hash of the cookie of the browser in which a new passkey, created before `replaced_until`, replaces the
     * existing ones.
     */
    replaced_in: text('replaced_in'),
    replaced_until: timestamptz('replaced_until'),
  },
  (table) => [index('passkey_handles_member_idx').on(table.member)],
)

/** Public keys of passkeys, with the state that the authenticator last reported. */
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
    /** Whether the passkey can be synced to other devices, and whether it is synced. */
    is_multi_device: boolean('is_multi_device').notNull(),
    is_backed_up: boolean('is_backed_up').notNull(),
    rp_id: text('rp_id').notNull(),
    name: text('name'),
    created_at: timestamptz('created_at').notNull().defaultNow(),
    last_used_at: timestamptz('last_used_at'),
  },
  (table) => [index('passkeys_handle_idx').on(table.handle)],
)

/** Challenges without a response. An answered challenge is deleted. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    challenge: text('challenge').primaryKey(),
    ceremony: text('ceremony').notNull(),
    browser: text('browser').notNull(),
    /** The handle that is registered, or whose passkeys may answer; null if any passkey may answer. */
    handle: text('handle'),
    /** The member who was signed in. */
    member: integer('member'),
    /** The id of the handle, if it existed and was the requester's own. */
    own: integer('own'),
    /** The member that the handle `own` was linked to. */
    owner: integer('owner'),
    expires_at: timestamptz('expires_at').notNull(),
  },
  (table) => [
    index('passkey_challenges_expires_at_idx').on(table.expires_at),
    index('passkey_challenges_own_idx').on(table.own),
  ],
)

/** Ceremonies that recently succeeded in a browser. */
export const passkeyProofs = pgTable(
  'passkey_proofs',
  {
    browser: text('browser').notNull(),
    handle: integer('handle')
      .notNull()
      .references(() => passkeyHandles.id, { onDelete: 'cascade' }),
    ceremony: text('ceremony').notNull(),
    at: timestamptz('at').notNull().defaultNow(),
    /** When a session was opened or confirmed with the ceremony. */
    spent_at: timestamptz('spent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.browser, table.handle, table.ceremony] }),
    index('passkey_proofs_at_idx').on(table.at),
    index('passkey_proofs_handle_idx').on(table.handle),
  ],
)
