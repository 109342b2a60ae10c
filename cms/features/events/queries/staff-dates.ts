import { z } from 'zod'
import {
  type Database,
  execute,
  findReadableRows,
  idList,
  jsonRows,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import { rowOf } from '../../../platform/database/row.ts'
import { toldOfCancellation, toldStatuses } from '../../reservations/rules.ts'
import { reservationsOf } from '../../reservations/service.ts'
import type { VenueArea } from '../../venue/rules.ts'
import { eventDates } from '../tables.ts'
import { countMails } from './records.ts'

const count = z.coerce.number().int()

const overlap = rowOf(eventDates, {
  only: ['id', 'event', 'title', 'status', 'startsAt', 'endsAt', 'areas'],
})
const overlapRow = overlap.schema.extend({ wanted: z.coerce.date() })
export type OverlapRow = z.output<typeof overlapRow>

/** Dates of other events in one of the areas that overlap an entry of `times`. `wanted`: the start of the entry. */
export const findOverlaps = (
  db: Database,
  {
    event,
    areas,
    times,
    onlyPublished = false,
    limit,
  }: {
    event: number
    areas: readonly VenueArea[]
    times: readonly { startsAt: Date; endsAt: Date }[]
    onlyPublished?: boolean
    limit: number
  },
): Promise<OverlapRow[]> =>
  findReadableRows(db, overlapRow, 'dates of events')`
    select ${overlap.columnsOf('d')}, w."startsAt" as wanted
      from jsonb_to_recordset(${jsonRows(times)}) as w ("startsAt" timestamptz, "endsAt" timestamptz)
      join event_dates as d on d.starts_at < w."endsAt" and d.ends_at > w."startsAt"
     where d.event <> ${event} and d.status in ('draft', 'published', 'ended')
       and (d.status = 'published' or not ${onlyPublished}::boolean)
       and d.areas && array${textList(areas)}
     order by w."startsAt", d.starts_at, d.id limit ${limit}`

const listed = rowOf(eventDates, {
  only: [
    'id',
    'event',
    'title',
    'status',
    'visibility',
    'startsAt',
    'endsAt',
    'day',
    'areas',
    'capacity',
  ],
})
const staffDate = listed.schema.extend({
  isSeries: z.boolean(),
  isChanged: z.boolean(),
  going: count,
  waiting: count,
  mails: count,
  cancelMails: count,
})
export type StaffDate = z.output<typeof staffDate>

const staffColumns = sql`${listed.columnsOf('d')}, coalesce(e.rule is not null, false) as "isSeries",
  d.own <> '{}'::jsonb as "isChanged", coalesce(r.going, 0) as going, coalesce(r.waiting, 0) as waiting, r.mails,
  r.cancel_mails as "cancelMails"`
const staffTables = sql`event_dates as d left join events as e on e.id = d.event
  left join lateral (
    select sum(party) filter (where status in ('held', 'going', 'offered', 'attended')) as going,
           sum(party) filter (where status = 'waitlisted') as waiting,
           ${countMails(toldStatuses)} as mails, ${countMails(toldOfCancellation)} as cancel_mails
      from ${reservationsOf('event')} as r where r.subject = d.id
  ) as r on true`

/** All dates between two days as staff see them, including drafts. */
export const findStaffDates = (
  db: Database,
  { from, until, area, status }: { from: string; until: string; area?: string; status?: string },
): Promise<StaffDate[]> =>
  findReadableRows(db, staffDate, 'dates of events')`
    select ${staffColumns} from ${staffTables}
     where d.day between ${from} and ${until}
       and (${area ?? null}::text is null or ${area ?? null} = any(d.areas))
       and (${status ?? null}::text is null or d.status = ${status ?? null})
     order by d.starts_at, d.id`

/** The dates of one record for staff, in their order. */
export const findStaffDatesOf = (db: Database, event: number): Promise<StaffDate[]> =>
  findReadableRows(db, staffDate, 'dates of events')`
    select ${staffColumns} from ${staffTables} where d.event = ${event} order by d.starts_at, d.id`

const nextDate = staffDate.extend({ isOver: z.boolean() })

/** The next date of each event, by its id; the last one if no date is to come. Cancelled dates come after all others. */
export async function findNextDatesOf(
  db: Database,
  events: readonly number[],
): Promise<Map<number, z.output<typeof nextDate>>> {
  const rows = await findReadableRows(db, nextDate, 'dates of events')`
    select distinct on (d.event) ${staffColumns}, d.ends_at <= now() as "isOver" from ${staffTables}
     where d.event = any(${idList(events)}::int[])
     order by d.event, d.status = 'cancelled', d.ends_at <= now(),
              case when d.ends_at > now() then d.starts_at end, d.starts_at desc`
  return new Map(rows.map((row) => [row.event, row]))
}

/**
 * Stores the start of each event's next date, by which staff sort the list of events. Time passes, so a job repeats it.
 * @param event only this one
 */
export const refreshNextStarts = (db: Database, event: number | null = null): Promise<number> =>
  execute(db)`
    update events as e set next_start = n.next
      from (select v.id, (select min(d.starts_at) from event_dates as d
                           where d.event = v.id and d.ends_at > now() and d.status <> 'cancelled') as next
              from events as v where ${event}::int is null or v.id = ${event}::int) as n
     where e.id = n.id and e.next_start is distinct from n.next`
