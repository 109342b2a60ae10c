import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Payload, PayloadRequest } from 'payload'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../cms/platform/database/query.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import type { NewMail } from '../../cms/platform/mail/contract.ts'
import { type Claims, claimsOf, recoverMails } from '../../cms/platform/mail/queries/claims.ts'
import { createMailSender } from '../../cms/platform/mail/sending/sender.ts'
import { createSmtp } from '../../cms/platform/mail/sending/smtp.ts'
import {
  holdLetterMails,
  queueMail,
  queueMails,
  resumeLetterMails,
} from '../../cms/platform/mail/service.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import {
  countMailsByAddress,
  countMailsByState,
  findMail,
  findMails,
  queueMany,
} from '../support/outbox.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { waitUntil } from '../support/wait-until.ts'

let url: string
let pool: pg.Pool
let db: Database
let mails: MailServer

beforeAll(async () => {
  mails = await startMailServer()
  url = await makeDatabase('empty')
  pool = new pg.Pool({ connectionString: url })
  db = drizzle(pool) as unknown as Database
})
beforeEach(() => mails.forget())
afterAll(async () => {
  await pool?.end()
  mails?.stop()
})

const senderWith = (claims: Claims) =>
  createMailSender({
    claims,
    smtp: createSmtp(mails.url),
    connections: 2,
    maxWaiting: 8,
    contentOf: async ({ subject, html, text, headers }) => ({ subject, html, text, headers }),
    findSender: async () => ({
      from: { name: '', address: 'hello@venue.example' },
      replyTo: null,
      bounceAddress: 'hello@venue.example',
      signature: null,
    }),
    onTrouble: () => {},
  })

describe('mails of one priority', () => {
  test.each([
    ['codes', 0, { 10: 3, 100: 3 }],
    ['letters', 100, { 0: 3, 10: 3 }],
  ])('(very many %s) do not block mails of other priorities', async (name, priority, others) => {
    await queueMany(url, name, 200, { priority })
    for (const [other, count] of Object.entries(others)) {
      await queueMany(url, `${name}${other}of`, count, { priority: Number(other) })
    }
    const { take } = claimsOf(db, { worker: 300 + priority, perSecond: 1_000_000, expiring: [] })
    const taken: number[] = []
    for (let claim = 0; claim < 40; claim++) {
      const {
        mails: [mail],
      } = await take(1)
      if (mail) taken.push(mail.priority)
    }
    expect(taken).toHaveLength(40)
    for (const [other, count] of Object.entries(others)) {
      expect(taken.filter((each) => each === Number(other))).toHaveLength(count)
    }
    await pool.query('delete from mails')
  })
})

const unfenced = (claims: Claims): Claims => ({
  ...claims,
  handOver: async (taken) => new Set(taken.map(({ id }) => id)),
})

/**
 * A worker writes a message except for its last bytes, and stalls. Its claim expires, and another worker
 * sends the mail. Then the first worker continues.
 * @param secondWorker the number of the worker that sends the mail meanwhile. It may be the number of the first worker.
 * @param fence gets the claims of both workers, and may disable the check of a claim before a mail is handed over
 * @returns how many times the mail arrived
 */
async function countAfterStall(
  name: string,
  secondWorker: number,
  fence: (claims: Claims) => Claims,
) {
  const [address = ''] = await queueMany(url, name, 1)
  const stalledClaims = fence(claimsOf(db, { worker: 101, perSecond: 1000, expiring: [] }))
  let reportStalled = () => {}
  let resume = () => {}
  const stalled = new Promise<void>((resolve) => {
    reportStalled = resolve
  })
  const gate = new Promise<void>((resolve) => {
    resume = resolve
  })
  let stops = true
  const slow = senderWith({
    ...stalledClaims,
    handOver: async (taken) => {
      if (stops) {
        stops = false
        reportStalled()
        await gate
      }
      return stalledClaims.handOver(taken)
    },
  })
  await slow.run()
  await stalled
  // No process holds the advisory lock of the stalled worker's number, so the worker counts as dead.
  expect(await recoverMails(db)).toEqual({ queued: 1, unknown: 0 })
  const fast = senderWith(
    secondWorker === 101
      ? stalledClaims
      : fence(claimsOf(db, { worker: secondWorker, perSecond: 1000, expiring: [] })),
  )
  await fast.run()
  await fast.stop()
  await waitUntil(
    () => findMail(url, address),
    (row) => row?.state === 'sent',
  )
  resume()
  await slow.stop()
  expect((await findMail(url, address))?.state).toBe('sent')
  return countMailsByAddress(await mails.received()).get(address)
}

