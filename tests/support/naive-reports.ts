import type { Query } from './database.ts'

// Computes the numbers of reports from all raw rows with plain loops. This second implementation shares no code with
// the program.

export type NaiveFilters = {
  page?: string
  entry?: string
  source?: string
  medium?: string
  campaign?: string
  device?: string
  browser?: string
  os?: string
  country?: string
  signed?: 'yes' | 'no'
  bots?: '1'
}

type Session = {
  day: string
  started_at: Date
  session_id: string
  visitor_id: string
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
  entry_page: string
  exit_page: string
}
type OfSession = { day: string; session_id: string; id: string; at: number }
type View = OfSession & {
  page_path: string
  time_spent_seconds: number
  scroll_depth_percent: number
  is_bounce: boolean
  lcp_ms: number | null
  inp_ms: number | null
  fcp_ms: number | null
  ttfb_ms: number | null
  cls: number | null
}
type Move = OfSession & { from_page: string; to_page: string; transition_type: string }
type Interaction = OfSession & {
  page_path: string
  interaction_type: string
  element_id: string | null
  element_class: string | null
  additional_data: { name?: string; to?: string } | null
}

export type RawRows = {
  sessions: Session[]
  views: View[]
  moves: Move[]
  interactions: Interaction[]
}

export async function readRawRows(query: Query): Promise<RawRows> {
  const columns = (at: string) => `*, day::text as day, extract(epoch from ${at})::float8 as at`
  return {
    sessions: await query(`select *, day::text as day from user_sessions`),
    views: await query(`select ${columns('viewed_at')} from page_views`),
    moves: await query(`select ${columns('at')} from user_journeys`),
    interactions: await query(`select ${columns('at')} from user_interactions`),
  }
}

const keyOf = ({ day, session_id }: { day: string; session_id: string }) => `${day} ${session_id}`

const grouped = <Row>(rows: readonly Row[], keyOfRow: (row: Row) => string): [string, Row[]][] => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOfRow(row)
    groups.get(key)?.push(row) ?? groups.set(key, [row])
  }
  return [...groups]
}

const sessionsIn = (rows: readonly OfSession[]) => new Set(rows.map(keyOf)).size
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
const share = (part: number, whole: number) => (whole === 0 ? null : part / whole)

/** Reports round times above five minutes down to steps of 30 s, and cut them at half an hour. */
const shownSeconds = (seconds: number) =>
  seconds <= 300 ? seconds : Math.floor(Math.min(seconds, 1800) / 30) * 30

function medianOf(views: readonly View[]): number | null {
  const times = views.map((view) => shownSeconds(view.time_spent_seconds)).sort((a, b) => a - b)
  return times[Math.ceil(times.length / 2) - 1] ?? null
}

