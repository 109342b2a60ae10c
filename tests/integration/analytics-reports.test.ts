import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertTraffic } from '../../cms/features/analytics/demo/queries/traffic.ts'
import type {
  FiltersReply,
  LiveReply,
  RawReply,
  Reports,
} from '../../cms/features/analytics/reports/contract.ts'
import { weekOf } from '../../cms/features/analytics/reports/ranges.ts'
import type { ReportName } from '../../cms/features/analytics/reports/rules.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import {
  type NaiveFilters,
  naiveReports,
  type RawRows,
  readRawRows,
} from '../support/naive-reports.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { daysAgo } from '../support/venue-days.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let staff: Awaited<ReturnType<typeof makeStaff>>

const dayMs = 86_400_000
// At least one whole month, and parts of the months before and after it.
const whole = { from: daysAgo(75), to: daysAgo(0) }
const recent = { from: daysAgo(20), to: daysAgo(0) }
// These days are in different months, so their rows are in different partitions.
const twoMonths = { from: daysAgo(31), to: daysAgo(0) }
/** The day of the first visit, after a test added it. Its interactions are not kept any more. */
const firstDay = daysAgo(110)
const fewMembers = 3
const members = Array.from({ length: 30 }, (_, index) => index + 1)

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  staff = await makeStaff(server)
  // A running server would sum up days whose visits are not complete.
  await server.stop()
  await onDatabase(url, async (query) => {
    await query(
      `insert into members (id, email, analytics_consent, created_at, updated_at)
       select id, 'm' || id || '@venue.example', true, now() - (id % 5) * interval '1 week', now()
         from unnest($1::int[]) as id`,
      [members],
    )
    // Members 11 to 30 chose the cafe, members 1 to 3 the kitchens, members 4 to 30 the beer hall.
    await query(
      `insert into members_favourite_areas (parent_id, "order", value)
       select id, 1, 'Cafe'::enum_members_favourite_areas from unnest($1::int[]) as id where id > 10
        union all select id, 2, 'Kitchens'::enum_members_favourite_areas from unnest($1::int[]) as id where id <= $2
        union all select id, 3, 'Beer Hall'::enum_members_favourite_areas from unnest($1::int[]) as id where id > $2`,
      [members, fewMembers],
    )
    await insertTraffic(query, { ...whole, visitorsPerDay: 25, timeZone: 'UTC', members })
    // Assigns a third of the first visits to members, so that each week has five members, the minimum of a group.
    await query(
      'update user_sessions set user_id = 1 + abs(hashtext(session_id)) % $1::int where number = 1 and hashtext(session_id) % 3 = 0',
      [members.length],
    )
  })
  server = await startServer({ DATABASE_URL: url, DEMO: '0' })
})
afterAll(() => server?.stop())

const parametersOf = (parameters: object) =>
  new URLSearchParams(Object.entries(parameters) as [string, string][])

const get = (path: string, as = staff.publisher) =>
  server.get(`/api/analytics/${path}`, sessionHeaders(as))

async function reportOf<Name extends ReportName>(name: Name, query: object) {
  const reply = await get(`reports/${name}?${parametersOf(query)}`)
  expect(reply.status, reply.text).toBe(200)
  const report = reply.json<Reports[Name]>()
  if (report.tooFew) throw new Error('The report has too few members.')
  return report as Extract<Reports[Name], { tooFew: false }>
}

/** Sorts rows by content, so that the server's results and those of `naiveReports` can be compared. */
const sorted = <Row extends object>(rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => {
    const [first, second] = [
      JSON.stringify(Object.entries(a).sort()),
      JSON.stringify(Object.entries(b).sort()),
    ]
    return first < second ? -1 : first > second ? 1 : 0
  })

/** The property that a heading names: `Sessions before` is `sessionsBefore`. */
const propertyOf = (heading: string) =>
  (heading[0] ?? '').toLowerCase() +
  heading.slice(1).replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase())

/** A share as a CSV file has it. */
const rounded = (share: number) => Number(share.toFixed(4))

/** The cells of a CSV file by the property of the column. No cell of these tables has a comma or line break. */
const cellsOf = (csv: string): Record<string, string>[] => {
  const [header = '', ...lines] = csv.replace('\ufeff', '').trim().split('\r\n')
  const columns = header.split(',').map(propertyOf)
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
  })
}

/** Rows without the columns of a comparison and without titles, which `naiveReports` does not have. */
const withoutComparison = <Row extends object>(rows: readonly Row[]): object[] =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(([name]) => !name.endsWith('Before') && name !== 'title'),
    ),
  )

async function rollUp() {
  await onDatabase(url, async (query) => {
    await query(`select graphile_worker.add_job('analytics.roll-up')`)
    await waitUntil(
      () =>
        query<{ rolled: number }>(
          `select count(*)::int as rolled from analytics_days where rolled_at is not null and dirty_at is null`,
        ),
      ([row]) => (row?.rolled ?? 0) >= 74,
      60_000,
    )
    await waitUntil(
      () => query(`select from graphile_worker.jobs where task_identifier = 'analytics.roll-up'`),
      ({ length }) => length === 0,
      60_000,
    )
  })
}

const filterSets: NaiveFilters[] = [{}, { page: '/beer', device: 'phone' }]
const moreFilterSets: NaiveFilters[] = [
  { bots: '1' },
  { device: 'phone' },
  { signed: 'yes' },
  { signed: 'no', device: 'desktop', bots: '1' },
  { page: '/' },
]
/** Filters that some tables of sums do not store, so that their reports read the raw rows. */
const detailedFilterSets: NaiveFilters[] = [{ entry: '/cafe', page: '/beer', bots: '1' }]
const moreDetailedFilterSets: NaiveFilters[] = [
  { source: 'google.com' },
  { source: '', browser: 'Chrome' },
  { medium: 'email', country: 'GB' },
  { os: 'iOS', page: '/cafe' },
  { entry: '/' },
]

