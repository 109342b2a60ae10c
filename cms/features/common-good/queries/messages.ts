import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findReadableRows,
  findRow,
  findRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { duplicateWindowHours } from '../rules.ts'

const number = z.coerce.number().int()
const message = z.object({
  id: z.number(),
  transfer: number.nullable(),
  text: z.string(),
  name: z.string().nullable(),
  state: z.enum(['pending', 'shown', 'hidden', 'reported']),
  created_at: isoTimestamp,
})
export type Message = z.output<typeof message>

/** Those of `transfers` that have no message yet, in the same order. */
export const selectWithoutMessage = (
  db: Database,
  transfers: readonly number[],
): Promise<number[]> =>
  findRows(db, column(number))`
    select t.id from unnest(${`{${transfers.join(',')}}`}::bigint[]) with ordinality as t (id, place)
     where not exists (select from common_good_messages as m where m.transfer = t.id) order by t.place`

type SameMessage = Pick<NewMessage, 'member' | 'text' | 'name'> & {
  /** If set, only a message about this transfer is found. */
  transfer?: number | undefined
}

/** The message that a member wrote recently with the same text and name; null if there is none. */
export const findSameMessage = (
  db: Database,
  { member, text, name, transfer }: SameMessage,
): Promise<number | null> =>
  findRow(db, column(z.number()))`
    select id from common_good_messages
     where member = ${member} and text = ${text} and name is not distinct from ${name}::text
       and transfer = coalesce(${transfer ?? null}::bigint, transfer)
       and created_at > now() - make_interval(hours => ${duplicateWindowHours}::int)
     order by id desc limit 1`

type NewMessage = { member: number; transfer: number; text: string; name: string | null }

/** The text of the message about a transfer; null if there is no message. */
export const findTextOf = (db: Database, transfer: number): Promise<string | null> =>
  findRow(db, column(z.string()))`
    select text from common_good_messages where transfer = ${transfer}`

/** @returns the message's id; null if the transfer has a message already */
export const insertMessage = (db: Database, { member, transfer, text, name }: NewMessage) =>
  findRow(db, column(z.number()))`
    insert into common_good_messages (member, transfer, text, name) values (${member}, ${transfer}, ${text}, ${name})
    on conflict (transfer) do nothing returning id`

/** Adds a message without an author, which is public at once. */
export const insertShownMessage = (
  db: Database,
  { text, name }: { text: string; name: string | null },
): Promise<number> =>
  execute(db)`
    insert into common_good_messages (text, name, state, decided_at) values (${text}, ${name}, 'shown', now())`

/** The public messages, the newest first. */
export const listShown = (db: Database, limit: number): Promise<Message[]> =>
  findReadableRows(db, message, 'messages of givers')`
    select id, transfer, text, name, state, created_at from common_good_messages
     where state in ('shown', 'reported') order by id desc limit ${limit}`

const named = z.object({ transfer: number, name: z.string() })

/** The public first names of givers, by transfer. */
export const findNames = (db: Database, transfers: readonly number[]) =>
  findRows(db, named)`
    select transfer, name from common_good_messages
     where transfer = any(${`{${transfers.join(',')}}`}::bigint[]) and state in ('shown', 'reported')
       and name is not null`

/** The oldest 200 messages that wait for staff, and then the newest other messages. */
export const listMessagesForStaff = (db: Database, others: number): Promise<Message[]> =>
  findReadableRows(db, message, 'messages of givers')`
    (select id, transfer, text, name, state, created_at from common_good_messages
      where state in ('pending', 'reported') order by id limit 200)
    union all
    (select id, transfer, text, name, state, created_at from common_good_messages
      where state in ('shown', 'hidden') order by id desc limit ${others})`

export const countWaiting = (db: Database) =>
  requireRow(db, z.object({ pending: number, reported: number }))`
    select count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'reported') as reported
      from common_good_messages where state in ('pending', 'reported')`

/**
 * Marks a shown message as reported, unless staff decided to keep it after an earlier report.
 * @returns `is_public`: whether the message exists and is public; `changed`: whether its state has changed
 */
export const setReported = (db: Database, id: number) =>
  requireRow(db, z.object({ is_public: z.boolean(), changed: z.boolean() }))`
    with changed as (
      update common_good_messages set state = 'reported', reported_at = now()
       where id = ${id} and state = 'shown' and not is_kept returning id
    )
    select exists (select from common_good_messages where id = ${id} and state in ('shown', 'reported')) as is_public,
           exists (select from changed) as changed`

/** @returns the number of rows: 0 if the message had this state already, or does not exist */
export const setDecided = (db: Database, id: number, state: 'shown' | 'hidden'): Promise<number> =>
  execute(db)`
    update common_good_messages
       set is_kept = is_kept or (state = 'reported' and ${state} = 'shown'), state = ${state}, decided_at = now()
     where id = ${id} and state <> ${state}`

const exported = message.pick({ text: true, name: true, state: true, created_at: true })

export const exportMessagesOf = (db: Database, member: number) =>
  findRows(db, exported)`
    select text, name, state, created_at from common_good_messages where member = ${member} order by id`

/**
 * Deletes a member's messages that are not public, and removes the author from the public ones.
 * @returns the number of public messages
 */
export async function forgetAuthor(db: Database, member: number): Promise<number> {
  await execute(db)`
    delete from common_good_messages where member = ${member} and state in ('pending', 'hidden')`
  return execute(db)`
    update common_good_messages set member = null, transfer = null, name = null where member = ${member}`
}

/** Deletes messages that were hidden at least `days` days ago. */
export const deleteHidden = (db: Database, days: number): Promise<number> =>
  execute(db)`
    delete from common_good_messages
     where state = 'hidden' and decided_at < now() - make_interval(days => ${days}::int)`
