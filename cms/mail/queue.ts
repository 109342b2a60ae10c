import type { PayloadRequest } from 'payload'
import { channel } from '../database/announce.ts'
import { type Executor, executorOf, sql } from '../database/sql.ts'
import { storable } from '../database/storable.ts'
import type { Mail } from './contract.ts'
import { headerText, isAddress, ownHeaders, priorities } from './rules.ts'
import { mailTag } from './tags.ts'

/**
 * Puts a mail into the outbox, in the request's transaction where it has one: it is sent if and only
 * if that is committed, and then at once.
 * @returns whether it is new; false where its key is known, and nothing was done
 * @throws Error where the address is none
 */
export async function queueMail(req: PayloadRequest, mail: Mail): Promise<boolean> {
  return (await queueMails(await executorOf(req), [mail])) > 0
}

/**
 * Puts many mails into the outbox by one statement.
 * @param db the connection of the transaction they belong to
 * @returns how many of them are new
 * @throws Error where one of the addresses is none; nothing is queued then
 */
export async function queueMails(db: Executor, mails: Mail[]): Promise<number> {
  const { rows: made } = await db.execute(sql`
    insert into mails (key, kind, priority, to_address, to_name, subject, html, text, headers, letter,
                       subscriber, shows)
    select key, kind, priority, to_address, to_name, subject, html, text, headers, letter, subscriber, shows
      from jsonb_to_recordset(${JSON.stringify(mails.map(toRow))}::jsonb) as mail (
        key text, kind text, priority int, to_address text, to_name text, subject text, html text,
        text text, headers jsonb, letter int, subscriber int, shows int)
    on conflict (key) do nothing
    returning id`)
  if (made.length) await wakeWorkers(db)
  return made.length
}

/** Tells the workers of every process, at commit, that something is due. */
export async function wakeWorkers(db: Executor): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${JSON.stringify([mailTag])})`)
}

function toRow({ to, kind, key, ...mail }: Mail) {
  const address = to.address.trim()
  if (!isAddress(address)) throw new Error(`A mail of kind ${kind} is addressed to nobody.`)
  return {
    key,
    kind,
    to_address: address,
    to_name: headerText(to.name ?? '') || null,
    subject: headerText(mail.subject),
    html: storable(mail.html),
    text: storable(mail.text),
    headers: ownHeaders(mail.headers ?? {}),
    priority: mail.priority ?? priorities.transactional,
    letter: mail.letter ?? null,
    subscriber: mail.subscriber ?? null,
    shows: mail.shows ?? null,
  }
}
