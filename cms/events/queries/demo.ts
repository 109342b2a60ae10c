import { type Database, execute, jsonRows } from '../../database/query.ts'

export type DemoReservation = {
  date: number
  name: string
  party: number
  status: 'going' | 'waitlisted' | 'attended'
  price: number
  payment: 'free' | 'door'
  key: string
  queue: number | null
  inside: number
}

/** Stores reservations of the demo venue's invented guests, and updates `taken` of their dates. */
export async function insertReservations(
  db: Database,
  reservations: readonly DemoReservation[],
): Promise<void> {
  await execute(db)`
    insert into event_rsvps (date, name, party, status, price, payment, key, queue, inside, confirmed_at,
                             checked_in_at)
    select date, name, party, status, price, payment, key, queue, inside, now(),
           case when status = 'attended' then now() end
      from jsonb_to_recordset(${jsonRows(reservations)})
        as n (date int, name text, party int, status text, price bigint, payment text, key text,
              queue double precision, inside int)`
  await execute(db)`
    update event_dates as d set taken = r.taken
      from (select date, sum(party) as taken from event_rsvps
             where status in ('going', 'attended') group by date) as r
     where r.date = d.id`
}
