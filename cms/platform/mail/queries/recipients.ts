import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  sql,
  textList,
} from '../../database/query.ts'
import { mailLockQuery } from './lock-order.ts'
import { canBeStopped, stopMails } from './stop-mails.ts'

// A transaction that changes subscribers and mails locks the subscribers first.
const isTo = (subscribers: readonly number[]) =>
  sql`subscriber = any(${idList(subscribers)}::int[])`

const isOneOf = (kinds: readonly string[]) => sql`kind in ${textList(kinds)}`

/** Cancels all waiting mails to subscribers who no longer want letters. */
export const cancelMailsTo = (db: Database, ...subscribers: number[]): Promise<void> =>
  stopMails(db, isTo(subscribers), 'cancelled')

/**
 * Cancels waiting mails of some kinds to a subscriber.
 * @param letters only mails of these letters
 */
export const cancelMailsOfKindsTo = (
  db: Database,
  subscriber: number,
  kinds: readonly string[],
  letters?: readonly number[],
): Promise<void> =>
  stopMails(
    db,
    sql`${isTo([subscriber])} and ${isOneOf(kinds)}
        and ${letters ? sql`letter = any(${idList(letters)}::int[])` : sql`true`}`,
    'cancelled',
  )

/** The letter of a mail; null if the mail has none, or is not to this subscriber. */
export const findLetterOf = (db: Database, mail: number, subscriber: number) =>
  findRow(db, column(z.number().nullable()))`
    select letter::int as letter from mails where id = ${mail} and subscriber = ${subscriber}`

/**
 * Locks mails until the transaction ends. A transaction that changes these mails in several steps first locks
 * all of them at once.
 * @param subscribers whose mails are locked, if the mails can still be stopped
 * @param others ids of further mails
 */
export async function lockStoppableMailsTo(
  db: Database,
  subscribers: readonly number[],
  others: readonly number[],
): Promise<void> {
  const which = sql`id = any(${idList(others)}::int[]) or (${isTo(subscribers)} and ${canBeStopped})`
  await execute(db)`${mailLockQuery(which)}`
}

/** Deletes the content of sent mails of one kind to some subscribers. */
export async function deleteContentOf(
  db: Database,
  kind: string,
  subscribers: readonly number[],
): Promise<void> {
  const which = sql`${isTo(subscribers)} and kind = ${kind} and state = 'sent'`
  await execute(db)`
    update mails set html = '', text = '', attachments = null, updated_at = now()
     where id in (${mailLockQuery(which)})`
}

const isToOrShows = (subscribers: readonly number[]) =>
  sql`(${isTo(subscribers)} or shows = any(${idList(subscribers)}::int[]))`

/** Locks the mails that `deleteMailsTo` deletes, until the transaction ends. */
export async function lockMailsToDelete(
  db: Database,
  subscribers: readonly number[],
): Promise<void> {
  await execute(db)`${mailLockQuery(isToOrShows(subscribers))}`
}

/**
 * Deletes every mail to some subscribers and the test mails that show their data, and removes these
 * subscribers from the stored events.
 */
export async function deleteMailsTo(db: Database, subscribers: readonly number[]): Promise<void> {
  await deleteMails(db, isToOrShows(subscribers))
  await execute(db)`
    update mail_events set subscriber = null, mail = null, message_id = null, reason = null
     where ${isTo(subscribers)}`
}

/** Changes the address of the waiting mails to a subscriber. */
export async function readdressMailsTo(
  db: Database,
  subscriber: number,
  address: string,
): Promise<void> {
  const waiting = sql`${isTo([subscriber])} and state in ('queued', 'deferred', 'held')`
  await execute(db)`
    with locked as materialized (${mailLockQuery(waiting)})
    update mails set to_address = ${address}, updated_at = now()
      from locked where mails.id = locked.id`
}

export const deleteMailsToAddress = (db: Database, address: string): Promise<void> =>
  deleteMails(db, sql`to_address = ${address}`)

/**
 * Deletes mails of some kinds to an address.
 * @param kinds.always kinds whose mails are deleted in every state
 * @param kinds.done kinds whose mails are deleted only if the mails can no longer be stopped
 */
export const deleteKindsToAddress = (
  db: Database,
  address: string,
  { always, done }: { always: readonly string[]; done: readonly string[] },
) =>
  deleteMails(
    db,
    sql`to_address = ${address}
        and (${isOneOf(always)} or (${isOneOf(done)} and not (${canBeStopped})))`,
  )

async function deleteMails(db: Database, which: SQL): Promise<void> {
  await execute(db)`
    with locked as materialized (${mailLockQuery(which)})
    delete from mails using locked where mails.id = locked.id`
}

const mailRow = z.object({
  kind: z.string(),
  subject: z.string(),
  state: z.string(),
  created_at: z.coerce.date().transform((at) => at.toISOString()),
})

/** The mails to an address, the newest first. Their content is left out. */
export const findMailsTo = (db: Database, address: string) =>
  findRows(db, mailRow)`
    select kind, subject, state::text as state, created_at from mails
     where to_address = ${address} order by id desc`
