import { type Executor, sql } from '../database/sql.ts'
import { inOrder } from './order.ts'

export const canBeStopped = sql`state in ('queued', 'deferred', 'held', 'sending', 'unknown')`

/**
 * Keeps mails from going out. What a worker has taken, but not begun to hand over, is taken from it.
 * Of what is being handed over nobody knows yet whether it will wait again: what becomes of it then is
 * noted.
 * @param which a condition on rows of `mails`
 */
export async function stopMails(
  db: Executor,
  which: ReturnType<typeof sql>,
  as: 'held' | 'cancelled',
): Promise<void> {
  const asked = sql`${which} and ${canBeStopped}`
  const isOnItsWay = sql`mail.handed_at is not null`
  // Whoever has left stays so, whatever becomes of the letter.
  await db.execute(sql`
    with chosen as materialized (${inOrder(asked)})
    update mails as mail
       set state = case when ${isOnItsWay} then mail.state else ${as}::enum_mails_state end,
           stopped = case when ${isOnItsWay} then coalesce(nullif(mail.stopped, 'held'), ${as}) end,
           worker = case when ${isOnItsWay} then mail.worker end,
           updated_at = now()
      from chosen where mail.id = chosen.id`)
}
