import { z } from 'zod'
import {
  column,
  type Database,
  findRow,
  findRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { eventMessages } from '../tables.ts'

const message = rowOf(eventMessages, { without: ['date', 'key'] })
export type SentMessage = z.output<typeof message.schema>

/** The message about a date that was sent with this idempotency key. */
export const findMessageByKey = (
  db: Database,
  date: number,
  key: string,
): Promise<SentMessage | null> =>
  findRow(db, message.schema)`
    select ${message.columns} from event_messages
     where date = ${date} and key = ${key}`

/** The messages about a date, the newest first. */
export const listMessages = (db: Database, date: number): Promise<SentMessage[]> =>
  findRows(db, message.schema)`
    select ${message.columns} from event_messages
     where date = ${date} order by id desc`

/** How many messages about a date were sent in the last 24 hours. */
export const countRecentMessages = (db: Database, date: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from event_messages
     where date = ${date} and created_at > now() - interval '1 day'`

type NewMessage = Omit<typeof eventMessages.$inferSelect, 'id' | 'createdAt'>

export const insertMessage = (db: Database, message: NewMessage): Promise<number> => {
  const row = insertion(eventMessages, message)
  return requireRow(db, column(z.number()))`
    insert into event_messages (${row.names}) select ${row.values} returning id`
}
