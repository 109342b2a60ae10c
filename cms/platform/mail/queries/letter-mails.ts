import type { SQL } from 'drizzle-orm'
import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  idList,
  requireRow,
  sql,
} from '../../database/query.ts'
import { type LetterMail, letterMail, mailState } from '../contract.ts'
import { mailLockQuery } from './lock-order.ts'
import { wakeWorkers } from './outbox.ts'
import { stopMails } from './stop-mails.ts'

/** Sets the unsent mails of a letter to `held`, until `resumeLetterMails`. */
export const holdLetterMails = (db: Database, letter: number): Promise<void> =>
  inBatches(db, letter, (condition) => stopMails(db, condition, 'held'))

/** Cancels the unsent mails of a letter. */
export const cancelLetterMails = (db: Database, letter: number): Promise<void> =>
  inBatches(db, letter, (condition) => stopMails(db, condition, 'cancelled'))

const batchSize = 20_000

// One statement for all mails of a very large letter would exceed the statement timeout.
async function inBatches(
  db: Database,
  letter: number,
  change: (condition: SQL) => Promise<unknown>,
): Promise<void> {
  const lastIds = await findRows(db, column(z.number()))`
    select id from (select id, row_number() over (order by id) as place from mails
                     where letter = ${letter}) as numbered
     where place % ${batchSize}::int = 0 order by id`
  let previousId = 0
  for (const lastId of [...lastIds, null]) {
    const isInBatch = lastId === null ? sql`true` : sql`id <= ${lastId}`
    await change(sql`letter = ${letter} and id > ${previousId} and ${isInBatch}`)
    previousId = lastId ?? previousId
  }
}

/** Releases the held mails of a letter. A mail that waited for a retry is still sent at the time of the retry. */
export async function resumeLetterMails(db: Database, letter: number): Promise<void> {
  await inBatches(
    db,
    letter,
    (condition) =>
      execute(db)`
    with chosen as materialized (
      ${mailLockQuery(sql`${condition} and state in ('held', 'sending', 'unknown')`)})
    update mails as mail
       set state = case when mail.state <> 'held' then mail.state
                        when mail.tries > 0 then 'deferred'
                        else 'queued' end,
           next_at = greatest(mail.next_at, now()), stopped = null, updated_at = now()
      from chosen where mail.id = chosen.id and (mail.state = 'held' or mail.stopped = 'held')`,
  )
  await wakeWorkers(db)
}

/** Condition: the mail has the state `sent`, but there was no mail server, so it was only stored for staff to read. */
const isKept = sql`(state = 'sent' and handed_at is null)`

/** Condition: the mail failed, and its address is still stored, so the mail can be sent again. */
const isRetriable = sql`state = 'failed' and to_address <> ''`

/** The subscribers whose mail of this letter failed and can be sent again. */
export const findFailedSubscribers = (db: Database, letter: number): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select distinct subscriber::int as subscriber from mails
     where letter = ${letter} and subscriber is not null and ${isRetriable}`

/**
 * Queues the failed mails of a letter to these subscribers again.
 * @returns the number of queued mails
 */
export async function requeueFailedMails(
  db: Database,
  letter: number,
  subscribers: readonly number[],
): Promise<number> {
  const condition = sql`letter = ${letter} and ${isRetriable}
                    and subscriber = any(${idList(subscribers)}::int[])`
  const count = await execute(db)`
    with chosen as materialized (${mailLockQuery(condition)})
    update mails as mail
       set state = 'queued', worker = null, handed_at = null, next_at = now(), stopped = null,
           error = null, response = null, updated_at = now()
      from chosen where mail.id = chosen.id`
  await wakeWorkers(db)
  return count
}

/** Which of these letters have unsent mails. */
export async function findUnfinishedLetters(
  db: Database,
  letters: readonly number[],
): Promise<Set<number>> {
  const unfinished = await findRows(db, column(z.number()))`
    select letter.id from unnest(${idList(letters)}::int[]) as letter (id)
     where exists (select from mails where mails.letter = letter.id
                      and mails.state in ('queued', 'deferred', 'sending', 'held'))`
  return new Set(unfinished)
}

const mailCounts = z.partialRecord(z.enum([...mailState.options, 'kept']), z.number())
const stats = z.object({ counts: mailCounts, complained: z.number(), retriable: z.number() })

/** `counts`: the number of mails per state. Mails that were only kept in the mailbox count as `kept`, not as `sent`. */
export type LetterMailStats = z.output<typeof stats>

/** Counts the mails of a letter by state. Each mail counts once. */
export const findLetterMailStats = (db: Database, letter: number): Promise<LetterMailStats> =>
  requireRow(db, stats)`
    select (select coalesce(jsonb_object_agg(state, count), '{}'::jsonb)
              from (select case when ${isKept} then 'kept' else state::text end as state,
                           count(*) as count
                      from mails where letter = ${letter} group by 1) as states) as counts,
           (select count(*)::int from mails where letter = ${letter} and complained_at is not null)
             as complained,
           (select count(*)::int from mails where letter = ${letter} and ${isRetriable}) as retriable`

/** The newest mails of letters to a subscriber, at most a hundred. */
export const listLettersTo = (db: Database, subscriber: number): Promise<LetterMail[]> =>
  findRows(db, letterMail)`
    select id, letter::int as letter, subject, state::text as state,
           coalesce(sent_at, created_at) as at, complained_at is not null as "isComplaint",
           ${isKept} as "isKept"
      from mails where subscriber = ${subscriber} and letter is not null
     order by id desc limit 100`

const sentLetter = z.object({ letter: z.number(), subject: z.string(), sentAt: z.coerce.date() })

/** The newest letters that were handed over to a subscriber's mail server and did not come back. */
export const listSentLettersTo = (db: Database, subscriber: number, limit: number) =>
  findRows(db, sentLetter)`
    select letter::int as letter, subject, sent_at as "sentAt" from mails
     where subscriber = ${subscriber} and letter is not null and state = 'sent' and not ${isKept}
     order by sent_at desc, id desc limit ${limit}`

const letterTotals = z.object({ letter: z.number(), total: z.number(), delivered: z.number() })

/** How many mails each of these letters has, and how many were delivered. Letters without mails are left out. */
export const findLetterTotals = (db: Database, letters: readonly number[]) =>
  findRows(db, letterTotals)`
    select letter::int as letter, count(*)::int as total,
           (count(*) filter (where state = 'sent' and not ${isKept}))::int as delivered
      from mails where letter = any(${idList(letters)}::int[]) group by letter`
