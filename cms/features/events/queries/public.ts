import { z } from 'zod'
import {
  column,
  type Database,
  findReadablePage,
  findReadableRows,
  findRow,
  findRows,
  type PageRow,
  type SQL,
  sql,
  textList,
} from '../../../platform/database/query.ts'
import type { EventDate } from '../rules.ts'
import { dateRow } from './dates.ts'

/** The condition of dates that lists show to everybody. All statements for visitors use it, except `findPageDate`. */
const listed = sql.raw(`visibility <> 'secret' and status <> 'draft'`)
/**
 * Lists of current dates read only dates that started within this time, so that an index range suffices. No event lasts
 * as long.
 */
const maxDuration = sql.raw(`interval '40 days'`)

export type DateFilters = { area: string | null; slot: string | null; interest: string | null }

const matching = ({ area, slot, interest }: DateFilters): SQL =>
  sql.join(
    [
      sql`true`,
      ...(area ? [sql`${area} = any(areas)`] : []),
      ...(slot ? [sql`slot = ${slot}`] : []),
      ...(interest ? [sql`${interest} = any(interests)`] : []),
    ],
    sql` and `,
  )

const placeByDay = z.object({ day: z.string() }).transform(({ day }) => day)

/** Dates that end after a moment, in the order of their starts, each with its day. */
export const listFrom = (
  db: Database,
  filters: DateFilters & { endsAfter: Date; limit: number },
): Promise<PageRow<string, EventDate>[]> =>
  findReadablePage(db, dateRow.schema, placeByDay, 'dates of events')`
    select ${dateRow.columns} from event_dates
     where ${listed} and ends_at > ${filters.endsAfter.toISOString()}
       and starts_at > ${filters.endsAfter.toISOString()}::timestamptz - ${maxDuration}
       and ${matching(filters)}
     order by starts_at, id limit ${filters.limit}`

const ofDay = dateRow.schema.extend({ onDay: z.coerce.number() })

/** A date, with the number of dates of its day. */
export type DateOfDay = z.output<typeof ofDay>

/**
 * The first dates of each day of a range.
 * @param filters.from the first day, `YYYY-MM-DD`
 * @param filters.until the day after the last day
 */
export const listByDay = (
  db: Database,
  filters: DateFilters & { from: string; until: string; perDay: number },
): Promise<DateOfDay[]> =>
  findReadableRows(db, ofDay, 'dates of events')`
    select * from (
      select ${dateRow.columns}, count(*) over (partition by day) as "onDay",
             row_number() over (partition by day order by starts_at, id) as place
        from event_dates
       where ${listed} and day >= ${filters.from} and day < ${filters.until}
         and starts_at >= ${filters.from}::timestamptz - interval '1 day'
         and starts_at < ${filters.until}::timestamptz + interval '1 day'
         and ${matching(filters)}) as of_days
     where place <= ${filters.perDay}
     order by "startsAt", id`

const bounds = z.object({ first: z.string().nullable(), last: z.string().nullable() })

/** The days of the first and the last date that everybody may see. */
export const findBounds = async (db: Database): Promise<z.output<typeof bounds>> =>
  (await findRow(db, bounds)`
    select (select day from event_dates where ${listed} order by starts_at limit 1) as first,
           (select day from event_dates where ${listed} order by starts_at desc limit 1) as last`) ?? {
    first: null,
    last: null,
  }

const ofPage = dateRow.schema.extend({
  body: z.string(),
  organiser: z.string(),
  isSeries: z.boolean(),
})

/** A date with the values that only its page shows. */
export type PageDate = z.output<typeof ofPage>

/** The date whose page has this slug. Drafts have no page; secret dates have one. */
export const findPageDate = (db: Database, slug: string): Promise<PageDate | null> =>
  findRow(db, ofPage)`
    select ${dateRow.columns}, coalesce(own->>'body', record.body, '') as body,
           coalesce(record.organiser_name, '') as organiser, coalesce(record.rule is not null, false) as "isSeries"
      from event_dates
      left join lateral (
        select body, organiser_name, rule from events where events.id = event_dates.event
      ) as record on true
     where slug = ${slug} and status <> 'draft'`

const otherDate = dateRow.schema.extend({ isSame: z.boolean() })

/** A date to which the page of another date links. `isSame`: both dates belong to the same event. */
export type OtherDate = z.output<typeof otherDate>

/** The next dates of the same event, then of other events in the next weeks. Events in the same areas come first. */
export const listOthers = (
  db: Database,
  { id, event, areas }: Pick<EventDate, 'id' | 'event' | 'areas'>,
  now: Date,
): Promise<OtherDate[]> => {
  const next = sql`${listed} and status = 'published' and starts_at > ${now.toISOString()} and id <> ${id}`
  return findReadableRows(db, otherDate, 'dates of events')`
    (select ${dateRow.columns}, true as "isSame" from event_dates
      where event = ${event} and ${next} order by starts_at, id limit 6)
    union all
    (select ${dateRow.columns}, false from (
       select distinct on (event) *, areas && array${textList(areas)} as is_near from event_dates
        where event <> ${event} and ${next} and starts_at < ${now.toISOString()}::timestamptz + ${maxDuration}
        order by event, starts_at) as others
      order by is_near desc, starts_at, id limit 3)`
}

/** The next dates in each area. */
export const listUpcoming = (
  db: Database,
  { areas, now, perArea }: { areas: readonly string[]; now: Date; perArea: number },
): Promise<EventDate[]> =>
  findReadableRows(db, dateRow.schema, 'dates of events')`
    select distinct on (starts_at, id) ${dateRow.columns}
      from ${textList(areas)} as list (wanted)
     cross join lateral (
       select * from event_dates
        where ${listed} and status = 'published' and ends_at > ${now.toISOString()}
          and starts_at > ${now.toISOString()}::timestamptz - ${maxDuration} and wanted = any(areas)
        order by starts_at, id limit ${perArea}) as next
     order by starts_at, id`

const regularDate = dateRow.schema.extend({ times: z.coerce.number() })

/** The next date of a series on a day of the week. `times`: how often the series takes place on this day and time. */
export type RegularDate = z.output<typeof regularDate>

/**
 * The next dates of series: one for each series, day of the week and time.
 * @param range.from the first day, `YYYY-MM-DD`
 * @param range.until the day after the last day
 */
export const listRegularDates = (
  db: Database,
  {
    from,
    until,
    timeZone,
    limit,
  }: { from: string; until: string; timeZone: string; limit: number },
): Promise<RegularDate[]> =>
  findReadableRows(db, regularDate, 'dates of events')`
    select * from (
      select ${dateRow.columns}, count(*) over repeated as times,
             row_number() over (repeated order by starts_at, id) as place
        from event_dates
       where ${listed} and status = 'published' and day >= ${from} and day < ${until}
         and ends_at > now() and starts_at >= ${from}::timestamptz - interval '1 day'
         and starts_at < ${until}::timestamptz + interval '1 day'
         and exists (select from events where events.id = event_dates.event and rule is not null)
      window repeated as (
        partition by event, extract(isodow from day::date), (starts_at at time zone ${timeZone})::time)
    ) as series
     where place = 1
     order by "startsAt", id limit ${limit}`

/** The slugs of dates that are not over, for the site map. */
export const listSlugs = (db: Database, now: Date, limit: number): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select slug from event_dates
     where ${listed} and ends_at > ${now.toISOString()} and status <> 'ended'
     order by starts_at, id limit ${limit}`
