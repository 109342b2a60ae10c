import { z } from 'zod'
import { column, type Database, execute, findRows, sql } from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import type { ReservationKind } from '../kind.ts'
import { type KindName, namesDays } from '../rules.ts'
import { standingCondition } from './reservations.ts'

type Owner = { id: number; email: string }
type Kind = Pick<ReservationKind, 'name' | 'sql'>

const exported = z.object({
  id: z.number(),
  title: z.string(),
  starts_at: isoTimestamp,
  name: z.string().nullable(),
  email: z.string().nullable(),
  party: z.number(),
  status: z.string(),
  price: z.coerce.number(),
  payment: z.string(),
  created_at: isoTimestamp,
  checked_in_at: isoTimestamp.nullable(),
  cancelled_at: isoTimestamp.nullable(),
  queue_reason: z.string().nullable(),
})

/** Reservations of a member, or of the member's address, oldest first. Prices are in minor units. */
export const exportReservations = (db: Database, { name, sql: { named } }: Kind, owner: Owner) =>
  findRows(db, exported)`
    select r.id, s.title, s.starts_at, r.name, r.email, r.party, r.status, r.price, r.payment, r.created_at,
           r.checked_in_at, r.cancelled_at, r.queue_reason
      from reservations as r join (${named}) as s on s.id = r.subject
     where r.kind = ${name} and (r.member = ${owner.id} or r.email = ${owner.email}) order by r.id`

/** Active reservations of a member, or of the member's address, whose subjects are not over, sorted by subject. */
export const listOpenOf = (
  db: Database,
  { name, sql: { open } }: Kind,
  owner: Owner,
): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select r.id from reservations as r join (${open}) as s on s.id = r.subject
     where r.kind = ${name} and (r.member = ${owner.id} or r.email = ${owner.email})
       and r.status in ('held', 'going', 'waitlisted', 'offered')
     order by r.subject, r.id`

/** Removes a member's data from reservations of a kind. */
export const forgetGuest = (db: Database, kind: KindName, { id, email }: Owner) =>
  execute(db)`
    update reservations set member = null, name = null, email = null, note = null, queue_reason = null,
           key = 'erased:' || id, link_version = link_version + 1
     where kind = ${kind} and (member = ${id} or email = ${email})`

/** Erases names, addresses, notes and reasons of reservations some time after the end of their subjects. */
export const forgetOldGuests = (db: Database, { name, sql: { endedBefore } }: Kind) =>
  execute(db)`
    update reservations set name = null, email = null, note = null, queue_reason = null, key = 'erased:' || id
     where kind = ${name}
       and (name is not null or email is not null or note is not null or queue_reason is not null)
       and subject in (${endedBefore(namesDays)})`

/** Deletes reservations that expired because nobody confirmed them, a day after they expired. */
export const deleteUnconfirmed = (db: Database) =>
  execute(db)`
    delete from reservations
     where status = 'cancelled' and cancelled_by = 'expiry' and confirmed_at is null
       and cancelled_at < now() - interval '1 day'`

/**
 * Changes the address of a member's reservations. A reservation keeps the earlier address if the new address already
 * has a reservation for the same subject.
 */
export const changeEmail = (
  db: Database,
  { name, sql: { lockAll } }: Kind,
  { member, from, to }: { member: number; from: string; to: string },
): Promise<number> =>
  execute(db)`
    with locked as materialized (${lockAll(
      sql`select subject from reservations where kind = ${name} and member = ${member} and email = ${from}`,
    )})
    update reservations as r set email = ${to}
      from locked
     where r.kind = ${name} and r.subject = locked.id and r.member = ${member} and r.email = ${from}
       and not exists (select from reservations as other
                        where other.kind = ${name} and other.subject = r.subject and other.email = ${to}
                          and other.${standingCondition})`
