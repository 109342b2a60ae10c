import { prepared } from '../../../../platform/database/prepared.ts'

// `sessions.ts` explains the form of these statements.

/**
 * Stores page views of a day: `$1` the day, `$2` rows as JSON, `$3` `bounceSeconds`. If a view is stored already, the
 * greatest values count. Views with `is_repeated` were stored before; if they have been deleted since then, they are
 * not stored again. Returns the new views. No other transaction may store views of these sessions meanwhile.
 */
export const upsertViews = prepared('analytics.upsert-views')`
  with input as materialized (
    select r.*, (select true from page_views as v
                  where v.day = $1::date and v.session_id = r.session_id and v.id = r.id) as is_stored
      from json_to_recordset($2::json) as r (session_id text, id text, user_id int, page_path text,
             page_title text, referrer text, viewed_at timestamptz, time_spent_seconds int,
             scroll_depth_percent int, is_entry boolean, is_repeated boolean, lcp_ms int, inp_ms int,
             fcp_ms int, ttfb_ms int, cls real)),
  stored as (
    insert into page_views as v
           (day, session_id, id, user_id, page_path, page_title, referrer, viewed_at, time_spent_seconds,
            scroll_depth_percent, is_bounce, is_entry, lcp_ms, inp_ms, fcp_ms, ttfb_ms, cls)
    select $1::date, session_id, id, user_id, page_path, page_title, referrer, viewed_at,
           time_spent_seconds, scroll_depth_percent, time_spent_seconds < $3::int, is_entry, lcp_ms, inp_ms,
           fcp_ms, ttfb_ms, cls
      from input where is_stored or not is_repeated order by session_id, id
    on conflict (day, session_id, id) do update
       set time_spent_seconds = greatest(v.time_spent_seconds, excluded.time_spent_seconds),
           scroll_depth_percent = greatest(v.scroll_depth_percent, excluded.scroll_depth_percent),
           is_bounce = v.is_bounce and excluded.is_bounce,
           lcp_ms = greatest(v.lcp_ms, excluded.lcp_ms), inp_ms = greatest(v.inp_ms, excluded.inp_ms),
           fcp_ms = greatest(v.fcp_ms, excluded.fcp_ms), ttfb_ms = greatest(v.ttfb_ms, excluded.ttfb_ms),
           cls = greatest(v.cls, excluded.cls))
  select session_id, id from input where is_stored is null and not is_repeated`

/** Stores the journeys of a day that are not stored yet: `$1` the day, `$2` rows as JSON. Returns the new ones. */
export const insertJourneys = prepared('analytics.insert-journeys')`
  insert into user_journeys (day, session_id, id, user_id, from_page, to_page, transition_type, at)
  select $1::date, session_id, id, user_id, from_page, to_page, transition_type, at
    from json_to_recordset($2::json) as r (session_id text, id text, user_id int, from_page text,
           to_page text, transition_type text, at timestamptz)
   order by session_id, id
  on conflict do nothing
  returning session_id, id`

/** Stores the interactions of a day that are not stored yet: `$1` the day, `$2` rows as JSON. Returns the new ones. */
export const insertInteractions = prepared('analytics.insert-interactions')`
  insert into user_interactions
         (day, session_id, id, user_id, page_path, interaction_type, element_id, element_class,
          element_text, coordinates, additional_data, at)
  select $1::date, session_id, id, user_id, page_path, interaction_type, element_id, element_class,
         element_text, coordinates, additional_data, at
    from json_to_recordset($2::json) as r (session_id text, id text, user_id int, page_path text,
           interaction_type text, element_id text, element_class text, element_text text,
           coordinates jsonb, additional_data jsonb, at timestamptz)
   order by session_id, id
  on conflict do nothing
  returning session_id, id`

/**
 * Stores how page views ended: `$1` the day, `$2` rows as JSON, `$3` `bounceSeconds`, `$4` `maxSearchedViews`. Each row
 * updates the last view of its path in its session. The greatest values count, but no view lasts longer than until
 * `ended_at`. Known limit: a page's end does not identify a view. So somebody with the same IP address and browser can
 * raise the time of another visitor's view, at most until `ended_at`.
 */
export const endViews = prepared('analytics.end-views')`
  with input as materialized (
    select $1::date as day, r.*
      from json_to_recordset($2::json)
           as r (session_id text, visitor_id text, number int, page_path text, seconds int, scroll int,
                 ended_at timestamptz))
  update page_views as v
     set time_spent_seconds = greatest(v.time_spent_seconds, last.seconds),
         scroll_depth_percent = greatest(v.scroll_depth_percent, r.scroll),
         is_bounce = v.is_bounce and last.seconds < $3::int
    from input as r
   cross join lateral
         (select each.id, least(r.seconds, ceil(extract(epoch from r.ended_at - each.viewed_at)))::int as seconds
            from page_views as each
           where each.day = r.day and each.session_id = r.session_id and each.page_path = r.page_path
             and (select views from user_sessions as s
                   where s.day = r.day and s.session_id = r.session_id
                     and s.visitor_id = r.visitor_id and s.number = r.number) <= $4::int
           order by each.viewed_at desc, each.id desc limit 1) as last
   where v.day = r.day and v.session_id = r.session_id and v.id = last.id`
