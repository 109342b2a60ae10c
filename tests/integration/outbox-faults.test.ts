import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../cms/database/embedded.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { countsOf, makeDue, queueMany, rowsOf, settled, timesReached } from '../support/outbox.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { temporaryFolder } from '../support/workplace.ts'

const connections = 5
let mails: MailServer
const settings = (url: string, perSecond = 400) => ({
  DATABASE_URL: url,
  DEMO: '0',
  SMTP_URL: mails.url,
  MAIL_FROM: 'hello@venue.example',
  MAIL_PER_SECOND: String(perSecond),
  MAIL_CONNECTIONS: String(connections),
})

beforeAll(async () => {
  mails = await startMailServer()
})
beforeEach(() => mails.forget())
afterAll(() => mails?.stop())

/**
 * What must hold whatever happened: nobody got a mail twice; who is `sent` has it; who has it not is
 * among the unknown, and of those there are few.
 * @returns how many are unknown, and how many of them have got nothing
 */
async function expectOnce(url: string, like: string, addresses: string[]) {
  const times = timesReached(await mails.received())
  expect([...times].filter(([, count]) => count > 1)).toEqual([])
  const rows = await rowsOf(url, like)
  expect(rows.length).toBe(addresses.length)
  const states = new Set(rows.map(({ state }) => state))
  expect([...states].filter((state) => state !== 'sent' && state !== 'unknown')).toEqual([])
  const lacking = rows.filter(({ to_address }) => !times.has(to_address))
  expect(lacking.filter(({ state }) => state === 'sent')).toEqual([])
  const unknown = rows.filter(({ state }) => state === 'unknown')
  return { unknown: unknown.length, lacking: lacking.length }
}

describe('a letter to 2,000 readers', () => {
  test('whose sender is killed again and again reaches each of them once', async () => {
    const url = await makeDatabase('empty')
    const addresses = await queueMany(url, 'killed', 2000)
    let kills = 0
    for (;;) {
      const server = await startServer(settings(url))
      const before = (await mails.received()).length
      // At whatever moment, but while mails are going out.
      await until(
        async () => (await mails.received()).length,
        (count) => count > before || count >= addresses.length - kills * connections,
        20_000,
      )
      await sleep(Math.random() * 600)
      const { queued = 0 } = await countsOf(url, 'killed%')
      if (queued < 200) {
        await settled(url, 'killed%')
        await server.stop()
        break
      }
      await server.stop('SIGKILL')
      kills++
    }
    expect(kills).toBeGreaterThan(5)
    const { unknown, lacking } = await expectOnce(url, 'killed%', addresses)
    expect(unknown).toBeLessThanOrEqual(kills * connections)
    expect(lacking).toBeLessThan(addresses.length * 0.05)
    console.log(`killed ${kills} times: ${unknown} unknown, of whom ${lacking} have nothing`)
  }, 180_000)

  test('sent by three processes of which two are killed reaches each of them once', async () => {
    const url = await makeDatabase('empty')
    const all = { ...settings(url), MAIL_PER_SECOND: '2000' }
    const servers = [
      await startServer(all),
      await startServer(all),
      await startServer(all),
    ] as const
    try {
      const addresses = await queueMany(url, 'shared', 2000)
      const workers = () =>
        onDatabase(url, (query) =>
          query(`select distinct split_part(worker, '.', 1) from mails where worker is not null`),
        )
      await until(workers, ({ length }) => length === 3)
      for (const server of servers.slice(1)) {
        await sleep(Math.random() * 400)
        server.child.kill('SIGKILL')
      }
      // What the dead had taken is not left lying: the one that lives goes on with it.
      await settled(url, 'shared%', 30_000)
      const { lacking } = await expectOnce(url, 'shared%', addresses)
      expect(lacking).toBeLessThanOrEqual(2 * connections)
    } finally {
      await Promise.all(servers.map((each) => each.stop()))
    }
  }, 120_000)

  test('while the program is told to end is neither lost nor in doubt', async () => {
    const url = await makeDatabase('empty')
    const addresses = await queueMany(url, 'ended', 600)
    for (let n = 0; n < 3; n++) {
      const server = await startServer(settings(url))
      await until(
        () => countsOf(url, 'ended%'),
        ({ sent = 0 }) => sent > n * 150,
      )
      expect(await server.stop()).toBe(0)
      const { sending = 0, unknown = 0 } = await countsOf(url, 'ended%')
      expect(sending + unknown).toBe(0)
    }
    const server = await startServer(settings(url))
    expect(await settled(url, 'ended%')).toEqual({ sent: 600 })
    await server.stop()
    await expectOnce(url, 'ended%', addresses)
  }, 120_000)
})

