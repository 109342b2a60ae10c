import { z } from 'zod'
import { column, type Database, findRow, findRows, requireRow } from '../../database/query.ts'
import { cancelledInFeedDays, cancellers, feedLimits, rsvpStatuses } from '../rules.ts'

/** Which dates a public feed has; null: no filter. */
export type FeedFilter = { area: string | null; interest: string | null }

/**
 * Ids of the dates in a public feed: dates of the last few days and future dates. Secret dates and drafts are left out.
 * Cancelled dates stay for some days after the cancellation.
 */
export const listFeedDates = (db: Database, { area, interest }: FeedFilter): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select id from event_dates
     where visibility <> 'secret' and status <> 'draft'
       and ends_at > now() - ${feedLimits.pastDays} * interval '1 day'
       and (status <> 'cancelled' or cancelled_at > now() - ${cancelledInFeedDays} * interval '1 day')
       and (${area}::text is null or ${area} = any(areas))
       and (${interest}::text is null or ${interest} = any(interests))
     order by starts_at, id limit ${feedLimits.dates}`

const ownReservation = z.object({
  date: z.number(),
  status: z.enum(rsvpStatuses),
  party: z.number(),
  cancelled_by: z.enum(cancellers).nullable(),
  version: z.number(),
})
export type OwnReservation = z.output<typeof ownReservation>

/**
 * The reservations in a member's feed: the newest reservation of each date. Cancelled reservations stay for some days.
 * `version` is the sum of the versions of all the member's reservations of the date. It therefore also increases when
 * the member reserves again.
 */
export const listOwnReservations = (db: Database, member: number): Promise<OwnReservation[]> =>
  findRows(db, ownReservation)`
    select distinct on (rsvp.date) rsvp.date, rsvp.status, rsvp.party, rsvp.cancelled_by,
           (select sum(each.version)::int from event_rsvps as each
             where each.member = rsvp.member and each.date = rsvp.date) as version
      from event_rsvps as rsvp join event_dates as date on date.id = rsvp.date
     where rsvp.member = ${member} and date.ends_at > now() - ${feedLimits.pastDays} * interval '1 day'
       and (rsvp.status <> 'cancelled'
         or rsvp.cancelled_at > now() - ${cancelledInFeedDays} * interval '1 day')
       and (date.status <> 'cancelled'
         or date.cancelled_at > now() - ${cancelledInFeedDays} * interval '1 day')
     order by rsvp.date, rsvp.id desc limit ${feedLimits.dates}`

const settings = z.object({ feed_version: z.number(), wants_push: z.boolean() })
export type EventSettings = z.output<typeof settings>

/** A member's settings about events; the defaults if the member has chosen nothing. */
export const findSettings = async (db: Database, member: number): Promise<EventSettings> =>
  (await findRow(db, settings)`
    select feed_version, wants_push from event_settings where member = ${member}`) ?? {
    feed_version: 1,
    wants_push: true,
  }

/** Makes the URL of a member's feed invalid. @returns the version of the new URL */
export const rotateFeed = (db: Database, member: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    insert into event_settings (member, feed_version) values (${member}, 2)
    on conflict (member) do update
      set feed_version = event_settings.feed_version + 1, changed_at = now()
    returning feed_version`

/** Stores whether a member wants pushes about events. */
export const saveWantsPush = (db: Database, member: number, wants: boolean): Promise<boolean> =>
  requireRow(db, column(z.boolean()))`
    insert into event_settings (member, wants_push) values (${member}, ${wants})
    on conflict (member) do update set wants_push = excluded.wants_push, changed_at = now()
    returning wants_push`
