import { z } from 'zod'
import { column, type Database, findRows, jsonRows, type SQL, sql } from '../../database/query.ts'
import { botKinds } from '../rules.ts'
import { busyViews, silentViews } from './rules.ts'

/** Days with sessions that were not classified by this version of the rules, newest first. */
export const listUnclassifiedDays = (db: Database, version: number): Promise<string[]> =>
  findRows(db, column(z.string()))`
    with span as (select min(day) as first, max(day) as last from user_sessions)
    select each.day::date::text
      from span, generate_series(first::timestamp, last::timestamp, interval '1 day') as each (day)
      left join analytics_days as days on days.day = each.day::date
     where days.bot_rules is distinct from ${version}
       and exists (select from user_sessions where user_sessions.day = each.day::date)
     order by 1 desc`

/** The sessions of a day with what the rules ask of their behaviour. Only long ones can be a program's. */
const judged = (day: string): SQL => sql`
  with long as (
    select session_id, views, interactions from user_sessions
     where day = ${day}::date and views >= ${Math.min(silentViews, busyViews)}
  ), timed as (
    select session_id, time_spent_seconds,
           viewed_at < lag(viewed_at, ${busyViews})
             over (partition by session_id order by viewed_at) + interval '1 hour' as is_busy
      from page_views where day = ${day}::date and session_id in (select session_id from long)
  ), behaviour as (
    select session_id,
           long.interactions = 0 and long.views >= ${silentViews}
             and coalesce(sum(time_spent_seconds), 0) = 0 as is_silent,
           coalesce(bool_or(is_busy), false) as is_busy
      from long left join timed using (session_id)
     group by session_id, long.interactions, long.views
  ), judged as (
    select sessions.session_id, user_agent, bot, is_data_center as "isDataCenter",
           is_automated as "isAutomated", coalesce(is_silent, false) as "isSilent",
           coalesce(is_busy, false) as "isBusy"
      from user_sessions as sessions left join behaviour using (session_id)
     where sessions.day = ${day}::date
  )`

const facts = z.object({
  user_agent: z.string(),
  bot: z.enum(botKinds).nullable(),
  isDataCenter: z.boolean(),
  isAutomated: z.boolean(),
  isSilent: z.boolean(),
  isBusy: z.boolean(),
})
type Facts = z.output<typeof facts>

/** Each combination of facts that the sessions of a day have. */
export const findBotFacts = (db: Database, day: string): Promise<Facts[]> =>
  findRows(db, facts)`
    ${judged(day)}
    select distinct user_agent, bot, "isDataCenter", "isAutomated", "isSilent", "isBusy" from judged`

/** Changes the mark of the sessions of a day that have these facts to `next`. */
export async function setBots(
  db: Database,
  day: string,
  changes: readonly (Facts & { next: string | null })[],
): Promise<void> {
  await db.execute(sql`
    ${judged(day)}, changed as (
      select session_id, next
        from judged join jsonb_to_recordset(${jsonRows(changes)}) as change (
               user_agent text, bot text, "isDataCenter" boolean, "isAutomated" boolean,
               "isSilent" boolean, "isBusy" boolean, next text)
             using (user_agent, "isDataCenter", "isAutomated", "isSilent", "isBusy")
       where judged.bot is not distinct from change.bot
    )
    update user_sessions as sessions set bot = changed.next
      from changed where sessions.day = ${day}::date and sessions.session_id = changed.session_id`)
}

const segmentColumns = sql.raw(
  'device_type, browser, os, country, is_authenticated, bot, source, medium, campaign',
)

/** Gives the sessions of a day whose mark differs from their segment's the segment that has it. */
export async function moveToSegments(db: Database, day: string): Promise<void> {
  const moved = sql`
    moved as (
      select sessions.session_id, segments.device_type, segments.browser, segments.os, segments.country,
             segments.is_authenticated, sessions.bot, segments.source, segments.medium,
             segments.campaign
        from user_sessions as sessions join analytics_segments as segments on segments.id = segment
       where sessions.day = ${day}::date and sessions.bot is distinct from segments.bot
    )`
  await db.execute(sql`
    with ${moved}
    insert into analytics_segments (${segmentColumns})
    select distinct ${segmentColumns} from moved on conflict do nothing`)
  await db.execute(sql`
    with ${moved}
    update user_sessions as sessions set segment = segments.id
      from moved join analytics_segments as segments
             using (device_type, browser, os, is_authenticated)
     where sessions.day = ${day}::date and sessions.session_id = moved.session_id
       and (segments.country, segments.bot, segments.source, segments.medium, segments.campaign)
           is not distinct from
           (moved.country, moved.bot, moved.source, moved.medium, moved.campaign)`)
}

/** Records that all sessions of a day were classified by a version of the rules. */
export async function markClassified(db: Database, day: string, version: number): Promise<void> {
  await db.execute(sql`
    insert into analytics_days (day, bot_rules) values (${day}::date, ${version})
    on conflict (day) do update set bot_rules = excluded.bot_rules`)
}