/** All reports of a range. */
export function naiveReports(
  { sessions, views, moves, interactions }: RawRows,
  { from, to }: { from: string; to: string },
  filters: NaiveFilters = {},
) {
  const inRange = ({ day }: { day: string }) => day >= from && day <= to
  const onPage = ({ page_path }: { page_path: string }) =>
    filters.page === undefined || page_path === filters.page
  const isValue = (value: string | null, wanted: string | undefined) =>
    wanted === undefined || (value ?? '') === wanted
  const hasProperties = (session: Session) =>
    isValue(session.device_type, filters.device) &&
    isValue(session.browser, filters.browser) &&
    isValue(session.os, filters.os) &&
    isValue(session.country, filters.country) &&
    isValue(session.source, filters.source) &&
    isValue(session.medium, filters.medium) &&
    isValue(session.campaign, filters.campaign) &&
    (filters.signed === undefined || session.is_authenticated === (filters.signed === 'yes')) &&
    (filters.bots === '1' || session.bot === null)

  const viewedPage = new Set(views.filter(onPage).map(keyOf))
  const visits = sessions.filter(
    (session) =>
      inRange(session) &&
      isValue(session.entry_page, filters.entry) &&
      (filters.page === undefined || viewedPage.has(keyOf(session))),
  )
  const shown = visits.filter(hasProperties)
  const shownByKey = new Map(shown.map((session) => [keyOf(session), session]))
  const ofShown = <Row extends { day: string; session_id: string }>(rows: readonly Row[]) =>
    rows.filter((row) => shownByKey.has(keyOf(row)))
  const shownViews = ofShown(views).filter(onPage)
  const viewsOf = new Map(grouped(shownViews, keyOf))

  const count = (some: readonly Session[]) => {
    const own = some.flatMap((session) => viewsOf.get(keyOf(session)) ?? [])
    return {
      sessions: some.length,
      visitors: new Set(some.map(({ day, visitor_id }) => `${day} ${visitor_id}`)).size,
      views: own.length,
      bounceRate: share(own.filter(({ is_bounce }) => is_bounce).length, own.length),
    }
  }

  const pageRows = grouped(shownViews, ({ page_path }) => page_path).map(([page, own]) => ({
    page,
    views: own.length,
    sessions: sessionsIn(own),
    entries: new Set(own.map(keyOf).filter((key) => shownByKey.get(key)?.entry_page === page)).size,
    exits: new Set(own.map(keyOf).filter((key) => shownByKey.get(key)?.exit_page === page)).size,
    bounceRate: share(own.filter(({ is_bounce }) => is_bounce).length, own.length),
    medianSeconds: medianOf(own),
    meanScroll: share(sum(own.map((view) => view.scroll_depth_percent)), own.length),
  }))

  const technologyRows = (column: 'device_type' | 'browser' | 'os' | 'country') =>
    grouped(shown, (session) => JSON.stringify(session[column])).map(([name, some]) => {
      const { sessions: all, visitors, views: viewed } = count(some)
      return { name: JSON.parse(name), sessions: all, visitors, views: viewed }
    })

  const movesShown = ofShown(moves).filter(
    ({ from_page, to_page }) =>
      filters.page === undefined || from_page === filters.page || to_page === filters.page,
  )
  const elementOf = (row: Interaction) =>
    row.interaction_type === 'event'
      ? (row.additional_data?.name ?? null)
      : (row.element_id ??
        (row.additional_data?.to ? `→ ${row.additional_data.to}` : row.element_class))
  // The steps of each visit, in order.
  const stepsByVisit = new Map(
    grouped(
      [
        ...ofShown(views).map((view) => ({ ...view, step: view.page_path })),
        ...ofShown(interactions)
          .filter((row) => row.interaction_type === 'event')
          .map((row) => ({ ...row, step: row.additional_data?.name ?? '' })),
      ].sort((a, b) => a.at - b.at),
      keyOf,
    ),
  )
  const { bounceRate, ...counts } = count(shown)
  return {
    totals: {
      ...counts,
      bounceRate,
      bounces: shownViews.filter(({ is_bounce }) => is_bounce).length,
      viewsPerSession: share(counts.views, counts.sessions),
      medianSeconds: medianOf(shownViews),
      meanScroll: share(
        sum(shownViews.map((view) => view.scroll_depth_percent)),
        shownViews.length,
      ),
    },
    days: grouped(shown, ({ day }) => day).map(([start, some]) => {
      const { bounceRate: _, ...point } = count(some)
      return { start, ...point }
    }),
    pages: pageRows,
    sources: grouped(shown, ({ source, medium, campaign }) =>
      JSON.stringify([source, medium, campaign]),
    ).map(([key, some]) => {
      const [source, medium, campaign] = JSON.parse(key)
      return { source, medium, campaign, ...count(some) }
    }),
    technology: {
      devices: technologyRows('device_type'),
      browsers: technologyRows('browser'),
      systems: technologyRows('os'),
      countries: technologyRows('country'),
    },
    moves: grouped(movesShown, (move) =>
      JSON.stringify([move.from_page, move.to_page, move.transition_type]),
    ).map(([key, own]) => {
      const [fromPage, toPage, transition] = JSON.parse(key)
      return {
        from: fromPage,
        to: toPage,
        transition,
        moves: own.length,
        sessions: sessionsIn(own),
      }
    }),
    actions: grouped(ofShown(interactions).filter(onPage), (row) =>
      JSON.stringify([row.page_path, row.interaction_type, elementOf(row)]),
    ).map(([key, own]) => {
      const [page, type, element] = JSON.parse(key)
      return { page, type, element, interactions: own.length, sessions: sessionsIn(own) }
    }),
    vitals: naiveVitals(shownViews),
    /** The number of visits with these steps in this order. A step with a leading slash is a page, else an event. */
    reached: (...steps: string[]) =>
      shown.filter((session) => {
        let next = 0
        for (const { step } of stepsByVisit.get(keyOf(session)) ?? [])
          if (step === steps[next]) next++
        return next === steps.length
      }).length,
  }
}

const metrics = [
  { metric: 'lcp', column: 'lcp_ms', step: 100, max: 20_000, good: 2500, poor: 4000 },
  { metric: 'inp', column: 'inp_ms', step: 10, max: 5000, good: 100, poor: 500 },
  { metric: 'cls', column: 'cls', step: 0.01, max: 2, good: 0.1, poor: 0.25 },
  { metric: 'fcp', column: 'fcp_ms', step: 100, max: 20_000, good: 1800, poor: 3000 },
  { metric: 'ttfb', column: 'ttfb_ms', step: 50, max: 10_000, good: 800, poor: 1800 },
] as const

function naiveVitals(views: readonly View[]) {
  return metrics.flatMap(({ metric, column, step, max, good, poor }) => {
    const measured = views.filter((view) => view[column] !== null)
    const rowOf = (page: string | null, own: readonly View[]) => {
      const values = own.map((view) => view[column] ?? 0).sort((a, b) => a - b)
      const p75 = values[Math.ceil(values.length * 0.75) - 1] ?? 0
      const goods = values.filter((value) => value <= good).length
      const poors = values.filter((value) => value > poor).length
      return {
        metric,
        page,
        views: values.length,
        // Rounds up to a step, without floating-point errors.
        p75: Number(Math.min(Math.ceil(Number((p75 / step).toFixed(6))) * step, max).toFixed(2)),
        good: goods / values.length,
        middle: (values.length - goods - poors) / values.length,
        poor: poors / values.length,
      }
    }
    if (measured.length === 0) return []
    return [
      rowOf(null, measured),
      ...grouped(measured, ({ page_path }) => page_path).map(([page, own]) => rowOf(page, own)),
    ]
  })
}
