import { z } from 'zod'
import { channel } from '../../database/announce.ts'
import {
  type Database,
  execute,
  findRow,
  findRows,
  jsonRows,
  requireRow,
  sql,
  withPreparation,
} from '../../database/query.ts'
import { toStorableText } from '../../database/storable-text.ts'
import { type MailContent, type MailRecipient, mailRow, type NewMailRow } from '../contract.ts'
import { keptResponse, pacedEveryMs, priorities } from '../rules.ts'
import { mailTag } from '../tags.ts'

/** Condition on rows of `mails`: due to be sent. */
export const isDue = sql`state in ('queued', 'deferred') and next_at <= now()`

/** Columns of a `mailRow`. */
export const mailColumns = sql`id, key, kind, priority::int as priority, to_address, to_name, subject,
  html, text, sealed, headers, attachments, letter::int as letter, subscriber::int as subscriber, tries::int as tries`

const wakeWorkersAtCommit = sql`pg_notify(${channel}, ${JSON.stringify([mailTag])})`
const insertedRow = z.object({ count: z.number() })

/**
 * Inserts mails and wakes the workers at commit.
 * @returns how many were inserted; mails whose key exists are skipped
 */
export async function insertMails(db: Database, mails: readonly NewMailRow[]): Promise<number> {
  // One statement inserts the mails and wakes the workers. A second statement would prolong the transaction, and
  // other transactions may wait for rows that it has locked.
  const { count } = await requireRow(withPreparation(db), insertedRow)`
    with inserted as (
      insert into mails (key, kind, priority, to_address, to_name, subject, html, text, sealed, headers,
                         attachments, expires_at, letter, subscriber, shows, next_at)
      select key, kind, priority, to_address, to_name, subject, html, text, sealed, headers, attachments,
             expires_at, letter, subscriber, shows, now() + delay_ms * interval '1 ms'
        from jsonb_to_recordset(${jsonRows(mails)}) as mail (
          key text, kind text, priority int, to_address text, to_name text, subject text, html text,
          text text, sealed text, headers jsonb, attachments jsonb, expires_at timestamptz, letter int, subscriber int, shows int,
          delay_ms float8)
      on conflict (key) do nothing
      returning id)
    select count(*)::int as count, case when count(*) > 0 then ${wakeWorkersAtCommit} end from inserted`
  return count
}

const queuedRow = z.object({ key: z.string(), at: z.coerce.date() })

/** Which mails with these keys were queued, and when. Mails are deleted after some time. */
export const listQueued = (db: Database, keys: readonly string[]) =>
  keys.length
    ? findRows(db, queuedRow)`
        select key, created_at as at from mails
         where key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`
    : Promise.resolve([])

const delayRow = z.object({ ms: z.number() })

/**
 * How long a new mail of the priority `paced` has to wait, in ms, so that these mails follow each
 * other at intervals of `pacedEveryMs`. Mails that wait for a retry are not counted.
 */
export async function findDelayOfPacedMail(db: Database): Promise<number> {
  const found = await requireRow(db, delayRow)`
    select (greatest(0, extract(epoch from max(next_at) - now()) * 1000) + ${pacedEveryMs})::float8
             as ms
      from mails where state = 'queued' and priority = ${priorities.paced}`
  return found.ms
}

/** Notifies the mail workers of every process, at commit, that mails are due. */
export const wakeWorkers = (db: Database) => execute(db)`select ${wakeWorkersAtCommit}`

export const storeContent = (
  db: Database,
  id: number,
  { subject, html, text, headers }: MailContent,
) =>
  execute(db)`
    update mails
       set subject = ${subject}, html = ${toStorableText(html)}, text = ${toStorableText(text)},
           headers = ${JSON.stringify(headers)}::jsonb
     where id = ${id}`

/** Marks due mails as sent without sending them. @returns these mails, oldest first */
export async function markDueMailsSent(db: Database) {
  const mails = await findRows(db, mailRow)`
    update mails
       set state = 'sent', sent_at = now(), tries = tries + 1, response = ${keptResponse},
           updated_at = now()
     where id in (select id from mails where ${isDue} order by priority, next_at, id
                   limit 1000 for update skip locked)
    returning ${mailColumns}`
  return mails.toSorted((one, other) => one.id - other.id)
}

const references = mailRow.pick({ kind: true, subscriber: true, letter: true })

/** The kind, subscriber and letter of a mail; null if there is no such mail. */
export const findMailReferences = (db: Database, id: number) =>
  findRow(db, references)`
    select kind, subscriber::int as subscriber, letter::int as letter from mails where id = ${id}`

const batchSize = 5000

/**
 * Inserts a mail without content for each subscriber. When a mail is sent, the `contentOf` of its kind
 * creates the content.
 * @param subject the same for all, or a function of the reader's name
 * @param keyOf returns the key of the mail to a subscriber with this id
 * @returns how many were inserted; mails whose key exists are skipped
 */
export async function insertSubscriberMails(
  db: Database,
  {
    keyOf,
    kind,
    letter = null,
    readers,
    subject,
  }: Pick<NewMailRow, 'kind'> & {
    subject: string | ((name: string | null) => string)
    letter?: number | null
    keyOf: (id: number) => string
    readers: readonly MailRecipient[]
  },
): Promise<number> {
  let inserted = 0
  for (let from = 0; from < readers.length; from += batchSize) {
    const batch = readers.slice(from, from + batchSize)
    const rows = batch.map((reader) => ({
      ...reader,
      key: keyOf(reader.id),
      ...(typeof subject !== 'string' && { subject: subject(reader.name) }),
    }))
    const sameSubject = typeof subject === 'string' ? subject : null
    // Existing keys are excluded first, because each conflict would use up a value of the id's sequence.
    inserted += await execute(db)`
      insert into mails (key, kind, priority, to_address, to_name, subject, html, text, letter,
                         subscriber)
      select key, ${kind}, ${priorities.letter}, email, name, coalesce(reader.subject, ${sameSubject}), '', '', ${letter}::int,
             id
        from jsonb_to_recordset(${jsonRows(rows)})
               as reader (key text, id int, email text, name text, subject text)
       where not exists (select from mails where mails.key = reader.key)
      on conflict (key) do nothing`
  }
  if (inserted) await wakeWorkers(db)
  return inserted
}

const resolvedRow = z.object({
  subject: z.string(),
  kind: z.string(),
  letter: z.number().nullable(),
})

/**
 * Queues a mail again whose state is `failed` or `unknown`.
 * @returns null if the mail is in another state or its address is no longer stored
 */
export const requeueMail = (db: Database, id: number) =>
  findRow(db, resolvedRow)`
    update mails set state = 'queued', worker = null, handed_at = null, next_at = now(),
           stopped = null, error = null, response = null, updated_at = now()
     where id = ${id} and state in ('unknown', 'failed') and to_address <> ''
    returning subject, kind, letter::int as letter`

/** Marks a mail in the state `unknown` as sent. @returns null if the mail is in another state */
export const markArrived = (db: Database, id: number) =>
  findRow(db, resolvedRow)`
    update mails set state = 'sent', sealed = null, sent_at = coalesce(handed_at, now()), worker = null,
           error = null, response = 'Staff say that it arrived.', updated_at = now()
     where id = ${id} and state = 'unknown' returning subject, kind, letter::int as letter`
