import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A column for a moment in time, whatever the time zone of whoever looks. */
export const moment = (name: string) => timestamp(name, { withTimezone: true })

/** A column for bytes as they are. */
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