async function compareAll(
  rows: RawRows,
  range: { from: string; to: string },
  filters: NaiveFilters,
) {
  const naive = naiveReports(rows, range, filters)
  const query = { ...range, ...filters }
  const overview = await reportOf('overview', query)
  expect(overview.note).toBeNull()
  expect(overview.totals).toEqual(naive.totals)
  if (overview.step === 'day') {
    expect(sorted(overview.series.filter(({ sessions }) => sessions > 0))).toEqual(
      sorted(naive.days),
    )
  }
  const pages = await reportOf('pages', query)
  expect(sorted(withoutComparison(pages.rows))).toEqual(sorted(naive.pages))
  const entries = await reportOf('entries', query)
  expect(sorted(withoutComparison(entries.rows))).toEqual(
    sorted(naive.pages.filter((row) => row.entries > 0)),
  )
  const sources = await reportOf('sources', query)
  expect(sorted(withoutComparison(sources.rows.filter(({ sessions }) => sessions > 0)))).toEqual(
    sorted(naive.sources),
  )
  const technology = await reportOf('technology', query)
  for (const kind of ['devices', 'browsers', 'systems', 'countries'] as const) {
    expect(sorted(withoutComparison(technology[kind]))).toEqual(sorted(naive.technology[kind]))
  }
  const csv = async (table: string) => {
    const reply = await get(`csv/${table}?${parametersOf(query)}`)
    expect(reply.status, reply.text).toBe(200)
    return cellsOf(reply.text)
  }
  const numbered = (cells: Record<string, string>[], names: string[]) =>
    cells.map((row) => ({
      ...row,
      ...Object.fromEntries(names.map((name) => [name, Number(row[name])])),
    }))
  expect(sorted(numbered(await csv('journeys'), ['moves', 'sessions']))).toEqual(
    sorted(naive.moves),
  )
  expect(
    sorted(withoutComparison(numbered(await csv('actions'), ['interactions', 'sessions']))),
  ).toEqual(sorted(naive.actions.map((row) => ({ ...row, element: row.element ?? '' }))))
  expect(
    sorted(
      withoutComparison(numbered(await csv('vitals'), ['p75', 'good', 'middle', 'poor', 'views'])),
    ),
  ).toEqual(
    sorted(
      naive.vitals.map((row) => ({
        ...row,
        ...{ good: rounded(row.good), middle: rounded(row.middle), poor: rounded(row.poor) },
        page: row.page ?? '',
      })),
    ),
  )
  if (filters.page === undefined) {
    const { funnels } = await reportOf('funnels', query)
    const counted = (id: string) =>
      funnels.find((funnel) => funnel.id === id)?.steps.map(({ sessions }) => sessions)
    expect(counted('gate')).toEqual([
      naive.reached('gate_opened'),
      naive.reached('gate_opened', 'gate_proof'),
      naive.reached('gate_opened', 'gate_proof', 'gate_in'),
    ])
    // The link in the mail is usually opened in another visit, so the last step does not require the earlier steps.
    expect(counted('newsletter')).toEqual([
      naive.reached('newsletter_panel'),
      naive.reached('newsletter_panel', 'newsletter_submitted'),
      naive.reached('newsletter_confirmed'),
    ])
  }
}

describe.each([
  ['from raw rows', 'parts of two months', twoMonths],
  ['from sums', '76 days', whole],
])('all reports %s equal an independent computation', (how, length, range) => {
  let rows: RawRows
  beforeAll(async () => {
    if (how === 'from sums') await rollUp()
    rows = await onDatabase(url, readRawRows)
  })
  const compare = (filters: NaiveFilters) => compareAll(rows, range, filters)
  const compareDetailed = (filters: NaiveFilters) => compareAll(rows, recent, filters)
  test.each(filterSets)(`of ${length} with %j`, compare)
  test.each(detailedFilterSets)('of three weeks with %j', compareDetailed)
  describe('with more filters:', { tags: 'extended' }, () => {
    test.each(moreFilterSets)(`of ${length} with %j`, compare)
    test.each(moreDetailedFilterSets)('of three weeks with %j', compareDetailed)
  })
})

test('the values over time for a range of one day have one point for each hour', async () => {
  const day = daysAgo(3)
  // A page view with a time on the day before the day of its visit.
  await onDatabase(url, (query) =>
    query(
      `update page_views set viewed_at = viewed_at - interval '1 day'
        where (day, session_id, id) in (
                select day, session_id, v.id from page_views as v join user_sessions using (day, session_id)
                 where day = $1 and bot is null limit 1)`,
      [day],
    ),
  )
  const report = await reportOf('overview', { from: day, to: day })
  expect(report.step).toBe('hour')
  expect(report.series).toHaveLength(24)
  const sum = (name: 'visitors' | 'sessions' | 'views') =>
    report.series.reduce((all, point) => all + point[name], 0)
  const { visitors, sessions, views } = report.totals
  expect({ visitors: sum('visitors'), sessions: sum('sessions'), views: sum('views') }).toEqual({
    visitors,
    sessions,
    views,
  })
})

test('with a filter for a page, funnels count the visits in which that page was viewed', async () => {
  const rows = await onDatabase(url, readRawRows)
  const opened = async (filters: NaiveFilters) => {
    const { funnels, range } = await reportOf('funnels', { ...recent, ...filters })
    const gate = funnels.find(({ id }) => id === 'gate')
    const { reached } = naiveReports(rows, range, filters)
    expect(gate?.steps[0]?.sessions).toBe(reached('gate_opened'))
    return reached('gate_opened')
  }
  const ofPage = await opened({ page: '/beer' })
  expect(ofPage).toBeGreaterThan(0)
  expect(ofPage).toBeLessThan(await opened({}))
})

