import { type Executor, sql } from '../database/sql.ts'
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

/** Throws away every mail to somebody of whom nothing is to be kept, and what was told of them. */
export async function forgetMailsTo(db: Executor, subscriber: number): Promise<void> {
  await db.execute(sql`delete from mails where subscriber = ${subscriber}`)
  await db.execute(sql`
    update mail_events set subscriber = null, mail = null, message_id = null, reason = null
     where subscriber = ${subscriber}`)
}
