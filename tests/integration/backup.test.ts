import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  watch,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readOrCreateSecret, stageSecret } from '../../cms/platform/crypto/stored-secret.ts'
import { backUp } from '../../cms/platform/database/backup/back-up.ts'
import { endOfTable, magic, readBackup } from '../../cms/platform/database/backup/format.ts'
import { checkBackup, restore } from '../../cms/platform/database/backup/restore.ts'
import { otherSecretMessage } from '../../cms/platform/database/secret-fingerprint.ts'
import { installJobs } from '../../cms/platform/jobs/install.ts'
import { migrations } from '../../cms/platform/migrations/index.ts'
import { startProblem } from '../../cms/platform/runtime/start-error.ts'
import { quickImports } from '../support/child-processes.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { bodyOf, makeSubscribers } from '../support/letters.ts'
import { membershipOf } from '../support/membership.ts'
import { photograph, uploadRequest } from '../support/pictures.ts'
import { type Server, secret, startServer, startServerProcess } from '../support/server.ts'
import { jsonRequest, makeStaff, sessionHeaders } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

const files = temporaryFolder()
const home = temporaryFolder()
afterAll(() => {
  files.remove()
  home.remove()
})
const fileOf = (name: string) => path.join(files.folder, name)

/** Runs `npm run backup` or `npm run restore`. @returns its exit code and what it printed */
async function run(args: string[], env: Record<string, string>) {
  const command = path.join(root, 'cms/platform/database/backup/command.ts')
  const { PATH = '' } = process.env
  const options = { cwd: root, env: { NODE_ENV: 'production' as const, PATH, ...env } }
  return promisify(execFile)(process.execPath, [...quickImports, command, ...args], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr }),
  )
}
/** What a command prints when it fails; null if it succeeds. */
const problemOf = (failing: Promise<unknown>): Promise<string | null> =>
  failing.then(() => null, startProblem)

const comparedTables = [
  'users',
  'members',
  'media',
  'media_files',
  'letters',
  'subscribers',
  'menus',
  'venue',
]
const contentOf = (url: string) =>
  onDatabase(url, async (query) =>
    Promise.all(
      comparedTables.map(async (table) => {
        const [row] = await query<{ content: string }>(
          `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as content from ${table} as t`,
        )
        return [table, row?.content]
      }),
    ),
  )

let url: string
let server: Server
let admin: string
let publisher: string
let member: Awaited<ReturnType<ReturnType<typeof membershipOf>['signIn']>>
const complete = fileOf('complete.gz')
const picture = { path: '', bytes: '' }
beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url })
  ;({ admin, publisher } = await makeStaff(server))
  member = await membershipOf(server, url).signIn('ada@venue.example')
  await makeSubscribers(url, [{ email: 'grace@venue.example', name: 'Grace\tHopper\\\n"' }])
  const bytes = await photograph()
  const uploaded = await server.send(
    '/api/media',
    await uploadRequest(admin, { name: 'hall.jpg', type: 'image/jpeg', bytes }),
  )
  expect(uploaded.status, uploaded.text).toBe(201)
  const letter = await server.send(
    '/api/letters',
    jsonRequest('POST', { subject: 'News', body: bodyOf(['Hello.']) }, admin),
  )
  expect(letter.status, letter.text).toBe(201)
  picture.path = /\/media\/[0-9a-f]{16}\/\d+\.avif/.exec((await server.get('/')).text)?.[0] ?? ''
  picture.bytes = (await server.get(picture.path)).text
})
afterAll(() => server?.stop())

describe('a backup from the admin', () => {
  test('is for admins with a proof, and can be read', async () => {
    const get = (session: string) =>
      fetch(`http://localhost:${server.port}/api/system/backup`, {
        headers: sessionHeaders(session),
      })
    expect((await get(publisher)).status).toBe(403)
    const response = await get(admin)
    expect(response.status).toBe(200)
    const file = fileOf('downloaded')
    writeFileSync(file, Buffer.from(await response.arrayBuffer()))
    expect((await readBackup(file)).totals.tables.length).toBeGreaterThan(50)
    const [entry] = await onDatabase(url, (query) =>
      query(`select by_name from audit where action = 'backed_up'`),
    )
    expect(entry).toEqual({ by_name: 'Ada' })
    await onDatabase(url, (query) => query(`update staff_sessions set proved_at = null`))
    expect((await get(admin)).status).toBe(403)
  })
})

