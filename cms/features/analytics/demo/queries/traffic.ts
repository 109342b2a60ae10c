import { type Database, hasRow, type SQL, sql } from '../../../../platform/database/query.ts'
import { partitionOf } from '../../queries/partitions.ts'
import { rawTables } from '../../rules.ts'

/** Runs an SQL statement, in which `$1` is the first of `parameters`. */
type Query = (statement: string, parameters?: unknown[]) => Promise<unknown>

/** Whether any visit was counted. */
export const hasVisits = (db: Database): Promise<boolean> =>
  hasRow(db)`select from user_sessions limit 1`

/** Returns a `Query` that runs statements in the transaction of `db`. */
export const queryOn =
  (db: Database): Query =>
  (statement, parameters) =>
    db.execute(parameters ? withParameters(statement, parameters) : sql.raw(statement))

const withParameters = (statement: string, parameters: readonly unknown[]): SQL =>
  sql.join(
    statement
      .split(/(\$\d+)/)
      .map((part) =>
        /^\$\d+$/.test(part)
          ? sql`${sql.param(parameters[Number(part.slice(1)) - 1])}`
          : sql.raw(part),
      ),
  )

export type TrafficOptions = {
  /** Venue dates, inclusive. */
  from: string
  to: string
  /**
   * The approximate number of visitors on an average day. Fridays to Sundays have more. A visitor views about three
   * pages.
   */
  visitorsPerDay: number
  /** The same seed gives the same traffic. */
  seed?: number
  timeZone?: string
  /** Ids of members who agreed to be counted. Some of the signed-in visitors are these members. */
  members?: readonly number[]
  /**
   * The first day with interactions; default: `from`. Interactions are deleted earlier than visits, so it may be later.
   */
  interactionsFrom?: string
  /** Paths and titles of pages, the most frequent first. */
  pages?: readonly (readonly [path: string, title: string])[]
  /** Whether letters and nudges have a new campaign each week. */
  hasCampaigns?: boolean
}

const manyPages = [
  ['/', 'Common Room'],
  ['/cafe', 'Cafe'],
  ['/beer', 'Beer Hall'],
  ['/cocktails', 'Cocktails'],
  ['/kitchens', 'Kitchens'],
  ['/calendar', 'Calendar'],
  ['/hall', 'Event Hall'],
  ['/common-room', 'The Common Room'],
  ['/community', 'Community'],
  ['/bookings', 'Bookings'],
  ['/notifications', 'Notifications'],
  ['/privacy', 'Privacy'],
  ...Array.from({ length: 40 }, (_, index) => [
    `/letters/${index + 1}`,
    `Letter of week ${index + 1}`,
  ]),
] as [string, string][]

/**
 * Adds plausible visits to the raw tables. There are more from Friday to Sunday and in the early afternoon. A few pages
 * have most of the views. About one visitor in ten comes more than once a day; one in sixteen is a bot. The steps of a
 * newsletter sign-up and its confirmation are in different visits. Everything is derived from the seed.
 * @param query runs on one connection, because temporary tables are used
 */
export async function insertTraffic(query: Query, options: TrafficOptions): Promise<void> {
  await query(`
    create or replace function pg_temp.chance(n bigint, use int) returns float8 language sql immutable as
      'select (hashint8extended($1, $2) & 1048575)::float8 / 1048576'`)
  for (const [from, to] of monthsOf(options)) await insertMonth(query, { ...options, from, to })
}

/** Splits a range by month, because the tables are partitioned by month. */
function monthsOf({ from, to }: TrafficOptions): [string, string][] {
  const months: [string, string][] = []
  for (let begin = from; begin <= to; ) {
    const next = nextMonth(begin)
    const last = new Date(Date.parse(next) - 86_400_000).toISOString().slice(0, 10)
    months.push([begin, last < to ? last : to])
    begin = next
  }
  return months
}

