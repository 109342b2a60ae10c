import { z } from 'zod'
import {
  column,
  type Database,
  findRow,
  type SQL,
  sql,
  withPreparation,
} from '../../../platform/database/query.ts'
import { insertion } from '../../../platform/database/row.ts'
import type { QueuePosition, Reservation } from '../contract.ts'
import { isUnpaid, type ReservationStatus } from '../rules.ts'
import { reservations } from '../tables.ts'
import type { SubjectKey } from './of-subject.ts'
import { reservationRow } from './reservations.ts'

/** A reservation that is about to be made. */
export type NewReservation = Pick<
  Reservation,
  | 'kind'
  | 'subject'
  | 'member'
  | 'name'
  | 'email'
  | 'party'
  | 'priceCents'
  | 'payment'
  | 'key'
  | 'note'
> & {
  isConfirmed: boolean
  /** Whether it is held although it is confirmed and paid for, see `ReservationKind`. */
  isHeldFirst?: boolean
  /** How long an unconfirmed or unpaid reservation is kept, in minutes. */
  keptMinutes: number
}

/** The values of a new reservation. An unconfirmed or held one has `heldUntil`. */
const newRow = (
  { isConfirmed, isHeldFirst: _, keptMinutes, ...values }: NewReservation,
  others: { status: ReservationStatus; queue: SQL | null; subject?: SQL },
) =>
  insertion(reservations, {
    ...values,
    ...others,
    confirmedAt: sql`case when ${isConfirmed}::boolean then now() end`,
    heldUntil: sql`case when ${!isConfirmed || others.status === 'held'}::boolean then now() + ${keptMinutes}::int * interval '1 minute' end`,
  })

const placed = z
  .looseObject({ placedTaken: z.number().nullable(), id: z.number().nullable() })
  .transform(({ placedTaken, ...row }) => ({
    taken: placedTaken,
    reservation: row.id === null ? null : (reservationRow.schema.parse(row) as Reservation),
  }))

/**
 * Takes places and inserts the reservation for these places, in one statement. The subject stays locked until the
 * transaction ends, so other transactions wait.
 * @param takePlaces the kind's statement, see `ReservationKind`
 * @returns `taken`: how many places of the subject are taken now; null if too few are free, or if the subject changed.
 *   `reservation`: null if the person or the key already has a reservation; the caller then has to give the places back
 */
export const insertPlaced = async (
  db: Database,
  reservation: NewReservation,
  takePlaces: SQL,
): Promise<z.output<typeof placed>> => {
  const { isConfirmed, isHeldFirst } = reservation
  const isHeld = !isConfirmed || isHeldFirst || isUnpaid({ ...reservation, transfer: null })
  const row = newRow(reservation, {
    ...{ status: isHeld ? 'held' : 'going', queue: null },
    subject: sql`one.subject`,
  })
  const found = await findRow(withPreparation(db), placed)`
    with place as (${takePlaces}),
    one as (select taken, subject from place limit 1),
    added as (
      insert into reservations (${row.names})
      select ${row.values} from one
      on conflict do nothing
      returning ${reservationRow.columns})
    select one.taken as "placedTaken", added.* from one left join added on true`
  return found ?? { taken: null, reservation: null }
}

const waiting = reservationRow.schema
  .extend({ parties: z.number(), people: z.number() })
  .transform(({ parties, people, ...reservation }) => ({
    reservation,
    queue: { position: parties + 1, people } satisfies QueuePosition,
  }))

/**
 * Inserts a reservation at the end of the waitlist of a locked subject.
 * @returns the reservation, and its position behind the confirmed parties; null if the person or the key already has a
 *   reservation
 */
export const insertWaiting = (db: Database, reservation: NewReservation) => {
  const row = newRow(reservation, { status: 'waitlisted', queue: sql`next` })
  const { kind, subject } = reservation
  return findRow(withPreparation(db), waiting)`
    with waiting as (
      select coalesce(max(queue), 0) + 1 as next, count(*) filter (where confirmed_at is not null)::int as parties,
             coalesce(sum(party) filter (where confirmed_at is not null), 0)::int as people
        from reservations where kind = ${kind} and subject = ${subject} and status = 'waitlisted'),
    added as (
      insert into reservations (${row.names})
      select ${row.values} from waiting
      on conflict do nothing
      returning ${reservationRow.columns})
    select parties, people, added.* from waiting, added`
}

/** The `queue` value for the end of the waitlist of a locked subject. */
export const nextQueue = async (db: Database, { kind, subject }: SubjectKey): Promise<number> =>
  (await findRow(db, column(z.number()))`
    select coalesce(max(queue), 0) + 1 from reservations
     where kind = ${kind} and subject = ${subject} and status = 'waitlisted'`) ?? 1
