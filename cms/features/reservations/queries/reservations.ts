import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  idList,
  requireRow,
  type SQL,
  sql,
  withPreparation,
} from '../../../platform/database/query.ts'
import { assignments, rowOf } from '../../../platform/database/row.ts'
import { emailOfMember } from '../../members/service.ts'
import type { Reservation } from '../contract.ts'
import type { AgreedTerms, ReservationKind } from '../kind.ts'
import type { ChangedBy, KindName } from '../rules.ts'
import { reservations } from '../tables.ts'

export const reservationRow = rowOf(reservations)

/** SQL: a reservation with one of these statuses excludes another reservation of the same person for the subject. */
export const standingCondition = sql.raw(
  `status in ('held', 'going', 'waitlisted', 'offered', 'attended', 'no_show')`,
)

/**
 * The reservations of a kind, as a table that statements of the kind's feature join with its subjects:
 * ``from ${reservationsOf('event')} as r join event_dates as d on d.id = r.subject``. It is only read.
 */
export const reservationsOf = (kind: KindName): SQL =>
  sql`(select * from reservations where kind = ${sql.raw(`'${kind}'`)})`

/** A condition: the subject has reservations that were not confirmed, paid or accepted in time. */
export const dueCondition = (kind: KindName, subject: number | SQL): SQL => sql`(
  exists (select from reservations
           where kind = ${kind} and subject = ${subject} and status = 'held' and held_until <= now())
  or exists (select from reservations
              where kind = ${kind} and subject = ${subject} and status = 'offered' and offered_until <= now()))`

export const findReservation = (
  db: Database,
  kind: KindName,
  id: number,
): Promise<Reservation | null> =>
  findRow(db, reservationRow.schema)`
    select ${reservationRow.columns} from reservations where id = ${id} and kind = ${kind}`

/** A reservation of any kind. */
export const findAnyReservation = (db: Database, id: number): Promise<Reservation | null> =>
  findRow(
    db,
    reservationRow.schema,
  )`select ${reservationRow.columns} from reservations where id = ${id}`

/** Finds a reservation and locks it until the transaction ends. Lock its subject first. */
export const lockReservation = (db: Database, id: number): Promise<Reservation | null> =>
  findRow(db, reservationRow.schema)`
    select ${reservationRow.columns} from reservations where id = ${id} for no key update`

export const findReservations = (
  db: Database,
  kind: KindName,
  ids: readonly number[],
): Promise<Reservation[]> =>
  findRows(db, reservationRow.schema)`
    select ${reservationRow.columns} from reservations
     where id = any(${idList(ids)}::int[]) and kind = ${kind} order by subject, id`

export const findSubjectOf = (db: Database, kind: KindName, id: number): Promise<number | null> =>
  findRow(
    db,
    column(z.number()),
  )`select subject from reservations where id = ${id} and kind = ${kind}`

/** A person who may already have a reservation. `member` is null for somebody without an account. */
export type Person = { member: number | null; email: string | null }

const knownRow = z.object({ byKey: z.number().nullable(), byPerson: z.number().nullable() })

/** For a subject: the reservation that a request with this key made, and the reservation that this person has. */
export const findExistingIds = (
  db: Database,
  { kind, subject, key, member, email }: Person & { kind: KindName; subject: number; key: string },
) =>
  requireRow(withPreparation(db), knownRow)`
    select (select id from reservations where kind = ${kind} and subject = ${subject} and key = ${key}) as "byKey",
           coalesce(
             (select id from reservations
               where kind = ${kind} and subject = ${subject} and member = ${member} and ${standingCondition}),
             (select id from reservations
               where kind = ${kind} and subject = ${subject} and email = ${email} and ${standingCondition})) as "byPerson"`

/** The values that a change sets. */
export type ReservationChange = Partial<
  Omit<Reservation, 'id' | 'kind' | 'subject' | 'createdAt' | 'version'>
> & {
  /** Confirms the address, unless it is already confirmed. */
  confirms?: boolean
}

/** The values of a cancelled reservation. */
export const cancelledBy = (by: ChangedBy) =>
  ({ status: 'cancelled', cancelledBy: by, cancelledAt: new Date() }) as const

/** Changes a locked reservation, and increases its version. */
export const updateReservation = (
  db: Database,
  id: number,
  { confirms = false, ...values }: ReservationChange,
): Promise<Reservation> =>
  requireRow(db, reservationRow.schema)`
    update reservations set ${assignments(reservations, {
      ...values,
      ...(confirms && { confirmedAt: sql`coalesce(confirmed_at, now())` }),
      version: sql`version + 1`,
    })}
     where id = ${id} returning ${reservationRow.columns}`

/** Stores by which rule the price of a locked reservation is given back. Forms that show the reservation stay valid. */
export const saveAgreed = (
  db: Database,
  id: number,
  { refundUntil, startsAt: agreedStart }: AgreedTerms,
) =>
  execute(db)`
    update reservations set ${assignments(reservations, { refundUntil, agreedStart })} where id = ${id}`

/** Stores a note about a guest. @returns false if the reservation was changed since `version` */
export const saveNote = async (
  db: Database,
  { reservation, note, version }: { reservation: number; note: string | null; version: number },
): Promise<boolean> =>
  (await execute(db)`
    update reservations set note = ${note}, version = version + 1
     where id = ${reservation} and version = ${version}`) > 0

/**
 * SQL condition: a reservation is a member's, or a guest with the member's address made it and confirmed the address,
 * or staff wrote it down. Guests of kinds without confirmation may have typed any address, so theirs are left out.
 * @param alias of the table of reservations
 */
export const isOfMember = (
  member: number,
  { confirmation }: Pick<ReservationKind, 'confirmation'>,
  alias: 'r' | 'rsvp' | 'each' = 'r',
): SQL => {
  const column = (name: string) => sql.raw(`${alias}.${name}`)
  if (confirmation === 'none') return sql`${column('member')} = ${member}`
  return sql`(${column('member')} = ${member} or ${column('member')} is null
    and ${column('confirmed_at')} is not null and ${column('email')} = ${emailOfMember(sql`${member}::int`)})`
}

/**
 * A member’s active reservations of a kind, also those made as a guest, whose subjects are not over, sorted by start.
 * @param subject by default, the reservations of all subjects are listed
 */
export const listUpcomingOf = (
  db: Database,
  { name, confirmation, sql: { open } }: Pick<ReservationKind, 'name' | 'confirmation' | 'sql'>,
  member: number,
  subject?: number,
): Promise<Reservation[]> =>
  findRows(db, reservationRow.schema)`
    select ${reservationRow.columnsOf('r')} from reservations as r join (${open}) as s on s.id = r.subject
     where r.kind = ${name} and ${isOfMember(member, { confirmation })} and s.is_shown
       and r.status in ('held', 'going', 'waitlisted', 'offered', 'attended')
       ${subject === undefined ? sql`` : sql`and r.subject = ${subject}`}
     order by s.starts_at, r.id`
