import {
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
import { moment } from '../database/columns.ts'

/** Codes that were mailed, as seals. Of one address and lane there is one: a new one ends the old. */
export const memberCodes = pgTable(
  'member_codes',
  {
    id: serial('id').primaryKey(),
    /** What it is for: see `codes.ts`. */
    purpose: text('purpose').notNull(),
    email: text('email').notNull(),
    lane: text('lane').notNull(),
    /** Fingerprint of the browser that asked. */
    browser: text('browser').notNull(),
    seal: text('seal').notNull(),
    /** What else it was asked for. */
    about: jsonb('about'),
    tries: integer('tries').notNull().default(0),
    created_at: moment('created_at').notNull().defaultNow(),
    expires_at: moment('expires_at').notNull(),
    used_at: moment('used_at'),
  },
  (table) => [
    uniqueIndex('member_codes_lane_idx').on(table.email, table.purpose, table.lane),
    index('member_codes_expires_at_idx').on(table.expires_at),
  ],
)

/** Who is signed in where. A row that is gone is a session that has ended. */
export const memberSessions = pgTable(
  'member_sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    member: integer('member').notNull(),
    /** Fingerprint of the name in the cookie, and how often it was renewed. */
    key: text('key').notNull().unique(),
    generation: integer('generation').notNull().default(0),
    /** Of which generation the newest is the successor: it may still come, until the newest was seen. */
    follows: integer('follows').notNull().default(-1),
    rotated_at: moment('rotated_at'),
    /** When the newest cookie was first seen again: somebody has it. */
    presented_at: moment('presented_at'),
    /** By what it began: `code`, `link` or `passkey`; of a passkey with its handle. */
    method: text('method').notNull(),
    handle: integer('handle'),
    user_agent: text('user_agent').notNull(),
    created_at: moment('created_at').notNull().defaultNow(),
    last_seen_at: moment('last_seen_at').notNull().defaultNow(),
    expires_at: moment('expires_at').notNull(),
  },
  (table) => [
    index('member_sessions_member_idx').on(table.member),
    index('member_sessions_handle_idx').on(table.handle),
    index('member_sessions_expires_at_idx').on(table.expires_at),
  ],
)

/** Devices that somebody has proved to be theirs. */
export const deviceGrants = pgTable(
  'device_grants',
  {
    id: serial('id').notNull().unique(),
    /** Fingerprint of the cookie. */
    device: text('device').notNull(),
    member: integer('member').notNull(),
    user_agent: text('user_agent').notNull(),
    created_at: moment('created_at').notNull().defaultNow(),
    last_used_at: moment('last_used_at').notNull().defaultNow(),
    expires_at: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.device, table.member] }),
    index('device_grants_member_idx').on(table.member),
    index('device_grants_expires_at_idx').on(table.expires_at),
  ],
)

/** What access tokens are signed with. */
export const signingKeys = pgTable('signing_keys', {
  kid: text('kid').primaryKey(),
  public_key: jsonb('public_key').notNull(),
  /** Locked away with the secret. */
  private_key: text('private_key').notNull(),
  created_at: moment('created_at').notNull().defaultNow(),
  /** It is shown before it signs, so that every process knows it by then. */
  signs_from: moment('signs_from').notNull(),
})
