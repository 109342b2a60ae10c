import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beerStyles } from '../../cms/features/venue/rules.ts'
import { backUp } from '../../cms/platform/database/backup/back-up.ts'
import { restore } from '../../cms/platform/database/backup/restore.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../cms/platform/database/embedded.ts'
import { dataFolder } from '../support/data-folder.ts'
import { makeDatabase, onDatabase, waitUntilSomeoneWaits } from '../support/database.ts'
import { waitUntilNoJobIsDue } from '../support/jobs.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { embeddedPostgresPid, signalTree } from '../support/postgres-process.ts'
import { type ServerProcess, secret, startServerProcess, waitForLog } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Paths that are served from memory, and paths that need the database. */
type KnownPaths = { cached: string[]; uncached: string[] }
let serial = 0
/**
 * The path of a page that was not requested before. A page that was requested during an outage may be cached, if its
 * query completes later.
 */
const unseenPage = () => `/beer?style=${encodeURIComponent(beerStyles[serial++] ?? '')}`

async function fillCache(server: ServerProcess): Promise<KnownPaths> {
  const { text } = await server.get('/')
  const picture = /\/media\/[0-9a-f]{16}\/\d+\.avif/.exec(text)?.[0] ?? '/'
  const file = /\/_astro\/[\w.-]+/.exec(text)?.[0] ?? '/'
  const cached = ['/', '/cafe', picture, file]
  for (const path of cached) expect((await server.get(path)).status, path).toBe(200)
  return { cached, uncached: ['/api/menus', '/cms/login'] }
}

async function expectOutage(server: ServerProcess, { cached, uncached }: KnownPaths) {
  const paths = [unseenPage(), ...uncached]
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await server.get(path, { accept: 'text/html' })
      return { path, response }
    }),
  )
  for (const { path, response } of responses) {
    expect(response.status, path).toBe(503)
    expect(Number(response.headers['retry-after']), path).toBeGreaterThan(0)
    expect(response.headers['x-content-type-options'], path).toBe('nosniff')
  }
  for (const path of cached) expect((await server.get(path)).status, path).toBe(200)
  expect((await server.get('/healthz')).status).toBe(200)
  await waitUntil(
    async () => (await server.get('/readyz')).status,
    (status) => status === 503,
  )
}

const waitUntilRecovered = (server: ServerProcess) =>
  waitUntil(
    async () => [
      (await server.get('/hall')).status,
      (await server.get('/api/menus')).status,
      (await server.get('/readyz')).status,
    ],
    (statuses) => statuses.every((status) => status === 200),
  )

