import { type Executor, sql } from '../database/sql.ts'
import { inOrder } from './order.ts'
import { wakeWorkers } from './queue.ts'
import { headerText, priorities } from './rules.ts'
import { stopMails } from './stop.ts'

type Query = ReturnType<typeof sql>

/**
 * Puts a letter into the outbox by one statement: a mail for each of its readers, and for none a
 * second one. What it says is made from the letter when it is sent.
 * @param readers a query of `id`, `email`, `name`
 * @returns how many mails are new
 */
export async function queueLetter(
  db: Executor,
  { letter, subject, readers }: { letter: number; subject: string; readers: Query },
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
  someByOne(db, letter, (which) => stopMails(db, which, 'held'))

/** Takes back for good what has not gone out of a letter. */
export const cancelMails = (db: Executor, letter: number): Promise<void> =>
  someByOne(db, letter, (which) => stopMails(db, which, 'cancelled'))

const most = 20_000

// A statement that takes too long is given up, and then a letter to very many could not be stopped.
async function someByOne(
  db: Executor,
  letter: number,
  change: (which: Query) => Promise<unknown>,
): Promise<void> {
  const { rows } = await db.execute(sql`
    select id from (select id, row_number() over (order by id) as place from mails
                     where letter = ${letter}) as theirs
     where place % ${most}::int = 0 order by id`)
  let after = 0
  for (const last of [...rows.map(({ id }) => Number(id)), null]) {
    const upTo = last === null ? sql`true` : sql`id <= ${last}`
    await change(sql`letter = ${letter} and id > ${after} and ${upTo}`)
    after = last ?? after
  }
}

/** Lets what is held of a letter go on; what was put off goes no sooner than it would have. */
export async function goOnWithMails(db: Executor, letter: number): Promise<void> {
  await someByOne(db, letter, (which) =>
    db.execute(sql`
    with chosen as materialized (
      ${inOrder(sql`${which} and state in ('held', 'sending', 'unknown')`)})
    update mails as mail
       set state = case when mail.state <> 'held' then mail.state
                        when mail.tries > 0 then 'deferred'
                        else 'queued' end,
           next_at = greatest(mail.next_at, now()), stopped = null, updated_at = now()
      from chosen where mail.id = chosen.id and (mail.state = 'held' or mail.stopped = 'held')`),
  )
  await wakeWorkers(db)
}

/** Which mails count as sent and never left the house, because it had no mail server. */
export const onlyKept = sql`(state = 'sent' and handed_at is null)`

/** Of which mails it is known that nobody has them, though they were to go. */
export const canGoAgain = sql`state = 'failed' and to_address <> ''`

/**
 * Sends what failed of a letter once more, to those who still want letters.
 * @returns how many mails
 */
export async function sendFailedAgain(db: Executor, letter: number): Promise<number> {
  const failed = sql`letter = ${letter} and ${canGoAgain}`
  const { rows } = await db.execute(sql`
    with readers as materialized (
      select id from subscribers
       where state = 'active' and id in (select subscriber from mails where ${failed})
       order by id for share),
    chosen as materialized (
      ${inOrder(sql`${failed} and subscriber in (select id from readers)`)}),
    again as (
      update mails as mail
         set state = 'queued', worker = null, handed_at = null, next_at = now(), stopped = null,
             error = null, response = null, updated_at = now()
        from chosen where mail.id = chosen.id
      returning mail.id)
    select count(*)::int as count from again`)
  await wakeWorkers(db)
  return Number(rows[0]?.count)
}

/** Whether mails of a letter are still to go out, of `letter` in an outer query. */
export const hasWaiting = (letter: ReturnType<typeof sql>) => sql`exists (
  select from mails
   where mails.letter = ${letter} and mails.state in ('queued', 'deferred', 'sending', 'held'))`
