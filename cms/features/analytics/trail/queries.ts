import { z } from 'zod'
import {
  type Database,
  execute,
  findRows,
  idList,
  jsonRows,
  type SQL,
  sql,
} from '../../../platform/database/query.ts'
import { isoTimestamp } from '../../../platform/database/row-fields.ts'
import { findSegments, segmentProperties } from '../queries/segments.ts'
import { rawTables } from '../rules.ts'
import { entriesPerVisit } from './rules.ts'

const visitRow = z.object({
  id: z.string(),
  started_at: isoTimestamp,
  browser: z.string(),
  os: z.string(),
  device_type: z.string(),
  country: z.string().nullable(),
  source: z.string().nullable(),
  pages: z.array(
    z.object({
      path: z.string(),
      title: z.string(),
      at: isoTimestamp,
      seconds: z.number(),
      scroll: z.number(),
    }),
  ),
  actions: z.array(
    z.object({
      path: z.string(),
      kind: z.string(),
      text: z.string().nullable(),
      element: z.string().nullable(),
      at: isoTimestamp,
    }),
  ),
})

/**
 * A member's visits with their pages and actions, newest first. People with the same IP address and browser can share a
 * visit, so only rows with the member's id belong to the member. The first of these rows is the beginning of the visit.
 * @param before ISO 8601: only visits that began earlier; null for the newest
 */
export const findVisits = (
  db: Database,
  member: number,
  { before = null, limit }: { before?: string | null; limit: number },
): Promise<z.output<typeof visitRow>[]> =>
  findRows(db, visitRow)`
    select visits.session_id as id, started_at, browser, os, device_type, country, source,
           coalesce((
             select jsonb_agg(to_jsonb(entry) order by entry.at) from (
               select page_path as path, page_title as title, viewed_at as at,
                      time_spent_seconds as seconds, scroll_depth_percent as scroll
                 from page_views as rows
                where ${rowCondition(member)} order by viewed_at limit ${entriesPerVisit}
             ) as entry), '[]'::jsonb) as pages,
           coalesce((
             select jsonb_agg(to_jsonb(entry) order by entry.at) from (
               select page_path as path, interaction_type as kind, element_text as text,
                      coalesce(additional_data ->> 'name', element_id, '→ ' || (additional_data ->> 'to'),
                               element_class) as element, at
                 from user_interactions as rows
                where ${rowCondition(member)} order by at limit ${entriesPerVisit}
             ) as entry), '[]'::jsonb) as actions
      from ${visitsOf(member)} as visits
     where ${before}::timestamptz is null or started_at < ${before}::timestamptz
     order by started_at desc limit ${limit}`

const rowCondition = (member: number): SQL => sql`
  rows.day = visits.day and rows.session_id = visits.session_id and rows.user_id = ${member}`

/**
 * SQL rows: the visits that contain rows of a member, with only the member's data. The browser is the same for
 * everybody who shares a visit. The origin of a visit is the member's only if the member began the visit.
 */
const visitsOf = (member: number): SQL => sql`(
  select s.day, s.session_id, mine.started_at, mine.last_at, s.user_agent, s.device_type, s.browser, s.os,
         s.country, s.bot, s.is_data_center, s.is_automated, mine.views, mine.interactions,
         case when mine.is_first then s.referrer end as referrer,
         case when mine.is_first then s.source end as source,
         case when mine.is_first then s.medium end as medium,
         case when mine.is_first then s.campaign end as campaign
    from (
      select day, session_id, min(at) as started_at, max(at) as last_at,
             count(*) filter (where kind = 'view') as views,
             count(*) filter (where kind = 'interaction') as interactions, bool_or(is_first) as is_first
        from (
          select day, session_id, viewed_at as at, 'view' as kind, is_entry as is_first
            from page_views where user_id = ${member}
          union all
          select day, session_id, at, 'journey', false from user_journeys where user_id = ${member}
          union all
          select day, session_id, at, 'interaction', false from user_interactions where user_id = ${member}
        ) as entries group by day, session_id) as mine
    join user_sessions as s using (day, session_id))`