test('a comparison has the same numbers as a report of the previous days', async () => {
  const [range, before] = [
    { from: daysAgo(9), to: daysAgo(5) },
    { from: daysAgo(14), to: daysAgo(10) },
  ]
  const report = await reportOf('overview', { ...range, compare: 'previous' })
  const earlier = await reportOf('overview', before)
  expect(report.compared).toEqual(before)
  expect(report.before).toEqual(earlier.totals)
  expect(report.seriesBefore).toEqual(earlier.series)
  const pages = await reportOf('pages', { ...range, compare: 'previous' })
  const pagesBefore = await reportOf('pages', before)
  for (const { page, viewsBefore } of pages.rows) {
    expect(viewsBefore).toBe(pagesBefore.rows.find((row) => row.page === page)?.views ?? 0)
  }
})

test.each([0, 6])(
  'a range that ends today and has %d earlier days is compared with the previous range up to the same time of day',
  async (days) => {
    const [range, before] = [
      { from: daysAgo(days), to: daysAgo(0) },
      { from: daysAgo(days * 2 + 1), to: daysAgo(days + 1) },
    ]
    // There are visits before and after any time of the day.
    await onDatabase(url, async (query) => {
      for (const [number, time] of ['00:00:01', '23:59:58'].entries()) {
        await query(
          `update user_sessions set started_at = (day + $3::time) at time zone 'Europe/London'
            where day = $1 and session_id in (select session_id from user_sessions
                  where day = $1 and bot is null and number = 1 order by session_id limit 1 offset $2)`,
          [before.to, number, time],
        )
      }
    })
    const query = { ...range, compare: 'previous' }
    const report = await reportOf('overview', query)
    const until = report.compared?.until ?? ''
    expect(report.compared).toEqual({ ...before, until })
    const rows = await onDatabase(url, readRawRows)
    const [cut] = await onDatabase(url, (run) =>
      run<{ at: Date }>(`select ($1::date + $2::time) at time zone 'Europe/London' as at`, [
        before.to,
        until,
      ]),
    )
    const isEarly = ({ day, started_at }: { day: string; started_at: Date }) =>
      day !== before.to || (cut && started_at < cut.at)
    const naive = naiveReports({ ...rows, sessions: rows.sessions.filter(isEarly) }, before)
    expect(report.before).toEqual(naive.totals)
    expect(naive.totals.sessions).toBeGreaterThan(0)
    expect(naive.totals.sessions).toBeLessThan(naiveReports(rows, before).totals.sessions)
    const { rows: pages } = await reportOf('pages', query)
    for (const { page, viewsBefore } of pages) {
      expect(viewsBefore).toBe(naive.pages.find((row) => row.page === page)?.views ?? 0)
    }
  },
)

test('with a filter that the sums lack, a report is shorter or omits numbers, and its note says so', async () => {
  const report = await reportOf('journeys', { ...whole, source: 'google.com' })
  expect(report.range).toEqual({ from: daysAgo(30), to: whole.to })
  expect(report.note).toContain('at most 31 days')
  const overview = await reportOf('overview', { ...whole, source: 'google.com' })
  expect(overview.range).toEqual(whole)
  expect(overview.totals.medianSeconds).toBeNull()
  expect(overview.note).toContain('median time')
})

describe('rows that change after the sums of their day were made', () => {
  const day = daysAgo(40)
  const viewsOf = async () => (await reportOf('overview', { from: day, to: day })).totals.views

  test('count at once, and still count after the sums are made again', async () => {
    await rollUp()
    const before = await viewsOf()
    await onDatabase(url, async (query) => {
      await query(
        `insert into page_views (day, session_id, id, page_path, page_title, viewed_at, time_spent_seconds,
                                 scroll_depth_percent, is_bounce, is_entry)
         select day, session_id, 'late', '/late', 'Late', started_at, 9, 50, false, false
           from user_sessions where day = $1 and bot is null limit 1`,
        [day],
      )
      await query('update analytics_days set dirty_at = now() where day = $1', [day])
    })
    expect(await viewsOf()).toBe(before + 1)
    await rollUp()
    expect(await viewsOf()).toBe(before + 1)
    await compareAll(await onDatabase(url, readRawRows), whole, {})
  })

  test('change only the sums of tables whose rows of that day are still kept', async () => {
    await onDatabase(url, async (query) => {
      await insertTraffic(query, {
        from: firstDay,
        to: firstDay,
        visitorsPerDay: 40,
        timeZone: 'UTC',
      })
    })
    await rollUp()
    const range = { from: firstDay, to: firstDay }
    const [actions, pages] = [await reportOf('actions', range), await reportOf('pages', range)]
    expect(actions.rows.length).toBeGreaterThan(0)
    await onDatabase(url, async (query) => {
      await query('delete from user_interactions where day = $1', [firstDay])
      await query(`delete from page_views where day = $1 and page_path = '/beer'`, [firstDay])
      await query('update analytics_days set dirty_at = now() where day = $1', [firstDay])
    })
    // The report is unchanged even before the sums are computed again.
    expect(await reportOf('actions', range)).toEqual(actions)
    await rollUp()
    expect(await reportOf('actions', range)).toEqual(actions)
    expect((await reportOf('pages', range)).rows).toHaveLength(pages.rows.length - 1)
  })
})

test.each([
  ['before the first visit', 110, 109],
  ['partly before the first visit', 109, 106],
  ['without any visit', 100, 96],
])('a range is not compared with previous days %s', async (_, from, to) => {
  const range = { from: daysAgo(from), to: daysAgo(to) }
  const length = from - to + 1
  const report = await reportOf('overview', { ...range, compare: 'previous' })
  expect(report).toMatchObject({ compared: null, before: null, seriesBefore: null })
  expect(report.uncountedRange).toEqual({ from: daysAgo(from + length), to: daysAgo(to + length) })
})

