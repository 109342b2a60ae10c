import { type Executor, sql } from '../database/sql.ts'
import { inOrder } from './order.ts'
import { letterKinds } from './rules.ts'
import { stopMails } from './stop.ts'

/** Takes back what waits to be sent to somebody who wants no letters any more. */
export const cancelMailsTo = (db: Executor, subscriber: number): Promise<void> =>
  stopMails(db, sql`subscriber = ${subscriber}`, 'cancelled')

/** Takes back letters that wait to be sent to somebody who wants none of these for now. */
export const cancelLettersTo = (
  db: Executor,
  subscriber: number,
  which: ReturnType<typeof sql> = sql`true`,
): Promise<void> => {
  const kinds = JSON.stringify(letterKinds)
  return stopMails(
    db,
    sql`subscriber = ${subscriber} and ${which}
        and kind in (select jsonb_array_elements_text(${kinds}::jsonb))`,
    'cancelled',
  )
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

/** Throws away every mail to people of whom nothing is to be kept, and what was told of them. */
export async function forgetMailsTo(db: Executor, subscribers: readonly number[]): Promise<void> {
  await db.execute(sql`delete from mails where ${isTo(subscribers)}`)
  await db.execute(sql`
    update mail_events set subscriber = null, mail = null, message_id = null, reason = null
     where ${isTo(subscribers)}`)
}

const isTo = (subscribers: readonly number[]) =>
  sql`subscriber = any(${`{${subscribers.join(',')}}`}::int[])`
