import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { venueAreas } from '../venue/rules.ts'
import { allergens, dropAudiences } from './rules.ts'

/** Checks are in the migration that creates these tables, because Drizzle can’t declare them without SQL. */

/** Drops of the secret kitchens. */
export const drops = pgTable(
  'secret_drops',
  {
    id: serial('id').primaryKey(),
    slug: text('slug').notNull(),
    title: text('title').notNull(),
    /** Who cooks. */
    kitchen: text('kitchen').notNull(),
    story: text('story').notNull(),
    /** A record of the collection `media`. */
    picture: integer('picture'),
    allergens: text('allergens', { enum: allergens }).array().notNull().default([]),
    allergenNote: text('allergen_note'),
    /** Where it is collected. */
    area: text('area', { enum: venueAreas }).notNull(),
    /** The day on which it is collected, `YYYY-MM-DD` on the venue’s clock. */
    day: text('day').notNull(),
    /** When it can be collected, `HH:MM` on the venue’s clock, in their order. */
    slots: text('slots').array().notNull(),
    /** The first slot, and the end of the last one. */
    startsAt: timestamptz('starts_at').notNull(),
    endsAt: timestamptz('ends_at').notNull(),
    portions: integer('portions').notNull(),
    /** The most portions of one claim. */
    each: integer('each').notNull().default(1),
    /** Of one portion, in minor units. */
    priceCents: bigint('price', { mode: 'number' }).notNull(),
    opensAt: timestamptz('opens_at').notNull(),
    /** Null while it is a draft. Only who was a member before can claim. */
    announcedAt: timestamptz('announced_at'),
    /** When the first claims were drawn. */
    drawnAt: timestamptz('drawn_at'),
    /** When the kitchen said that nothing is left. */
    soldOutAt: timestamptz('sold_out_at'),
    /** When all portions were taken for the first time. */
    goneAt: timestamptz('gone_at'),
    cancelledAt: timestamptz('cancelled_at'),
    /** When it was closed, at the end of its last slot or by the kitchen. */
    servedAt: timestamptz('served_at'),
    /** When the bell rang. */
    rungAt: timestamptz('rung_at'),
    /** Portions of claims that are held, going, offered or collected. */
    taken: integer('taken').notNull().default(0),
    audience: text('audience', { enum: dropAudiences }).notNull().default('bell'),
    /** Whether the page of the kitchens names it. */
    isLinked: boolean('is_linked').notNull().default(false),
    /** What it was, shown when it has been served. */
    afterText: text('after_text'),
    /** Moments that staff chose for it, by their ids. */
    moments: integer('moments').array().notNull().default([]),
    createdAt: timestamptz('created_at').notNull().defaultNow(),
    /** Raised by each change of what members read. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    unique('secret_drops_slug_unique').on(table.slug),
    index('secret_drops_ends_at_idx').on(table.endsAt),
  ],
)

/** Claims of the first seconds, until they are drawn: one for each member. */
export const dropEntries = pgTable(
  'secret_drop_entries',
  {
    drop: integer('drop').notNull(),
    member: integer('member').notNull(),
    party: integer('party').notNull(),
    at: timestamptz('at').notNull(),
    /** The place in the drawn order; null before the draw. */
    drawn: integer('drawn'),
  },
  (table) => [
    primaryKey({ columns: [table.drop, table.member] }),
    index('secret_drop_entries_member_idx').on(table.member),
  ],
)

/** What a claim says beyond its reservation. */
export const dropClaims = pgTable(
  'secret_drop_claims',
  {
    /** A row of `reservations`. */
    reservation: integer('reservation').primaryKey(),
    drop: integer('drop').notNull(),
    slot: text('slot').notNull(),
  },
  (table) => [index('secret_drop_claims_drop_idx').on(table.drop)],
)

/** Who wants to be told before drops open. */
export const dropBells = pgTable(
  'secret_drop_bells',
  {
    member: integer('member').notNull(),
    /** 0: every drop. */
    drop: integer('drop').notNull(),
    at: timestamptz('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.member, table.drop] })],
)
