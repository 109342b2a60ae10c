import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A `timestamptz` column. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })

/** A `bytea` column. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
