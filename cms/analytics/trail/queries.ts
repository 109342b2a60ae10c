import { z } from 'zod'
import { type Database, findRows, jsonRows, type SQL, sql } from '../../database/query.ts'
import { isoTimestamp } from '../../database/row-fields.ts'
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
      name: z.string().nullable(),
      at: isoTimestamp,
    }),
  ),
})

/**
 * A member's visits with their pages and actions, newest first. In a visit that began before they signed in, all of
 * its rows are theirs.
 * @param before ISO 8601: only visits that began earlier; null for the newest
 */
export const findVisits = (
  db: Database,
  member: number,
  { before = null, limit }: { before?: string | null; limit: number },
): Promise<z.output<typeof visitRow>[]> =>
  findRows(db, visitRow)`
    select sessions.session_id as id, started_at, browser, os, device_type, country, source,
           coalesce((
             select jsonb_agg(to_jsonb(entry) order by entry.at) from (
               select page_path as path, page_title as title, viewed_at as at,
                      time_spent_seconds as seconds, scroll_depth_percent as scroll
                 from page_views as rows
                where ${isRowOf(member)} order by viewed_at limit ${entriesPerVisit}
             ) as entry), '[]'::jsonb) as pages,
           coalesce((
             select jsonb_agg(to_jsonb(entry) order by entry.at) from (
               select page_path as path, interaction_type as kind,
                      coalesce(element_text, additional_data ->> 'name', element_id, element_class) as name, at
                 from user_interactions as rows
                where ${isRowOf(member)} order by at limit ${entriesPerVisit}
             ) as entry), '[]'::jsonb) as actions
      from user_sessions as sessions
     where user_id = ${member}
       and (${before}::timestamptz is null or started_at < ${before}::timestamptz)
     order by started_at desc limit ${limit}`

/** SQL: a row of the session that is the member's, not somebody's who used the browser after them. */
const isRowOf = (member: number): SQL => sql`
  rows.day = sessions.day and rows.session_id = sessions.session_id
  and coalesce(rows.user_id, ${member}) = ${member}`

const exported = z.object({ fields: z.record(z.string(), z.unknown()) })
const columnsOf = {
  user_sessions: sql`
    session_id, number, started_at, last_at, ended_at, user_agent, referrer, device_type, browser, os,
    country, source, medium, campaign, is_authenticated, entry_page, exit_page, views, interactions, bot,
    is_data_center, is_automated`,
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

/** All rows of a member in one of the tables, in the order of their times, for the data download. */
export async function exportRowsOf(
  db: Database,
  member: number,
  table: keyof typeof columnsOf,
): Promise<Record<string, unknown>[]> {
  const rows = await findRows(db, exported)`
    select to_jsonb(entry) as fields from (
      select ${columnsOf[table]} from ${sql.identifier(table)} as rows
       where user_id = ${member}
          or user_id is null and (day, session_id) in (
               select day, session_id from user_sessions where user_id = ${member})
       order by ${timeOf[table]}
    ) as entry`
  return rows.map(({ fields }) => fields)
}

const visitKey = z.object({ day: z.string(), session_id: z.string() })

/** The visits with rows of a member. */
const findVisitsWith = (db: Database, member: number): Promise<z.output<typeof visitKey>[]> =>
  findRows(db, visitKey)`
    ${sql.join(
      rawTables.map(
        (table) =>
          sql`select day::text, session_id from ${sql.identifier(table)} where user_id = ${member}`,
      ),
      sql` union `,
    )} order by 1, 2`

/**
 * Deletes a member's visits. If somebody else signed in during one, only what is the member's.
 * @returns the days that changed, and how many visits there were
 */
export async function deleteRowsOf(
  db: Database,
  member: number,
): Promise<{ days: string[]; visits: number }> {
  const visits = await findVisitsWith(db, member)
  const touched = sql`jsonb_to_recordset(${jsonRows(visits)}) as touched (day date, session_id text)`
  // New events lock a visit before its rows too.
  await db.execute(sql`
    select from ${touched} join user_sessions as sessions using (day, session_id)
     order by day, session_id for update of sessions`)
  for (const table of ['page_views', 'user_journeys', 'user_interactions'] as const) {
    // What has no member was done before signing in.
    await db.execute(sql`
      delete from ${sql.identifier(table)} as rows using ${touched}, user_sessions as sessions
       where rows.day = touched.day and rows.session_id = touched.session_id
         and sessions.day = touched.day and sessions.session_id = touched.session_id
         and coalesce(rows.user_id, sessions.user_id) = ${member}`)
  }
  const viewsOf = sql`
    page_views as views where views.day = sessions.day and views.session_id = sessions.session_id`
  await db.execute(sql`
    delete from user_sessions as sessions using ${touched}
     where sessions.day = touched.day and sessions.session_id = touched.session_id
       and coalesce(user_id, ${member}) = ${member} and not exists (select from ${viewsOf})`)
  await db.execute(sql`
    update user_sessions as sessions
       set user_id = nullif(user_id, ${member}), views = (select count(*) from ${viewsOf}),
           interactions = (select count(*) from user_interactions as actions
                            where actions.day = sessions.day and actions.session_id = sessions.session_id)
      from ${touched}
     where sessions.day = touched.day and sessions.session_id = touched.session_id`)
  return { days: [...new Set(visits.map(({ day }) => day))], visits: visits.length }
}

/** Keeps a member's visits as visits of somebody unknown: without the member, coordinates and texts of elements. */
export async function anonymiseRowsOf(db: Database, member: number): Promise<void> {
  // Visits first, because new events lock them before their rows.
  for (const table of ['user_sessions', 'page_views', 'user_journeys'] as const) {
    await db.execute(
      sql`update ${sql.identifier(table)} set user_id = null where user_id = ${member}`,
    )
  }
  await db.execute(sql`
    update user_interactions set user_id = null, element_text = null, coordinates = null
     where user_id = ${member}`)
}
