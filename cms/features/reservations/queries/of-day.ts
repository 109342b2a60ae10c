import { z } from 'zod'
import { type Database, findReadableRows } from '../../../platform/database/query.ts'
import type { ReservationKind } from '../kind.ts'
import { reservationRow } from './reservations.ts'

const ofDay = reservationRow.schema
  .extend({ title: z.string(), startsAt: z.coerce.date() })
  .transform(({ title, startsAt, ...reservation }) => ({ title, startsAt, reservation }))
export type ReservationOfDay = z.output<typeof ofDay>

/** More than a venue has in a day. */
const most = 2000

/** The reservations of a kind whose subjects start between two moments, by subject; cancelled ones last. */
export const listOfDay = (
  db: Database,
  { name, sql: { named } }: Pick<ReservationKind, 'name' | 'sql'>,
  { from, until }: { from: Date; until: Date },
): Promise<ReservationOfDay[]> =>
  findReadableRows(db, ofDay, 'reservations')`
    select ${reservationRow.columnsOf('r')}, s.title, s.starts_at as "startsAt"
      from (${named}) as s join reservations as r on r.kind = ${name} and r.subject = s.id
     where s.starts_at >= ${from.toISOString()} and s.starts_at < ${until.toISOString()}
     order by s.starts_at, s.id, r.status = 'cancelled', r.queue nulls first, lower(r.name), r.id limit ${most}`