describe('a mail server that is away', () => {
  test('before anything was sent: mails wait, and go when it is back', async () => {
    const url = await makeDatabase('empty')
    await mails.close()
    const server = await startServer(settings(url))
    try {
      const addresses = await queueMany(url, 'away', 200)
      await until(
        () => countsOf(url, 'away%'),
        ({ deferred = 0 }) => deferred > 0,
      )
      await sleep(2000)
      // The first ones found out for all; the others were left in peace.
      const { queued = 0, deferred = 0 } = await countsOf(url, 'away%')
      expect(queued + deferred).toBe(200)
      expect(deferred).toBeLessThan(50)
      await mails.open()
      await makeDue(url)
      expect(await settled(url, 'away%', 30_000)).toEqual({ sent: 200 })
      expect(await expectOnce(url, 'away%', addresses)).toEqual({ unknown: 0, lacking: 0 })
    } finally {
      await mails.open().catch(() => {})
      await server.stop()
    }
  }, 90_000)

  test('in the middle: nobody gets a mail twice, and whose end was not written gets it later', async () => {
    const url = await makeDatabase('empty')
    const server = await startServer(settings(url))
    try {
      const addresses = await queueMany(url, 'cut', 800)
      for (let cut = 0; cut < 3; cut++) {
        const before = (await mails.received()).length
        await until(
          async () => (await mails.received()).length,
          (count) => count > before + 50,
          30_000,
        )
        await mails.close()
        await sleep(300)
        await mails.open()
        await makeDue(url)
      }
      await until(
        async () => {
          await makeDue(url)
          return countsOf(url, 'cut%')
        },
        ({ queued = 0, deferred = 0, sending = 0 }) => queued + deferred + sending === 0,
        60_000,
      )
      const { unknown } = await expectOnce(url, 'cut%', addresses)
      expect(unknown).toBeLessThanOrEqual(3 * connections)
    } finally {
      await server.stop()
    }
  }, 120_000)
})

describe('a database', () => {
  const { folder, remove } = temporaryFolder()
  let postgres: EmbeddedPostgres
  beforeAll(async () => {
    postgres = await startEmbeddedPostgres(folder)
  })
  afterAll(async () => {
    await postgres?.stop()
    remove()
  })

  test('that is restarted in the middle changes nothing, with two processes', async () => {
    const url = postgres.url
    const servers = [await startServer(settings(url)), await startServer(settings(url))]
    try {
      const addresses = await queueMany(url, 'restart', 2000)
      for (let restart = 0; restart < 3; restart++) {
        const before = (await mails.received()).length
        await until(
          async () => (await mails.received()).length,
          (count) => count > before + 100,
          30_000,
        )
        await postgres.stop()
        await sleep(500)
        postgres = await startEmbeddedPostgres(folder)
      }
      await settled(url, 'restart%')
      const { lacking } = await expectOnce(url, 'restart%', addresses)
      expect(lacking).toBeLessThanOrEqual(3 * 2 * connections)
      for (const server of servers) expect(server.child.exitCode).toBeNull()
    } finally {
      await Promise.all(servers.map((each) => each.stop()))
    }
  }, 180_000)
})
