import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { type Delivery, expectDeliveredOnce } from '../support/delivered-once.ts'
import { countsOf, makeDue, queueMany, settled } from '../support/outbox.ts'
import { logged, startServer } from '../support/server.ts'
import { type MailServer, startMailServer } from '../support/smtp-server.ts'
import { waitUntil } from '../support/wait-until.ts'

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

const sendingOf = (url: string, like: string, addresses: string[]): Delivery => ({
  ...{ url, mails, addresses, like },
})

describe('an outbox with 2,000 mails', () => {
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
      await waitUntil(workers, ({ length }) => length === 3)
      for (const [n, server] of servers.slice(1).entries()) {
        const count = n * 500 + Math.floor(Math.random() * 500)
        await waitUntil(
          async () => (await mails.received()).length,
          (received) => received > count,
        )
        server.child.kill('SIGKILL')
      }
      // What the dead had taken is not left lying: the one that lives goes on with it.
      await settled(url, 'shared%', 30_000)
      const { lacking } = await expectDeliveredOnce(sendingOf(url, 'shared%', addresses))
      expect(lacking).toBeLessThanOrEqual(2 * connections)
    } finally {
      await Promise.all(servers.map((each) => each.stop()))
    }
  }, 120_000)

  test('during a shutdown is neither lost nor in an unknown state', async () => {
    const url = await makeDatabase('empty')
    const addresses = await queueMany(url, 'ended', 600)
    for (let n = 0; n < 3; n++) {
      const server = await startServer(settings(url))
      await waitUntil(
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
    await expectDeliveredOnce(sendingOf(url, 'ended%', addresses))
  }, 120_000)
})

describe('an unavailable mail server', () => {
  test('before sending: mails wait, and are sent afterwards', async () => {
    const url = await makeDatabase('empty')
    await mails.close()
    const server = await startServer(settings(url))
    try {
      const addresses = await queueMany(url, 'away', 200)
      await waitUntil(
        () => countsOf(url, 'away%'),
        ({ deferred = 0 }) => deferred > 0,
      )
      await logged(server, 'the mail server accepts no mails; they stay queued')
      // What the worker had claimed goes back to the others.
      await waitUntil(
        () => countsOf(url, 'away%'),
        ({ sending = 0 }) => sending === 0,
      )
      // The first ones found out for all; the others were left in peace.
      const { queued = 0, deferred = 0 } = await countsOf(url, 'away%')
      expect(queued + deferred).toBe(200)
      expect(deferred).toBeLessThan(50)
      await mails.open()
      await makeDue(url)
      expect(await settled(url, 'away%', 30_000)).toEqual({ sent: 200 })
      expect(await expectDeliveredOnce(sendingOf(url, 'away%', addresses))).toEqual({
        unknown: 0,
        lacking: 0,
      })
    } finally {
      await mails.open().catch(() => {})
      await server.stop()
    }
  }, 90_000)

  test('during sending: no mail is sent twice, and incomplete ones are sent later', async () => {
    const url = await makeDatabase('empty')
    const server = await startServer(settings(url))
    try {
      const addresses = await queueMany(url, 'cut', 800)
      for (let cut = 0; cut < 3; cut++) {
        const before = (await mails.received()).length
        await waitUntil(
          async () => (await mails.received()).length,
          (count) => count > before + 50,
          30_000,
        )
        await mails.close()
        await logged(server, 'the mail server accepts no mails; they stay queued', cut + 1)
        await mails.open()
        await makeDue(url)
      }
      await waitUntil(
        async () => {
          await makeDue(url)
          return countsOf(url, 'cut%')
        },
        ({ queued = 0, deferred = 0, sending = 0 }) => queued + deferred + sending === 0,
        60_000,
      )
      const { unknown } = await expectDeliveredOnce(sendingOf(url, 'cut%', addresses))
      expect(unknown).toBeLessThanOrEqual(3 * connections)
    } finally {
      await server.stop()
    }
  }, 120_000)
})