test('a filter that needs single visits has no comparison if the earlier visits are deleted', async () => {
  // Ranges of three weeks are never compared by months, on whatever day they begin (see `comparedRange`).
  const query = { from: daysAgo(89), to: daysAgo(69), compare: 'previous' }
  const before = { from: firstDay, to: daysAgo(90) }
  const all = await reportOf('actions', query)
  expect(all).toMatchObject({ compared: before, note: null })
  expect(all.rows.some(({ interactionsBefore }) => interactionsBefore)).toBe(true)
  const filtered = { ...query, source: 'google.com' }
  // The sums of pages store what this filter needs.
  expect(await reportOf('pages', filtered)).toMatchObject({ compared: before })
  const report = await reportOf('actions', filtered)
  expect(report).toMatchObject({ compared: null, uncountedRange: null })
  expect(report.note).toMatch(/single visits are deleted\. So nothing is compared\.$/)
  expect(report.rows.length).toBeGreaterThan(0)
  expect(report.rows.every(({ interactionsBefore }) => interactionsBefore === null)).toBe(true)
})

test('pages have the names that the site gives them, whatever visitors send', async () => {
  await onDatabase(url, async (query) => {
    await query(`update page_views set page_title = 'Anything'`)
    await query(
      `insert into letters (subject, slug, is_public, state) values ('News of {product}', '1', true, 'sent')`,
    )
  })
  const { rows } = await reportOf('pages', recent)
  const titles = Object.fromEntries(rows.map(({ page, title }) => [page, title]))
  expect(titles).toMatchObject({
    '/': 'Home',
    '/beer': 'Beer',
    '/calendar': 'What’s on',
    '/letters/2': null,
  })
  expect(titles['/letters/1']).toMatch(/^News of [^{]/)
})

test('the actions report shows the text of an opened FAQ question, also of a question in the trash', async () => {
  const today = daysAgo(0)
  await onDatabase(url, async (query) => {
    await query(`insert into faq (id, question, deleted_at) values (7, 'Is {product} dry?', now())`)
    await query(
      `update user_interactions set element_id = case when id = 'i1' then 'question-7' else 'question-8' end
        where day = $1 and interaction_type = 'click'`,
      [today],
    )
  })
  const { rows } = await reportOf('actions', { from: today, to: today })
  const questions = Object.fromEntries(rows.map(({ element, question }) => [element, question]))
  expect(questions).toMatchObject({
    'question-7': expect.stringMatching(/^Is [^{]+ dry\?$/),
    'question-8': null,
  })
})

test('a report says whether it leaves out rows', async () => {
  expect(await reportOf('pages', recent)).toMatchObject({ hasMore: false })
  const { moves, hasMore } = await reportOf('journeys', recent)
  expect([moves.length, hasMore]).toEqual([60, true])
  const csv = await get(`csv/journeys?${parametersOf(recent)}`)
  expect(cellsOf(csv.text).length).toBeGreaterThan(60)
})

test('without filters, the overview compares new subscribers and members up to the same time of day', async () => {
  const joinedOf = async (query: object) =>
    (await reportOf('overview', { compare: 'previous', ...query })).joined.map(
      ({ label, count, before }) => [label, count, before],
    )
  await onDatabase(url, (query) =>
    query(
      `insert into subscribers (email, state, joined_at, created_at, updated_at)
       select 's' || position || '@venue.example', 'active', now() - age::interval, now(), now()
         from unnest($1::text[]) with ordinality as s (age, position)`,
      [['1 second', '6 days', '7 days 1 minute', '6 days 23:58']],
    ),
  )
  const week = { from: daysAgo(6), to: daysAgo(0) }
  expect(await joinedOf(week)).toContainEqual(['New subscribers', 2, 1])
  expect(await joinedOf({ ...week, compare: 'none' })).toContainEqual(['New subscribers', 2, null])
  const earlier = { from: daysAgo(14), to: daysAgo(8) }
  expect(await joinedOf(earlier)).toContainEqual(['New members', 6, 6])
  expect(await joinedOf({ ...week, device: 'phone' })).toEqual([])
  const query = { ...week, compare: 'previous' }
  const csv = cellsOf((await get(`csv/totals?${parametersOf(query)}`)).text)
  const { totals, before } = await reportOf('overview', query)
  for (const [name, value] of Object.entries(totals)) {
    const earlier = before?.[name as keyof typeof before]
    const row = csv.find((each) => propertyOf(each.name ?? '') === name)
    for (const [cell, exact] of [
      [row?.value, value],
      [row?.before, earlier],
    ] as const) {
      if (typeof exact === 'number')
        expect(Math.abs(Number(cell) - exact)).toBeLessThanOrEqual(0.05)
      else expect(cell).toBe('')
      expect(cell).toMatch(/^(\d+(\.\d{1,4})?)?$/)
    }
  }
  expect(csv).toContainEqual({ name: 'New subscribers', value: '2', before: '1' })
})

describe('own funnels', () => {
  const add = (body: object, as = staff.publisher) =>
    server.send('/api/analytics/funnels', jsonRequest('POST', body, as))

  test('also count days before they were created, and are not reported after they were deleted', async () => {
    await rollUp()
    const steps = [{ page: '/' }, { page: '/beer' }, { page: '/cafe' }]
    const reply = await add({ name: 'Beer, then cafe', steps })
    expect(reply.status, reply.text).toBe(201)
    const { id } = reply.json<{ id: string }>()
    await onDatabase(url, (query) =>
      waitUntil(
        () => query('select from analytics_own_funnels where counted_at is not null'),
        ({ length }) => length === 1,
        60_000,
      ),
    )
    const naive = naiveReports(await onDatabase(url, readRawRows), whole)
    const { funnels } = await reportOf('funnels', whole)
    const own = funnels.find((funnel) => funnel.id === id)
    expect(own).toMatchObject({ name: 'Beer, then cafe', isOwn: true })
    expect(own?.steps.map(({ name, sessions }) => [name, sessions])).toEqual([
      ['/', naive.reached('/')],
      ['/beer', naive.reached('/', '/beer')],
      ['/cafe', naive.reached('/', '/beer', '/cafe')],
    ])
    expect(own).toMatchObject({ isCounting: false, countedFrom: firstDay })
    const remove = () =>
      server.send(`/api/analytics/funnels/${id}`, jsonRequest('DELETE', undefined, staff.publisher))
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(404)
    expect((await reportOf('funnels', whole)).funnels.filter(({ isOwn }) => isOwn)).toEqual([])
    expect(
      await onDatabase(url, (query) =>
        query(
          `select action, subject, by_name is not null as "hasName", details from audit
            where of_collection = 'analytics' and document = $1 order by id`,
          [id],
        ),
      ),
    ).toEqual([
      { action: 'funnel_made', subject: 'Beer, then cafe', hasName: true, details: { steps } },
      { action: 'funnel_deleted', subject: 'Beer, then cafe', hasName: true, details: null },
    ])
  })

  test('report whether they are being counted and since which day, and are not compared with earlier days', async () => {
    const { id } = (
      await add({ name: 'Nudges', steps: [{ event: 'nudge_shown' }, { event: 'nudge_clicked' }] })
    ).json<{ id: string }>()
    await rollUp()
    const ownOf = async (query: object) =>
      (await reportOf('funnels', query)).funnels.find((funnel) => funnel.id === id)
    const setCounted = (moment: string) =>
      onDatabase(url, (query) =>
        query(`update analytics_own_funnels set counted_at = ${moment} where id = $1`, [id]),
      )
    await setCounted('null')
    expect(await ownOf(recent)).toMatchObject({ isCounting: true })
    // Interactions are kept for 90 days, so counting that ends 60 days from now covers the days since 30 days ago.
    await setCounted(`now() + interval '60 days'`)
    const compared = { ...recent, compare: 'previous' }
    expect(await ownOf(compared)).toMatchObject({
      isCounting: false,
      countedFrom: daysAgo(30),
      steps: [
        { name: 'nudge_shown', sessionsBefore: null },
        { name: 'nudge_clicked', sessionsBefore: null },
      ],
    })
    const csv = await get(`csv/funnels?${parametersOf(compared)}`)
    expect(cellsOf(csv.text)).toContainEqual(
      expect.objectContaining({ funnel: 'Nudges', isCounting: 'no', countedFrom: daysAgo(30) }),
    )
    await setCounted('now()')
    expect((await ownOf(compared))?.steps[0]?.sessionsBefore).toEqual(expect.any(Number))
    await server.send(
      `/api/analytics/funnels/${id}`,
      jsonRequest('DELETE', undefined, staff.publisher),
    )
  })

  test('are at most twenty, also if they are added at the same time', async () => {
    const name = '\u202eBeer\r\nthen cafe'
    const body = { name, steps: [{ page: '/beer' }, { page: '/cafe' }] }
    const replies = await Promise.all(Array.from({ length: 45 }, () => add(body)))
    const stored = await onDatabase(url, (query) =>
      query<{ name: string }>('delete from analytics_own_funnels returning name'),
    )
    expect(stored.map((funnel) => funnel.name)).toEqual(Array(20).fill('Beer then cafe'))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(25)
  })

  test('leave no sums if they are deleted while a day is added up', async () => {
    await rollUp()
    const day = daysAgo(40)
    const reply = await add({ name: 'Home, then cafe', steps: [{ page: '/' }, { page: '/cafe' }] })
    const { id } = reply.json<{ id: string }>()
    await rollUp()
    const countSums = () =>
      onDatabase(url, (query) => query('select from analytics_funnels where funnel = $1', [id]))
    expect((await countSums()).length).toBeGreaterThan(0)
    await onDatabase(url, async (query) => {
      await query('begin')
      await query('delete from analytics_own_funnels where id = $1', [id])
      await onDatabase(url, async (other) => {
        await other('update analytics_days set dirty_at = now() where day = $1', [day])
        await other(`select graphile_worker.add_job('analytics.roll-up')`)
        // Waits until the job waits for the lock. Without the lock the job would finish the day, which ends
        // this wait too.
        await waitUntil(
          () =>
            other(
              `select from pg_locks where locktype = 'transactionid' and not granted
                union all select from analytics_days where day = $1 and dirty_at is null`,
              [day],
            ),
          ({ length }) => length > 0,
        )
      })
      await query('delete from analytics_funnels where funnel = $1', [id])
      await query('commit')
    })
    await rollUp()
    expect(await countSums()).toEqual([])
  })

  test('are added up in several transactions at the same time', async () => {
    const body = { name: 'Beer, then home', steps: [{ page: '/beer' }, { page: '/' }] }
    const { id } = (await add(body)).json<{ id: string }>()
    await rollUp()
    await onDatabase(url, async (query) => {
      await query('begin')
      await query('select from analytics_own_funnels for key share')
      await onDatabase(url, async (other) => {
        const changed = await other(
          'update analytics_days set dirty_at = now() where day = $1 returning day',
          [daysAgo(40)],
        )
        expect(changed).toHaveLength(1)
        await rollUp()
        expect(await other('select from analytics_days where dirty_at is not null')).toEqual([])
      })
      await query('rollback')
    })
    await server.send(
      `/api/analytics/funnels/${id}`,
      jsonRequest('DELETE', undefined, staff.publisher),
    )
  })

  test.each([
    [{ name: 'One', steps: [{ page: '/' }] }],
    [{ name: '', steps: [{ page: '/' }, { page: '/beer' }] }],
    [{ name: 'No slash', steps: [{ page: 'beer' }, { page: '/' }] }],
    [{ name: 'Unknown', steps: [{ event: 'anything' }, { page: '/' }] }],
  ])('are refused with this content: %j', async (body) => {
    expect((await add(body)).status).toBe(400)
  })
})

describe('filters by the member profile', () => {
  // Assigns every recent first visit to a member, and lets two pages have many entries, so that groups reach the minimum
  // of five members: a number that alone is above the minimum is hidden, too.
  beforeAll(() =>
    onDatabase(url, (query) =>
      query(
        `update user_sessions set user_id = 1 + abs(hashtext(session_id || 'whose')) % $1::int,
            entry_page = case when entry_page like '/letters/%' then '/cafe' else entry_page end
          where day >= $2 and number = 1`,
        [members.length, recent.from],
      ),
    ),
  )
  test('show the visits of members who chose a value, in the last whole week that is over', async () => {
    const report = await reportOf('pages', { ...recent, area: 'Cafe' })
    const { from, to } = report.range
    expect([new Date(from).getUTCDay(), Date.parse(to) - Date.parse(from)]).toEqual([1, 6 * dayMs])
    expect(to < recent.to).toBe(true)
    const rows = await onDatabase(url, readRawRows)
    const naive = naiveReports(
      { ...rows, sessions: rows.sessions.filter(({ user_id }) => (user_id ?? 0) > 10) },
      report.range,
    )
    expect(report.rows.length).toBeGreaterThan(0)
    for (const { entries, exits, ...row } of report.rows) {
      const shown = {
        entries: entries ?? expect.any(Number),
        exits: exits ?? expect.any(Number),
      }
      expect(naive.pages).toContainEqual({ ...withoutComparison([row])[0], ...shown })
    }
    // Numbers that concern fewer than five members are null.
    expect(report.rows.some(({ entries }) => entries === null)).toBe(true)
    expect(report.rows.some(({ entries }) => entries)).toBe(true)
    expect(report.note).toContain('fewer than five members')
    expect(report.note).not.toContain('whole weeks')
    const noteOf = async (query: object) =>
      (await reportOf('overview', { ...query, area: 'Cafe' })).note
    const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
    const last = `${new Date(to).getUTCDate()} ${month.format(new Date(to))}`
    expect(await noteOf(recent)).toMatch(new RegExp(`whole weeks .*: all numbers .* ${last}`))
    expect(await noteOf({ from: daysAgo(0), to: daysAgo(0) })).toContain(
      'No week of the chosen days is over',
    )
    const day = { from: daysAgo(20), to: daysAgo(1) }
    expect((await reportOf('pages', { ...day, area: 'Cafe' })).range).toEqual(report.range)
  })
  test.each([
    'page=/beer',
    'entry=/',
    'source=google.com',
    'medium=',
    'campaign=x',
    'signed=no',
    'bots=1',
    'compare=previous',
    'device=phone',
    'browser=Safari',
    'os=iOS',
    'country=GB',
    'interest=beer',
    'slot=Morning',
    'device=phone&os=iOS',
    'device=phone&interest=beer',
  ])(
    'cannot be combined with %s, because the difference of two results could reveal a group of few members',
    async (other) => {
      for (const path of ['reports/overview', 'reports/members', 'csv/pages']) {
        const reply = await get(`${path}?${parametersOf({ ...recent, area: 'Cafe' })}&${other}`)
        expect(reply.status, path).toBe(400)
        expect(reply.text).toContain('is used alone')
      }
    },
  )
  test('show only devices in the technology report, and no own funnels', async () => {
    const steps = [{ page: '/' }, { page: '/beer' }]
    const made = await server.send(
      '/api/analytics/funnels',
      jsonRequest('POST', { name: 'Beer', steps }, staff.publisher),
    )
    expect(made.status, made.text).toBe(201)
    expect((await reportOf('funnels', recent)).funnels.some(({ isOwn }) => isOwn)).toBe(true)
    const query = { ...recent, area: 'Cafe', signed: 'yes' }
    const all = await reportOf('technology', query)
    expect(all.devices.length).toBeGreaterThan(0)
    expect(all).toMatchObject({ browsers: [], systems: [], countries: [] })
    expect(all.note).toContain('only devices are listed')
    const { funnels, note } = await reportOf('funnels', query)
    expect(funnels.filter(({ isOwn }) => isOwn)).toEqual([])
    expect(note).toContain('own funnels are not shown')
    const { id } = made.json<{ id: string }>()
    await server.send(
      `/api/analytics/funnels/${id}`,
      jsonRequest('DELETE', undefined, staff.publisher),
    )
  })
  test('hide the same pages in the lists of views, entries and exits', async () => {
    const query = { ...recent, area: 'Cafe' }
    const { rows } = await reportOf('pages', query)
    for (const name of ['entries', 'exits'] as const) {
      const listed = (await reportOf(name, query)).rows.map(({ page }) => page)
      expect(listed.toSorted(), name).toEqual(
        rows.flatMap((row) => ((row[name] ?? 0) > 0 ? row.page : [])).toSorted(),
      )
    }
  })
  test('hide entries and exits of fewer than five members, even if more members viewed the page', async () => {
    const query = { ...recent, area: 'Cafe' }
    const { range, rows: before } = await reportOf('pages', query)
    const busiest = before[0]?.page ?? ''
    expect(before[0]?.entries).toBeGreaterThan(0)
    // The visits of four members begin on this page. All others begin elsewhere, and all visits end elsewhere.
    await onDatabase(url, (run) =>
      run(
        `update user_sessions
            set entry_page = case when user_id between 11 and 14 then $3 else '/elsewhere' end, exit_page = '/elsewhere'
          where day between $1 and $2 and user_id is not null`,
        [range.from, range.to, busiest],
      ),
    )
    const row = (await reportOf('pages', query)).rows.find(({ page }) => page === busiest)
    expect(row).toMatchObject({ views: before[0]?.views, entries: null, exits: 0 })
    const listed = (await reportOf('entries', query)).rows.map(({ page }) => page)
    expect(listed).not.toContain(busiest)
  })
  test('combined with signed=yes, count all visits of the members', async () => {
    const rows = await onDatabase(url, readRawRows)
    const sessions = rows.sessions.filter(({ user_id }) => (user_id ?? 0) > 10)
    const { totals, range } = await reportOf('overview', { ...recent, area: 'Cafe', signed: 'yes' })
    expect(totals).toEqual(naiveReports({ ...rows, sessions }, range).totals)
  })
  test('find the members who chose an interest', async () => {
    await onDatabase(url, (query) =>
      query(
        `insert into members_interests (parent_id, "order", value)
         select id, 1, (enum_range(null::enum_members_interests))[1] from unnest($1::int[]) as id
          where id > 20`,
        [members],
      ),
    )
    const [{ interest = '' } = {}] = await onDatabase(url, (query) =>
      query<{ interest: string }>(
        'select (enum_range(null::enum_members_interests))[1]::text as interest',
      ),
    )
    const rows = await onDatabase(url, readRawRows)
    const query = { ...recent, interest }
    const { totals, range } = await reportOf('overview', query)
    const sessions = rows.sessions.filter(({ user_id }) => (user_id ?? 0) > 20)
    expect(totals).toEqual(naiveReports({ ...rows, sessions }, range).totals)
    expect((await reportOf('members', query)).members).toBe(10)
  })
  test('are refused for raw rows of single visits', async () => {
    for (const path of ['raw/user_sessions', 'raw/page_views', 'csv/user_interactions']) {
      const reply = await get(`${path}?${parametersOf({ ...recent, area: 'Cafe' })}`)
      expect(reply.status, path).toBe(400)
      expect(reply.text).toContain('Rows of single visits take no filters')
    }
  })
  test.each([['Kitchens'], ['Beer Hall']])(
    'show nothing if the filter matches, or excludes, fewer than five members: %s',
    async (area) => {
      for (const name of ['overview', 'pages', 'funnels', 'members'] as const) {
        const reply = await get(`reports/${name}?${parametersOf({ ...recent, area })}`)
        expect(reply.json(), name).toMatchObject({ tooFew: true })
        expect(Object.keys(reply.json<object>()).sort()).toEqual([
          'compared',
          'note',
          'range',
          'tooFew',
          'uncountedRange',
        ])
      }
      const csv = await get(`csv/pages?${parametersOf({ ...recent, area })}`)
      expect(csv.text).toMatch(/^\ufeffPage,Title,Views,[^\r\n]*\r\n$/)
    },
  )
  test('are not needed to hide groups of fewer than five members in the retention grid', async () => {
    const { cohorts, members: count } = await reportOf('members', {
      from: daysAgo(60),
      to: daysAgo(0),
    })
    expect(count).toBe(members.length)
    expect(cohorts.length).toBeGreaterThan(3)
    for (const cohort of cohorts) {
      expect(cohort.members).toBeGreaterThanOrEqual(5)
      for (const share of cohort.active) {
        const active = (share ?? 0) * (cohort.members ?? 0)
        expect(active === 0 || active > 4.5).toBe(true)
      }
    }
  })
})

test('the retention grid has whole weeks, so that it is equal for ranges that differ by a day', async () => {
  const to = daysAgo(0)
  const monday = weekOf(daysAgo(21))
  const tuesday = addDays(monday, 1)
  const [whole, cut] = [
    await reportOf('members', { from: monday, to }),
    await reportOf('members', { from: tuesday, to, device: 'phone' }),
  ]
  expect(whole.cohorts.length).toBeGreaterThan(2)
  expect(cut.range).toEqual(whole.range)
  expect(cut.cohorts).toEqual(whole.cohorts)
  expect(cut.note).toContain('visits of all kinds')
  const week = await reportOf('members', { from: daysAgo(7), to })
  expect(week.cohorts).toEqual(whole.cohorts)
  expect(week.note).toContain('at least 12 weeks')
})

test('the retention grid counts members from the week after they consented to analytics, and begins with the week of the first visit', async () => {
  const cohortOf = async () => {
    const { cohorts, countedFrom } = await reportOf('members', {
      from: daysAgo(60),
      to: daysAgo(0),
    })
    return { countedFrom, active: cohorts[0]?.active }
  }
  // Removes all visits of the members who joined first, four weeks ago.
  await onDatabase(url, (query) =>
    query('update user_sessions set user_id = null where user_id % 5 = 4'),
  )
  expect((await cohortOf()).active).toEqual([0, 0, 0, 0, 0])
  await onDatabase(url, (query) =>
    query(
      `update members set analytics_consent_at = created_at + interval '2 weeks' where id % 5 = 4`,
    ),
  )
  const { countedFrom, active } = await cohortOf()
  expect(active).toEqual([null, null, null, 0, 0])
  expect(new Date(countedFrom).getUTCDay()).toBe(1)
  expect(countedFrom <= firstDay && countedFrom > daysAgo(117)).toBe(true)
})

test.each([
  ['9999-12-01', '9999-12-31', 'to'],
  ['2019-12-31', '2020-01-31', 'from'],
  [daysAgo(0), daysAgo(-3), 'to'],
  [daysAgo(1200), daysAgo(0), 'from'],
])('a range from %s to %s is refused', async (from, to, field) => {
  for (const path of ['reports/overview', 'reports/members', 'raw/page_views', 'csv/pages']) {
    const reply = await get(`${path}?${parametersOf({ from, to })}`)
    expect(reply.status, path).toBe(400)
    expect(reply.json<{ message: string }>().message, path).toMatch(`${field}: `)
  }
})

describe('raw rows', () => {
  test.each(['user_sessions', 'page_views', 'user_journeys', 'user_interactions'])(
    '%s: pagination returns each row once, the newest day first',
    async (table) => {
      const query = { from: daysAgo(2), to: daysAgo(0), bots: '1' }
      const seen: unknown[] = []
      const days: string[] = []
      for (let after: string | null = ''; after !== null; ) {
        const reply = await get(
          `raw/${table}?${parametersOf({ ...query, limit: '37', ...(after && { after }) })}`,
        )
        expect(reply.status, reply.text).toBe(200)
        const { rows, next }: RawReply = reply.json<RawReply>()
        seen.push(...rows.map((row) => `${row.day} ${row.session_id} ${row.id}`))
        days.push(...rows.map((row) => String(row.day)))
        after = next
      }
      const [counted] = await onDatabase(url, (run) =>
        run<{ count: number }>(`select count(*)::int from ${table} where day >= $1`, [query.from]),
      )
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toHaveLength(counted?.count ?? -1)
      expect(days).toEqual(days.toSorted().reverse())
      const csv = await get(`csv/${table}?${parametersOf(query)}`)
      expect(csv.text.trim().split('\r\n')).toHaveLength(seen.length + 1)
    },
  )
  test('no role gets the id of a visitor; columns about one member are for admins only', async () => {
    const columnsOf = async (table: string, as?: string) => {
      const path = `${table}?${parametersOf(recent)}`
      const { columns, rows } = (await get(`raw/${path}`, as)).json<RawReply>()
      const csv = (await get(`csv/${path}`, as)).text
      for (const row of rows) expect(Object.keys(row).sort()).toEqual(columns.toSorted())
      expect(csv.slice(1, csv.indexOf('\r')).split(',')).toHaveLength(columns.length)
      return columns
    }
    expect(await columnsOf('user_sessions', staff.admin)).not.toContain('visitor_id')
    expect(await columnsOf('user_sessions')).not.toContain('user_id')
    const both = [columnsOf('user_interactions', staff.admin), columnsOf('user_interactions')]
    const [all, others] = (await Promise.all(both)) as [string[], string[]]
    const missing = all.filter((column) => !others.includes(column))
    expect(missing).toEqual(['user_id', 'element_text', 'coordinates'])
  })
})

test('live visitors are those of the last five minutes', async () => {
  await onDatabase(url, async (query) => {
    await query(`update user_sessions set last_at = last_at - interval '1 day' where day >= $1`, [
      daysAgo(1),
    ])
    const people = await query<{ session_id: string }>(
      'select session_id from user_sessions where day = $1 and bot is null and number = 1 limit 3',
      [daysAgo(1)],
    )
    // Somebody who stays on a page sends no further page view, so only the columns of the visit change.
    await query(
      `update user_sessions set last_at = now() - interval '1 minute', exit_page = '/now'
        where day = $1 and session_id = any($2)`,
      [daysAgo(1), people.map(({ session_id }) => session_id)],
    )
  })
  expect((await get('live')).json<LiveReply>()).toEqual({
    visitors: 3,
    pages: [{ page: '/now', visitors: 3 }],
  })
})

test('filter values are sorted by the number of recent visits; those without visits come last', async () => {
  await onDatabase(url, (query) =>
    query(
      `insert into analytics_segments (device_type, browser, os, is_authenticated, source)
       values ('desktop', 'Abandoned', 'Other', false, 'abandoned.example')`,
    ),
  )
  const choices = (await get('filters')).json<FiltersReply>()
  expect(choices).toMatchObject({ devices: ['phone', 'tablet', 'desktop'], firstDay })
  expect(choices.browsers).toContain('Firefox')
  expect(choices.sources[0]).toBe('google.com')
  expect(choices.browsers.at(-1)).toBe('Abandoned')
  expect(choices.sources.at(-1)).toBe('abandoned.example')
  expect(choices.entries[0]).toBe('/')
})

describe('access', () => {
  const paths = [
    `reports/overview?${parametersOf(recent)}`,
    'live',
    'filters',
    `raw/page_views?${parametersOf(recent)}`,
    `csv/page_views?${parametersOf(recent)}`,
  ]
  test.each(paths)('%s is for publishers and admins', async (path) => {
    expect((await server.get(`/api/analytics/${path}`)).status).toBe(401)
    expect((await get(path, staff.editor)).status).toBe(403)
    expect((await get(path, staff.admin)).status).toBe(200)
  })
  test.each([
    'reports/overview',
    'reports/overview?from=2026-01-02&to=2026-01-01',
    'reports/overview?from=2020-01-01&to=2026-01-01',
    'reports/overview?from=2026-02-30&to=2026-03-01',
    'reports/nothing?from=2026-01-01&to=2026-01-02',
    'reports/pages?from=2026-01-01&to=2026-01-02&device=fridge',
    'raw/users?from=2026-01-01&to=2026-01-02',
    'csv/members_sessions?from=2026-01-01&to=2026-01-02',
  ])('the invalid request %s is refused', async (path) => {
    expect((await get(path)).status).toBe(400)
  })
  const position = { day: '2026-01-01', at: '2026-01-01T12:00:00.5Z', session: 's', id: 'v' }
  test.each([
    'nonsense',
    { ...position, day: '0000-01-01' },
    { ...position, day: '2026-02-30' },
    { ...position, at: '2026-01-01 nonsense' },
    { ...position, at: '0000-01-01T00:00:00Z' },
    { ...position, at: '2026-01-01T00:00:00+23:00' },
    { ...position, session: 'a\0b' },
    { ...position, id: '\uD800' },
  ])('the forged cursor %j is refused', async (cursor) => {
    const text = typeof cursor === 'string' ? cursor : JSON.stringify(cursor)
    const after = Buffer.from(text).toString('base64url')
    const reply = await get(`raw/page_views?${parametersOf({ ...recent, after })}`)
    expect(reply.status, reply.text).toBe(400)
    expect(reply.json()).toMatchObject({ error: 'invalid_input' })
  })
  test('values of filters are never part of an SQL statement', async () => {
    const hostile = `'; drop table page_views; --`
    const report = await reportOf('pages', { ...recent, page: hostile, source: hostile })
    expect(report.rows).toEqual([])
    expect((await reportOf('pages', recent)).rows.length).toBeGreaterThan(0)
  })
})
