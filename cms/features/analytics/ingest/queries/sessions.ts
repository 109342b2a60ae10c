import { prepared } from '../../../../platform/database/prepared.ts'

// Each statement on a table that is partitioned by month names the days of its rows, so that only their partitions are
// read.
//
// Each statement looks up rows by all columns of an index, whatever PostgreSQL's statistics say. A plan that is made
// while a table is empty, or in the first hours of a day, assumes that the day has no rows. Such a plan would read all
// rows of the day each time, or even for each row of the input. Therefore
// - existing rows are looked up by a lateral join with a limit, because PostgreSQL may hash the rows of `exists`;
// - a table is joined with the input by the day too, so that it can't be read before the input;
// - sessions are joined by all columns of both indexes that begin with the day, because the planner may choose either
//   index.

/** The last session of visitors: `$1` days, `$2` ids of visitors. */
export const selectLastSessions = prepared('analytics.last-sessions')`
  select s.day::text as day, s.visitor_id as visitor, s.session_id, s.number,
         extract(epoch from s.last_at)::float8 * 1000 as "lastAt"
    from unnest($1::date[], $2::text[]) as v (day, visitor_id)
   cross join lateral
         (select day, visitor_id, session_id, number, last_at from user_sessions as each
           where each.day = v.day and each.visitor_id = v.visitor_id
           order by number desc limit 1) as s`
export type LastSessionRow = {
  day: string
  visitor: string
  session_id: string
  number: number
  lastAt: number
}

/**
 * The sessions in which events are stored: `$1` kinds of events, `$2` days, `$3` ids of events.
 *
 * While a table is empty, the planner rates the primary key, which begins with the day, as high as the index of ids.
 * Only the index of ids delivers rows in the order of ids, so the statement requests this order.
 */
export const selectStoredEvents = prepared('analytics.stored-events')`
  with wanted as (
    select * from unnest($1::text[], $2::date[], $3::text[]) as w (kind, day, id)),
  found as (
    select w.kind, w.id, w.day, v.session_id from wanted as w
     cross join lateral
           (select session_id from page_views as each
             where each.day = w.day and each.id between w.id and w.id
             order by each.id limit 1) as v
     where w.kind = 'views'
    union all
    select w.kind, w.id, w.day, j.session_id from wanted as w
     cross join lateral
           (select session_id from user_journeys as each
             where each.day = w.day and each.id between w.id and w.id
             order by each.id limit 1) as j
     where w.kind = 'journeys'
    union all
    select w.kind, w.id, w.day, i.session_id from wanted as w
     cross join lateral
           (select session_id from user_interactions as each
             where each.day = w.day and each.id between w.id and w.id
             order by each.id limit 1) as i
     where w.kind = 'interactions')
  select f.kind, f.id, s.day::text as day, s.session_id, s.visitor_id as visitor, s.number
    from found as f
   cross join lateral
         (select day, session_id, visitor_id, number from user_sessions as each
           where each.day = f.day and each.session_id between f.session_id and f.session_id
           order by each.session_id limit 1) as s`
export type EventKind = 'views' | 'journeys' | 'interactions'
export type StoredEventRow = {
  kind: EventKind
  id: string
  day: string
  session_id: string
  visitor: string
  number: number
}

/**
 * Locks sessions that exist, in the order of their days and ids, until the transaction ends: `$1` days, `$2` session
 * ids, `$3` ids of visitors, `$4` numbers. Two transactions that lock all their sessions this way before they write do
 * not deadlock: one waits for the other. Transactions that start the same sessions may still deadlock. The transaction
 * that fails is then repeated.
 */
export const lockSessions = prepared('analytics.lock-sessions')`
  select s.session_id, views, user_id, device_type, browser, os, country, source, medium, campaign,
         is_authenticated, bot, segment
    from unnest($1::date[], $2::text[], $3::text[], $4::int[]) as k (day, session_id, visitor_id, number)
    join user_sessions as s
      on s.day = k.day and s.session_id = k.session_id
     and s.visitor_id = k.visitor_id and s.number = k.number
   order by s.day, s.session_id for update of s`

