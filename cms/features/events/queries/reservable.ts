import { sql } from '../../../platform/database/query.ts'
import type { ReservationKind } from '../../reservations/kind.ts'

/** Statements about dates that the module of reservations joins with its tables. */
export const reservableDates: ReservationKind['sql'] = {
  open: sql`
    select id, starts_at, status <> 'draft' as is_shown from event_dates
     where ends_at > now() or status = 'postponed'`,
  free: sql`
    select id, capacity - taken as free from event_dates where status = 'published' and starts_at > now()`,
  named: sql`select id, title, starts_at from event_dates`,
  endedBefore: (days) => sql`
    select id from event_dates where ends_at < now() - ${days}::int * interval '1 day'`,
  lockAll: (ids) => sql`
    select id from event_dates where id in (${ids}) order by id for no key update`,
}