function nextMonth(day: string): string {
  const next = new Date(`${day.slice(0, 7)}-01`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return next.toISOString().slice(0, 10)
}

// `if not exists` fails if a server creates the same partition at the same time.
const ignoreExisting = (error: { code?: string }) => {
  if (error.code !== '42P07') throw error
}

async function insertMonth(query: Query, options: TrafficOptions): Promise<void> {
  const { from, to, visitorsPerDay, seed = 1, timeZone = 'Europe/London', members = [] } = options
  const { pages = manyPages, hasCampaigns = true } = options
  const month = from.slice(0, 7)
  for (const table of rawTables) {
    await query(`
      create table if not exists ${partitionOf(table, month)} partition of ${table}
        for values from ('${month}-01') to ('${nextMonth(from)}')`).catch(ignoreExisting)
  }
  await query('drop table if exists made_sessions, made_views, made_interactions')
  await query(
    `create temp table made_sessions as
     with visits as (
       select day, visitor, number,
              hashint8extended((day - date '2000-01-01')::bigint * 1000000 + visitor * 10 + number, $4) as n,
              hashint8extended((day - date '2000-01-01')::bigint * 1000000 + visitor * 10, $4) as v
         from (select day::date from generate_series($1::timestamp, $2::timestamp, '1 day') as day) as days
        cross join lateral generate_series(1, ($3 * case when extract(isodow from day) >= 5 then 1.3 else 0.875 end)::int)
              as visitor
        cross join generate_series(1, 5) as number),
     chosen as (
       select *, pg_temp.chance(v, 1) as device, pg_temp.chance(v, 2) as browser_chance,
              pg_temp.chance(n, 3) as source_chance, pg_temp.chance(v, 4) as country_chance,
              pg_temp.chance(v, 5) < 0.08 as is_authenticated, pg_temp.chance(v, 6) as bot_chance,
              extract(week from day)::text as week
         from visits where number = 1 or pg_temp.chance(v, 7) < 0.2 / power(2, number - 1)),
     named as (
       select *, case when device < 0.6 then 'phone' when device < 0.92 then 'desktop' else 'tablet' end
                as device_type,
              case when source_chance < 0.35 then null when source_chance < 0.62 then 'google.com'
                   when source_chance < 0.76 then 'instagram.com' when source_chance < 0.82 then 'facebook.com'
                   when source_chance < 0.90 then 'letter' when source_chance < 0.94 then 'nudge'
                   when source_chance < 0.97 then 'bing.com' else 'tripadvisor.co.uk' end as source,
              1 + least(14, floor(-ln(1 - pg_temp.chance(n, 8)) * 2.05))::int as views
         from chosen)
     select day, substr(md5('visit' || n), 1, 22) as session_id, substr(md5('visitor' || v), 1, 22) as visitor_id,
            number, n, source, device_type, views, is_authenticated,
            case when is_authenticated and pg_temp.chance(v, 9) < 0.6
                 then ($5::int[])[1 + floor(pg_temp.chance(v, 10) * cardinality($5::int[]))::int] end as user_id,
            ((day + time '07:00' + (number - 1) * interval '2 hours'
              + (pg_temp.chance(v, 11) + pg_temp.chance(v, 12)) * interval '6.5 hours'
              + pg_temp.chance(n, 13) * interval '20 minutes') at time zone $6) as started_at,
            case when device_type = 'desktop'
                 then (array['Chrome', 'Chrome', 'Firefox', 'Edge', 'Safari'])[1 + floor(browser_chance * 5)::int]
                 else (array['Safari', 'Safari', 'Chrome', 'Chrome', 'Samsung Internet'])
                      [1 + floor(browser_chance * 5)::int] end as browser,
            case when device_type = 'desktop'
                 then (array['Windows', 'Windows', 'Linux', 'Windows', 'macOS'])[1 + floor(browser_chance * 5)::int]
                 else (array['iOS', 'iOS', 'Android', 'Android', 'Android'])
                      [1 + floor(browser_chance * 5)::int] end as os,
            case when country_chance < 0.88 then 'GB' when country_chance < 0.92 then 'IE'
                 when country_chance < 0.94 then 'DE' when country_chance < 0.96 then 'FR' end as country,
            case source when 'letter' then 'email' when 'nudge' then 'push' end as medium,
            case when $7 then case source when 'letter' then 'letter-' || week
                                          when 'nudge' then 'nudge-' || week end end as campaign,
            case when bot_chance < 0.04 then 'agent' when bot_chance < 0.055 then 'network'
                 when bot_chance < 0.06 then 'behaviour' end as bot,
            bot_chance >= 0.035 and bot_chance < 0.055 as is_data_center
       from named`,
    [from, to, visitorsPerDay, seed, members, timeZone, hasCampaigns],
  )
  await query(
    `create temp table made_views as
     select day, session_id, user_id, n, k, view_n, page, ($1::text[])[page] as page_path,
            ($2::text[])[page] as page_title,
            started_at + (k - 1) * interval '40 seconds' as viewed_at,
            case when pg_temp.chance(view_n, 1) < 0.15 then floor(pg_temp.chance(view_n, 2) * 5)
                 else least(2400, floor(-ln(1 - pg_temp.chance(view_n, 2)) * 45)) end::int as seconds,
            floor(pg_temp.chance(view_n, 3) * 101)::int as scroll, k = 1 as is_entry,
            k = 1 or pg_temp.chance(view_n, 4) < 0.2 as is_load
       from (select *, 1 + floor(cardinality($1::text[])
                     * power(pg_temp.chance(view_n, 0), case when k = 1 then 4 else 2.2 end))::int as page
               from (select made_sessions.*, k, hashint8extended(n, k) as view_n
                       from made_sessions cross join lateral generate_series(1, views) as k) as each) as paged`,
    [pages.map(([path]) => path), pages.map(([, title]) => title)],
  )
  await query(
    `create temp table made_interactions as
     select day, session_id, user_id, n, viewed_at + interval '3 seconds' as at, 'i' || k as id, page_path,
            case when pg_temp.chance(view_n, 5) < 0.05 then 'submit' else 'click' end as type,
            (array['nav-menu', 'book-table', 'hero-link', 'open-map', 'phone', null, null])
              [1 + floor(pg_temp.chance(view_n, 6) * 7)::int] as element_id,
            (array['card', 'button', 'footer-link', null])[1 + floor(pg_temp.chance(view_n, 7) * 4)::int] as element_class,
            null::text as name,
            (array['/cafe', 'maps.example', 'mailto:', null])[1 + floor(pg_temp.chance(view_n, 9) * 4)::int] as to_target
       from made_views where day >= $1::date and pg_temp.chance(view_n, 8) < 0.4
     union all
     select day, session_id, user_id, n, viewed_at + position * interval '4 seconds', 'e' || k || '-' || position,
            page_path, 'event', null, null, names[position], null
       from (select *, case when pg_temp.chance(n, 20) < 0.5
                            then array['gate_opened', 'gate_proof', 'gate_in']
                            when pg_temp.chance(n, 20) < 0.85 then array['newsletter_panel', 'newsletter_submitted']
                            else array['newsletter_confirmed'] end as names
               from made_views where day >= $1::date and k = 1 and pg_temp.chance(n, 21) < 0.08) as tried
      cross join lateral generate_series(1, least(cardinality(names), 1 + floor(pg_temp.chance(n, 22) * 3)::int))
              as position`,
    [options.interactionsFrom ?? from],
  )
  for (const table of ['made_sessions', 'made_views', 'made_interactions'])
    await query(`analyze ${table}`)
  await insertMade(query)
}

/** Moves the rows of the temporary tables into the raw tables. */
async function insertMade(query: Query): Promise<void> {
  const properties =
    'device_type, browser, os, country, is_authenticated, bot, source, medium, campaign'
  // Compared as text, because comparing nullable columns would make the join slow.
  const keyOf = (table: string) =>
    `row(${table}.${properties.replaceAll(', ', `, ${table}.`)})::text`
  await query(`
    insert into analytics_segments (${properties}) select distinct ${properties} from made_sessions
    on conflict do nothing`)
  await query(`
    insert into user_sessions (
      day, session_id, visitor_id, number, user_id, started_at, last_at, ended_at, user_agent, referrer,
      ${properties}, entry_page, exit_page, exit_at, views, interactions, is_data_center,
      is_automated, segment)
    select s.day, s.session_id, visitor_id, number, s.user_id, started_at, exit.viewed_at, exit.viewed_at,
           case s.bot when 'agent' then 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
                      else 'Mozilla/5.0 (X11; ' || s.os || ') ' || s.browser || '/140.0' end, 'https://' || nullif(nullif(s.source, 'letter'), 'nudge') || '/',
           s.device_type, s.browser, s.os, s.country, s.is_authenticated, s.bot, s.source, s.medium, s.campaign,
           entry.page_path, exit.page_path, exit.viewed_at, s.views, coalesce(i.count, 0), is_data_center, coalesce(s.bot = 'behaviour', false), g.id
      from made_sessions as s
      join made_views as entry on entry.n = s.n and entry.k = 1
      join made_views as exit on exit.n = s.n and exit.k = s.views
      left join (select n, count(*) from made_interactions group by n) as i on i.n = s.n
      join analytics_segments as g on ${keyOf('g')} = ${keyOf('s')}`)
  await query(`
    insert into page_views (
      day, session_id, id, user_id, page_path, page_title, referrer, viewed_at, time_spent_seconds,
      scroll_depth_percent, is_bounce, is_entry, lcp_ms, inp_ms, fcp_ms, ttfb_ms, cls)
    select day, session_id, 'v' || k, user_id, page_path, page_title, null, viewed_at, seconds, scroll,
           seconds < 5, is_entry,
           case when is_load then (600 + 2600 * power(pg_temp.chance(view_n, 30), 3))::int end,
           case when is_load and pg_temp.chance(view_n, 31) < 0.7 then (16 + 300 * power(pg_temp.chance(view_n, 32), 4))::int end,
           case when is_load then (400 + 1800 * power(pg_temp.chance(view_n, 30), 3))::int end,
           case when is_load then (40 + 900 * power(pg_temp.chance(view_n, 33), 3))::int end,
           case when is_load then round((0.3 * power(pg_temp.chance(view_n, 34), 5))::numeric, 4)::real end
      from made_views`)
  await query(`
    insert into user_journeys (day, session_id, id, user_id, from_page, to_page, transition_type, at)
    select day, session_id, 'j' || k, user_id, from_page, page_path,
           (array['link', 'link', 'nav', 'nav', 'back', 'transition'])[1 + floor(pg_temp.chance(view_n, 40) * 6)::int],
           viewed_at
      from (select *, lag(page_path) over (partition by n order by k) as from_page from made_views) as moved
     where from_page is not null`)
  await query(`
    insert into user_interactions (
      day, session_id, id, user_id, page_path, interaction_type, element_id, element_class, additional_data, at)
    select day, session_id, id, user_id, page_path, type, element_id, element_class,
           case when name is not null then jsonb_build_object('name', name)
                when to_target is not null then jsonb_build_object('to', to_target) end, at
      from made_interactions`)
  await query('drop table made_sessions, made_views, made_interactions')
}