describe('a backup of a running site', () => {
  test('is a consistent snapshot during writes', async () => {
    const file = fileOf('moment.gz')
    let isRunning = true
    let saved = 0
    const writing = (async () => {
      while (isRunning) {
        const from = `/former-${saved}`
        const response = await server.send(
          '/api/redirects',
          jsonRequest('POST', { from, to: '/' }, admin),
        )
        expect(response.status, response.text).toBe(201)
        saved++
      }
    })()
    await waitUntil(
      async () => saved,
      (count) => count > 0,
    )
    await backUp(url, { file, secret }).finally(() => {
      isRunning = false
    })
    await writing
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const bare = await makeDatabase('bare')
    await restore(bare, file, { replace: false })
    const [counted] = await onDatabase(bare, (query) =>
      query<{ redirects: number; audited: number; next: number }>(
        `select (select count(*)::int from redirects) as redirects,
                (select count(*)::int from audit where of_collection = 'redirects') as audited,
                nextval('redirects_id_seq')::int as next`,
      ),
    )
    expect(counted?.redirects).toBe(counted?.audited)
    expect(counted?.redirects).toBeGreaterThan(0)
    expect(counted?.redirects).toBeLessThan(saved)
    expect(counted?.next).toBeGreaterThan(counted?.redirects ?? 0)
  })

  test('is refused with another secret, and the server does not start with that secret', async () => {
    const other = 'another secret, as long as it must be'
    const backup = backUp(url, { file: fileOf('other.gz'), secret: other })
    expect(await problemOf(backup)).toBe(otherSecretMessage)
    const start = startServer({ DATABASE_URL: url, SECRET: other })
    await expect(start).rejects.toThrow(otherSecretMessage)
  })

  test('is restored completely in another database, and sessions stay valid', async () => {
    const made = await run(['backup', complete], { DATABASE_URL: url, SECRET: secret })
    expect(made).toMatchObject({ code: 0 })
    const content = await contentOf(url)
    const page = (await server.get('/cafe')).text
    // A restore accepts a data folder that already holds the secret of the backup.
    writeFileSync(path.join(home.folder, 'secret'), `${secret}\n`)
    const restored = await run(['restore', complete], { DATA_DIR: home.folder })
    expect(restored).toMatchObject({ code: 0 })
    expect(readFileSync(path.join(home.folder, 'secret'), 'utf8').trim()).toBe(secret)
    const other = await startServer({ DATA_DIR: home.folder, SECRET: '', SITE_URL: server.url })
    try {
      expect((await other.get(picture.path)).text).toBe(picture.bytes)
      const plain = (html: string) => html.replace(/ prefix="r\d+"/g, '')
      expect(plain((await other.get('/cafe', { host: new URL(server.url).host })).text)).toBe(
        plain(page),
      )
      const renewed = await member.visitor.copy().call('/api/auth/refresh', {}, { to: other })
      expect(renewed.status, renewed.text).toBe(200)
      // A backup of the embedded database, made while the program runs, has the same content.
      const again = fileOf('again.gz')
      expect(await run(['backup', again], { DATA_DIR: home.folder })).toMatchObject({ code: 0 })
      const empty = await makeDatabase('empty')
      const env = { DATABASE_URL: empty, SECRET: secret }
      expect(await problemOf(restore(empty, again, { replace: false }))).toContain('--replace')
      expect(await run(['restore', again, '--replace'], env)).toMatchObject({ code: 0 })
      expect(await contentOf(empty)).toEqual(
        content.map(([table, hash]) =>
          table === 'members' ? [table, expect.any(String)] : [table, hash],
        ),
      )
    } finally {
      await other.stop()
    }
    // A restore into the database of a running site is refused.
    expect(await problemOf(restore(url, complete, { replace: true }))).toContain('Stop it')
  })
})