describe('a worker that was considered dead', () => {
  test('does not deliver a mail that another worker has sent', async () => {
    expect(await countAfterStall('fenced', 102, (claims) => claims)).toBe(1)
  })

  test('does not deliver a mail twice if it has claimed the mail again', async () => {
    expect(await countAfterStall('twice', 101, (claims) => claims)).toBe(1)
  })

  test('delivers the mail again if its claim is not checked (shows that the tests above can fail)', {
    tags: 'extended',
  }, async () => {
    expect(await countAfterStall('unfenced', 102, unfenced)).toBe(2)
  })

  test('still settles a mail that was set to unknown', async () => {
    const [address = ''] = await queueMany(url, 'known', 1)
    const claims = claimsOf(db, { worker: 103, perSecond: 1000, expiring: [] })
    const { mails: taken } = await claims.take(1)
    await claims.handOver(taken)
    expect(await recoverMails(db)).toEqual({ queued: 0, unknown: 1 })
    expect(await findMail(url, address)).toMatchObject({
      state: 'unknown',
      error: expect.stringContaining('ended before'),
    })
    const sent = {
      state: 'sent',
      waitMs: 0,
      counts: true,
      response: '250 OK',
      error: null,
    } as const
    await claims.settle(taken.map(({ id, claim }) => ({ ...sent, id, claim, messageId: null })))
    expect(await findMail(url, address)).toMatchObject({ state: 'sent', response: '250 OK' })
  })
})

test('two workers never claim the same mail', async () => {
  await queueMany(url, 'taken', 300)
  const takers = [
    claimsOf(db, { worker: 104, perSecond: 100_000, expiring: [] }),
    claimsOf(db, { worker: 105, perSecond: 100_000, expiring: [] }),
  ]
  const taken = await Promise.all(
    [...Array(40).keys()].map((n) => takers[n % 2]?.take(20).then(({ mails }) => mails) ?? []),
  )
  const ids = taken.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBe(300)
  expect((await recoverMails(db)).queued).toBe(300)
  await onDatabase(url, (query) => query(`delete from mails where to_address like 'taken%'`))
})

test('workers do not deadlock with calls that hold and resume mails', async () => {
  await onDatabase(url, (query) =>
    query(`insert into mails (key, kind, priority, to_address, subject, letter)
           select 'order ' || n, 'letter', 100, 'order' || n || '@venue.example', 'Hello', 77
             from generate_series(1, 2000) n order by random()`),
  )
  const end = performance.now() + 6000
  const problems: unknown[] = []
  const repeat = async (work: () => Promise<unknown>) => {
    while (performance.now() < end) await work().catch((error: unknown) => problems.push(error))
  }
  const released = { state: 'queued', waitMs: 0, counts: false } as const
  const nothing = { response: null, error: null, messageId: null }
  const worker = (number: number) => {
    const claims = claimsOf(db, { worker: number, perSecond: 100_000, expiring: [] })
    return repeat(async () => {
      const { mails } = await claims.take(100)
      const mixed = mails.sort(() => Math.random() - 0.5)
      if (mixed.length) await claims.handOver(mixed.slice(0, 50))
      if (mixed.length) await claims.settle(mixed.map((m) => ({ ...m, ...released, ...nothing })))
    })
  }
  const holder = () =>
    repeat(async () => {
      await holdLetterMails(db, 77)
      await resumeLetterMails(db, 77)
      await sleep(10)
    })
  await Promise.all([...[201, 202, 203, 204].map(worker), holder(), holder()])
  // PostgreSQL aborts one of two transactions in a deadlock.
  expect(problems).toEqual([])
  await onDatabase(url, (query) => query(`delete from mails where letter = 77`))
})

