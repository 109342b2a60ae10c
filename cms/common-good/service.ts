import type { Payload } from 'payload'
import { cachedRead } from '../database/cached-read.ts'
import { databaseOf } from '../database/query.ts'
import { sumEntries } from './queries.ts'
import { commonGoodTag } from './tags.ts'

/** The total of the Common Good in minor units, cached until staff change an entry. */
export const combinedTotalCents = (payload: Payload): Promise<number> =>
  cachedRead('common-good', [commonGoodTag], () => sumEntries(databaseOf(payload)))
