import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  idList,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import {
  type ReservationStatus,
  toldOfCancellation,
  toldStatuses,
} from '../../reservations/rules.ts'
import { reservationsOf } from '../../reservations/service.ts'
import type { DateChange, NewDate } from '../series/plan.ts'
import type { StoredDate } from '../series/stored-date.ts'
import { eventDates } from '../tables.ts'

const count = z.coerce.number().int()

const stored = rowOf(eventDates)
const storedSchema = stored.schema.extend({
  guests: count,
  mails: count,
  cancelMails: count,
  hasReservations: z.boolean(),
})

/** How many of the reservations in `r` get a mail: those with a confirmed address, in one of these statuses. */
export const countMails = (statuses: readonly ReservationStatus[]): SQL => sql`
  count(*) filter (where r.confirmed_at is not null and r.email is not null
                     and r.status in (${sql.raw(statuses.map((each) => `'${each}'`).join(', '))}))`

// `guests` counts people, not parties.
const storedColumns = sql`${stored.columns},
  coalesce((select sum(r.party) from ${reservationsOf('event')} as r
             where r.subject = d.id and r.status in ('held', 'going', 'waitlisted', 'offered')), 0) as guests,
  (select ${countMails(toldStatuses)} from ${reservationsOf('event')} as r where r.subject = d.id) as mails,
  (select ${countMails(toldOfCancellation)} from ${reservationsOf('event')} as r where r.subject = d.id) as "cancelMails",
  exists (select from ${reservationsOf('event')} as r where r.subject = d.id) as "hasReservations"`

/** The dates of a record in their order, locked until the transaction ends. Locks are taken in the order of the ids. */
export const lockDatesOf = async (db: Database, event: number): Promise<StoredDate[]> => {
  await execute(db)`select from event_dates where event = ${event} order by id for no key update`
  // A statement that waits for a lock does not see reservations that were made meanwhile. A second statement sees them.
  return findRows(db, storedSchema)`
    select ${storedColumns} from event_dates as d where event = ${event} order by original_start, id`
}

/** The dates of a record in their order. */
export const findDatesOf = (db: Database, event: number): Promise<StoredDate[]> =>
  findRows(db, storedSchema)`
    select ${storedColumns} from event_dates as d where event = ${event} order by starts_at, id`

/** All dates of all records. */
export const findAllDates = (db: Database): Promise<StoredDate[]> =>
  findRows(db, storedSchema)`select ${storedColumns} from event_dates as d order by id`

/** All dates of all records, locked until the transaction ends. */
export const lockAllDates = async (db: Database): Promise<StoredDate[]> => {
  await execute(db)`select from event_dates order by id for no key update`
  return findAllDates(db)
}

export const findStoredDate = (db: Database, id: number): Promise<StoredDate | null> =>
  findRow(db, storedSchema)`select ${storedColumns} from event_dates as d where id = ${id}`

/** The slugs of other events' dates that begin with `slug`. They may end with a day or a number. */
export const findSlugsLike = async (
  db: Database,
  slug: string,
  event: number,
): Promise<Set<string>> => {
  const rows = await findRows(db, z.object({ slug: z.string() }))`
    select slug from event_dates where starts_with(slug, ${slug}) and event <> ${event}`
  return new Set(rows.map((row) => row.slug))
}

/** Whether another record or a date of another record has this slug. Records in the trash count too. */
export const isSlugTaken = (db: Database, slug: string, event: number): Promise<boolean> =>
  hasRow(db)`
    select from events where slug = ${slug} and id <> ${event}
    union all
    select from event_dates where slug = ${slug} and event <> ${event}`

/** Locks the row of a record until the transaction ends. @returns false if it does not exist or is in the trash */
export const lockRecord = (db: Database, id: number): Promise<boolean> =>
  hasRow(db)`select from events where id = ${id} and deleted_at is null for no key update`

/** What a record gives to its dates. */
const written = rowOf(eventDates, {
  without: ['id', 'event', 'taken', 'sequence', 'changedAt', 'cancelledAt'],
})
const changed = rowOf(eventDates, {
  without: ['event', 'taken', 'sequence', 'changedAt', 'cancelledAt'],
})

export const insertDates = async (
  db: Database,
  event: number,
  dates: readonly NewDate[],
): Promise<number[]> => {
  if (!dates.length) return []
  const rows = dates.map(({ slug, values }) => ({ slug, ...values }))
  return findRows(db, column(z.number()))`
    insert into event_dates (event, cancelled_at, ${written.names})
    select ${event}, case when status = 'cancelled' then now() end, ${written.names}
      from ${written.tableOf(rows, 'n')}
    returning id`
}

