import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { commonVariables } from '../support/child-processes.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { nextPort } from '../support/ports.ts'
import { embeddedPostgresPid } from '../support/postgres-process.ts'
import { secret, startServer, startServerProcess } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

describe('an installation without configuration', () => {
  const data = temporaryFolder()
  afterAll(data.remove)
  const env = { DATA_DIR: data.folder, SECRET: '' }
  let firstPage = ''

  test('starts, shows the venue, and stops with its database', async () => {
    const server = await startServerProcess(env)
    const page = await server.get('/')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Common People')
    firstPage = page.text
    expect(embeddedPostgresPid(data.folder)).not.toBeNull()
    expect(server.output()).toMatch(/\/admin\/first\/[\w-]+/)
    expect(await server.stop()).toBe(0)
    expect(embeddedPostgresPid(data.folder)).toBeNull()
    const lines = server.log()
    const stopping = lines.findIndex(({ msg }) => msg === 'stopping')
    expect(stopping).toBeGreaterThan(0)
    // Closed connections during PostgreSQL's shutdown are not errors.
    expect(lines.slice(stopping).filter(({ err }) => err)).toEqual([])
  })

  test('keeps its data over a restart', async () => {
    const server = await startServerProcess(env)
    const menus = await server.get('/api/menus?limit=0')
    const titles = menus.json<{ docs: { title: string; page: string }[] }>().docs
    expect(new Set(titles.map(({ title, page }) => page + title)).size).toBe(titles.length)
    expect((await server.get('/')).text.length).toBeGreaterThan(firstPage.length / 2)
    expect(await server.stop('SIGINT')).toBe(0)
    expect(embeddedPostgresPid(data.folder)).toBeNull()
  })
})

test('a failed metrics server does not stop the program, and is logged', async () => {
  const first = await startServer({ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' })
  const url = await makeDatabase('empty')
  const wrong = [
    [{ METRICS_PORT: String(first.metricsPort) }, 'something else listens there already'],
    [{ METRICS_HOST: '192.0.2.1' }, 'this machine has no such address'],
  ] as const
  for (const [env, why] of wrong) {
    const server = await startServer({ DATABASE_URL: url, DEMO: '0', ...env })
    expect((await server.get('/')).status).toBe(200)
    const messages = server.log().map(({ msg }) => msg)
    expect(messages).toContainEqual(expect.stringMatching(`metrics are not served .*${why}`))
    await server.stop()
  }
  await first.stop()
})

describe('a process that gets SIGTERM', () => {
  test('finishes the current request, refuses new ones, and exits with 0; an external database keeps running', async () => {
    const url = await makeDatabase('demo')
    const server = await startServerProcess({ DATABASE_URL: url })
    const body = '{"email":"nobody@venue.example","password":"wrong"}'
    const loginStatus = new Promise<number>((resolve, reject) => {
      const sent = http.request(
        {
          host: '127.0.0.1',
          port: server.port,
          path: '/api/users/login',
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': body.length,
            expect: '100-continue',
          },
        },
        (res) => res.resume().once('end', () => resolve(res.statusCode ?? 0)),
      )
      sent.once('error', reject)
      sent.write(body.slice(0, 10))
      void (async () => {
        // The server has received the headers, so the request is under way.
        await once(sent, 'continue')
        server.child.kill('SIGTERM')
        await waitUntil(
          async () => server.output(),
          (output) => output.includes('stopping'),
        )
        await expect(server.get('/healthz')).rejects.toThrow()
        sent.end(body.slice(10))
      })().catch(reject)
    })
    expect(await loginStatus).toBe(401)
    expect(await server.exited).toBe(0)
    const rows = await onDatabase(url, (query) => query('select 1 as one'))
    expect(rows).toEqual([{ one: 1 }])
  })
})

test('the program ends when the npm process that started it is killed', async () => {
  const data = temporaryFolder()
  onTestFinished(data.remove)
  const port = await nextPort()
  const { PATH, HOME } = process.env
  const npm = spawn('npm', ['start'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      NODE_ENV: 'production',
      PATH,
      HOME,
      ...commonVariables(),
      SECRET: secret,
      DEMO: '0',
      DATA_DIR: data.folder,
      ...{ PORT: String(port), SITE_URL: `http://localhost:${port}`, METRICS_PORT: '0' },
      DATABASE_URL: await makeDatabase('empty'),
    },
  })
  const isReady = () =>
    fetch(`http://localhost:${port}/readyz`).then(
      () => true,
      () => false,
    )
  await waitUntil(isReady, (ready) => ready, 60_000)
  npm.kill('SIGKILL')
  await waitUntil(isReady, (ready) => !ready)
})

test('migrations that ran are not run again', async () => {
  const url = await makeDatabase('demo')
  const read = () =>
    onDatabase(url, (query) =>
      query('select id, name, updated_at from payload_migrations order by id'),
    )
  const before = await read()
  const server = await startServer({ DATABASE_URL: url })
  await server.stop()
  expect(await read()).toEqual(before)
})

test('DEMO=0 skips the demo venue', async () => {
  const server = await startServer({ DATABASE_URL: await makeDatabase('empty'), DEMO: '0' })
  const menus = await server.get('/api/menus')
  expect(menus.json()).toMatchObject({ docs: [], totalDocs: 0 })
  expect((await server.get('/')).status).toBe(200)
  expect((await server.get('/cafe')).status).toBe(200)
  await server.stop()
})

test('all problems of the environment are listed, and nothing is started', () => {
  const data = temporaryFolder()
  const env = {
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH ?? '',
    DATA_DIR: data.folder,
    PORT: 'eighty',
    SITE_URL: 'https://venue.example/path',
    SECRET: 'short',
    DATABASE_URL: 'mysql://nowhere',
  }
  const start = spawnSync(process.execPath, [path.join(root, 'cms/app/start.ts')], {
    cwd: root,
    env,
  })
  data.remove()
  expect(start.status).toBe(1)
  const output = start.stderr.toString()
  for (const name of ['PORT', 'SITE_URL', 'SECRET', 'DATABASE_URL']) expect(output).toContain(name)
  expect(output).not.toContain('    at ')
})

test('a damaged secret ends the start with one sentence that names its file', () => {
  const data = temporaryFolder()
  const file = path.join(data.folder, 'secret')
  writeFileSync(file, '')
  const env = { NODE_ENV: 'production' as const, DATA_DIR: data.folder }
  const start = spawnSync(process.execPath, [path.join(root, 'cms/app/start.ts')], {
    cwd: root,
    env,
  })
  data.remove()
  expect(start.status).toBe(1)
  expect(start.stderr.toString()).toMatch(new RegExp(`^[^\\n]*${file} is damaged[^\\n]*\n$`))
})

test('a port that is taken ends the start with a message, and the embedded database stops', async () => {
  const data = temporaryFolder()
  const url = await makeDatabase('demo')
  const server = await startServer({ DATABASE_URL: url })
  const env = { PORT: String(server.port), DATA_DIR: data.folder, DEMO: '0' }
  const failure = await startServerProcess(env).catch((error: Error) => error.message)
  expect(failure).toMatch(/ended with 1 instead/)
  const output = String(failure).split('\n').slice(1).join('\n').trim()
  expect(output).toBe(
    `The site can’t listen on 127.0.0.1:${server.port}: something else listens there already. PORT and HOST say where it listens.`,
  )
  await waitUntil(
    async () => embeddedPostgresPid(data.folder),
    (pid) => pid === null,
  )
  await server.stop()
  data.remove()
})