describe('a backup', () => {
  test('does not overwrite a file that was created meanwhile', async () => {
    const file = fileOf('twice.gz')
    // A temporary file that a killed backup left behind.
    writeFileSync(`${file}.partial`, 'cut off')
    const both = [1, 2].map(() => problemOf(backUp(url, { file, secret })))
    expect((await Promise.all(both)).filter((problem) => problem !== null)).toEqual([
      `${file} exists. Name another file.`,
    ])
    await expect(readBackup(file)).resolves.toBeDefined()
    expect(
      readdirSync(files.folder)
        .filter((name) => name.startsWith('twice'))
        .sort(),
    ).toEqual(['twice.gz', 'twice.gz.partial'])
  })

  test('deletes abandoned partial files, and its own partial file is private from the start', async () => {
    const leavePartial = (name: string, hours: number) => {
      const partial = fileOf(`${name}.${randomUUID()}.partial`)
      writeFileSync(partial, 'cut off')
      const at = Date.now() / 1000 - hours * 3600
      utimesSync(partial, at, at)
      return partial
    }
    const [old, running] = [leavePartial('old.gz', 2), leavePartial('running.gz', 0)]
    const modes: number[] = []
    const watched = watch(files.folder, (_, name) => {
      if (!name?.startsWith('tidy.gz.')) return
      const { mode = 0 } = statSync(fileOf(name), { throwIfNoEntry: false }) ?? {}
      if (mode) modes.push(mode & 0o777)
    })
    await backUp(url, { file: fileOf('tidy.gz'), secret })
    watched.close()
    expect([existsSync(old), existsSync(running)]).toEqual([false, true])
    expect([...new Set(modes)]).toEqual([0o600])
  })

  test('to a folder that does not exist fails with a plain message', async () => {
    const file = fileOf('no-such-folder/x.gz')
    expect(await run(['backup', file], { DATABASE_URL: url, SECRET: secret })).toEqual({
      code: 1,
      output: `${file} can’t be written: there is no such folder.\n`,
    })
  })
})

