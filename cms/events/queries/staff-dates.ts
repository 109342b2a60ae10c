import { z } from 'zod'
import { type Database, findRows, jsonRows, sql, textList } from '../../database/query.ts'
import { type VenueArea, venueAreas } from '../../venue/rules.ts'
import { eventStatuses } from '../rules.ts'

const count = z.coerce.number().int()

const dateRow = z.object({
  id: z.number(),
  event: z.number(),
  title: z.string(),
  status: z.enum(eventStatuses),
  starts_at: z.coerce.date(),
  ends_at: z.coerce.date(),
  areas: z.array(z.enum(venueAreas)),
})

const overlapRow = dateRow.extend({ wanted: z.coerce.date() })
export type OverlapRow = z.output<typeof overlapRow>

/** Dates of other events in one of the areas that overlap an entry of `times`. `wanted`: the start of the entry. */
export const findOverlaps = (
  db: Database,
  {
    event,
    areas,
    times,
    limit,
  }: {
    event: number
    areas: readonly VenueArea[]
    times: readonly { startsAt: Date; endsAt: Date }[]
    limit: number
  },
): Promise<OverlapRow[]> =>
  findRows(db, overlapRow)`
    select d.id, d.event, d.title, d.status, d.starts_at, d.ends_at, d.areas, w."startsAt" as wanted
      from jsonb_to_recordset(${jsonRows(times)}) as w ("startsAt" timestamptz, "endsAt" timestamptz)
      join event_dates as d on d.starts_at < w."endsAt" and d.ends_at > w."startsAt"
     where d.event <> ${event} and d.status in ('draft', 'published', 'ended')
       and d.areas && array${textList(areas)}
     order by w."startsAt", d.starts_at, d.id limit ${limit}`

const staffRow = dateRow.extend({
  visibility: z.string(),
  day: z.string(),
  capacity: z.number().nullable(),
  is_series: z.boolean(),
  is_changed: z.boolean(),
  going: count,
  waiting: count,
})
export type StaffDate = z.output<typeof staffRow>

const staffColumns = sql`d.id, d.event, d.title, d.status, d.visibility, d.starts_at, d.ends_at, d.day, d.areas,
  d.capacity, coalesce(e.rule is not null, false) as is_series, d.own <> '{}'::jsonb as is_changed,
  coalesce(r.going, 0) as going, coalesce(r.waiting, 0) as waiting`
const staffTables = sql`event_dates as d left join events as e on e.id = d.event
  left join lateral (
    select sum(party) filter (where status in ('held', 'going', 'offered', 'attended')) as going,
           sum(party) filter (where status = 'waitlisted') as waiting
      from event_rsvps as each where each.date = d.id
  ) as r on true`

/** All dates between two days as staff see them, including drafts. */
export const findStaffDates = (
  db: Database,
  { from, until, area, status }: { from: string; until: string; area?: string; status?: string },
): Promise<StaffDate[]> =>
  findRows(db, staffRow)`
    select ${staffColumns} from ${staffTables}
     where d.day between ${from} and ${until}
       and (${area ?? null}::text is null or ${area ?? null} = any(d.areas))
       and (${status ?? null}::text is null or d.status = ${status ?? null})
     order by d.starts_at, d.id`

/** The dates of one record for staff, in their order. */
export const findStaffDatesOf = (db: Database, event: number): Promise<StaffDate[]> =>
  findRows(db, staffRow)`
    select ${staffColumns} from ${staffTables} where d.event = ${event} order by d.starts_at, d.id`
