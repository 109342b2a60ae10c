import { type Executor, sql } from '../database/sql.ts'
import { inOrder } from './order.ts'
import { wakeWorkers } from './queue.ts'
import { headerText, priorities } from './rules.ts'
import { stopMails } from './stop.ts'

/**
 * Puts a letter into the outbox by one statement: a mail for each of its readers, and for none a
 * second one. What it says is made from the letter when it is sent.
 * @param readers a query of `id`, `email`, `name`
 * @returns how many mails are new
 */
export async function queueLetter(
  db: Executor,
  {
    letter,
    subject,
    readers,
  }: { letter: number; subject: string; readers: ReturnType<typeof sql> },
): Promise<number> {
  const { rows } = await db.execute(sql`
    with made as (
      insert into mails (key, kind, priority, to_address, to_name, subject, letter, subscriber)
      select 'letter ' || ${letter}::int || ' ' || reader.id, 'letter', ${priorities.letter},
             reader.email, reader.name, ${headerText(subject)}, ${letter}, reader.id
        from (${readers}) as reader
      on conflict (key) do nothing
      returning id)
    select count(*)::int as count from made`)
  await wakeWorkers(db)
  return Number(rows[0]?.count)
}

/** Keeps what has not gone out of a letter, until `goOnWithMails`. */
export const holdMails = (db: Executor, letter: number): Promise<void> =>
  stopMails(db, sql`letter = ${letter}`, 'held')

/** Takes back for good what has not gone out of a letter. */
export const cancelMails = (db: Executor, letter: number): Promise<void> =>
  stopMails(db, sql`letter = ${letter}`, 'cancelled')

/** Lets what is held of a letter go on; what was put off goes no sooner than it would have. */
export async function goOnWithMails(db: Executor, letter: number): Promise<void> {
  const which = sql`letter = ${letter} and state in ('held', 'sending', 'unknown')`
  await db.execute(sql`
    with chosen as materialized (${inOrder(which)})
    update mails as mail
       set state = case when mail.state <> 'held' then mail.state
                        when mail.tries > 0 then 'deferred'
                        else 'queued' end,
           next_at = greatest(mail.next_at, now()), stopped = null, updated_at = now()
      from chosen where mail.id = chosen.id and (mail.state = 'held' or mail.stopped = 'held')`)
  await wakeWorkers(db)
}

/** Whether mails of a letter are still to go out, of `letter` in an outer query. */
export const hasWaiting = (letter: ReturnType<typeof sql>) => sql`exists (
  select from mails
   where mails.letter = ${letter} and mails.state in ('queued', 'deferred', 'sending', 'held'))`