const exported = z.object({ fields: z.record(z.string(), z.unknown()) })
const columnsOf = {
  user_sessions: sql`
    session_id, started_at, last_at, user_agent, referrer, device_type, browser, os, country, source, medium,
    campaign, views, interactions, bot, is_data_center, is_automated`,
  page_views: sql`
    session_id, page_path, page_title, referrer, viewed_at, time_spent_seconds, scroll_depth_percent,
    is_bounce, is_entry, lcp_ms, inp_ms, fcp_ms, ttfb_ms, cls`,
  user_journeys: sql`session_id, from_page, to_page, transition_type, at`,
  user_interactions: sql`
    session_id, page_path, interaction_type, element_id, element_class, element_text,
    coordinates ->> 'x' as x, coordinates ->> 'y' as y, additional_data::text as additional_data, at`,
}
const timeOf = {
  user_sessions: sql`started_at`,
  page_views: sql`viewed_at`,
  user_journeys: sql`at`,
  user_interactions: sql`at`,
}

/** All rows of a member in one of the raw tables, in the order of their times, for the data download. */
export async function exportMemberRows(
  db: Database,
  member: number,
  table: keyof typeof columnsOf,
): Promise<Record<string, unknown>[]> {
  const rows = await findRows(db, exported)`
    select to_jsonb(entry) as fields from (
      select ${columnsOf[table]} from ${
        table === 'user_sessions'
          ? visitsOf(member)
          : sql`(select * from ${sql.identifier(table)} where user_id = ${member})`
      } as rows
       order by ${timeOf[table]}
    ) as entry`
  return rows.map(({ fields }) => fields)
}

const visitKey = z.object({ day: z.string(), session_id: z.string() })

/** The visits in which a member has rows. */
const findVisitsContaining = (db: Database, member: number): Promise<z.output<typeof visitKey>[]> =>
  findRows(db, visitKey)`
    ${sql.join(
      rawTables.map(
        (table) =>
          sql`select day::text, session_id from ${sql.identifier(table)} where user_id = ${member}`,
      ),
      sql` union `,
    )} order by 1, 2`

/**
 * Locks the visits that contain rows of a member, in the order in which transactions that store events lock them. To be
 * called before the rows are changed.
 */
async function lockVisitsContaining(db: Database, member: number) {
  const visits = await findVisitsContaining(db, member)
  const touched = sql`jsonb_to_recordset(${jsonRows(visits)}) as touched (day date, session_id text)`
  await db.execute(sql`
    select from ${touched} join user_sessions as sessions using (day, session_id)
     order by day, session_id for update of sessions`)
  return { visits, touched }
}

/**
 * Deletes a member's rows. A visit that also contains other rows, of other people or from before the member signed in,
 * stays without the member's rows.
 * @returns the days that changed, and the number of the member's visits
 */
