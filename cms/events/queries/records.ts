import { z } from 'zod'
import {
  type Database,
  execute,
  findRow,
  findRows,
  hasRow,
  idList,
  jsonRows,
  sql,
} from '../../database/query.ts'
import type { DateChange, NewDate } from '../plan.ts'
import type { OwnValues } from '../rules.ts'
import type { StoredDate } from '../stored-date.ts'
import { dateColumns, dateRow } from './dates.ts'

const count = z.coerce.number().int()

const storedRow = z
  .looseObject({
    original_start: z.string(),
    own: z.record(z.string(), z.unknown()),
    cancelled_at: z.coerce.date().nullable(),
    guests: count,
    has_reservations: z.boolean(),
  })
  .transform(
    (row): StoredDate => ({
      ...dateRow.parse(row),
      original: row.original_start,
      own: row.own as OwnValues,
      cancelledAt: row.cancelled_at,
      guests: row.guests,
      hasReservations: row.has_reservations,
    }),
  )

// `guests` counts people, not parties.
const storedColumns = sql`${dateColumns}, original_start, own, cancelled_at,
  coalesce((select sum(r.party) from event_rsvps as r
             where r.date = d.id and r.status in ('held', 'going', 'waitlisted', 'offered')), 0) as guests,
  exists (select from event_rsvps as r where r.date = d.id) as has_reservations`

/** The dates of a record in their order, locked until the transaction ends. Locks are taken in the order of the ids. */
export const lockDatesOf = async (db: Database, event: number): Promise<StoredDate[]> => {
  await execute(db)`select from event_dates where event = ${event} order by id for no key update`
  // A statement that waits for a lock does not see reservations that were made meanwhile. A second statement sees them.
  return findRows(db, storedRow)`
    select ${storedColumns} from event_dates as d where event = ${event} order by original_start, id`
}

/** The dates of a record in their order. */
export const findDatesOf = (db: Database, event: number): Promise<StoredDate[]> =>
  findRows(db, storedRow)`
    select ${storedColumns} from event_dates as d where event = ${event} order by starts_at, id`

export const findStoredDate = (db: Database, id: number): Promise<StoredDate | null> =>
  findRow(db, storedRow)`select ${storedColumns} from event_dates as d where id = ${id}`

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

const toRow = ({ slug, values }: Pick<NewDate, 'slug' | 'values'>) => ({
  slug,
  original_start: values.original,
  own: values.own,
  status: values.status,
  visibility: values.visibility,
  title: values.title,
  summary: values.summary,
  starts_at: values.startsAt,
  ends_at: values.endsAt,
  doors_at: values.doorsAt,
  day: values.day,
  slot: values.slot,
  areas: values.areas,
  interests: values.interests,
  picture: values.picture,
  capacity: values.capacity,
  max_party: values.maxParty,
  payment: values.payment,
  price: values.priceCents,
  member_price: values.memberPriceCents,
  common_good_percent: values.commonGoodPercent,
})

const writtenColumns = sql.raw(
  `original_start, slug, own, status, visibility, title, summary, starts_at, ends_at, doors_at, day, slot, areas,
   interests, picture, capacity, max_party, payment, price, member_price, common_good_percent`,
)
const writtenTypes = sql.raw(
  `original_start text, slug text, own jsonb, status text, visibility text, title text, summary text,
   starts_at timestamptz, ends_at timestamptz, doors_at timestamptz, day text, slot text, areas text[],
   interests text[], picture int, capacity int, max_party int, payment text, price bigint, member_price bigint,
   common_good_percent int`,
)

export const insertDates = async (
  db: Database,
  event: number,
  dates: readonly NewDate[],
): Promise<number[]> => {
  if (!dates.length) return []
  const rows = await findRows(db, z.object({ id: z.number() }))`
    insert into event_dates (event, cancelled_at, ${writtenColumns})
    select ${event}, case when status = 'cancelled' then now() end, ${writtenColumns} from jsonb_to_recordset(${jsonRows(dates.map(toRow))}) as n (${writtenTypes})
    returning id`
  return rows.map(({ id }) => id)
}

/**
 * Writes changed dates. Two dates may exchange their starts or slugs, so temporary values are written first.
 * `sequence` is increased if calendars have to show the change.
 */
export async function updateDates(db: Database, changes: readonly DateChange[]): Promise<void> {
  if (!changes.length) return
  const rows = changes.map(({ date, slug, values, hasShownChange: isShown }) => ({
    id: date.id,
    is_shown: isShown,
    ...toRow({ slug, values }),
  }))
  const exchanged = changes.filter(
    ({ date, slug, values }) => date.original !== values.original || date.slug !== slug,
  )
  const ids = idList(exchanged.map(({ date }) => date.id))
  await execute(db)`
    update event_dates set original_start = original_start || ' ' || id, slug = slug || ' ' || id
     where id = any(${ids}::int[])`
  await execute(db)`
    update event_dates as d
       set original_start = n.original_start, slug = n.slug, own = n.own, status = n.status,
           visibility = n.visibility, title = n.title, summary = n.summary, starts_at = n.starts_at,
           ends_at = n.ends_at, doors_at = n.doors_at, day = n.day, slot = n.slot, areas = n.areas,
           interests = n.interests, picture = n.picture, capacity = n.capacity, max_party = n.max_party,
           payment = n.payment, price = n.price, member_price = n.member_price,
           common_good_percent = n.common_good_percent, sequence = d.sequence + n.is_shown::int,
           changed_at = case when n.is_shown then now() else d.changed_at end,
           cancelled_at = case when 'cancelled' in (n.status, n.own->>'status') then d.cancelled_at end
      from jsonb_to_recordset(${jsonRows(rows)}) as n (id int, is_shown boolean, ${writtenTypes})
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
       and not exists (select from event_rsvps as r where r.date = d.id)`

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

/** Records with one of these pictures. @param ids see `idList` */
export const findPicturesOfEvents = (db: Database, ids: string) =>
  findRows(db, pictureRow)`
    select picture_id as picture, id, title from events
     where picture_id = any(${ids}::int[]) and deleted_at is null order by id`

/** How many people are going to the coming dates of a record, or wait for places at these dates. */
export const countGuestsToCome = async (db: Database, event: number): Promise<number> => {
  const row = await findRow(db, z.object({ guests: count }))`
    select coalesce(sum(r.party), 0) as guests
      from event_rsvps as r join event_dates as d on d.id = r.date
     where d.event = ${event} and (d.ends_at > now() or d.status = 'postponed')
       and r.status in ('held', 'going', 'waitlisted', 'offered')`
  return row?.guests ?? 0
}

/** Whether anybody ever reserved for a date of a record. */
export const hasReservations = (db: Database, event: number): Promise<boolean> =>
  hasRow(db)`
    select from event_rsvps as r join event_dates as d on d.id = r.date where d.event = ${event}`
