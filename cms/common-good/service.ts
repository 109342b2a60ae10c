import type { Payload } from 'payload'
import { databaseOf } from '../database/query.ts'
import { snapshot } from '../snapshots.ts'
import { tags } from '../tags.ts'
import { sumEntries } from './queries.ts'

/** The total of the Common Good in minor units, cached until staff change an entry. */
export const combinedTotalCents = (payload: Payload): Promise<number> =>
  snapshot('common-good', [tags.commonGood], () => sumEntries(databaseOf(payload)))
