import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  idList,
  requireRow,
} from '../../database/query.ts'
import type { ChangedBy, GuestCounts } from '../contract.ts'
import type { RsvpStatus } from '../rules.ts'
import { type Rsvp, rsvpColumns, rsvpRow } from './rsvps.ts'

/**
 * Locks the reservations of a locked date that have one of the statuses. They are sorted by member, so holds are always
 * released in the same order.
 */
export const lockRsvps = (
  db: Database,
  date: number,
  statuses: readonly RsvpStatus[],
): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    select ${rsvpColumns} from event_rsvps
     where date = ${date} and status = any(${`{${statuses.join(',')}}`}::text[])
     order by member, id for no key update`

/**
 * Cancels the reservations of a cancelled date, and sets `inside` to 0. The caller has to free their places.
 * @param refunded the ids of reservations whose payments were reversed
 */
export const cancelAll = (
  db: Database,
  ids: readonly number[],
  { by, refunded }: { by: ChangedBy; refunded: readonly number[] },
): Promise<number> =>
  execute(db)`
    update event_rsvps
       set status = 'cancelled', cancelled_by = ${by}, cancelled_at = now(), hold = null, held_until = null,
           offered_until = null, inside = 0, version = version + 1,
           transfer = case when id = any(${idList(refunded)}::int[]) then null else transfer end
     where id = any(${idList(ids)}::int[])`

/** Marks reservations that are still `going` as no-shows. @returns how many people did not come */
export const markNoShows = (db: Database, date: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    with missing as (
      update event_rsvps set status = 'no_show', version = version + 1
       where date = ${date} and status = 'going' returning party)
    select coalesce(sum(party), 0)::int from missing`

/** The reservations of a date, cancelled reservations last. */
export const listRsvps = (db: Database, date: number): Promise<Rsvp[]> =>
  findRows(db, rsvpRow)`
    select ${rsvpColumns} from event_rsvps where date = ${date}
     order by status = 'cancelled', queue nulls first, lower(name), id`

const countsRow = z.object({
  going: z.number(),
  waiting: z.number(),
  offered: z.number(),
  held: z.number(),
  inside: z.number(),
})

export const countPeople = (db: Database, date: number): Promise<GuestCounts> =>
  requireRow(db, countsRow)`
    select coalesce(sum(party) filter (where status in ('going', 'attended')), 0)::int as going,
           coalesce(sum(party) filter (where status = 'waitlisted' and confirmed_at is not null), 0)::int as waiting,
           coalesce(sum(party) filter (where status = 'offered'), 0)::int as offered,
           coalesce(sum(party) filter (where status = 'held'), 0)::int as held,
           coalesce(sum(inside), 0)::int as inside
      from event_rsvps where date = ${date}`

/**
 * Cancels the waiting, offered and unconfirmed reservations of a locked date that is over.
 * @returns how many places they had
 */
export const expireAllOf = (db: Database, date: number): Promise<number> =>
  requireRow(db, column(z.number()))`
    with open as materialized (
      select id, case when status = 'waitlisted' then 0 else party end as places from event_rsvps
       where date = ${date} and status in ('held', 'waitlisted', 'offered') for no key update),
    expired as (
      update event_rsvps as r
         set status = 'cancelled', cancelled_by = 'expiry', cancelled_at = now(), held_until = null,
             offered_until = null, version = version + 1
        from open where r.id = open.id returning open.places)
    select coalesce(sum(places), 0)::int from expired`
