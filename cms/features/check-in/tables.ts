import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { venueAreas } from '../venue/rules.ts'
import { movementDirections, movementReasons } from './rules.ts'

/**
 * The unique constraints that are checked at the end of a transaction, the checks and the triggers are in the same migration as
 * these tables, because Drizzle can't declare them.
 */

/** Keys that sign the codes of reservations and the certificates of browsers. */
export const checkInKeys = pgTable('check_in_keys', {
  kid: text('kid').primaryKey(),
  publicKey: jsonb('public_key').notNull(),
  /** Encrypted with SECRET. */
  privateKey: text('private_key').notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  /** When the last code that it signed is over. Until then the public key is published. */
  usedUntil: timestamptz('used_until').notNull(),
})

/** Enrolled phones. A shift ends at 6 am, when its phone leaves, or when staff end it. */
export const checkInShifts = pgTable(
  'check_in_shifts',
  {
    id: serial('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    name: text('name').notNull(),
    door: text('door').notNull(),
    /** The account of staff, or the link of an organiser. */
    staff: integer('staff'),
    link: integer('link'),
    night: text('night').notNull(),
    startedAt: timestamptz('started_at').notNull().defaultNow(),
    seenAt: timestamptz('seen_at').notNull().defaultNow(),
    endsAt: timestamptz('ends_at').notNull(),
    endedAt: timestamptz('ended_at'),
  },
  (table) => [index('check_in_shifts_night_idx').on(table.night)],
)

/**
 * Who came in and went out. A row belongs to a reservation, to a member without one, or to guests who came without
 * either (walk-ins). Two rows of one reservation and night never have the same `slot`: that is a unique constraint.
 */
export const checkInMovements = pgTable(
  'check_in_movements',
  {
    id: serial('id').primaryKey(),
    /** The idempotency key of the scan. */
    clientId: uuid('client_id').notNull().unique('check_in_movements_client_id'),
    /** The night, `YYYY-MM-DD`. It ends at 6 am. */
    night: text('night').notNull(),
    reservation: integer('reservation'),
    member: integer('member'),
    direction: text('direction', { enum: movementDirections }).notNull(),
    /** How many people the scan was for. */
    count: integer('count').notNull(),
    /** How many of them count; fewer if an earlier scan had let them in. */
    counted: integer('counted').notNull(),
    /** The number of the first place that it takes, see `countMovements`; null if it takes none. */
    slot: integer('slot'),
    area: text('area', { enum: venueAreas }).notNull(),
    /** The door, see `doorKey`; `list` for the guest list of an organiser or of staff. */
    door: text('door').notNull(),
    shift: integer('shift'),
    /** The name of the phone, or of who checked them in on a list. */
    by: text('by').notNull(),
    /** The server-corrected time of the scan. */
    at: timestamptz('at').notNull(),
    receivedAt: timestamptz('received_at').notNull().defaultNow(),
    /** Whether `at` is only a guess, because the phone's clock was wrong. */
    isGuess: boolean('is_guess').notNull().default(false),
    isOverride: boolean('is_override').notNull().default(false),
    /** Why they should not have been let in: they were, by a phone without a network. */
    reason: text('reason', { enum: movementReasons }),
    undoneAt: timestamptz('undone_at'),
  },
  (table) => [
    index('check_in_movements_reservation_idx').on(table.reservation),
    index('check_in_movements_member_idx').on(table.member),
    index('check_in_movements_night_idx').on(table.night, table.area),
  ],
)

/** The keys of members' browsers. A certificate ends with the session in which it was given. */
export const checkInDevices = pgTable(
  'check_in_devices',
  {
    id: serial('id').primaryKey(),
    member: integer('member').notNull(),
    session: uuid('session').notNull(),
    publicKey: text('public_key').notNull(),
    certifiedUntil: timestamptz('certified_until').notNull(),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
  },
  (table) => [index('check_in_devices_member_idx').on(table.member)],
)

/** What staff entered about areas. An area without a row has no limit, and its guests can come in again. */
export const checkInAreas = pgTable('check_in_areas', {
  area: text('area', { enum: venueAreas }).primaryKey(),
  /** How many people it is licensed for. */
  people: integer('people'),
  reEntry: boolean('re_entry').notNull().default(true),
})

/** In which areas members were, and in which night: once each. */
export const checkInVisits = pgTable(
  'check_in_visits',
  {
    member: integer('member').notNull(),
    night: text('night').notNull(),
    area: text('area', { enum: venueAreas }).notNull(),
    at: timestamptz('at').notNull().defaultNow(),
    /** `here`: said by the member, which can be done from home. `door`: let in by staff. */
    source: text('source', { enum: ['here', 'door'] }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.member, table.night, table.area] })],
)
