import { onDatabase, retryDeadlocks } from './database.ts'
import { daysAgo } from './venue-days.ts'

const tables = ['user_sessions', 'page_views', 'user_journeys', 'user_interactions'] as const

/** The user agent of a phone: the default of stored visits and of trackers. */
export const phoneUserAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

export type Visit = {
  day?: string
  user?: number | null
  userAgent?: string
  bot?: string | null
  /** The origin of the site that the visit came from. */
  referrer?: string | null
  source?: string | null
  isDataCenter?: boolean
  isAutomated?: boolean
  /** For each view: its page, the seconds on the page, the member, and how many seconds into the visit it began. */
  views?: { path?: string; seconds?: number; user?: number | null; beganAfter?: number }[]
  clicks?: number
}
const nextMonth = (day: string) => {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

export const today = daysAgo(0)

/** Stores visits in a database, without the program. */
export function visitWriterOf(url: string) {
  let serial = 0
  const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
    onDatabase(url, (run) => run<Row>(text, values))
  /** Creates the partitions of a day's month. */
  async function makePartitions(day: string) {
    for (const table of tables) {
      const name = `${table}_${day.slice(0, 7).replace('-', '_')}`
      await query(`create table if not exists ${name} partition of ${table}
                   for values from ('${day.slice(0, 7)}-01')
                   to ('${nextMonth(day)}')`)
    }
  }
  /** Stores a visit as it is after its last event. @returns its id */
  async function visit({
    day = today,
    user = null,
    userAgent = phoneUserAgent,
    bot = null,
    referrer = null,
    source = null,
    isDataCenter = false,
    isAutomated = false,
    views = [{}],
    clicks = 0,
  }: Visit = {}): Promise<string> {
    serial += 1
    const id = `visit-${serial}`
    await makePartitions(day)
    const start = Date.parse(`${day}T12:00:00Z`) + serial * 1000
    const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
    const [segment] = await query<{ id: number }>(
      `insert into analytics_segments (device_type, browser, os, is_authenticated, bot, source)
       values ('phone', 'Safari', 'iOS', $1, $2, $3)
       on conflict (device_type, browser, os, country, is_authenticated, bot, source, medium, campaign)
         do update set os = excluded.os
       returning id`,
      [user !== null, bot, source],
    )
    await query(
      `insert into user_sessions (day, session_id, visitor_id, number, user_id, started_at, last_at,
         user_agent, device_type, browser, os, is_authenticated, entry_page, exit_page, views,
         interactions, bot, is_data_center, is_automated, segment, referrer, source)
       values ($1, $2, $2, 1, $3, $4, $4, $5, 'phone', 'Safari', 'iOS', $6, '/', '/', $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        day,
        id,
        user,
        at(0),
        userAgent,
        user !== null,
        views.length,
        clicks,
        bot,
        isDataCenter,
        isAutomated,
        segment?.id,
        referrer,
        source,
      ],
    )
    const stored = views.map((view, index) => ({
      id: `v${index}`,
      path: view.path ?? '/cafe',
      user_id: view.user === undefined ? user : view.user,
      viewed_at: at(view.beganAfter ?? index),
      seconds: view.seconds ?? 12,
      is_entry: index === 0,
    }))
    await query(
      `insert into page_views (day, session_id, id, user_id, page_path, page_title, viewed_at,
         time_spent_seconds, scroll_depth_percent, is_bounce, is_entry)
       select $1, $2, id, user_id, path, 'Cafe', viewed_at, seconds, 80, false, is_entry
         from jsonb_to_recordset($3) as view (id text, path text, user_id int, viewed_at timestamptz, seconds int,
                                              is_entry boolean)`,
      [day, id, JSON.stringify(stored)],
    )
    await query(`insert into user_journeys values ($1, $2, 'j', $3, '/', '/cafe', 'link', $4)`, [
      day,
      id,
      user,
      at(0),
    ])
    for (let click = 0; click < clicks; click++) {
      await query(
        `insert into user_interactions (day, session_id, id, user_id, page_path, interaction_type,
           element_text, coordinates, at)
         values ($1, $2, $3, $4, '/cafe', 'click', $5, $6, $7)`,
        [
          day,
          id,
          `c${click}`,
          user,
          user === null ? null : 'Book a table',
          user === null ? null : { x: 3, y: 4 },
          at(click),
        ],
      )
    }
    return id
  }
  const countRows = async (table: string, where: string) => {
    const [row] = await query<{ n: number }>(
      `select count(*)::int as n from ${table} where ${where}`,
    )
    return row?.n ?? 0
  }
  const counts = async (where = 'true') =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async (table) => [table, await countRows(table, where)] as const),
      ),
    )
  /** Deletes everything that is stored about visits. */
  const clear = () =>
    retryDeadlocks(() =>
      query(`truncate ${tables.join(', ')}, analytics_days, analytics_salts, analytics_segments`),
    )
  /** The days that are to be summed up again. */
  const dirtyDays = async () =>
    (
      await query<{ day: string }>(
        'select day::text from analytics_days where dirty_at is not null order by day',
      )
    ).map(({ day }) => day)
  return { query, visit, counts, clear, dirtyDays }
}