export async function deleteMemberRows(
  db: Database,
  member: number,
): Promise<{ days: string[]; visits: number }> {
  const { visits, touched } = await lockVisitsContaining(db, member)
  await db.execute(sql`
    update user_sessions set referrer = null, source = null, medium = null, campaign = null
     where (day, session_id) in (
             select day, session_id from page_views where user_id = ${member} and is_entry)`)
  for (const table of ['page_views', 'user_journeys', 'user_interactions'] as const) {
    await db.execute(sql`delete from ${sql.identifier(table)} where user_id = ${member}`)
  }
  await db.execute(sql`
    update page_views as views set is_entry = true
      from ${touched}
     cross join lateral (
             select day, session_id, id from page_views as each
              where each.day = touched.day and each.session_id = touched.session_id
              order by is_entry desc, viewed_at, id limit 1) as first
     where views.day = first.day and views.session_id = first.session_id and views.id = first.id
       and not views.is_entry`)
  const restOf = (table: SQL) => sql`
    from ${table} as rest where rest.day = touched.day and rest.session_id = touched.session_id`
  await db.execute(sql`
    delete from user_sessions as sessions using ${touched}
     where sessions.day = touched.day and sessions.session_id = touched.session_id
       and coalesce(user_id, ${member}) = ${member}
       and ${sql.join(
         restTables.map((table) => sql`not exists (select ${restOf(table)})`),
         sql` and `,
       )}`)
  const hasMemberRows = sql.join(
    restTables.map((table) => sql`exists (select ${restOf(table)} and rest.user_id is not null)`),
    sql` or `,
  )
  const changed = await findRows(db, visitProperties)`
    update user_sessions as sessions
       set user_id = nullif(sessions.user_id, ${member}), views = now.views, interactions = now.interactions,
           is_authenticated = sessions.is_authenticated and now.is_authenticated,
           entry_page = now.entry_page, exit_page = now.exit_page, exit_at = now.exit_at
      from (
        select touched.day, touched.session_id, (${hasMemberRows}) as is_authenticated,
               (select count(*) ${restOf(sql`page_views`)}) as views,
               (select count(*) ${restOf(sql`user_interactions`)}) as interactions,
               (select max(viewed_at) ${restOf(sql`page_views`)}) as exit_at,
               coalesce(
                 (select page_path ${restOf(sql`page_views`)} order by is_entry desc, viewed_at, id limit 1),
                 ${pageWithoutViews(restOf)}) as entry_page,
               coalesce(
                 (select page_path ${restOf(sql`page_views`)} order by viewed_at desc, id desc limit 1),
                 ${pageWithoutViews(restOf)}) as exit_page
          from ${touched}) as now
     where sessions.day = now.day and sessions.session_id = now.session_id
    returning sessions.day::text, sessions.session_id, device_type, browser, os, country,
              sessions.is_authenticated, bot, source, medium, campaign`
  await setSegments(db, changed)
  return { days: [...new Set(visits.map(({ day }) => day))], visits: visits.length }
}

const restTables = [sql`page_views`, sql`user_journeys`, sql`user_interactions`]

/** SQL: the page of a visit that has no stored views. */
const pageWithoutViews = (restOf: (table: SQL) => SQL): SQL => sql`
  (select page_path ${restOf(sql`user_interactions`)} order by at, id limit 1),
  (select to_page ${restOf(sql`user_journeys`)} order by at, id limit 1), '/'`

const visitProperties = visitKey.extend(segmentProperties.shape)

/** Stores the segments of visits whose properties changed. */
async function setSegments(
  db: Database,
  visits: readonly z.output<typeof visitProperties>[],
): Promise<void> {
  const segments = await findSegments(db, visits)
  const rows = visits.map(({ day, session_id }, index) => ({
    day,
    session_id,
    segment: segments[index],
  }))
  await db.execute(sql`
    update user_sessions as sessions set segment = changed.segment
      from jsonb_to_recordset(${jsonRows(rows)}) as changed (day date, session_id text, segment int)
     where sessions.day = changed.day and sessions.session_id = changed.session_id`)
}

/** Keeps a member's visits as visits of an unknown person: without the member, coordinates and texts of elements. */
export async function anonymiseMemberRows(db: Database, member: number): Promise<void> {
  await lockVisitsContaining(db, member)
  for (const table of ['user_sessions', 'page_views', 'user_journeys'] as const) {
    await db.execute(
      sql`update ${sql.identifier(table)} set user_id = null where user_id = ${member}`,
    )
  }
  await db.execute(sql`
    update user_interactions
       set user_id = null, element_text = null, coordinates = null
     where user_id = ${member}`)
}

/** Stores that a member deletes their visits now. */
export const recordDeletion = (db: Database, member: number): Promise<number> =>
  execute(db)`
    insert into trail_deletions (member, deleted_at) values (${member}, now())
    on conflict (member) do update set deleted_at = excluded.deleted_at`

export const forgetDeletion = (db: Database, member: number): Promise<number> =>
  execute(db)`delete from trail_deletions where member = ${member}`

const deletion = z.object({ member: z.number(), at: isoTimestamp })

/** When members last deleted their visits (ISO 8601). Members who never did are missing. */
export async function findDeletions(
  db: Database,
  members: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await findRows(db, deletion)`
    select member, deleted_at as at from trail_deletions where member = any(${idList(members)}::int[])`
  return new Map(rows.map(({ member, at }) => [member, at]))
}
