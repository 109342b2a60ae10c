import { type Executor, sql } from '../database/sql.ts'

/** Takes back what waits to be sent to somebody who wants no letters any more. */
export async function cancelMailsTo(db: Executor, subscriber: number): Promise<void> {
  await db.execute(sql`
    update mails set state = 'cancelled', updated_at = now()
     where subscriber = ${subscriber} and state in ('queued', 'deferred')`)
}

/** Throws away every mail to somebody of whom nothing is to be kept. */
export async function forgetMailsTo(db: Executor, subscriber: number): Promise<void> {
  await db.execute(sql`delete from mails where subscriber = ${subscriber}`)
}
