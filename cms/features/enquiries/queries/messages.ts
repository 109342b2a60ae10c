import { z } from 'zod'
import {
  column,
  type Database,
  findReadableRows,
  findRow,
  requireRow,
} from '../../../platform/database/query.ts'
import { insertion, rowOf } from '../../../platform/database/row.ts'
import { enquiryMessages } from '../tables.ts'

const messageRow = rowOf(enquiryMessages)
export type Message = typeof enquiryMessages.$inferSelect
type NewMessage = Pick<Message, 'enquiry' | 'kind' | 'text' | 'key'> &
  Partial<Pick<Message, 'staff' | 'at'>>

/** @returns null if a message with this key exists */
export const insertMessage = (db: Database, message: NewMessage): Promise<Message | null> => {
  const row = insertion(enquiryMessages, message)
  return findRow(db, messageRow.schema)`
    insert into enquiry_messages (${row.names}) select ${row.values}
    on conflict (enquiry, key) do nothing returning ${messageRow.columns}`
}

export const findMessage = (db: Database, enquiry: number, key: string): Promise<Message | null> =>
  findRow(db, messageRow.schema)`
    select ${messageRow.columns} from enquiry_messages where enquiry = ${enquiry} and key = ${key}`

/** The messages of an enquiry, the oldest first. */
export const listMessages = (db: Database, enquiry: number): Promise<Message[]> =>
  findReadableRows(db, messageRow.schema, 'messages of enquiries')`
    select ${messageRow.columns} from enquiry_messages where enquiry = ${enquiry} order by at, id`

export const countMessages = (db: Database, enquiry: number): Promise<number> =>
  requireRow(db, column(z.coerce.number()))`
    select count(*) from enquiry_messages where enquiry = ${enquiry}`
