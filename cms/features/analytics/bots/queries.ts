import { z } from 'zod'
import {
  column,
  type Database,
  execute,
  findRows,
  jsonRows,
  type SQL,
  sql,
  textList,
} from '../../../platform/database/query.ts'
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

/** The sites that sessions of a day came from: origins of referrers, and sources. */
export const listSites = (db: Database, day: string): Promise<string[]> =>
  findRows(db, column(z.string()))`
    select referrer from user_sessions where day = ${day}::date and referrer is not null
    union
    select source from user_sessions where day = ${day}::date and source is not null`

/** A day whose sessions are classified. */
export type Day = {
  date: string
  /** Those of its `listSites` that are on the list of referrer spam. */
  spamSites: readonly string[]
}

/**
 * SQL: the sessions of a day with the facts that the rules need. Behaviour is computed only for sessions with many
 * views, because other sessions can't be silent or busy.
 * @param sessionIds only these sessions; if missing, all sessions of the day
 */
const judgedSessions = ({ date, spamSites }: Day, sessionIds?: readonly string[]): SQL => {
  const idCondition = sessionIds ? sql`session_id in ${textList(sessionIds)}` : sql`true`
  return sql`
  with long as (
    select session_id, views, interactions from user_sessions
     where day = ${date}::date and views >= ${Math.min(silentViews, busyViews)} and ${idCondition}
  ), timed as (
    select session_id, time_spent_seconds,
           viewed_at < lag(viewed_at, ${busyViews})
             over (partition by session_id order by viewed_at) + interval '1 hour' as is_busy
      from page_views where day = ${date}::date and session_id in (select session_id from long)
  ), behaviour as (
    select session_id,
           long.interactions = 0 and long.views >= ${silentViews}
             and coalesce(sum(time_spent_seconds), 0) = 0 as is_silent,
           coalesce(bool_or(is_busy), false) as is_busy
      from long left join timed using (session_id)
     group by session_id, long.interactions, long.views
  ), judged as (
    select sessions.session_id, user_agent, bot, is_data_center as "isDataCenter",
           coalesce(referrer in ${textList(spamSites)}, false) or coalesce(source in ${textList(spamSites)}, false)
             as "isReferrerSpam",
           is_automated as "isAutomated", coalesce(is_silent, false) as "isSilent",
           coalesce(is_busy, false) as "isBusy"
      from user_sessions as sessions left join behaviour using (session_id)
     where sessions.day = ${date}::date and ${idCondition}
  )`
}

const facts = z.object({
  user_agent: z.string(),
  bot: z.enum(botKinds).nullable(),
  isDataCenter: z.boolean(),
  isReferrerSpam: z.boolean(),
  isAutomated: z.boolean(),
  isSilent: z.boolean(),
  isBusy: z.boolean(),
})
type Facts = z.output<typeof facts>

/** Each combination of facts that the sessions of a day have. */
export const findBotFacts = (db: Database, day: Day): Promise<Facts[]> =>
  findRows(db, facts)`
    ${judgedSessions(day)}
    select distinct user_agent, bot, "isDataCenter", "isReferrerSpam", "isAutomated", "isSilent", "isBusy" from judged`

/** The facts of sessions whose mark (`bot`) is wrong, and the right mark. */
type Change = Facts & { newBot: string | null }

/** SQL: the sessions of a day whose facts match a change, as `changed (session_id, "newBot")`. */
const changedSessions = (
  day: Day,
  changes: readonly Change[],
  sessionIds?: readonly string[],
): SQL => sql`
  ${judgedSessions(day, sessionIds)}, changed as (
    select session_id, "newBot"
      from judged join jsonb_to_recordset(${jsonRows(changes)}) as change (
             user_agent text, bot text, "isDataCenter" boolean, "isReferrerSpam" boolean, "isAutomated" boolean,
             "isSilent" boolean, "isBusy" boolean, "newBot" text)
           using (user_agent, "isDataCenter", "isReferrerSpam", "isAutomated", "isSilent", "isBusy")
     where judged.bot is not distinct from change.bot
  )`

const segmentColumns = sql.raw(
  'device_type, browser, os, country, is_authenticated, bot, source, medium, campaign',
)

/** Stores the segments that sessions of a day will have after the changes. */
export const insertBotSegments = (db: Database, day: Day, changes: readonly Change[]) =>
  execute(db)`
    ${changedSessions(day, changes)}
    insert into analytics_segments (${segmentColumns})
    select distinct segments.device_type, segments.browser, segments.os, segments.country,
           segments.is_authenticated, changed."newBot", segments.source, segments.medium, segments.campaign
      from changed join user_sessions as sessions using (session_id)
      join analytics_segments as segments on segments.id = segment
     where sessions.day = ${day.date}::date
     order by 1, 2, 3, 4, 5, 6, 7, 8, 9
    on conflict do nothing`

/** The sorted ids of the sessions of a day whose facts match a change. */
export const listSessionsToChange = (db: Database, day: Day, changes: readonly Change[]) =>
  findRows(db, column(z.string()))`
    ${changedSessions(day, changes)} select session_id from changed order by session_id`

/** Locks sessions of a day in the order of their ids. Storing events uses the same order, so no deadlocks occur. */
export const lockSessions = (db: Database, day: string, sessionIds: readonly string[]) =>
  execute(db)`
    select from user_sessions
     where day = ${day}::date and session_id in ${textList(sessionIds)}
     order by session_id for update`

/** Changes the marks of those of the given sessions whose facts still match a change. */
export const setBots = (
  db: Database,
  day: Day,
  { changes, sessionIds }: { changes: readonly Change[]; sessionIds: readonly string[] },
) =>
  execute(db)`
    ${changedSessions(day, changes, sessionIds)}
    update user_sessions as sessions set bot = changed."newBot"
      from changed
     where sessions.day = ${day.date}::date and sessions.session_id = changed.session_id`

/**
 * If the mark of a given session differs from the mark of its segment, moves the session to the segment with its own
 * mark.
 */
export async function moveToSegments(
  db: Database,
  day: string,
  sessionIds: readonly string[],
): Promise<void> {
  const moved = sql`
    moved as (
      select sessions.session_id, segments.device_type, segments.browser, segments.os, segments.country,
             segments.is_authenticated, sessions.bot, segments.source, segments.medium,
             segments.campaign
        from user_sessions as sessions join analytics_segments as segments on segments.id = segment
       where sessions.day = ${day}::date and sessions.session_id in ${textList(sessionIds)}
         and sessions.bot is distinct from segments.bot
    )`
  // `insertBotSegments` has stored most of these segments. Others are missing if a session has got another segment
  // since then.
  await execute(db)`
    with ${moved}
    insert into analytics_segments (${segmentColumns})
    select distinct ${segmentColumns} from moved
     order by ${segmentColumns}
    on conflict do nothing`
  await execute(db)`
    with ${moved}
    update user_sessions as sessions set segment = segments.id
      from moved join analytics_segments as segments
             using (device_type, browser, os, is_authenticated)
     where sessions.day = ${day}::date and sessions.session_id = moved.session_id
       and (segments.country, segments.bot, segments.source, segments.medium, segments.campaign)
           is not distinct from
           (moved.country, moved.bot, moved.source, moved.medium, moved.campaign)`
}

/** Records that all sessions of a day were classified by a version of the rules. */
export async function markClassified(db: Database, day: string, version: number): Promise<void> {
  await db.execute(sql`
    insert into analytics_days (day, bot_rules) values (${day}::date, ${version})
    on conflict (day) do update set bot_rules = excluded.bot_rules`)
}