test('a response with invalid characters is stored without them, and blocks no other mail', async () => {
  const [address = ''] = await queueMany(url, 'odd-answer', 1)
  const claims = claimsOf(db, { worker: 106, perSecond: 1000, expiring: [] })
  const { mails: taken } = await claims.take(1)
  const settled = taken.map(({ id, claim }) => ({
    id,
    claim,
    state: 'failed',
    waitMs: 0,
    counts: true,
    messageId: null,
    response: '554 \0no\ud83d',
    error: '\0why',
  })) as Parameters<Claims['settle']>[0]
  await claims.settle(settled)
  expect(await findMail(url, address)).toMatchObject({ response: '554 no\ufffd', error: 'why' })
})

test('mails can be claimed in a restored database, which lacks the row of the rate limit', async () => {
  await queueMany(url, 'restored', 1)
  await onDatabase(url, (query) => query('delete from mail_pace'))
  expect(
    (await claimsOf(db, { worker: 107, perSecond: 1000, expiring: [] }).take(1)).mails,
  ).toHaveLength(1)
  await recoverMails(db)
  await onDatabase(url, (query) => query(`delete from mails where to_address like 'restored%'`))
})

describe('queueing', () => {
  const payload = { config: { custom: { features: [] } } } as unknown as Payload
  const mail = (key: string, rest: Partial<NewMail> = {}): NewMail => ({
    key,
    kind: 'test',
    to: { name: 'Ada', address: 'ada@queue.example' },
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    ...rest,
  })

  test('one key fifty times concurrently creates one mail', async () => {
    const made = await Promise.all(
      [...Array(50).keys()].map(() => queueMails(payload, db, [mail('same')])),
    )
    expect(made.reduce((sum, each) => sum + each, 0)).toBe(1)
    expect(await findMails(url, 'ada@queue.example')).toHaveLength(1)
  })

  test('is rolled back with its transaction', async () => {
    const req = {
      payload: { ...payload, db: { drizzle: db, sessions: {} } },
    } as unknown as PayloadRequest
    const undone = mail('undone', { to: { address: 'undone@queue.example' } })
    const failing = inTransaction(req, async () => {
      expect(await queueMail(req, undone)).toBe(true)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await countMailsByState(url, 'undone@%')).toEqual({})
    expect(await inTransaction(req, () => queueMail(req, undone))).toBe(true)
    expect(await queueMail(req, undone)).toBe(false)
    expect(await countMailsByState(url, 'undone@%')).toEqual({ queued: 1 })
  })

  test.each([
    'ada@queue.example, eve@evil.example',
    'ada@queue.example\r\nRCPT TO:<eve@evil.example>',
    'Ada <ada@queue.example>',
    '',
  ])('refuses the whole batch if one address is %j', async (address) => {
    const bad = mail('bad', { to: { address } })
    const good = mail('good', { to: { address: 'good@queue.example' } })
    await expect(queueMails(payload, db, [good, bad])).rejects.toThrow('has no valid address')
    expect(await countMailsByState(url, 'good@%')).toEqual({})
  })

  test('removes line breaks and NUL from headers and text', async () => {
    const name = 'Ada\r\nBcc: eve@evil.example'
    const to = { name, address: 'odd@queue.example' }
    await queueMails(payload, db, [mail('odd', { to, subject: 'Hi\r\nBcc: x', text: 'a\0b' })])
    const [row] = await onDatabase(url, (query) =>
      query(`select to_name, subject, text from mails where key = 'odd'`),
    )
    expect(row).toEqual({
      to_name: 'Ada Bcc: eve@evil.example',
      subject: 'Hi Bcc: x',
      text: 'ab',
    })
  })
})
