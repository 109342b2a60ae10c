import type { KeyStatus, SaveReply } from '../../cms/features/content/editing/contract.ts'
import { databaseAt, onDatabase } from '../support/database.ts'
import { editorOf } from '../support/editor-calls.ts'
import { type Server, startServerProcess } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'
import { median, percentile } from './load.ts'
import type { Row } from './table.ts'

type Sessions = Awaited<ReturnType<typeof makeStaff>>

const saves = 300
const publishes = 60
const ascending = (values: number[]) => values.toSorted((a, b) => a - b)

/**
 * Measures how long saving a draft takes, in a small database and in one with 10,000 keys of 50 versions each; then how
 * long a published text takes to reach each of three processes.
 * @param sessions of the server's staff
 * @param databaseUrl the server's database
 */
export async function editing(
  { editor, publisher }: Sessions,
  server: Server,
  databaseUrl: string,
): Promise<Row[]> {
  const fullUrl = databaseAt(databaseUrl, 'full_of_texts')
  await onDatabase(databaseUrl, (query) => query('create database full_of_texts'))
  const full = await startServerProcess({ DATABASE_URL: fullUrl })
  const small = await writerOf(server, editor)
  const large = await writerOf(full, (await makeStaff(full)).editor)
  await fill(fullUrl)
  const times: { small: number[]; large: number[] } = { small: [], large: [] }
  // The two sites alternate, so that other load affects both equally. The first rounds warm up.
  for (let n = -saves / 2; n < saves; n++) {
    const [one, other] = [await small(n), await large(n)]
    if (n < 0) continue
    times.small.push(one)
    times.large.push(other)
  }
  await full.stop()
  const smallTimes = ascending(times.small)
  const visible = await publishTimes(databaseUrl, publisher)
  return [
    {
      what: 'Save to acknowledged draft, p50',
      value: percentile(smallTimes, 0.5),
      unit: 'ms',
      goal: { atMost: 40 },
    },
    {
      what: 'Save to acknowledged draft, p95',
      value: percentile(smallTimes, 0.95),
      unit: 'ms',
      goal: { atMost: 100 },
    },
    {
      what: 'Save with 10,000 keys of 50 versions each, p50 relative to a small database',
      value: median(times.large) / median(times.small),
      unit: '',
      goal: { atMost: 1.25 },
    },
    {
      what: 'Publish to visible in three processes, p95',
      value: percentile(visible, 0.95) / 1000,
      unit: 's',
      goal: { atMost: 1 },
    },
  ]
}

/** @returns a function that saves the next text of a page, and returns the duration in ms */
async function writerOf(server: Server, session: string) {
  const staff = editorOf(server, session)
  const { keys } = await staff.page('home')
  const texts = keys.filter(({ page, content_type }) => page === 'home' && content_type === 'text')
  let serial = 0
  return async (n: number): Promise<number> => {
    const key = texts[serial++ % texts.length] as KeyStatus
    const startedAt = performance.now()
    const response = await staff.save(key, `Text ${n}, saved as number ${serial}`, key.revision)
    const took = performance.now() - startedAt
    if (response.status !== 200)
      throw new Error(`A save answered ${response.status} ${response.text}`)
    key.revision = response.json<SaveReply>().revision
    return took
  }
}

async function publishTimes(databaseUrl: string, session: string): Promise<number[]> {
  const settings = { DATABASE_URL: databaseUrl, SITE_URL: 'http://localhost:4000' }
  const servers = [
    await startServerProcess(settings),
    await startServerProcess(settings),
    await startServerProcess(settings),
  ]
  const key = { page: 'cafe', section: 'hero', content_key: 'lead' }
  const times: number[] = []
  for (let n = 0; n < publishes; n++) {
    const staff = editorOf(servers[n % servers.length] as Server, session)
    const words = `Published as number ${n}.`
    const { revision } = await staff.write(key, words)
    for (const server of servers) await server.get('/cafe')
    const startedAt = performance.now()
    const published = staff.publish({ ...key, revision })
    await Promise.all(servers.map((server) => waitUntilShown(server, words)))
    times.push(performance.now() - startedAt)
    if ((await published).status !== 200) throw new Error('A text could not be published.')
  }
  await Promise.all(servers.map((server) => server.stop()))
  return ascending(times)
}

const waitUntilShown = (server: Server, words: string) =>
  waitUntil(
    async () => (await server.get('/cafe')).text.includes(words),
    (isShown) => isShown,
  )

/** Inserts 10,000 keys with 50 versions each, and an audit entry for each version. */
const fill = (databaseUrl: string) =>
  onDatabase(databaseUrl, async (query) => {
    const data = `jsonb_build_object('text', repeat('word ', 20) || m)`
    await query(`insert into cms_content (page, section, content_key, content_type, content_data, published, _status)
      select 'full-' || n % 500, 'section', 'key-' || n, 'text', '{"text": "word"}', true, 'published'
        from generate_series(1, 10000) n`)
    await query(`insert into _cms_content_v (parent_id, version_page, version_section, version_content_key,
        version_content_type, version_content_data, version__status, version_updated_at, updated_at, latest)
      select c.id, c.page, c.section, c.content_key, 'text', ${data},
             case when m % 5 = 0 then 'published' else 'draft' end::"enum__cms_content_v_version_status",
             at, at, m = 50
        from cms_content c, generate_series(1, 50) m,
             lateral (select now() - (50 - m) * interval '1 day' as at) t
       where c.page like 'full-%'`)
    await query(`insert into audit (action, subject, by_name, by_id, of_collection, document, version)
      select 'draft', version_page || '/' || version_section || '.' || version_content_key, 'Ada', 1,
             'cms_content', parent_id::text, id
        from _cms_content_v where version_page like 'full-%'`)
    await query('vacuum analyze')
    await query('checkpoint')
  })
