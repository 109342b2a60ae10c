import { z } from 'zod'
import {
  column,
  type Database,
  findRows,
  idList,
  requireRow,
  withPreparation,
} from '../../database/query.ts'
import type { QueuePosition } from '../contract.ts'
import { rsvpStatuses } from '../rules.ts'
import { type Rsvp, rsvpColumns, rsvpColumnsOfR, rsvpRow } from './rsvps.ts'

/** Confirmed parties that wait for places, in their order. */
export const listWaiting = (db: Database, date: number) =>
  findRows(db, z.object({ id: z.number(), party: z.number(), queue: z.number() }))`
    select id, party, queue from event_rsvps
     where date = ${date} and status = 'waitlisted' and confirmed_at is not null order by queue, id`

/** Sets waiting parties to `offered`. The caller must first add their places to the date's `taken`. */
export const markOffered = (db: Database, ids: readonly number[], until: Date): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    update event_rsvps
       set status = 'offered', offered_until = ${until.toISOString()}::timestamptz, held_until = null,
           version = version + 1
     where id = any(${idList(ids)}::int[]) and status = 'waitlisted' returning ${rsvpColumns}`

const positionRow = z
  .object({ parties: z.number(), people: z.number() })
  .transform(({ parties, people }): QueuePosition => ({ position: parties + 1, people }))

/** The position of a party on the waitlist. Unconfirmed parties do not count. */
export const findPosition = (
  db: Database,
  { date, queue }: { date: number; queue: number },
): Promise<QueuePosition> =>
  requireRow(withPreparation(db), positionRow)`
    select count(*)::int as parties, coalesce(sum(party), 0)::int as people from event_rsvps
     where date = ${date} and status = 'waitlisted' and confirmed_at is not null and queue < ${queue}`

const expiredRow = z
  .looseObject({ was: z.enum(rsvpStatuses) })
  .transform(({ was, ...row }) => ({ was, rsvp: rsvpRow.parse(row) }))

/**
 * Cancels reservations of a date that were not confirmed or accepted in time. The caller must lock the date first,
 * and then subtract the places of these reservations from `taken`.
 * @returns each reservation with its previous status
 */
export const expireDue = (db: Database, date: number) =>
  findRows(db, expiredRow)`
    with due as materialized (
      select id, status as was from event_rsvps
       where date = ${date}
         and (status in ('held', 'waitlisted') and confirmed_at is null and held_until <= now()
              or status = 'offered' and offered_until <= now())
       for no key update)
    update event_rsvps as r
       set status = 'cancelled', cancelled_by = 'expiry', cancelled_at = now(), held_until = null,
           offered_until = null, key = 'expired:' || r.id, version = version + 1
      from due where r.id = due.id
    returning due.was, ${rsvpColumnsOfR}`

/** Dates with expired reservations, or with enough places for a waiting party; at most a hundred. */
export const listDatesToOffer = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    (select date from event_rsvps where status = 'held' and held_until <= now())
    union
    (select date from event_rsvps where status = 'offered' and offered_until <= now())
    union
    (select date from event_rsvps
      where status = 'waitlisted' and confirmed_at is null and held_until <= now())
    union
    -- A waiting party fits into the free places, for example after the capacity was raised.
    (select r.date from event_rsvps as r join event_dates as d on d.id = r.date
      where r.status = 'waitlisted' and r.confirmed_at is not null and d.status = 'published' and d.starts_at > now()
        and (d.capacity is null or d.taken + r.party <= d.capacity))
    limit 100`
