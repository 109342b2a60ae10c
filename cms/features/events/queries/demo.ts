import { type Database, execute } from '../../../platform/database/query.ts'
import {
  type InventedReservation,
  insertInvented,
  reservationsOf,
} from '../../reservations/service.ts'

/** Stores reservations of the demo venue's invented guests, and updates `taken` of their dates. */
export async function insertReservations(
  db: Database,
  reservations: readonly InventedReservation[],
): Promise<void> {
  await insertInvented(db, reservations)
  await execute(db)`
    update event_dates as d set taken = r.taken
      from (select e.subject, sum(e.party) as taken from ${reservationsOf('event')} as e
             where e.status in ('going', 'attended') group by e.subject) as r
     where r.subject = d.id`
}
