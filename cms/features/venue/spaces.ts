import { lockNames, shareNames } from '../../platform/database/advisory-locks.ts'
import type { Database } from '../../platform/database/query.ts'
import { sharedPort } from '../../platform/port.ts'
import type { VenueArea } from './rules.ts'

/** Areas that somebody wants at a time. `event`: for whose dates they are; its own hold does not refuse them. */
export type SpaceUse = {
  areas: readonly VenueArea[]
  from: Date
  to: Date
  event?: number | null
}

/**
 * Whether a feature keeps one of the areas at this time. It is asked by features that publish dates or take tables, after
 * the areas were locked in the same transaction.
 */
export type SpaceHolds = (db: Database, use: SpaceUse) => Promise<boolean>
export const spaceHolds = sharedPort<SpaceHolds>('holds of spaces')

const namesOf = (areas: readonly VenueArea[]) => areas.map((area) => `space ${area}`)

/** Locks areas until the transaction ends, for those who take a whole area. */
export const lockSpaces = (db: Database, areas: readonly VenueArea[]): Promise<void> =>
  lockNames(db, namesOf(areas))

/** The same for those who take a part of an area: they wait for `lockSpaces`, but not for each other. */
export const shareSpaces = (db: Database, areas: readonly VenueArea[]): Promise<void> =>
  shareNames(db, namesOf(areas))
