import type { SQL } from 'drizzle-orm'
import { type Database, execute, sql } from '../../database/query.ts'
import { mailLockQuery } from './lock-order.ts'

/** Condition on rows of `mails`: the mail waits or is being handed over, or its outcome is unknown. */
export const canBeStopped = sql`state in ('queued', 'deferred', 'held', 'sending', 'unknown')`

/**
 * Prevents mails from being sent. A mail that a worker claimed but has not handed over loses its claim. For
 * a mail that is being handed over, `as` is stored in `stopped`, and becomes the state if the mail would be
 * retried.
 * @param which a condition on rows of `mails`
 */
export async function stopMails(db: Database, which: SQL, as: 'held' | 'cancelled'): Promise<void> {
  const isHandedOver = sql`mail.handed_at is not null`
  // A later `held` does not replace `cancelled`. Otherwise the mail would be sent when the letter is resumed.
  await execute(db)`
    with chosen as materialized (${mailLockQuery(sql`${which} and ${canBeStopped}`)})
    update mails as mail
       set state = case when ${isHandedOver} then mail.state else ${as}::enum_mails_state end,
           stopped = case when ${isHandedOver} then coalesce(nullif(mail.stopped, 'held'), ${as}) end,
           worker = case when ${isHandedOver} then mail.worker end,
           updated_at = now()
      from chosen where mail.id = chosen.id`
}

/**
 * Cancels waiting mails of a kind.
 * @param before cancels only mails queued before the start of this date (`YYYY-MM-DD`) in its time zone
 */
export const cancelMailsOfKind = (
  db: Database,
  kind: string,
  before?: { date: string; timeZone: string },
): Promise<void> => {
  const isQueuedBefore = before
    ? sql`created_at < ${before.date}::date::timestamp at time zone ${before.timeZone}`
    : sql`true`
  return stopMails(db, sql`state <> 'sent' and kind = ${kind} and ${isQueuedBefore}`, 'cancelled')
}