/**
 * Stores new sessions of a day (`$1` the day, `$2` rows as JSON). A session that another process has just stored is
 * only locked, and its `last_at` updated.
 */
export const insertSessions = prepared('analytics.insert-sessions')`
  insert into user_sessions as s
         (day, session_id, visitor_id, number, user_id, started_at, last_at, user_agent, referrer,
          device_type, browser, os, country, source, medium, campaign, is_authenticated, entry_page,
          exit_page, views, interactions, bot, is_data_center, is_automated, segment)
  select $1::date, session_id, visitor_id, number, user_id, started_at, last_at, user_agent, referrer,
         device_type, browser, os, country, source, medium, campaign, is_authenticated, page, page, 0, 0,
         bot, is_data_center, is_automated, segment
    from json_to_recordset($2::json) as r (session_id text, visitor_id text, number int, user_id int,
           started_at timestamptz, last_at timestamptz, user_agent text, referrer text, device_type text,
           browser text, os text, country text, source text, medium text, campaign text,
           is_authenticated boolean, page text, bot text, is_data_center boolean, is_automated boolean,
           segment int)
   order by session_id
  on conflict (day, session_id) do update set last_at = greatest(s.last_at, excluded.last_at)
  returning session_id, views, user_id, device_type, browser, os, country, source, medium, campaign,
            is_authenticated, bot, segment`
/** A locked session, as it was before a batch. */
export type LockedSession = {
  session_id: string
  views: number
  user_id: number | null
  device_type: string
  browser: string
  os: string
  country: string | null
  source: string | null
  medium: string | null
  campaign: string | null
  is_authenticated: boolean
  bot: string | null
  segment: number
}

/**
 * Adds the events and page ends of a batch to the sessions of a day: `$1` the day, `$2` rows as JSON, `$3`
 * `maxSearchedViews`. A session becomes a member's only if all of it happened after their consent (`agreed_at`),
 * because reports count it as a whole.
 */
export const addToSessions = prepared('analytics.add-to-sessions')`
  with input as materialized (
    select $1::date as day, r.*
      from json_to_recordset($2::json) as r (session_id text, visitor_id text, number int, views int,
             interactions int, user_id int, agreed_at timestamptz, is_authenticated boolean, segment int,
             referrer text, source text, medium text, campaign text, entry_page text, exit_page text,
             exit_at timestamptz, last_at timestamptz, ended_at timestamptz))
  update user_sessions as s
     set views = s.views + r.views, interactions = s.interactions + r.interactions,
         user_id = coalesce(s.user_id, case
           when r.user_id is not null and s.started_at >= r.agreed_at and s.views <= $3::int
            and not exists (select from page_views as v
                             where v.day = r.day and v.session_id = s.session_id
                               and v.viewed_at < r.agreed_at)
           then r.user_id end),
         is_authenticated = s.is_authenticated or r.is_authenticated,
         segment = coalesce(r.segment, s.segment), referrer = coalesce(s.referrer, r.referrer),
         source = coalesce(s.source, r.source), medium = coalesce(s.medium, r.medium),
         campaign = coalesce(s.campaign, r.campaign),
         entry_page = case when s.views = 0 then coalesce(r.entry_page, s.entry_page)
                           else s.entry_page end,
         exit_page = case when r.exit_at >= coalesce(s.exit_at, '-infinity') then r.exit_page
                          else s.exit_page end,
         exit_at = greatest(s.exit_at, r.exit_at), last_at = greatest(s.last_at, r.last_at),
         ended_at = greatest(s.ended_at, r.ended_at)
    from input as r
   where s.day = r.day and s.session_id = r.session_id
     and s.visitor_id = r.visitor_id and s.number = r.number`
