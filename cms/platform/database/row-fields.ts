import { z } from 'zod'

/** A `timestamptz` column as ISO 8601. PostgreSQL's driver returns a text or a Date. */
export const isoTimestamp = z.coerce.date().transform((at) => at.toISOString())
