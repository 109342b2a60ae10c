import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disableAdvisoryLocks, makeDatabase, onDatabase } from '../support/database.ts'
import { type Server, startServer } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let second: Server
let publisher: string
let admin: string
let editor: string

beforeAll(async () => {
  url = await makeDatabase('demo')
  ;[server, second] = await Promise.all([
    startServer({ DATABASE_URL: url }),
    startServer({ DATABASE_URL: url }),
  ])
  ;({ admin, publisher, editor } = await makeStaff(server))
})
afterAll(() => Promise.all([server?.stop(), second?.stop()]))

type Fields = { from: unknown; to: unknown; match?: string; status?: string; deletedAt?: string }
const create = (fields: Fields, by = publisher, on = server) =>
  on.send('/api/redirects', jsonRequest('POST', fields, by))
const createRedirect = async (fields: Fields): Promise<number> => {
  const response = await create(fields)
  expect(response.status, response.text).toBe(201)
  return response.json<{ doc: { id: number } }>().doc.id
}
const locationOf = async (path: string, on = server) => {
  const { status, headers } = await on.get(path)
  return [status, headers.location]
}
const waitUntilRedirected = (path: string, expected: unknown[], on = server) =>
  waitUntil(
    () => locationOf(path, on),
    (answer) => JSON.stringify(answer) === JSON.stringify(expected),
  )

describe('a redirect', () => {
  test('works in every process when it is saved, changed and deleted', async () => {
    expect((await server.get('/moved')).status).toBe(404)
    const id = await createRedirect({ from: '/moved/', to: '/cafe' })
    await Promise.all([
      waitUntilRedirected('/moved', [301, '/cafe']),
      waitUntilRedirected('/moved', [301, '/cafe'], second),
    ])
    expect(await locationOf('/moved?utm_source=x%20y')).toEqual([301, '/cafe?utm_source=x%20y'])
    const change = await server.send(
      `/api/redirects/${id}`,
      jsonRequest('PATCH', { to: '/hall', status: '302' }, publisher),
    )
    expect(change.status, change.text).toBe(200)
    await Promise.all([
      waitUntilRedirected('/moved', [302, '/hall']),
      waitUntilRedirected('/moved', [302, '/hall'], second),
    ])
    await server.send(`/api/redirects/${id}`, jsonRequest('DELETE', undefined, admin))
    await Promise.all([
      waitUntilRedirected('/moved', [404, undefined]),
      waitUntilRedirected('/moved', [404, undefined], second),
    ])
  })

  test('keeps the query, merged with that of the target', async () => {
    await createRedirect({ from: '/old-taps', to: '/beer?style=IPA#taps' })
    await waitUntilRedirected('/old-taps', [301, '/beer?style=IPA#taps'])
    expect(await locationOf('/old-taps?style=Stout&utm_campaign=spring')).toEqual([
      301,
      '/beer?style=IPA&utm_campaign=spring#taps',
    ])
  })

  test('of a folder keeps the rest of the path', async () => {
    await createRedirect({ from: '/2019', to: '/community', match: 'prefix' })
    await waitUntilRedirected('/2019/summer/party', [301, '/community/summer/party'])
    expect(await locationOf('/2019')).toEqual([301, '/community'])
    expect(await locationOf('/2019x')).toEqual([404, undefined])
  })

  test.each<[string, Fields, RegExp]>([
    ['from an existing page', { from: '/cafe', to: '/hall' }, /There is a page/],
    ['from a member page', { from: '/common-room/main', to: '/hall' }, /There is a page/],
    ['from the admin', { from: '/cms/x', to: '/hall' }, /program itself/],
    ['to a script', { from: '/x', to: 'javascript:alert(1)' }, /The target is/],
    ['to another host without https', { from: '/x', to: '//evil.example' }, /The target is/],
    ['to itself', { from: '/x', to: '/x' }, /back to itself/],
    ['to a path that browsers resolve', { from: '/x', to: '/a/../x' }, /The target is/],
    ['to a value that is not text', { from: '/x', to: { a: 1 } }, /to must be text/],
    ['from a value that is not text', { from: ['/x'], to: '/hall' }, /from must be text/],
    [
      'into the trash, with an invalid target,',
      { from: '/x', to: 'javascript:alert(1)', deletedAt: '2026-01-01T00:00:00Z' },
      /The target is/,
    ],
  ])('%s is refused with the reason', async (_, fields, reason) => {
    const response = await create(fields)
    expect(response.status).toBe(400)
    expect(response.text).toMatch(reason)
  })

  test('that forms a chain or a loop is refused with the reason', async () => {
    await createRedirect({ from: '/chain-b', to: '/chain-c' })
    expect((await create({ from: '/chain-a', to: '/chain-b' })).text).toContain('Choose /chain-c')
    expect((await create({ from: '/chain-c', to: '/beer' })).text).toContain('Change /chain-b')
    expect((await create({ from: '/chain-c', to: '/chain-b' })).text).toContain('form a loop')
    expect((await create({ from: '/chain-b', to: '/hall' })).text).toContain('already')
  })

  test('cannot be created by editors or read by strangers', async () => {
    expect((await create({ from: '/by-editor', to: '/cafe' }, editor)).status).toBe(403)
    expect((await server.get('/api/redirects')).status).toBe(403)
  })

  test('is recorded in the audit trail', async () => {
    await createRedirect({ from: '/recorded', to: '/cafe' })
    const rows = await onDatabase(url, (query) =>
      query<{ subject: string }>(
        `select subject from audit where of_collection = 'redirects' and action = 'create'`,
      ),
    )
    expect(rows.map(({ subject }) => subject)).toContain('/recorded')
  })
})

