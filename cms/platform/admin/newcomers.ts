import type { Database } from '../database/query.ts'
import { sharedPort } from '../port.ts'

/** A number for staff: how many people joined something that belongs to a feature. */
export const newcomers = sharedPort<{
  /** For example `New members`. */
  label: string
  /** Who is counted, in a sentence. */
  about: string
  /** How many people joined in a period. `until` is exclusive. */
  count: (db: Database, period: { from: Date; until: Date }) => Promise<number>
}>('newcomers')
