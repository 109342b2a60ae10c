import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../cms/platform/database/embedded.ts'
import { dataFolder } from '../support/data-folder.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type ExpectedMails, expectDeliveredOnce } from '../support/delivered-once.ts'
import { runDue } from '../support/jobs.ts'
import { lettersOf, makeManySubscribers } from '../support/letters.ts'
import {
  countMailsByState,
  makeDue,
  waitUntilOutboxDrained,
  waitUntilSettled,
} from '../support/outbox.ts'
import { startServer, startServerProcess, waitForLog } from '../support/server.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { makeStaff } from '../support/staff.ts'
import { waitUntil } from '../support/wait-until.ts'

const connections = 5
let mailServer: MailServer
const settings = (url: string, perSecond = 400) => ({
  DATABASE_URL: url,
  DEMO: '0',
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'hello@venue.example',
  MAIL_PER_SECOND: String(perSecond),
  MAIL_CONNECTIONS: String(connections),
})

beforeAll(async () => {
  mailServer = await startMailServer()
})
beforeEach(() => mailServer.forget())
afterAll(() => mailServer?.stop())

/** A venue with subscribers and a scheduled letter, which becomes due when `makeLetterDue` is called. */
async function scheduledLetter(url: string, readers: number) {
  const server = await startServer({ DATABASE_URL: url, DEMO: '0' })
  const letters = lettersOf(server, await makeStaff(server), url)
  const addresses = await makeManySubscribers(url, 'reader', readers)
  const { id } = await letters.write('To everyone')
  await letters.actOrThrow(id, 'schedule', { at: '2100-07-01T12:00' })
  await server.stop()
  const makeLetterDue = async () => {
    await onDatabase(url, (query) =>
      query('update letters set send_at = now() where id = $1', [id]),
    )
    await runDue(url)
  }
  const delivery: ExpectedMails = { url, mailServer, addresses, like: 'reader%' }
  return { id, letters, makeLetterDue, delivery }
}

const waitUntilReceived = (count: number, withinMs = 30_000) =>
  waitUntil(mailServer.countReceived, (length) => length >= count, withinMs)
const findStartAudits = (url: string) =>
  onDatabase(url, (query) =>
    query<{ action: string; by_name: string | null }>(
      `select action, by_name from audit where action in ('letter_started', 'letter_failed')`,
    ),
  )
/** Waits until a process is inserting a letter's mails into the outbox. */
const waitUntilQueueing = (url: string) =>
  onDatabase(url, (query) =>
    waitUntil(
      () =>
        query(`select from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()
                  and datname = current_database() and query like '%insert into mails%'`),
      ({ length }) => length > 0,
    ),
  )
/** Waits until all readers' mails are finished. Deferred mails are made due at once. */
const waitUntilFinished = (url: string, readers: number, withinMs = 60_000) =>
  waitUntil(
    async () => {
      await makeDue(url)
      return countMailsByState(url, 'reader%')
    },
    (counts) => {
      const { queued = 0, deferred = 0, sending = 0 } = counts
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return all === readers && queued + deferred + sending === 0
    },
    withinMs,
  )

describe('a letter to 1,200 readers', () => {
  test('is received by no reader twice if the sending process is killed repeatedly', {
    tags: 'extended',
  }, async () => {
    const url = await makeDatabase('empty')
    const { id, letters, makeLetterDue, delivery } = await scheduledLetter(url, 1200)
    await makeLetterDue()
    const kills = 3
    for (let kill = 0; kill < kills; kill++) {
      const server = await startServerProcess(settings(url))
      // Kills at an arbitrary moment during sending; there are enough mails for all kills.
      await waitUntilReceived(kill * 300 + 1 + Math.floor(Math.random() * 300))
      await server.stop('SIGKILL')
    }
    const server = await startServer(settings(url))
    await waitUntilSettled(url, delivery.like)
    const { unknown, missing } = await expectDeliveredOnce(delivery)
    // A kill interrupts at most one mail per connection. `unknown` also counts mails that arrived but were
    // not recorded as sent.
    expect(missing).toBeLessThanOrEqual(kills * connections)
    expect(unknown).toBeLessThan(1200 * 0.05)
    expect(await findStartAudits(url)).toEqual([{ action: 'letter_started', by_name: null }])
    await letters.waitForState(id, 'sent')
    // Mails in state unknown are never sent again automatically.
    await server.stop()
    const secondServer = await startServer(settings(url))
    await waitUntilOutboxDrained(url)
    expect(await expectDeliveredOnce(delivery)).toEqual({ unknown, missing })
    await secondServer.stop()
    console.log(`${unknown} mails in state unknown, ${missing} of them not received`)
  })

  test('is sent once to each reader by several processes, each of which sends a part', {
    tags: 'extended',
  }, async () => {
    const url = await makeDatabase('empty')
    const { id, letters, makeLetterDue, delivery } = await scheduledLetter(url, 1200)
    const fast = settings(url, 1200)
    const servers = [await startServer(fast), await startServer(fast), await startServer(fast)]
    try {
      // Holds the replies, so that no process can send all mails before each process has claimed some.
      await mailServer.holdAfter(100)
      await makeLetterDue()
      const workers = () =>
        onDatabase(url, (query) =>
          query(`select distinct split_part(worker, '.', 1) from mails where worker is not null`),
        )
      await waitUntil(workers, ({ length }) => length === 3)
      await mailServer.holdAfter(Number.POSITIVE_INFINITY)
      await letters.waitForState(id, 'sent', 60_000)
      expect(await countMailsByState(url, delivery.like)).toEqual({ sent: 1200 })
      expect(await expectDeliveredOnce(delivery)).toEqual({ unknown: 0, missing: 0 })
      expect(await findStartAudits(url)).toEqual([{ action: 'letter_started', by_name: null }])
      const { last_error } = await letters.find(id)
      expect(last_error).toBeNull()
    } finally {
      await Promise.all(servers.map((each) => each.stop()))
    }
  })
})