describe('of two redirects that would form a loop, saved at the same moment,', () => {
  const race = async (on: Server, round: string) => {
    const [one, other] = [`/race-${round}-a`, `/race-${round}-b`]
    const responses = await Promise.all([
      create({ from: one, to: other }, publisher, on),
      create({ from: other, to: one }, publisher, on),
    ])
    return responses.filter(({ status }) => status === 201).length
  }

  test('only one is saved', async () => {
    for (let round = 0; round < 10; round++) expect(await race(server, `on-${round}`)).toBe(1)
  })

  test('both are saved without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    const unlocked = await startServer({ DATABASE_URL: await disableAdvisoryLocks(url) })
    try {
      await waitUntil(
        async () => race(unlocked, `off-${Math.random().toString(36).slice(2)}`),
        (saved) => saved === 2,
      )
    } finally {
      await unlocked.stop()
      await onDatabase(url, (query) => query(`delete from redirects where "from" like '/race-%'`))
    }
  })
})

describe('a missing page', () => {
  const counts = () =>
    onDatabase(url, (query) =>
      query<{ path: string; count: number }>('select path, count from missing_paths'),
    )
  const countOf = async (path: string) =>
    (await counts()).find((each) => each.path === path)?.count ?? 0

  test('is counted by all processes, without its query, until it is redirected', async () => {
    for (const each of [server, second, server]) await each.get('/old-menu?email=ada@x.example')
    await server.get('/wp-login.php')
    await server.get('/cafe')
    await waitUntil(
      () => countOf('/old-menu'),
      (count) => count === 3,
    )
    const paths = (await counts()).map(({ path }) => path)
    expect(paths).not.toContain('/wp-login.php')
    expect(paths).not.toContain('/cafe')
    expect(paths.join()).not.toContain('ada@')
    await createRedirect({ from: '/old-menu', to: '/cafe' })
    expect(await countOf('/old-menu')).toBe(0)
  })

  test('leaves the list when a publisher ignores it', async () => {
    await server.get('/ignored')
    await waitUntil(
      () => countOf('/ignored'),
      (count) => count > 0,
    )
    const ignore = (by: string) =>
      server.send('/api/redirect-list/ignore', jsonRequest('POST', { path: '/ignored' }, by))
    expect((await ignore(editor)).status).toBe(403)
    expect((await ignore(publisher)).status).toBe(200)
    expect(await countOf('/ignored')).toBe(0)
  })

  test('is stored in a list of at most 1000 missing pages', async () => {
    await onDatabase(url, (query) =>
      query(`insert into missing_paths select '/many/' || n, 2, now(), now()
               from generate_series(1, 1100) as n`),
    )
    await server.get('/one-more')
    await waitUntil(
      async () => (await counts()).length,
      (length) => length <= 1000,
    )
  })
})

describe('a CSV file', () => {
  const importCsv = (csv: string, by = publisher) =>
    server.send('/api/redirect-list/import', jsonRequest('POST', { csv }, by))
  const exportCsv = async () => {
    const { status, headers, text } = await server.get('/api/redirect-list/export', {
      ...sessionHeaders(publisher),
    })
    expect(status).toBe(200)
    expect(headers['content-disposition']).toContain('redirects.csv')
    return text
  }

  test('adds and replaces redirects; importing an export changes nothing', async () => {
    const csv = '\uFEFFFrom,To,Match,Status\n/csv-a,/cafe,,\n/csv-b/,/hall,prefix,302\n'
    expect((await importCsv(csv)).json()).toEqual({ imported: 2 })
    await waitUntilRedirected('/csv-b/x', [302, '/hall/x'])
    expect((await importCsv('from;to\n/csv-a;/beer\n')).json()).toEqual({ imported: 1 })
    await waitUntilRedirected('/csv-a', [301, '/beer'])
    const before = await exportCsv()
    expect(before).toContain('/csv-b,/hall,prefix,302')
    expect((await importCsv(before)).status).toBe(200)
    expect(await exportCsv()).toBe(before)
  })

  test('with rows that can’t be used changes nothing, and the reply lists them', async () => {
    const before = await exportCsv()
    const response = await importCsv(
      'from,to,match,status\n/good,/beer\n/cafe,/hall\n/loop-a,/loop-b\n/loop-b,/loop-a\n/good,/hall\n' +
        '/a,/hall,exct\n/b,/hall,exact,418\n',
    )
    expect(response.status).toBe(400)
    const { error, rows } = response.json<{ error: string; rows: { line: number }[] }>()
    expect(error).toBe('rows')
    expect(rows.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8])
    expect(await exportCsv()).toBe(before)
  })

  test.each([
    ['that is no CSV', 'x'],
    ['without the columns', 'a,b\n1,2\n'],
    ['without rows', 'from,to\n'],
  ])('%s is refused', async (_, csv) => {
    const response = await importCsv(csv)
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({ error: 'unreadable' })
  })

  test('cannot be imported by editors or exported by strangers', async () => {
    expect((await importCsv('from,to\n/a,/cafe\n', editor)).status).toBe(403)
    expect((await server.get('/api/redirect-list/export')).status).toBe(401)
  })
})
