import { type Executor, listed, sql } from '../database/sql.ts'
import { inOrder } from './order.ts'
import { letterKinds } from './rules.ts'
import { canBeStopped, stopMails } from './stop.ts'

// Whoever changes subscribers and mails takes the subscribers first.
const isTo = (subscribers: readonly number[]) =>
  sql`subscriber = any(${listed(subscribers)}::int[])`

/** Takes back what waits to be sent to people who want no letters any more. */
export const cancelMailsTo = (db: Executor, ...subscribers: number[]): Promise<void> =>
  stopMails(db, isTo(subscribers), 'cancelled')

/** Takes back letters that wait to be sent to somebody who wants none of these for now. */
export const cancelLettersTo = (
  db: Executor,
  subscriber: number,
  which: ReturnType<typeof sql> = sql`true`,
): Promise<void> => {
  const kinds = JSON.stringify(letterKinds)
  return stopMails(
    db,
    sql`${isTo([subscriber])} and ${which}
        and kind in (select jsonb_array_elements_text(${kinds}::jsonb))`,
    'cancelled',
  )
}

/**
 * Holds what may be taken back from subscribers, and other mails with it, until the transaction ends:
 * whoever changes them one after the other takes them all at once before.
 */
export async function holdMailsTo(
  db: Executor,
  subscribers: readonly number[],
  others: readonly number[],
): Promise<void> {
  const which = sql`id = any(${listed(others)}::int[]) or (${isTo(subscribers)} and ${canBeStopped})`
  await db.execute(inOrder(which))
}

/** Takes the links to confirm an address out of mails that were sent to people; nobody needs them here. */
export async function blankConfirmations(
  db: Executor,
  subscribers: readonly number[],
): Promise<void> {
  const sent = sql`${isTo(subscribers)} and kind = 'confirm_subscription' and state = 'sent'`
  await db.execute(sql`
    update mails set html = '', text = '', updated_at = now() where id in (${inOrder(sent)})`)
}

/**
 * Throws away every mail to people of whom nothing is to be kept, every test that reads as theirs, and
 * what was told of them.
 */
export async function forgetMailsTo(db: Executor, subscribers: readonly number[]): Promise<void> {
  const theirs = isTo(subscribers)
  const told = sql`(${theirs} or shows = any(${listed(subscribers)}::int[]))`
  await db.execute(sql`
    with held as materialized (${inOrder(told)})
    delete from mails using held where mails.id = held.id`)
  await db.execute(sql`
    update mail_events set subscriber = null, mail = null, message_id = null, reason = null
     where ${theirs}`)
}

/** Lets what waits to be sent to somebody who has moved follow to their new address. */
export async function readdressMailsTo(
  db: Executor,
  subscriber: number,
  address: string,
): Promise<void> {
  const waiting = sql`${isTo([subscriber])} and state in ('queued', 'deferred', 'held')`
  await db.execute(sql`
    with held as materialized (${inOrder(waiting)})
    update mails set to_address = ${address}, updated_at = now()
      from held where mails.id = held.id`)
}

/** Throws away every mail to an address of which nothing is to be kept. */
export const forgetMailsToAddress = (db: Executor, address: string): Promise<void> =>
  forget(db, sql`to_address = ${address}`)

/**
 * Throws away what an address was mailed that is an account’s no more: when the account goes, nobody
 * knows that it was. What tells of something that happened to the account, and was not sent yet, still
 * goes. What went to a subscriber goes with the subscriber.
 */
export const forgetAccountMailsTo = (db: Executor, address: string): Promise<void> =>
  forget(
    db,
    sql`to_address = ${address}
        and (kind = 'sign_in_code' or (kind = 'security' and not (${canBeStopped})))`,
  )

async function forget(db: Executor, theirs: ReturnType<typeof sql>): Promise<void> {
  await db.execute(sql`
    with held as materialized (${inOrder(theirs)})
    delete from mails using held where mails.id = held.id`)
}

/** The mails that went to an address, the newest first, without what they say. */
export async function mailsTo(db: Executor, address: string): Promise<MailSent[]> {
  const { rows: found } = await db.execute(sql`
    select kind, case when kind = 'sign_in_code' then 'A code' else subject end as subject,
           state::text as state, created_at
      from mails where to_address = ${address} order by id desc`)
  return (found as (MailSent & { created_at: string | Date })[]).map((mail) => ({
    ...mail,
    created_at: new Date(mail.created_at).toISOString(),
  }))
}

type MailSent = { kind: string; subject: string; state: string; created_at: string }
