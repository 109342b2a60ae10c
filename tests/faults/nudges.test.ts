import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { deliveryStates, insertDevices, nudgesOf, type PushedNudge } from '../support/nudges.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { request } from '../support/request.ts'
import { type Server, startServer, startServerProcess } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { newClientAddress } from '../support/visitor.ts'
import { waitUntil } from '../support/wait-until.ts'

// A long timeout that only detects hangs, because the waits can be slow on a busy machine.
const withinMs = 240_000

let service: PushService
let reports: Promise<void>[] = []

beforeAll(async () => {
  service = await startPushService()
})
beforeEach(() => {
  service.forget()
  service.replyAfter(0)
  service.onMessage(null)
  reports = []
})
afterAll(() => service?.stop())

const settings = (url: string) => ({
  DATABASE_URL: url,
  DEMO: '0',
  PUSH_LOCAL_SERVICES: service.origin,
})

const isSettled = async (url: string, nudge: number) => {
  const { queued = 0, claimed = 0, handed_over = 0 } = await deliveryStates(url, nudge)
  return queued + claimed + handed_over === 0
}

/** The number of a nudge's deliveries that are being sent, or may be sent now. */
async function countDue(url: string, nudge: number): Promise<number> {
  const [row] = await onDatabase(url, (query) =>
    query<{ count: number }>(
      `select count(*)::int as count from nudge_deliveries
        where nudge = $1 and (state in ('claimed', 'handed_over')
                              or state = 'queued' and due_at <= now())`,
      [nudge],
    ),
  )
  return row?.count ?? 0
}

/** Makes devices send a report to a server for each nudge that they receive, as the service worker does. */
function reportTo({ port }: Server): void {
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const report = async (token: string): Promise<void> => {
    const body = JSON.stringify({ token, event: 'received' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': newClientAddress() }
    const options = { method: 'POST', headers, body }
    const reply = await request(port, '/api/nudge/seen', options, agent).catch(() => null)
    if (reply?.status === 200) return
    await sleep(1000)
    await report(token)
  }
  service.onMessage(({ payload }) => {
    const { token }: PushedNudge = JSON.parse(payload).nudge
    reports.push(report(token))
  })
}

/**
 * Until `sendAgain` is called, prevents retries of deliveries that may have arrived. Normally such a delivery is
 * retried after half a minute, but on a busy machine the reports of the devices may take longer.
 */
const delayRetries = (url: string) =>
  onDatabase(url, (query) =>
    query(
      `create function hold() returns trigger language plpgsql as
         'begin new.due_at := new.expires_at; return new; end';
       create trigger hold before update on nudge_deliveries for each row
         when (new.state = 'queued' and new.tries > 0 and new.due_at > now())
         execute function hold()`,
    ),
  )

const sendAgain = (url: string) =>
  onDatabase(url, (query) =>
    query(`update nudge_deliveries set due_at = now() where state = 'queued'`),
  )

/** Waits until the reports of all messages that have arrived are stored. */
async function waitForReports(): Promise<void> {
  let known: number
  do {
    known = reports.length
    await Promise.all(reports)
    // Meanwhile, the push service reads what killed processes had sent.
    await sleep(100)
  } while (reports.length > known)
}

/** Expects that each device got the nudge once, and that all deliveries are accepted. */
async function expectOnce(url: string, nudge: number, endpoints: string[]): Promise<void> {
  const receivedCounts = new Map<string, number>()
  for (const { endpoint } of service.received()) {
    receivedCounts.set(endpoint, (receivedCounts.get(endpoint) ?? 0) + 1)
  }
  expect([...receivedCounts].filter(([, count]) => count > 1)).toEqual([])
  expect(endpoints.filter((endpoint) => !receivedCounts.has(endpoint))).toEqual([])
  expect(await deliveryStates(url, nudge)).toEqual({ accepted: endpoints.length })
}

test('a nudge reaches 5,000 devices once if two of the three sending processes are killed', {
  tags: 'extended',
}, async () => {
  const url = await makeDatabase('empty')
  const survivor = await startServer(settings(url))
  const victims = [await startServerProcess(settings(url)), await startServerProcess(settings(url))]
  try {
    const nudges = nudgesOf(survivor, await makeStaff(survivor))
    const endpoints = await insertDevices(url, service, 5000)
    const nudge = await nudges.write()
    await delayRetries(url)
    reportTo(survivor)
    expect((await nudges.send(nudge)).status).toBe(200)
    for (const [n, victim] of victims.entries()) {
      const count = 500 + n * 1500 + Math.floor(Math.random() * 1000)
      await waitUntil(
        async () => service.countRequests(),
        (requests) => requests > count,
        withinMs,
      )
      victim.child.kill('SIGKILL')
    }
    // Deliveries that the killed processes had handed over are sent again, unless their devices have reported them.
    for (;;) {
      await waitUntil(
        () => countDue(url, nudge.id),
        (due) => due === 0,
        withinMs,
      )
      await waitForReports()
      if (await isSettled(url, nudge.id)) break
      await sendAgain(url)
    }
    await expectOnce(url, nudge.id, endpoints)
    expect(service.problems()).toEqual([])
  } finally {
    await Promise.all([survivor, ...victims].map((each) => each.stop()))
  }
})

test('a shutdown loses no delivery, and leaves none in an unknown state', async () => {
  const url = await makeDatabase('empty')
  service.replyAfter(50)
  const first = await startServerProcess(settings(url))
  const nudges = nudgesOf(first, await makeStaff(first))
  const endpoints = await insertDevices(url, service, 800)
  const nudge = await nudges.write()
  await nudges.send(nudge)
  await waitUntil(
    async () => service.received().length,
    (count) => count > 100,
  )
  expect(await first.stop()).toBe(0)
  const { queued = 0, accepted = 0 } = await deliveryStates(url, nudge.id)
  expect(queued + accepted).toBe(800)
  expect(queued).toBeGreaterThan(0)
  const second = await startServer(settings(url))
  await waitUntil(
    () => isSettled(url, nudge.id),
    (settled) => settled,
    withinMs,
  )
  await second.stop()
  await expectOnce(url, nudge.id, endpoints)
})
