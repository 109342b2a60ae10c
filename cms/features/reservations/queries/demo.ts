import type { z } from 'zod'
import { type Database, execute } from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { reservations } from '../tables.ts'

const invented = rowOf(reservations, {
  only: [
    'kind',
    'subject',
    'name',
    'party',
    'status',
    'priceCents',
    'payment',
    'key',
    'queue',
    'inside',
  ],
})
export type InventedReservation = z.output<typeof invented.schema>

/** Stores reservations of the demo venue's invented guests. The caller has to take their places. */
export const insertInvented = (db: Database, rows: readonly InventedReservation[]) =>
  execute(db)`
    insert into reservations (${invented.names}, confirmed_at, checked_in_at)
    select ${invented.names}, now(), case when status = 'attended' then now() end
      from ${invented.tableOf(rows, 'n')}`
