import { type Executor, sql } from '../database/sql.ts'
import { wakeWorkers } from './queue.ts'
import { headerText, type MailKind, priorities } from './rules.ts'

type Query = ReturnType<typeof sql>

/**
 * Puts a mail for each of some readers into the outbox by one statement, and for none a second one.
 * What it says is made when it is sent.
 * @param keyOf what it is sent for, once, by the reader's number
 * @param readers a query of `id`, `email`, `name`
 * @param most how many at a time
 * @returns how many mails are new
 */
export async function queueForReaders(
  db: Executor,
  {
    kind,
    keyOf,
    subject,
    readers,
    most,
  }: { kind: MailKind; keyOf: (id: Query) => Query; subject: string; readers: Query; most: number },
): Promise<number> {
  const key = keyOf(sql`reader.id`)
  const { rows } = await db.execute(sql`
    insert into mails (key, kind, priority, to_address, to_name, subject, html, text, subscriber)
    select ${key}, ${kind}, ${priorities.letter}, reader.email, reader.name, ${headerText(subject)},
           '', '', reader.id
      from (${readers}) as reader
     where not exists (select from mails where mails.key = ${key})
     limit ${most}
    on conflict (key) do nothing
    returning id`)
  if (rows.length) await wakeWorkers(db)
  return rows.length
}
