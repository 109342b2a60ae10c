import { z } from 'zod'
import {
  column,
  type Database,
  findRow,
  findRows,
  requireRow,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { isOfMember, reservationRow, reservationsOf } from '../../reservations/service.ts'
import { cancelledInFeedDays, feedLimits } from '../rules.ts'
import { eventSettings } from '../tables.ts'

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

// Guests of events confirm their address by mail.
const events = { confirmation: 'mail' } as const
const ownReservations = reservationRow.schema
  .pick({ status: true, party: true, cancelledBy: true })
  .extend({ date: z.number(), version: z.number() })
export type OwnReservation = z.output<typeof ownReservations>

/**
 * The reservations in a member's feed: the newest reservation of each date. Cancelled reservations stay for some days.
 * `version` is the sum of the versions of all the member's reservations of the date. It therefore also increases when
 * the member reserves again.
 */
export const listOwnReservations = (db: Database, member: number): Promise<OwnReservation[]> =>
  findRows(db, ownReservations)`
    select distinct on (rsvp.subject) rsvp.subject as date, rsvp.status, rsvp.party,
           rsvp.cancelled_by as "cancelledBy",
           (select sum(each.version)::int from ${reservationsOf('event')} as each
             where ${isOfMember(member, events, 'each')} and each.subject = rsvp.subject) as version
      from ${reservationsOf('event')} as rsvp join event_dates as date on date.id = rsvp.subject
     where ${isOfMember(member, events, 'rsvp')} and date.ends_at > now() - ${feedLimits.pastDays} * interval '1 day'
       and (rsvp.status <> 'cancelled'
         or rsvp.cancelled_at > now() - ${cancelledInFeedDays} * interval '1 day')
       and (date.status <> 'cancelled'
         or date.cancelled_at > now() - ${cancelledInFeedDays} * interval '1 day')
     order by rsvp.subject, rsvp.id desc limit ${feedLimits.dates}`

const settings = rowOf(eventSettings, { only: ['feedVersion', 'wantsPush'] })
type EventSettings = z.output<typeof settings.schema>

/** A member's settings about events; the defaults if the member has chosen nothing. */
export const findSettings = async (db: Database, member: number): Promise<EventSettings> =>
  (await findRow(db, settings.schema)`
    select ${settings.columns} from event_settings where member = ${member}`) ?? {
    feedVersion: 1,
    wantsPush: true,
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
