import { z } from 'zod'
import { column, type Database, findRows } from '../../../platform/database/query.ts'
import { reservationsOf } from '../../reservations/service.ts'

/** Reservations of parties that wait for a table in the coming days, in the order in which they came; at most 200. */
export const listWaitingForTables = (db: Database): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select r.id from ${reservationsOf('table')} as r join bookings as b on b.id = r.subject
     where r.status = 'waitlisted' and r.confirmed_at is not null and b.starts_at > now()
       and b.quoted_for is null
     order by b.day, r.created_at, r.id limit 200`
