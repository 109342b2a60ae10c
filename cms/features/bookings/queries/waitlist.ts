import { z } from 'zod'
import { column, type Database, findRows, sql } from '../../../platform/database/query.ts'
import { dueCondition, reservationsOf } from '../../reservations/service.ts'
import { bookingRow } from './place.ts'

const waitingParty = bookingRow.schema
  .pick({ area: true, day: true, startsAt: true, party: true, highChair: true, stepFree: true })
  .extend({ reservation: z.number() })
export type WaitingParty = z.output<typeof waitingParty>

/** Parties that wait for a table in the coming days, in the order in which they came. */
export const listWaitingForTables = (db: Database): Promise<WaitingParty[]> =>
  findRows(db, waitingParty)`
    select r.id as reservation, b.area, b.day, b.starts_at as "startsAt", b.party,
           b.high_chair as "highChair", b.step_free as "stepFree"
      from ${reservationsOf('table')} as r join bookings as b on b.id = r.subject
     where r.status = 'waitlisted' and r.confirmed_at is not null and b.starts_at > now()
       and b.quoted_for is null
     order by b.day, r.created_at, r.id`

/** Bookings of a day that were not paid, or whose offer was not accepted, in time. */
export const listDueOn = (db: Database, day: string): Promise<number[]> =>
  findRows(db, column(z.number()))`
    select b.id from bookings as b where b.day = ${day} and ${dueCondition('table', sql`b.id`)} order by b.id`
