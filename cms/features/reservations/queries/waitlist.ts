import { z } from 'zod'
import {
  column,
  type Database,
  findRows,
  idList,
  requireRow,
  withPreparation,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { QueuePosition, Reservation } from '../contract.ts'
import type { ReservationKind } from '../kind.ts'
import { reservationStatuses } from '../rules.ts'
import { reservations } from '../tables.ts'
import type { SubjectKey } from './of-subject.ts'
import { reservationRow } from './reservations.ts'

const waiting = rowOf(reservations, { only: ['id', 'party', 'queue'] })
const waitingSchema = waiting.schema.extend({ queue: z.number() })

/** Confirmed parties that wait for places, in their order. */
export const listWaiting = (db: Database, { kind, subject }: SubjectKey) =>
  findRows(db, waitingSchema)`
    select ${waiting.columns} from reservations
     where kind = ${kind} and subject = ${subject} and status = 'waitlisted' and confirmed_at is not null
     order by queue, id`

/** Sets waiting parties to `offered`. The caller must first take the places for them. */
export const markOffered = (
  db: Database,
  ids: readonly number[],
  until: Date,
): Promise<Reservation[]> =>
  findRows(db, reservationRow.schema)`
    update reservations
       set status = 'offered', offered_until = ${until.toISOString()}::timestamptz, held_until = null,
           version = version + 1
     where id = any(${idList(ids)}::int[]) and status = 'waitlisted' returning ${reservationRow.columns}`

const positionRow = z
  .object({ parties: z.number(), people: z.number() })
  .transform(({ parties, people }): QueuePosition => ({ position: parties + 1, people }))

/** The position of a party on the waitlist. Unconfirmed parties do not count. */
export const findPosition = (
  db: Database,
  { kind, subject, queue }: SubjectKey & { queue: number },
): Promise<QueuePosition> =>
  requireRow(withPreparation(db), positionRow)`
    select count(*)::int as parties, coalesce(sum(party), 0)::int as people from reservations
     where kind = ${kind} and subject = ${subject} and status = 'waitlisted' and confirmed_at is not null
       and queue < ${queue}`

const expired = reservationRow.schema
  .extend({ was: z.enum(reservationStatuses) })
  .transform(({ was, ...reservation }) => ({ was, reservation }))

/**
 * Cancels reservations of a subject that were not confirmed, paid or accepted in time. The caller must lock the subject
 * first, and then give back the places of these reservations.
 * @returns each reservation with its previous status
 */
export const expireDue = (db: Database, { kind, subject }: SubjectKey) =>
  findRows(db, expired)`
    with due as materialized (
      select id, status as was from reservations
       where kind = ${kind} and subject = ${subject}
         and (status = 'held' and held_until <= now()
              or status = 'waitlisted' and confirmed_at is null and held_until <= now()
              or status = 'offered' and offered_until <= now())
       for no key update)
    update reservations as r
       set status = 'cancelled', cancelled_by = 'expiry', cancelled_at = now(), held_until = null,
           offered_until = null, key = 'expired:' || r.id, version = version + 1
      from due where r.id = due.id
    returning due.was, ${reservationRow.columnsOf('r')}`

/** Subjects with expired reservations, or with enough places for a waiting party; at most a hundred. */
export const listSubjectsToOffer = (
  db: Database,
  { name, sql: { free } }: Pick<ReservationKind, 'name' | 'sql'>,
): Promise<number[]> =>
  findRows(db, column(z.number()))`
    (select subject from reservations where kind = ${name} and status = 'held' and held_until <= now())
    union
    (select subject from reservations where kind = ${name} and status = 'offered' and offered_until <= now())
    union
    (select subject from reservations
      where kind = ${name} and status = 'waitlisted' and confirmed_at is null and held_until <= now())
    union
    -- A waiting party fits into the free places, for example after the capacity was raised.
    (select r.subject from reservations as r join (${free}) as s on s.id = r.subject
      where r.kind = ${name} and r.status = 'waitlisted' and r.confirmed_at is not null
        and (s.free is null or r.party <= s.free))
    limit 100`
