import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase, onDatabase, type Query } from '../support/database.ts'
import { type Server, startServer, waitForLog } from '../support/server.ts'
import { jsonRequest, makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: Server
let admin: string
beforeAll(async () => {
  url = await makeDatabase('demo')
  server = await startServer({ DATABASE_URL: url, LOG_LEVEL: 'debug' })
  ;({ admin } = await makeStaff(server))
})
afterAll(() => server?.stop())

/** Makes writes to two tables, and `create table as`, fail as PostgreSQL does when its disk is full. */
async function fillDisk(query: Query): Promise<void> {
  const raiseDiskFull = `raise exception 'could not extend file: No space left on device' using errcode = '53100'`
  await query(
    `create function fail_row() returns trigger language plpgsql as $$begin ${raiseDiskFull}; end$$`,
  )
  await query(
    `create function fail_table() returns event_trigger language plpgsql as $$begin ${raiseDiskFull}; end$$`,
  )
  for (const table of ['taps', 'limits']) {
    await query(
      `create trigger full_disk before insert or update on ${table} execute function fail_row()`,
    )
  }
  await query(`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS')
               execute function fail_table()`)
}
async function freeDisk(query: Query): Promise<void> {
  await query('drop event trigger full_disk')
  await query('drop function fail_table cascade')
  await query('drop function fail_row cascade')
}

const save = () => server.send('/api/taps/1', jsonRequest('PATCH', { name: 'Stout' }, admin))
const waitForReadiness = (expected: number) =>
  waitUntil(
    async () => (await server.get('/readyz')).status,
    (status) => status === expected,
  )

test('a full disk stops saving, staff see the reason, and recovery is automatic', async () => {
  expect((await save()).status).toBe(200)
  await onDatabase(url, fillDisk)
  const saved = await save()
  expect(saved.status, saved.text).toBe(503)
  expect(saved.headers['retry-after']).toBeTruthy()
  expect(saved.json()).toMatchObject({
    error: 'unavailable',
    message: expect.stringMatching(/disk/),
  })
  const code = await server.send(
    '/api/auth/code',
    jsonRequest('POST', { email: 'ada@venue.example' }),
  )
  expect(code.status, code.text).toBe(503)
  expect(code.headers['retry-after']).toBeTruthy()
  expect(code.text).not.toMatch(/disk|space/)
  // The disk is checked again even if nobody writes.
  await waitForLog(server, 'the disk is still full', 2)
  expect((await server.get('/readyz')).status).toBe(503)
  expect(await server.metric('database_disk_full')).toBe(1)
  for (const path of ['/', '/healthz', '/api/menus']) {
    expect((await server.get(path)).status, path).toBe(200)
  }
  const dashboard = await server.get('/cms', {
    cookie: `payload-token=${admin}`,
    'sec-fetch-site': 'same-origin',
  })
  expect(dashboard.text.includes('The disk of the database is full')).toBe(true)
  await onDatabase(url, freeDisk)
  await waitForReadiness(200)
  expect((await save()).status).toBe(200)
  expect(server.log().filter(({ msg }) => msg?.startsWith('The disk of'))).toHaveLength(1)
})