describe('a letter that is being started', () => {
  test('stays scheduled if the process is killed halfway, and the next process starts it', async () => {
    const url = await makeDatabase('empty')
    const { id, letters, makeLetterDue, delivery } = await scheduledLetter(url, 300)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      // Another transaction inserts the last reader's mail, so starting the letter blocks halfway.
      await client.query('begin')
      await client.query(
        `insert into mails (key, kind, priority, to_address, subject, html, text)
         select 'letter ' || $1::text || ' ' || max(id), 'letter', 100, 'nobody@venue.example', '', '', ''
           from subscribers`,
        [id],
      )
      const first = await startServerProcess(settings(url))
      await makeLetterDue()
      await waitUntilQueueing(url)
      await first.stop('SIGKILL')
      await client.query('rollback')
      expect((await letters.find(id)).state).toBe('scheduled')
      expect(await onDatabase(url, (query) => query('select from letter_editions'))).toEqual([])
      expect(await countMailsByState(url, delivery.like)).toEqual({})
    } finally {
      await client.end()
    }
    const second = await startServer(settings(url))
    await waitUntilFinished(url, 300)
    await letters.waitForState(id, 'sent', 30_000)
    await second.stop()
    expect(await expectDeliveredOnce(delivery)).toEqual({ unknown: 0, missing: 0 })
    expect(await findStartAudits(url)).toHaveLength(1)
  })

  test('is stored completely or not at all if its process is killed', {
    tags: 'extended',
  }, async () => {
    const url = await makeDatabase('empty')
    const { id, letters, makeLetterDue, delivery } = await scheduledLetter(url, 5000)
    await makeLetterDue()
    await mailServer.close()
    const states: string[] = []
    for (let round = 0; round < 4; round++) {
      const server = await startServerProcess(settings(url))
      await waitUntilQueueing(url)
      await sleep(Math.random() * 400)
      await server.stop('SIGKILL')
      const { state } = await letters.find(id)
      states.push(state)
      const counts = await countMailsByState(url, delivery.like)
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const editions = await onDatabase(url, (query) => query('select from letter_editions'))
      expect([state, all, editions.length]).toEqual(
        state === 'scheduled' ? ['scheduled', 0, 0] : ['sending', 5000, 1],
      )
      // Schedules the letter again, so that the next kill can also interrupt its start.
      await onDatabase(url, async (query) => {
        await query('delete from mails')
        await query('delete from letter_editions')
        await query('delete from letter_links')
        await query(`update letters set state = 'scheduled' where id = $1`, [id])
      })
      await runDue(url)
    }
    expect(await findStartAudits(url)).toHaveLength(
      states.filter((state) => state === 'sending').length,
    )
    console.log(`states after each kill: ${states.join(', ')}`)
    const server = await startServer(settings(url))
    await letters.waitForState(id, 'sending', 30_000)
    const counts = await countMailsByState(url, delivery.like)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(5000)
    await server.stop()
    await mailServer.open()
  })
})

describe('a letter that is being sent', () => {
  test('waits during an outage of the mail server, and continues afterwards', async () => {
    const url = await makeDatabase('empty')
    const { id, letters, makeLetterDue, delivery } = await scheduledLetter(url, 500)
    const server = await startServer(settings(url))
    try {
      await makeLetterDue()
      await waitUntilReceived(100)
      await mailServer.close()
      await waitForLog(server, 'the mail server accepts no mails; they stay queued')
      expect((await letters.find(id)).state).toBe('sending')
      await mailServer.open()
      await waitUntilFinished(url, 500)
      await letters.waitForState(id, 'sent')
      const { unknown } = await expectDeliveredOnce(delivery)
      expect(unknown).toBeLessThanOrEqual(connections)
    } finally {
      await mailServer.open()
      await server.stop()
    }
  })

  test('continues after a database restart, with two processes', { tags: 'extended' }, async () => {
    const { folder, remove } = dataFolder()
    let postgres: EmbeddedPostgres = await startEmbeddedPostgres(folder)
    const { url } = postgres
    const { id, letters, makeLetterDue, delivery } = await scheduledLetter(url, 1000)
    const servers = [
      await startServerProcess(settings(url)),
      await startServerProcess(settings(url)),
    ]
    try {
      // The letter becomes due just before the database stops.
      await makeLetterDue()
      for (let restart = 0; restart < 2; restart++) {
        await postgres.stop()
        for (const server of servers) await waitForLog(server, 'database lost', restart + 1)
        postgres = await startEmbeddedPostgres(folder)
        await waitUntilReceived((await mailServer.countReceived()) + 100)
      }
      await waitUntilSettled(url, delivery.like)
      const { missing } = await expectDeliveredOnce(delivery)
      expect(missing).toBeLessThanOrEqual(2 * 2 * connections)
      for (const server of servers) {
        expect(server.child.exitCode, server.output().slice(-2000)).toBeNull()
      }
      expect(await findStartAudits(url)).toHaveLength(1)
      await letters.waitForState(id, 'sent')
    } finally {
      await Promise.all(servers.map((each) => each.stop()))
      await postgres.stop()
      remove()
    }
  })
})