describe('a restore', () => {
  // A backup of a site with the first version of the schema.
  const earlier = fileOf('earlier.gz')
  beforeAll(async () => {
    const database = await makeDatabase('bare')
    const client = new pg.Client({ connectionString: database })
    await client.connect()
    for (const { name, up } of migrations.slice(0, 1)) {
      await up({ db: drizzle(client) } as unknown as Parameters<typeof up>[0])
      await client.query('insert into payload_migrations (name, batch) values ($1, 1)', [name])
    }
    await client.end()
    await installJobs(database)
    await backUp(database, { file: earlier, secret })
  })

  const cutOff = (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)

  test('of a damaged file is refused before anything is created', async () => {
    const file = fileOf('damaged.gz')
    writeFileSync(file, cutOff(readFileSync(complete)))
    const { folder, remove } = temporaryFolder()
    const { code, output } = await run(['restore', file], { DATA_DIR: folder })
    expect(code).toBe(1)
    expect(output).toContain(`${file} can’t be used`)
    expect(output).not.toContain('    at ')
    expect(readdirSync(folder)).toEqual([])
    remove()
  })

  test.each([
    ['cut off', cutOff],
    ['cut off in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    [
      'changed in one bit',
      (bytes: Buffer) => {
        const changed = Buffer.from(bytes)
        const at = Math.floor(bytes.length * 0.7)
        changed[at] = (changed[at] ?? 0) ^ 1
        return changed
      },
    ],
    ['no backup', () => Buffer.from('not even gzip')],
  ])('notices that a file is %s', async (name, damage) => {
    const file = fileOf(`${name}.gz`)
    writeFileSync(file, damage(readFileSync(complete)))
    expect(await problemOf(checkBackup(file))).toContain(`${file} can’t be used`)
  })

  test('that fails changes nothing', async () => {
    const target = await makeDatabase('demo')
    await onDatabase(target, (query) => query(`update venue set brand_text = 'As it was'`))
    const before = await contentOf(target)
    const failing = restore(target, earlier, {
      replace: true,
      stage: () => {
        throw new Error('The disk is full.')
      },
    })
    await expect(failing).rejects.toThrow('The disk is full.')
    expect(await contentOf(target)).toEqual(before)
  })

  test.each([
    ['is refused', `do $$ begin raise 'refused'; end $$`, 'refused', true],
    ['gets no reply', 'select pg_terminate_backend(pg_backend_pid())', 'Repeat it', false],
  ])('whose commit %s keeps the former secret', async (_, commit, message, isSettled) => {
    const target = await makeDatabase('demo')
    const before = await contentOf(target)
    const { folder, remove } = temporaryFolder()
    const file = path.join(folder, 'secret')
    const kind = { what: 'The secret', repair: '' }
    const former = readOrCreateSecret(file, kind)
    const { query } = pg.Client.prototype
    const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...[text, ...rest]: unknown[]
    ) {
      return Reflect.apply(query, this, [text === 'commit' ? commit : text, ...rest])
    })
    const stage = () => stageSecret(file, secret)
    const failing = restore(target, earlier, { replace: true, stage })
    await expect(failing.finally(() => spy.mockRestore())).rejects.toThrow(message)
    expect(await contentOf(target)).toEqual(before)
    expect(readFileSync(file, 'utf8').trim()).toBe(former)
    if (isSettled) expect(readOrCreateSecret(file, kind)).toBe(former)
    else expect(() => readOrCreateSecret(file, kind)).toThrow('A restore was interrupted')
    // The restore is repeated.
    await restore(target, earlier, { replace: true, stage })
    expect(readOrCreateSecret(file, kind)).toBe(secret)
    remove()
  })

  test('reports a row that PostgreSQL rejects while later rows are still being read', async () => {
    const header = {
      made: '',
      postgres: '',
      jobs: 0,
      secret,
      migrations: migrations.slice(0, 1).map(({ name }) => name),
      tables: [{ schema: 'public', name: 'venue', columns: ['id'] }],
    }
    const file = fileOf('refused.gz')
    // Ten megabytes, more than any buffer.
    const rows = `wrong\n${`${'1'.repeat(999)}\n`.repeat(10_000)}`
    writeFileSync(file, gzipSync(`${magic}\n${JSON.stringify(header)}\n${rows}${endOfTable}`))
    const target = await makeDatabase('bare')
    const failing = restore(target, file, { replace: false })
    await expect(failing).rejects.toThrow('invalid input syntax')
  })

  test('with another secret is refused', async () => {
    const env = {
      DATABASE_URL: await makeDatabase('bare'),
      SECRET: 'another secret, as long as it must be',
    }
    const { code, output } = await run(['restore', complete], env)
    expect(code).toBe(1)
    expect(output).toContain('SECRET is not the secret of the backup')
  })

  test('leaves the earlier schema of a backup as it is, and the next start brings the schema up to date', async () => {
    const target = await makeDatabase('bare')
    await restore(target, earlier, { replace: false })
    const started = await startServer({ DATABASE_URL: target, DEMO: '0' })
    expect((await started.get('/')).status).toBe(200)
    await started.stop()
    const applied = await onDatabase(target, (query) =>
      query<{ name: string }>('select name from payload_migrations order by id'),
    )
    expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name))
  })
})

describe('a database from before the first release', () => {
  const formerMigration = '20261121_023459_initial'
  let former: string
  beforeAll(async () => {
    former = await makeDatabase('empty')
    await onDatabase(former, (query) =>
      query('insert into payload_migrations (name, batch) values ($1, 1)', [formerMigration]),
    )
  })
  const reason = (what: string) =>
    `${what} was made by a version from before the first release, with the migration ${formerMigration}. ` +
    'This version can’t bring it up to date.'

  test('is refused at the start, with what to do, and is not changed', async () => {
    const ran = () => onDatabase(former, (query) => query('select * from payload_migrations'))
    const before = await ran()
    const env = { DATABASE_URL: former, DEMO: '0' }
    const failure = await startServerProcess(env).catch((error: Error) => error.message)
    expect(failure).toMatch(/ended with 1 instead/)
    expect(failure).toContain(`${reason('The database')} Start with an empty one: `)
    expect(failure).not.toContain('    at ')
    expect(await ran()).toEqual(before)
  })

  test('cannot be restored from its backup, which says what to do', async () => {
    const file = fileOf('former.gz')
    await backUp(former, { file, secret })
    const target = await makeDatabase('bare')
    expect(await run(['restore', file], { DATABASE_URL: target, SECRET: secret })).toEqual({
      code: 1,
      output: `${reason(file)} Restore it with the version that made it.\n`,
    })
    const tables = await onDatabase(target, (query) =>
      query(`select from pg_tables where schemaname = 'public'`),
    )
    expect(tables).toEqual([])
  })
})
