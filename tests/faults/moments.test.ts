import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { membershipOf } from '../support/membership.ts'
import { sendMoment } from '../support/moments.ts'
import { type ServerProcess, startServerProcess } from '../support/server.ts'
import { visitorOf } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let server: ServerProcess

beforeAll(async () => {
  url = await makeDatabase('empty')
  server = await startServerProcess({ DATABASE_URL: url, DEMO: '0' })
}, 240_000)
afterAll(() => server?.stop())

const query = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  onDatabase(url, (run) => run<Row>(text, values))

/** A picture whose encoding takes seconds. */
const noise = () =>
  sharp(randomBytes(2400 * 1600 * 3), { raw: { width: 2400, height: 1600, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer()

test('an upload whose process is killed while it re-encodes is re-encoded once by the next one', {
  tags: 'extended',
}, async () => {
  const membership = membershipOf(server, url)
  const { visitor, user } = await membership.signIn('killed@venue.example')
  const [bytes, key] = [await noise(), randomUUID()]
  const sent = await sendMoment(visitor, { bytes, key })
  expect(sent.status).toBe(201)
  await waitUntil(
    () => membership.count('moment_originals', 'encodings = 1'),
    (count) => count === 1,
  )
  await server.stop('SIGKILL')
  expect(await query('select state from moments')).toEqual([{ state: 'encoding' }])
  expect(await membership.count('moment_files')).toBe(0)
  expect(await membership.count('moment_originals')).toBe(1)

  // Nobody waits for the claim of the dead process.
  await query(`update moment_originals set claimed_until = now()`)
  server = await startServerProcess({ DATABASE_URL: url, DEMO: '0' })
  // The token names the address of the first process.
  const again = visitorOf(server, new Map(visitor.cookies))
  const repeated = await sendMoment(again, { bytes, key })
  expect(repeated.json()).toEqual(sent.json())
  await waitUntil(
    () => membership.count('moments', `member = $1 and state = 'waiting'`, [user.id]),
    (count) => count === 1,
    120_000,
  )
  expect(await membership.count('moment_originals')).toBe(0)
  expect(await membership.count('moment_files')).toBe(6)
  expect(await membership.count('moments')).toBe(1)
})
