import { type Database, execute, findRow, sql } from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { claimNotices } from '../../reservations/service.ts'
import { eventFeedback } from '../tables.ts'

/**
 * Claims the due mails of a reminder in the caller's transaction. Each reservation gets the reminder once; if the date
 * is moved to another day, once again. Guests who confirmed after the reminder was due do not get it.
 * @param reminder.beforeMinutes how long before the start the reminder is due
 * @param reminder.untilMinutes how long before the start the reminder is sent at the latest
 * @param reminder.afterDay only dates after this day, `YYYY-MM-DD`; an empty string for all dates
 * @returns the ids of some reservations, see `claimNotices`
 */
export const claimReminders = (
  db: Database,
  {
    name,
    beforeMinutes,
    untilMinutes,
    afterDay,
  }: { name: string; beforeMinutes: number; untilMinutes: number; afterDay: string },
): Promise<number[]> =>
  claimNotices(db, {
    kind: 'event',
    statuses: ['going'],
    due: sql`
      select id as subject, ${`mail:${name}:`} || day as notice,
             starts_at - ${beforeMinutes}::int * interval '1 minute' as since
        from event_dates
       where status = 'published' and day > ${afterDay}
         and starts_at <= now() + ${beforeMinutes}::int * interval '1 minute'
         and starts_at > now() + ${untilMinutes}::int * interval '1 minute'`,
  })

/**
 * Claims the due mails that ask for feedback, like `claimReminders`. Guests who were checked in are
 * asked; if nobody was checked in, all guests who were going.
 */
export const claimFeedback = (db: Database): Promise<number[]> =>
  claimNotices(db, {
    kind: 'event',
    statuses: ['attended', 'going'],
    due: sql`
      select id as subject, 'mail:feedback' as notice, null::timestamptz as since from event_dates
       where status = 'ended' and ends_at < now() - interval '8 hours' and ends_at > now() - interval '3 days'`,
    except: sql`select rsvp from event_feedback`,
  })

/** Stores a guest's feedback about an event. New feedback replaces the old. */
export const saveFeedback = (
  db: Database,
  { rsvp, date, score, text }: { rsvp: number; date: number; score: number; text: string | null },
) =>
  execute(db)`
    insert into event_feedback (rsvp, date, score, text) values (${rsvp}, ${date}, ${score}, ${text})
    on conflict (rsvp) do update set score = excluded.score, text = excluded.text, at = now()`

const feedback = rowOf(eventFeedback, { only: ['score', 'text'] })

/** A guest's feedback about an event; null if the guest gave none. */
export const findFeedback = (db: Database, rsvp: number) =>
  findRow(db, feedback.schema)`select ${feedback.columns} from event_feedback where rsvp = ${rsvp}`
