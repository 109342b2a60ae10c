import http from 'node:http'
import { performance } from 'node:perf_hooks'
import { mondayOf } from '../../cms/features/events/calendar/rules.ts'
import { eventsTag } from '../../cms/features/events/tags.ts'
import { addDays } from '../../cms/features/venue/hours/opening-hours.ts'
import { channel } from '../../cms/platform/database/announce.ts'
import { newFormKey } from '../../cms/platform/http/cookies/form-key.ts'
import { databaseAt, onDatabase } from '../support/database.ts'
import { addDate, findWrongPlaces } from '../support/events.ts'
import { request } from '../support/request.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'
import { type Visitor, visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'
import { compareRates, latencies, median, rateOf } from './load.ts'
import { signInMany } from './members.ts'
import { type Row, toTable } from './table.ts'

const fewDates = 50
const manyDates = 10_000
const datesOfDay = 3
const daysAhead = 365
const rsvpsOfDate = 20
const memberCount = 2000
const connections = 20
/** A load generator with a higher processor share than this may have been the bottleneck. */
const maxBusyShare = 0.7
// A request with a session reads the cache but does not fill it. So the page is rendered for each request.
const uncached = { cookie: 'common-room-session=1', 'accept-encoding': 'br' }

// With more log lines, this process would spend more time on reading them than on the requests.
const quiet = { DEMO: '0', LOG_LEVEL: 'warn' }

type Site = { url: string; server: ServerProcess }

/**
 * Measures the calendar (with and without the cache, with few and with many dates), its feed, and reservations.
 * @param server a server with the demo venue
 * @param databaseUrl any database of the PostgreSQL server; new databases are created on that server
 */
export async function events(
  server: ServerProcess,
  databaseUrl: string,
  { rounds }: { rounds: number },
): Promise<Row[]> {
  const small = await startSite(databaseUrl, { name: 'few_dates', count: fewDates, firstDay: 1 })
  const full = await startSite(databaseUrl, {
    name: 'many_dates',
    count: manyDates,
    firstDay: daysAhead - Math.ceil(manyDates / datesOfDay),
  })
  const rows = [...(await growth(small, full, rounds)), await feed(full, rounds)]
  console.error(toTable(rows))
  await small.server.stop()
  await full.server.stop()
  // An empty `CLIENT_BUDGET` means the default limit.
  const limited = await startServerProcess({ DATABASE_URL: full.url, ...quiet, CLIENT_BUDGET: '' })
  rows.push(...(await reservations({ url: full.url, server: limited }, rounds)))
  await limited.stop()
  console.error(toTable(rows))
  return [...(await cachedCalendar(server, rounds)), ...rows]
}

/** The path of the first event in the calendar. */
export async function findEventPath(server: ServerProcess): Promise<string> {
  const { text } = await server.get('/calendar')
  const [, found] = /href="(\/calendar\/(?!reservation)[a-z0-9-]+)"/.exec(text) ?? []
  if (!found) throw new Error('The calendar has no events.')
  return found
}

/** The request rates of cached pages of the calendar, relative to the rate of the cafe’s page on the same server. */
async function cachedCalendar(server: ServerProcess, rounds: number): Promise<Row[]> {
  const pid = server.child.pid ?? 0
  const targetOf = (path: string) => ({ url: `http://127.0.0.1:${server.port}${path}`, pid })
  const kilobytes = async (path: string) => {
    const { body } = await server.get(path, { 'accept-encoding': 'br' })
    return `${(body.length / 1024).toFixed(1)} KB`
  }
  const pages = [
    ['calendar', '/calendar'],
    ['week of the calendar', '/calendar?view=week'],
    ['month of the calendar', '/calendar?view=month'],
    ['page of an event', await findEventPath(server)],
  ] as const
  const cafe = await kilobytes('/cafe')
  const rows: Row[] = []
  for (const [name, path] of pages) {
    const size = await kilobytes(path)
    const rates = await compareRates(targetOf(path), targetOf('/cafe'), { rounds, seconds: 3 })
    rows.push({
      what: `Cached ${name}, requests/s relative to the cafe’s page`,
      value: rates.ratio,
      unit: `(${Math.round(rates.perSecond)}/s; ${size} to ${cafe})`,
      goal: { atLeast: 0.9 },
    })
  }
  return rows
}

/** @param dates.firstDay the first day with dates, as days from today */
async function startSite(
  databaseUrl: string,
  { name, ...dates }: { name: string; count: number; firstDay: number },
): Promise<Site> {
  await onDatabase(databaseUrl, (query) => query(`create database ${name}`))
  const url = databaseAt(databaseUrl, name)
  const server = await startServerProcess({ DATABASE_URL: url, ...quiet })
  await fill(url, dates)
  return { url, server }
}

/** Inserts dates, `datesOfDay` on each day, each with `rsvpsOfDate` reservations. */
async function fill(
  url: string,
  { count, firstDay }: { count: number; firstDay: number },
): Promise<void> {
  await onDatabase(url, async (query) => {
    await query(
      `insert into event_dates (event, original_start, slug, status, visibility, title, summary, starts_at, ends_at, day,
                                slot, areas, interests, capacity, max_party, payment, price, member_price,
                                common_good_percent, taken)
       select 1 + n % 100, to_char(starts, 'YYYY-MM-DD"T"HH24:MI'), 'night-' || n,
              case when starts::date < current_date then 'ended' else 'published' end, 'public', 'Night ' || n,
              'Songs, supper and a quiz of six rounds.', starts at time zone 'Europe/London',
              (starts + interval '2 hours') at time zone 'Europe/London', starts::date::text, 'Evening',
              array[(array['Beer Hall', 'Cafe', 'Kitchens'])[1 + n % 3]], '{}', 40, 6, 'free', 0, 0, 1, $4
         from generate_series(0, $1::int - 1) as n,
              lateral (select current_date + $2::int + n / $3::int + interval '18 hours' + n % $3::int * interval '1 hour'
                           as starts) as at`,
      [count, firstDay, datesOfDay, rsvpsOfDate],
    )
    // Guests of past dates have no name and email address, because the program erases them.
    await query(
      `insert into reservations (kind, subject, name, email, party, status, payment, key, confirmed_at)
       select 'event', id, case when is_over then null else 'Guest ' || n end,
              case when is_over then null else 'guest' || n || '@guests.example' end, 1,
              case when is_over then 'attended' else 'going' end, 'free', 'key ' || n, now()
         from event_dates, lateral (select status = 'ended' as is_over) as state, generate_series(1, $1::int) as n`,
      [rsvpsOfDate],
    )
    await query('vacuum analyze')
  })
}

/**
 * Response times of calendar pages with many dates, relative to few dates. Both pages show the same number of dates.
 */
async function growth(small: Site, full: Site, rounds: number): Promise<Row[]> {
  const monday = addDays(mondayOf(new Date().toISOString().slice(0, 10)), 7)
  const pages = [
    ['Calendar', '/calendar'],
    ['Week of the calendar', `/calendar?view=week&from=${monday}`],
  ] as const
  const rows: Row[] = []
  for (const [name, path] of pages) {
    const times = { small: [] as number[], full: [] as number[] }
    const shown = await Promise.all([small, full].map((site) => countDates(site, path)))
    await render(small, path, 100)
    await render(full, path, 100)
    // The two sites take turns, so that other load affects both equally.
    for (let turn = 0; turn < rounds * 10; turn++) {
      times.small.push(...(await render(small, path, 10)))
      times.full.push(...(await render(full, path, 10)))
    }
    const [fewTime, manyTime] = [median(times.small), median(times.full)]
    console.error(JSON.stringify({ path, shown, fewTime, manyTime }))
    rows.push({
      what: `${name} rendered with 10,000 dates and 200,000 reservations, relative to 50 dates`,
      value: manyTime / fewTime,
      unit: `(${manyTime.toFixed(1)} ms)`,
      goal: { atMost: 1.2 },
    })
  }
  return rows
}

const render = ({ server }: Site, path: string, count: number): Promise<number[]> =>
  latencies(`http://127.0.0.1:${server.port}${path}`, { count, connections: 1, headers: uncached })

async function countDates({ server }: Site, path: string): Promise<number> {
  const { text } = await server.get(path, { cookie: uncached.cookie })
  return new Set(text.match(/href="\/calendar\/night-\d+"/g)).size
}

/** The time of the first request for a feed after a change. The feed has the maximum number of dates. */
async function feed({ server, url }: Site, rounds: number): Promise<Row> {
  const path = '/calendar.ics'
  const times: number[] = []
  await onDatabase(url, async (query) => {
    for (let n = -5; n < rounds * 10; n++) {
      const dropped = await server.metric('page_cache_dropped')
      await query('select pg_notify($1, $2)', [channel, JSON.stringify([eventsTag])])
      if (n > -5) {
        const isDropped = (count: number) => count > dropped
        await waitUntil(() => server.metric('page_cache_dropped'), isDropped)
      }
      const begunAt = performance.now()
      const { text } = await server.get(path)
      if (n >= 0) times.push(performance.now() - begunAt)
      const entries = text.match(/^BEGIN:VEVENT/gm)?.length
      if (entries !== 1000) throw new Error(`The feed has ${entries} events.`)
    }
  })
  return {
    what: 'Feed of 1,000 events after a change',
    value: median(times),
    unit: 'ms',
    goal: { atMost: 100 },
  }
}

/** Reservations of members for one date: with places for everybody, and with places for only some of them. */
async function reservations({ server, url }: Site, rounds: number): Promise<Row[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  const send: ServerProcess['send'] = (path, options) => request(server.port, path, options, agent)
  const cookies = await signInMany(url, memberCount)
  const members = cookies.map((cookie) =>
    visitorOf({ send }, new Map([['common-room-session', cookie]])),
  )
  const results = { placed: [] as Reserved[], queued: [] as Reserved[] }
  await reserveAll(url, members.slice(0, 300), 10_000)
  for (let round = 0; round < rounds; round++) {
    results.placed.push(await reserveAll(url, members, 10_000))
    results.queued.push(await reserveAll(url, members, memberCount / 2))
  }
  agent.destroy()
  const wrong = await onDatabase(url, findWrongPlaces)
  const all = [...results.placed, ...results.queued]
  return [
    {
      what: 'Reservations of one event by 2,000 members',
      value: median(results.placed.map(({ perSecond }) => perSecond)),
      unit: '/s',
      goal: { atLeast: 200 },
    },
    {
      what: 'The same, most of them for the waitlist',
      value: median(results.queued.map(({ perSecond }) => perSecond)),
      unit: '/s',
      goal: { atLeast: 200 },
    },
    {
      what: 'Of these refused, failed or not stored',
      value: all.reduce((sum, { missing }) => sum + missing, 0),
      unit: '',
      goal: { atMost: 0 },
    },
    {
      what: 'Dates whose places differ from their reservations',
      value: wrong.length,
      unit: '',
      goal: { atMost: 0 },
    },
  ]
}

type Reserved = { perSecond: number; missing: number }

/** All of these members reserve places at a new date, each for one to three people. */
async function reserveAll(url: string, members: Visitor[], capacity: number): Promise<Reserved> {
  const date = await onDatabase(url, (query) => addDate(query, { capacity }))
  let acknowledged = 0
  const before = performance.eventLoopUtilization()
  const perSecond = await rateOf(members.length, connections, async (n) => {
    const body = { date, party: 1 + (n % 3), key: newFormKey() }
    const reply = await members[n]?.call('/api/calendar/reserve', body)
    if (reply?.status === 200 && reply.json<{ rsvp?: object }>().rsvp) acknowledged++
    else console.error(reply?.text)
  })
  const { utilization } = performance.eventLoopUtilization(before)
  const [stored] = await onDatabase(url, (query) =>
    query<{ going: number; waitlisted: number; people: number }>(
      `select count(*) filter (where status = 'going')::int as going,
              count(*) filter (where status = 'waitlisted')::int as waitlisted,
              coalesce(sum(party) filter (where status = 'going'), 0)::int as people
         from reservations where subject = $1`,
      [date],
    ),
  )
  console.error(JSON.stringify({ perSecond, acknowledged, ...stored, generator: utilization }))
  if (utilization > maxBusyShare) throw new Error('The load generator was slower than the server.')
  const count = Math.min(acknowledged, (stored?.going ?? 0) + (stored?.waitlisted ?? 0))
  return { perSecond, missing: members.length - count }
}
