import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  jsonRows,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { bookings } from '../tables.ts'

const invented = rowOf(bookings, {
  only: [
    ...(['area', 'day', 'startsAt', 'endsAt', 'party', 'source', 'cancelUntil'] as const),
    ...(['occasion', 'highChair', 'stepFree', 'notes', 'seatedAt', 'finishedAt'] as const),
  ],
})
export type InventedBooking = z.output<typeof invented.schema> & {
  table: number
  /** False: the party did not come, so its table is free. */
  active: boolean
}

/** Stores bookings of the demo venue’s invented guests, each at one table. @returns their ids, in their order */
export async function insertInventedBookings(
  db: Database,
  rows: readonly InventedBooking[],
): Promise<number[]> {
  const ids = await findRows(db, column(z.number()))`
    insert into bookings (${invented.names})
    select ${invented.names} from ${invented.tableOf(rows, 'n')} returning id`
  const places = rows.map(({ table, active }, index) => ({ booking: ids[index], table, active }))
  await execute(db)`
    insert into booking_tables (booking, table_id, during, arrivals, active)
    select b.id, p."table", tstzrange(b.starts_at, b.ends_at), b.party, p.active
      from jsonb_to_recordset(${jsonRows(places)}) as p (booking int, "table" int, active boolean)
      join bookings as b on b.id = p.booking`
  return ids
}
