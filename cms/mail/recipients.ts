import { type Executor, sql } from '../database/sql.ts'
import { stopMails } from './stop.ts'

/** Takes back what waits to be sent to somebody who wants no letters any more. */
export const cancelMailsTo = (db: Executor, subscriber: number): Promise<void> =>
  stopMails(db, sql`subscriber = ${subscriber}`, 'cancelled')

/** Throws away every mail to somebody of whom nothing is to be kept, and what was told of them. */
export async function forgetMailsTo(db: Executor, subscriber: number): Promise<void> {
  await db.execute(sql`delete from mails where subscriber = ${subscriber}`)
  await db.execute(sql`
    update mail_events set subscriber = null, mail = null, message_id = null, reason = null
     where subscriber = ${subscriber}`)
}
