import { z } from 'zod'
import {
  type Database,
  findReadableRows,
  findRow,
  findRows,
  idList,
  type SQL,
  sql,
  withPreparation,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import type { VenueArea } from '../../venue/rules.ts'
import type { EventDate } from '../rules.ts'
import { eventDates } from '../tables.ts'

/** A date as lists, feeds and pages show it. */
export const dateRow = rowOf(eventDates, { without: ['original', 'own', 'cancelledAt'] })

export const findDate = (db: Database, id: number): Promise<EventDate | null> =>
  findRow(db, dateRow.schema)`select ${dateRow.columns} from event_dates where id = ${id}`

const withDue = dateRow.schema
  .extend({ hasDue: z.boolean() })
  .transform(({ hasDue, ...subject }) => ({ subject, hasDue }))

/** A date, and whether a condition is true. */
export const findDateWith = (db: Database, id: number, hasDue: SQL) =>
  findRow(withPreparation(db), withDue)`
    select ${dateRow.columns}, ${hasDue} as "hasDue" from event_dates where id = ${id}`

const selectDates = (ids: readonly number[]) => sql`
  select ${dateRow.columns} from event_dates where id = any(${idList(ids)}::int[]) order by starts_at, id`

/** @throws ZodError if a date is damaged */
export const findDates = (db: Database, ids: readonly number[]): Promise<EventDate[]> =>
  findRows(db, dateRow.schema)`${selectDates(ids)}`

/** Like `findDates`, for lists: damaged dates are left out. */
export const findDatesForList = (db: Database, ids: readonly number[]): Promise<EventDate[]> =>
  findReadableRows(db, dateRow.schema, 'dates of events')`${selectDates(ids)}`

/** Dates that take place between two moments, also secret and cancelled ones, by start. Drafts are left out. */
export const findDatesBetween = (
  db: Database,
  { from, until }: { from: Date; until: Date },
): Promise<EventDate[]> =>
  findReadableRows(db, dateRow.schema, 'dates of events')`
    select ${dateRow.columns} from event_dates
     where status <> 'draft' and starts_at < ${until.toISOString()} and ends_at > ${from.toISOString()}
     order by starts_at, id limit 200`

/** Finds and locks a date. Other transactions that take or free its places wait until this transaction ends. */
export const lockDate = (db: Database, id: number): Promise<EventDate | null> =>
  findRow(withPreparation(db), dateRow.schema)`
    select ${dateRow.columns} from event_dates where id = ${id} for no key update`

/** Which dates a list shows. `endsAfter` is compared with the ends of dates, `startsBefore` with their starts. */
export type DateFilter = {
  endsAfter: Date
  startsBefore?: Date
  area?: VenueArea
  slot?: string
  interest?: string
  limit: number
}

/** Dates that everybody may see, in the order of their starts. Drafts and secret dates are left out. */
export const listDates = (db: Database, filter: DateFilter): Promise<EventDate[]> =>
  findReadableRows(db, dateRow.schema, 'dates of events')`
    select ${dateRow.columns} from event_dates
     where visibility <> 'secret' and status <> 'draft' and ends_at > ${filter.endsAfter.toISOString()}
       and ${and([
         sql`true`,
         filter.startsBefore && sql`starts_at < ${filter.startsBefore.toISOString()}`,
         filter.area && sql`${filter.area} = any(areas)`,
         filter.slot && sql`slot = ${filter.slot}`,
         filter.interest && sql`${filter.interest} = any(interests)`,
       ])}
     order by starts_at, id limit ${filter.limit}`

const and = (conditions: readonly (SQL | undefined | '')[]): SQL =>
  sql.join(
    conditions.flatMap((each) => each || []),
    sql` and `,
  )
