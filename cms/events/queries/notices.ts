import { z } from 'zod'
import { column, type Database, execute, findRow, findRows, idList } from '../../database/query.ts'
import { type Rsvp, rsvpColumns, rsvpRow } from './rsvps.ts'

/** Each row of `event_notices` claims a mail or a push about a reservation, so it is sent only once. */

const batch = 500

/**
 * Claims the due mails of a reminder in the caller's transaction. Each reservation gets the reminder once; if the date
 * is moved to another day, once again. Guests who confirmed after the reminder was due do not get it.
 * @param reminder.beforeMinutes how long before the start the reminder is due
 * @param reminder.untilMinutes how long before the start the reminder is sent at the latest
 * @param reminder.afterDay only dates after this day, `YYYY-MM-DD`; an empty string for all dates
 * @returns the ids of at most `batch` reservations
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
  findRows(db, column(z.number()))`
    insert into event_notices (rsvp, notice)
    select r.id, ${`mail:${name}:`} || d.day
      from event_dates as d join event_rsvps as r on r.date = d.id
     where d.status = 'published' and r.status = 'going' and r.email is not null
       and d.starts_at <= now() + ${beforeMinutes}::int * interval '1 minute'
       and d.starts_at > now() + ${untilMinutes}::int * interval '1 minute'
       and d.day > ${afterDay}
       and r.confirmed_at < d.starts_at - ${beforeMinutes}::int * interval '1 minute'
       and not exists (select from event_notices as p
                        where p.rsvp = r.id and p.notice = ${`mail:${name}:`} || d.day)
     order by r.id limit ${batch}
    on conflict do nothing
    returning rsvp`

/**
 * Claims the due mails that ask for feedback, like `claimReminders`. Guests who were checked in are
 * asked; if nobody was checked in, all guests who were going.
 */
export const claimFeedback = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    insert into event_notices (rsvp, notice)
    select r.id, 'mail:feedback'
      from event_dates as d join event_rsvps as r on r.date = d.id
     where d.status = 'ended' and d.ends_at < now() - interval '8 hours' and d.ends_at > now() - interval '3 days'
       and r.status in ('attended', 'going') and r.email is not null
       and not exists (select from event_notices as p where p.rsvp = r.id and p.notice = 'mail:feedback')
       and not exists (select from event_feedback as f where f.rsvp = r.id)
     order by r.id limit ${batch}
    on conflict do nothing
    returning rsvp`

export const findRsvps = (db: Database, ids: readonly number[]): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    select ${rsvpColumns} from event_rsvps where id = any(${idList(ids)}::int[]) order by date, id`

/** Stores a guest's feedback about an event. New feedback replaces the old. */
export const saveFeedback = (
  db: Database,
  { rsvp, date, score, text }: { rsvp: number; date: number; score: number; text: string | null },
) =>
  execute(db)`
    insert into event_feedback (rsvp, date, score, text) values (${rsvp}, ${date}, ${score}, ${text})
    on conflict (rsvp) do update set score = excluded.score, text = excluded.text, at = now()`

const feedback = z.object({ score: z.number(), text: z.string().nullable() })

/** A guest's feedback about an event; null if the guest gave none. */
export const findFeedback = (db: Database, rsvp: number) =>
  findRow(db, feedback)`select score, text from event_feedback where rsvp = ${rsvp}`

/** Claims a push about a reservation. @returns false if it was claimed before */
export const claimPush = async (db: Database, rsvp: number, notice: string): Promise<boolean> =>
  (await execute(db)`
    insert into event_notices (rsvp, notice) values (${rsvp}, ${notice}) on conflict do nothing`) >
  0
