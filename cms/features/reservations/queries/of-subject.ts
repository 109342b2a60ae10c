import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  idList,
  jsonRows,
  requireRow,
  sql,
} from '../../../platform/database/query.ts'
import type { PeopleCounts, Reservation } from '../contract.ts'
import type { ChangedBy, KindName, ReservationStatus } from '../rules.ts'
import { reservationRow } from './reservations.ts'

/** A subject, by its kind and its id. */
export type SubjectKey = { kind: KindName; subject: number }

/**
 * Locks the reservations of a locked subject that have one of the statuses. They are sorted by member, so holds are
 * always released in the same order.
 */
export const lockReservations = (
  db: Database,
  { kind, subject }: SubjectKey,
  statuses: readonly ReservationStatus[],
): Promise<Reservation[]> =>
  findRows(db, reservationRow.schema)`
    select ${reservationRow.columns} from reservations
     where kind = ${kind} and subject = ${subject} and status = any(${`{${statuses.join(',')}}`}::text[])
     order by member, id for no key update`

/**
 * Cancels the reservations of a cancelled subject, and sets `inside` to 0. The caller has to free their places.
 * @param refunded the ids of reservations whose payments were reversed
 */
export const cancelAll = (
  db: Database,
  ids: readonly number[],
  { by, refunded }: { by: ChangedBy; refunded: readonly number[] },
): Promise<number> =>
  execute(db)`
    update reservations
       set status = 'cancelled', cancelled_by = ${by}, cancelled_at = now(), hold = null, held_until = null,
           offered_until = null, inside = 0, version = version + 1,
           transfer = case when id = any(${idList(refunded)}::int[]) then null else transfer end
     where id = any(${idList(ids)}::int[])`

/** Marks reservations that are still `going` as no-shows. @returns how many people did not come */
export const markNoShows = (db: Database, { kind, subject }: SubjectKey): Promise<number> =>
  requireRow(db, column(z.number()))`
    with missing as (
      update reservations set status = 'no_show', version = version + 1
       where kind = ${kind} and subject = ${subject} and status = 'going' returning party)
    select coalesce(sum(party), 0)::int from missing`

/** The reservations of a subject, cancelled reservations last. */
export const listReservations = (
  db: Database,
  { kind, subject }: SubjectKey,
): Promise<Reservation[]> =>
  findRows(db, reservationRow.schema)`
    select ${reservationRow.columns} from reservations where kind = ${kind} and subject = ${subject}
     order by status = 'cancelled', queue nulls first, lower(name), id`

/** The same for several subjects. @param member whose; by default everybody's */
export const listReservationsOf = async (
  db: Database,
  {
    kind,
    subjects,
    member,
  }: { kind: KindName; subjects: readonly number[]; member?: number | undefined },
): Promise<Reservation[]> =>
  subjects.length
    ? findRows(db, reservationRow.schema)`
        select ${reservationRow.columns} from reservations
         where kind = ${kind} and subject = any(${idList(subjects)}::int[])
           ${member === undefined ? sql`` : sql`and member = ${member}`}
         order by subject, status = 'cancelled', queue nulls first, lower(name), id`
    : []

const countsRow = z.object({
  going: z.number(),
  waiting: z.number(),
  offered: z.number(),
  held: z.number(),
  inside: z.number(),
})

export const countPeople = (db: Database, { kind, subject }: SubjectKey): Promise<PeopleCounts> =>
  requireRow(db, countsRow)`
    select coalesce(sum(party) filter (where status in ('going', 'attended')), 0)::int as going,
           coalesce(sum(party) filter (where status = 'waitlisted' and confirmed_at is not null), 0)::int as waiting,
           coalesce(sum(party) filter (where status = 'offered'), 0)::int as offered,
           coalesce(sum(party) filter (where status = 'held'), 0)::int as held,
           coalesce(sum(inside), 0)::int as inside
      from reservations where kind = ${kind} and subject = ${subject}`

/**
 * Cancels the waiting, offered and unconfirmed reservations of a locked subject that is over.
 * @returns how many places they had
 */
export const expireAllOf = (db: Database, { kind, subject }: SubjectKey): Promise<number> =>
  requireRow(db, column(z.number()))`
    with open as materialized (
      select id, case when status = 'waitlisted' then 0 else party end as places from reservations
       where kind = ${kind} and subject = ${subject} and status in ('held', 'waitlisted', 'offered') for no key update),
    expired as (
      update reservations as r
         set status = 'cancelled', cancelled_by = 'expiry', cancelled_at = now(), held_until = null,
             offered_until = null, version = version + 1
        from open where r.id = open.id returning open.places)
    select coalesce(sum(places), 0)::int from expired`

/** How many of these members reserved something after a moment, within some days. */
export const countWhoReserved = (
  db: Database,
  members: readonly { member: number; since: Date }[],
  { days }: { days: number },
): Promise<number> =>
  requireRow(db, column(z.number()))`
    select count(distinct r.member)::int from reservations as r
      join jsonb_to_recordset(${jsonRows(members)}) as m (member int, since timestamptz) on m.member = r.member
     where r.confirmed_at > m.since and r.confirmed_at < m.since + ${days}::int * interval '1 day'`
