import { type Database, sql } from '../../../platform/database/query.ts'
import { claimNotices } from '../../reservations/service.ts'

/**
 * Claims the reminders of the day before that are due, in the caller's transaction. Each party gets one; if it moves to
 * another day, one more. Parties that booked later than a day before get none.
 * @param today the venue's day, `YYYY-MM-DD`: the mail says “Tomorrow”
 * @returns the ids of some reservations, see `claimNotices`
 */
export const claimReminders = (db: Database, today: string): Promise<number[]> =>
  claimNotices(db, {
    kind: 'table',
    statuses: ['going'],
    due: sql`
      select id as subject, 'mail:reminder_day:' || day as notice, starts_at - interval '24 hours' as since
        from bookings
       where day > ${today} and finished_at is null
         and starts_at <= now() + interval '24 hours' and starts_at > now() + interval '3 hours'`,
  })
