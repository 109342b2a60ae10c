import { z } from 'zod'
import { column, type Database, findRow, findRows, requireRow } from '../../database/query.ts'
import { isoTimestamp } from '../../database/row-fields.ts'

const audience = z.enum(['going', 'waiting'])
export type Audience = z.output<typeof audience>

const messageRow = z.object({
  id: z.number(),
  audience,
  text: z.string(),
  recipients: z.number(),
  created_at: isoTimestamp,
  link: z.number().nullable(),
  staff: z.number().nullable(),
})
export type SentMessage = z.output<typeof messageRow>

/** The message about a date that was sent with this idempotency key. */
export const findMessageByKey = (
  db: Database,
  date: number,
  key: string,
): Promise<SentMessage | null> =>
  findRow(db, messageRow)`
    select id, audience, text, recipients, created_at, link, staff from event_messages
     where date = ${date} and key = ${key}`

/** The messages about a date, the newest first. */
export const listMessages = (db: Database, date: number): Promise<SentMessage[]> =>
  findRows(db, messageRow)`
    select id, audience, text, recipients, created_at, link, staff from event_messages
     where date = ${date} order by id desc`

/** How many messages about a date were sent in the last 24 hours. */
export const countRecentMessages = (db: Database, date: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(*)::int from event_messages
     where date = ${date} and created_at > now() - interval '1 day'`

type NewMessage = {
  date: number
  audience: Audience
  text: string
  key: string
  link: number | null
  staff: number | null
  recipients: number
}

export const insertMessage = (db: Database, message: NewMessage): Promise<number> =>
  requireRow(db, column(z.number()))`
    insert into event_messages (date, audience, text, key, link, staff, recipients)
    values (${message.date}, ${message.audience}, ${message.text}, ${message.key}, ${message.link},
            ${message.staff}, ${message.recipients})
    returning id`
