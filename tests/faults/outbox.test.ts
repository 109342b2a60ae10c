import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type ExpectedMails, expectDeliveredOnce } from '../support/delivered-once.ts'
import { countMailsByState, makeDue, queueMany, waitUntilSettled } from '../support/outbox.ts'
import { startServer, startServerProcess, waitForLog } from '../support/server.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
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

const expectedMailsOf = (url: string, like: string, addresses: string[]): ExpectedMails => ({
  url,
  mailServer,
  addresses,
  like,
})

describe('the outbox', () => {
  test('sends 2,000 mails without duplicates if two of the three sending processes are killed', {
    tags: 'extended',
  }, async () => {
    const url = await makeDatabase('empty')
    const all = { ...settings(url), MAIL_PER_SECOND: '2000' }
    const survivor = await startServer(all)
    const victims = [await startServerProcess(all), await startServerProcess(all)]
    try {
      // Holds the replies, so that no process can send all mails before each process has claimed some.
      await mailServer.holdAfter(100)
      const addresses = await queueMany(url, 'shared', 2000)
      const workers = () =>
        onDatabase(url, (query) =>
          query(`select distinct split_part(worker, '.', 1) from mails where worker is not null`),
        )
      await waitUntil(workers, ({ length }) => length === 3)
      await mailServer.holdAfter(Number.POSITIVE_INFINITY)
      for (const [n, victim] of victims.entries()) {
        const count = n * 500 + Math.floor(Math.random() * 500)
        await waitUntil(mailServer.countReceived, (received) => received > count)
        victim.child.kill('SIGKILL')
      }
      // The surviving process sends the mails that the killed processes had claimed.
      await waitUntilSettled(url, 'shared%', 30_000)
      const { missing } = await expectDeliveredOnce(expectedMailsOf(url, 'shared%', addresses))
      expect(missing).toBeLessThanOrEqual(2 * connections)
    } finally {
      await Promise.all([survivor, ...victims].map((each) => each.stop()))
    }
  })

  test('loses no mail if the program is stopped during sending, and leaves none in an unknown state', async () => {
    const url = await makeDatabase('empty')
    const addresses = await queueMany(url, 'ended', 600)
    for (let n = 0; n < 3; n++) {
      const server = await startServerProcess(settings(url))
      await waitUntil(
        () => countMailsByState(url, 'ended%'),
        ({ sent = 0 }) => sent > n * 150,
      )
      expect(await server.stop()).toBe(0)
      const { sending = 0, unknown = 0 } = await countMailsByState(url, 'ended%')
      expect(sending + unknown).toBe(0)
    }
    const server = await startServer(settings(url))
    expect(await waitUntilSettled(url, 'ended%')).toEqual({ sent: 600 })
    await server.stop()
    await expectDeliveredOnce(expectedMailsOf(url, 'ended%', addresses))
  })
})

describe('an unavailable mail server', () => {
  test('delays the mails that are queued during the outage', async () => {
    const url = await makeDatabase('empty')
    await mailServer.close()
    const server = await startServer(settings(url))
    try {
      const addresses = await queueMany(url, 'away', 200)
      await waitUntil(
        () => countMailsByState(url, 'away%'),
        ({ deferred = 0 }) => deferred > 0,
      )
      await waitForLog(server, 'the mail server accepts no mails; they stay queued')
      // The worker releases the mails that it had claimed.
      await waitUntil(
        () => countMailsByState(url, 'away%'),
        ({ sending = 0 }) => sending === 0,
      )
      // Sending stopped after the first failures, so the other mails are still queued.
      const { queued = 0, deferred = 0 } = await countMailsByState(url, 'away%')
      expect(queued + deferred).toBe(200)
      expect(deferred).toBeLessThan(50)
      await mailServer.open()
      await makeDue(url)
      expect(await waitUntilSettled(url, 'away%', 30_000)).toEqual({ sent: 200 })
      expect(await expectDeliveredOnce(expectedMailsOf(url, 'away%', addresses))).toEqual({
        unknown: 0,
        missing: 0,
      })
    } finally {
      await mailServer.open().catch(() => {})
      await server.stop()
    }
  })

  test('causes no duplicates if the outage begins during sending; the mails that were not interrupted are sent later', {
    tags: 'extended',
  }, async () => {
    const url = await makeDatabase('empty')
    const server = await startServer(settings(url))
    try {
      const addresses = await queueMany(url, 'cut', 800)
      for (let outage = 0; outage < 3; outage++) {
        const before = await mailServer.countReceived()
        await waitUntil(mailServer.countReceived, (count) => count > before + 50, 30_000)
        await mailServer.close()
        await waitForLog(server, 'the mail server accepts no mails; they stay queued', outage + 1)
        await mailServer.open()
        await makeDue(url)
      }
      await waitUntil(
        async () => {
          await makeDue(url)
          return countMailsByState(url, 'cut%')
        },
        ({ queued = 0, deferred = 0, sending = 0 }) => queued + deferred + sending === 0,
        60_000,
      )
      const { unknown } = await expectDeliveredOnce(expectedMailsOf(url, 'cut%', addresses))
      expect(unknown).toBeLessThanOrEqual(3 * connections)
    } finally {
      await server.stop()
    }
  })
})
