import { date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from '../../platform/database/columns.ts'
import { beerStyles } from '../venue/rules.ts'
import { tileKinds } from './rules.ts'

/** The beer styles that members ticked as tried. */
export const triedBeerStyles = pgTable(
  'tried_beer_styles',
  {
    member: integer('member').notNull(),
    style: text('style', { enum: beerStyles }).notNull(),
    /** The day on which it was ticked, on the venue’s clock. */
    day: date('day').notNull(),
  },
  (table) => [primaryKey({ columns: [table.member, table.style] })],
)

/** How members arranged their home. Who changed nothing has no row. */
export const memberHomes = pgTable('member_homes', {
  member: integer('member').primaryKey(),
  /** The tiles in their order; those that are missing follow in the usual order. */
  tiles: text('tiles', { enum: tileKinds }).array().notNull().default([]),
  /** Nudges up to this time count as read. */
  nudgesReadAt: timestamptz('nudges_read_at'),
  changedAt: timestamptz('changed_at').notNull().defaultNow(),
})
