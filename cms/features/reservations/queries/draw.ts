import { type Database, findRows } from '../../../platform/database/query.ts'
import type { Reservation } from '../contract.ts'
import type { Payment } from '../rules.ts'
import type { SubjectKey } from './of-subject.ts'
import { reservationRow } from './reservations.ts'

/** A member whose place in a draw is known. */
type DrawnGuest = {
  member: number
  name: string | null
  email: string
  party: number
  priceCents: number
}

/**
 * Inserts the reservations of members who were drawn: the winners are held, for as long as other reservations of the kind,
 * the others wait in their order, behind who waits already. The caller has locked the subject, and takes the places. Members
 * who have a reservation already are left out.
 * @param draw.payment how a held price is paid until the guest says so
 */
export const insertDrawn = (
  db: Database,
  { kind, subject }: SubjectKey,
  {
    won,
    waiting,
    heldMinutes,
    payment,
  }: {
    won: readonly DrawnGuest[]
    waiting: readonly DrawnGuest[]
    heldMinutes: number
    payment: Payment
  },
): Promise<Reservation[]> => {
  const rows = JSON.stringify([
    ...won.map((each) => ({ ...each, status: 'held' })),
    ...waiting.map((each, index) => ({ ...each, status: 'waitlisted', place: index + 1 })),
  ])
  return findRows(db, reservationRow.schema)`
    with last as (
      select coalesce(max(queue), 0) as queue from reservations
       where kind = ${kind} and subject = ${subject} and status = 'waitlisted')
    insert into reservations (kind, subject, member, name, email, party, status, price, payment, key, queue,
                              confirmed_at, held_until)
    select ${kind}, ${subject}::int, d.member, d.name, d.email, d.party, d.status, d."priceCents",
           case when d."priceCents" = 0 then 'free' else ${payment} end, 'drawn:' || d.member,
           last.queue + d.place, now(),
           case when d.status = 'held' then clock_timestamp() + ${heldMinutes}::int * interval '1 minute' end
      from jsonb_to_recordset(${rows}::jsonb)
             as d (member int, name text, email text, party int, "priceCents" bigint, status text, place int), last
    on conflict do nothing
    returning ${reservationRow.columns}`
}