describe('an external database', () => {
  const { folder, remove } = dataFolder()
  let postgres: EmbeddedPostgres
  let server: ServerProcess
  beforeAll(async () => {
    postgres = await startEmbeddedPostgres(folder)
    // Restoring the demo venue costs less CPU time than filling it in.
    const backup = path.join(folder, 'demo.backup.gz')
    await backUp(await makeDatabase('demo'), { file: backup, secret })
    await restore(postgres.url, backup, { replace: false })
    server = await startServerProcess({ DATABASE_URL: postgres.url })
    // If a day has begun since the demo venue was created, these jobs end its events, which drops cached pages.
    await waitUntilNoJobIsDue(postgres.url)
  })
  afterAll(async () => {
    await server?.stop()
    await postgres?.stop()
    remove()
  })

  test('that hangs: cached pages are served, other requests get a 503', async () => {
    const known = await fillCache(server)
    const pid = embeddedPostgresPid(folder) ?? 0
    expect(pid).toBeGreaterThan(0)
    signalTree(pid, 'SIGSTOP')
    try {
      await expectOutage(server, known)
      // The same is true after the server has noticed the outage.
      await expectOutage(server, known)
    } finally {
      signalTree(pid, 'SIGCONT')
    }
    await waitUntilRecovered(server)
  })

  test('that restarts: the same process recovers by itself', async () => {
    const known = await fillCache(server)
    await postgres.stop()
    const failures = () => server.log().filter(({ msg }) => msg === 'request failed').length
    const before = failures()
    try {
      // The first of these requests arrive before the outage is noticed.
      for (let n = 0; n < 40; n++) await server.get(`/missing-${n}`)
      await expectOutage(server, known)
      for (let n = 0; n < 200; n++) {
        expect((await server.get(`/api/menus?${n}`)).status).toBe(503)
      }
      expect(failures() - before).toBeLessThan(20)
      for (let n = 0; n < 60; n++) await server.get(`/cafe?at=2026-07-01T10:${10 + (n % 50)}`)
      const fallbacks = server.log().filter(({ msg }) => msg?.startsWith('texts could not be read'))
      expect(fallbacks.length).toBeLessThan(30)
      await waitForLog(server, 'an error was repeated')
      expect(server.output()).not.toContain('[ERROR]')
    } finally {
      postgres = await startEmbeddedPostgres(folder)
    }
    await waitUntilRecovered(server)
    expect(server.child.exitCode).toBeNull()
  })

  test('that fails a second time: cached pages are still served', async () => {
    const known = await fillCache(server)
    const styled = `/beer?style=${beerStyles.at(-1)}`
    await server.get(styled)
    const { text } = await server.get('/cafe')
    for (let outage = 0; outage < 2; outage++) {
      await postgres.stop()
      await expectOutage(server, { ...known, cached: [...known.cached, styled] }).finally(
        async () => {
          postgres = await startEmbeddedPostgres(folder)
        },
      )
      await waitUntil(
        async () => (await server.get('/readyz')).status,
        (status) => status === 200,
      )
    }
    // React numbers the islands of a page in the order in which they were ready.
    const plain = (html: string) => html.replace(/ prefix="r\d+"/g, '')
    expect(plain((await server.get('/cafe')).text)).toBe(plain(text))
  })

  test('that changed without a notification: after the listener reconnects, no stale page is served', async () => {
    const { cached } = await fillCache(server)
    await onDatabase(postgres.url, async (query) => {
      await query("update venue set brand_text = 'The Unheard Change'")
      await query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'common-room-listener'`,
      )
    })
    for (const path of cached.slice(0, 2)) {
      await waitUntil(
        async () => (await server.get(path)).text,
        (body) => body.includes('The Unheard Change'),
      )
      const again = await Promise.all(Array.from({ length: 20 }, () => server.get(path)))
      for (const each of again) expect(each.text).toContain('The Unheard Change')
    }
  })

  test('that ends a connection in the middle of a transaction makes only that request fail', async () => {
    const { admin } = await makeStaff(server)
    await onDatabase(postgres.url, async (query) => {
      await query('begin')
      await query('lock table taps in exclusive mode')
      const saving = server.send(
        '/api/taps/1',
        jsonRequest('PATCH', { name: 'Never poured' }, admin),
      )
      await waitUntilSomeoneWaits(query)
      await query('select pg_terminate_backend(pid) from pg_locks where not granted')
      expect((await saving).status).toBeGreaterThanOrEqual(500)
      await query('rollback')
    })
    expect(server.child.exitCode).toBeNull()
    await waitUntilRecovered(server)
  })

  test('that is down is reported in HTML for a page, and in JSON for an API call', async () => {
    const { admin } = await makeStaff(server)
    const contact = { phone: '01482 496 000' }
    await server.send('/api/globals/venue', jsonRequest('POST', { contact }, admin))
    await waitUntil(
      async () => plainSpaces((await server.get('/privacy')).text),
      (text) => text.includes(contact.phone),
    )
    await postgres.stop()
    const page = await server.get(unseenPage(), { accept: 'text/html' })
    expect(page.status).toBe(503)
    expect(page.text).toContain('Unexpected Application Error!')
    expect(page.text).toContain('503')
    expect(plainSpaces(page.text)).toContain(contact.phone)
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'")
    const call = await server.get('/api/menus')
    expect(call.json()).toEqual({ error: 'unavailable', message: expect.any(String) })
    postgres = await startEmbeddedPostgres(folder)
    await waitUntilRecovered(server)
  })
})

describe('the embedded database', () => {
  const { folder, remove } = dataFolder()
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerProcess({ DATA_DIR: folder, DEMO: '0' })
  })
  afterAll(async () => {
    await server?.stop()
    remove()
  })

  test('is restarted when it is killed, even if the program was killed before; cached pages are served meanwhile', async () => {
    server.child.kill('SIGKILL')
    await server.exited
    server = await startServerProcess({ DATA_DIR: folder, DEMO: '0' })
    const { cached } = await fillCache(server)
    const killed = embeddedPostgresPid(folder) ?? 0
    expect(killed).toBeGreaterThan(0)
    process.kill(killed, 'SIGKILL')
    for (const path of cached) expect((await server.get(path)).status, path).toBe(200)
    // PostgreSQL first has to start and replay its log.
    await waitUntilRecovered(server)
    expect(embeddedPostgresPid(folder)).not.toBe(killed)
  })
})