/**
 * Writes changed dates. Two dates may exchange their starts or slugs, so temporary values are written first.
 * `sequence` is increased if calendars have to show the change.
 */
export async function updateDates(db: Database, changes: readonly DateChange[]): Promise<void> {
  if (!changes.length) return
  const rows = changes.map(({ date: { id }, slug, values }) => ({ id, slug, ...values }))
  const shown = idList(
    changes.flatMap(({ date, hasShownChange }) => (hasShownChange ? date.id : [])),
  )
  const exchanged = idList(
    changes.flatMap(({ date, slug, values }) =>
      date.original !== values.original || date.slug !== slug ? date.id : [],
    ),
  )
  await execute(db)`
    update event_dates set original_start = original_start || ' ' || id, slug = slug || ' ' || id
     where id = any(${exchanged}::int[])`
  await execute(db)`
    update event_dates as d
       set ${written.assignmentsFrom('n')},
           sequence = d.sequence + (d.id = any(${shown}::int[]))::int,
           changed_at = case when d.id = any(${shown}::int[]) then now() else d.changed_at end,
           cancelled_at = case when 'cancelled' in (n.status, n.own->>'status') then d.cancelled_at end
      from ${changed.tableOf(rows, 'n')}
     where d.id = n.id`
}

/** Removes the own values of a date, except the status. The other columns change when the record is saved. */
export const removeOwnValues = (db: Database, id: number): Promise<number> =>
  execute(db)`
    update event_dates set own = jsonb_strip_nulls(jsonb_build_object('status', own->'status')) where id = ${id}`

/** Deletes the dates among `ids` for which nobody ever reserved. */
export const deleteDates = (db: Database, ids: readonly number[]): Promise<number> =>
  execute(db)`
    delete from event_dates as d
     where d.id = any(${idList(ids)}::int[])
       and not exists (select from ${reservationsOf('event')} as r where r.subject = d.id)`

/** Moves dates to the record that continues the series. They keep their ids, slugs and reservations. */
export const giveDatesTo = (db: Database, ids: readonly number[], event: number): Promise<number> =>
  execute(db)`update event_dates set event = ${event} where id = any(${idList(ids)}::int[])`

/** Published records whose dates have all ended or are cancelled. Records without dates are left out. */
export const findFinished = async (db: Database): Promise<number[]> => {
  const rows = await findRows(db, z.object({ id: z.number() }))`
    select id from events as e
     where status = 'published' and deleted_at is null
       and exists (select from event_dates as d where d.event = e.id)
       and not exists (select from event_dates as d
                        where d.event = e.id and d.status not in ('ended', 'cancelled'))
     order by id`
  return rows.map(({ id }) => id)
}

export const endRecord = (db: Database, id: number): Promise<number> =>
  execute(db)`update events set status = 'ended' where id = ${id} and status = 'published'`

/** Series that have not ended and are not cancelled. */
export const findRunningSeries = async (db: Database): Promise<number[]> => {
  const rows = await findRows(db, z.object({ id: z.number() }))`
    select id from events
     where rule is not null and deleted_at is null and status in ('draft', 'published', 'postponed') order by id`
  return rows.map(({ id }) => id)
}

const pictureRow = z.object({ picture: z.number(), id: z.number(), title: z.string() })

/** Records with one of these pictures, or with a date that has one of its own. @param ids see `idList` */
export const findPicturesOfEvents = (db: Database, ids: string) =>
  findRows(db, pictureRow)`
    select picture_id as picture, id, title from events
     where picture_id = any(${ids}::int[]) and deleted_at is null
    union
    select d.picture, e.id, e.title from event_dates as d join events as e on e.id = d.event
     where d.own ? 'picture' and d.picture = any(${ids}::int[]) and e.deleted_at is null
     order by id`

/** How many people are going to the coming dates of a record, or wait for places at these dates. */
export const countGuestsToCome = async (db: Database, event: number): Promise<number> => {
  const row = await findRow(db, z.object({ guests: count }))`
    select coalesce(sum(r.party), 0) as guests
      from ${reservationsOf('event')} as r join event_dates as d on d.id = r.subject
     where d.event = ${event} and (d.ends_at > now() or d.status = 'postponed')
       and r.status in ('held', 'going', 'waitlisted', 'offered')`
  return row?.guests ?? 0
}

/** Whether anybody ever reserved for a date of a record. */
export const hasReservations = (db: Database, event: number): Promise<boolean> =>
  hasRow(db)`
    select from ${reservationsOf('event')} as r join event_dates as d on d.id = r.subject where d.event = ${event}`
