import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushResult } from '../../../platform/push/contract.ts'
import type { Answer } from '../queries/answers.ts'
import type { ClaimedDelivery, ClaimStore } from '../queries/claims.ts'
import { createSender } from './sender.ts'
import { pushServiceName } from './services.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const delivery = (id: number, host: string, acceptedBefore: boolean): ClaimedDelivery => ({
  id,
  acceptedBefore,
  endpoint: `https://${host}/${id}`,
  device: id,
  tries: 0,
  token: `token ${id}`,
  p256dh: '',
  auth: '',
  nudge: 1,
  title: null,
  text: 'Hello',
  link: '/',
  icon: null,
  claim: '1.1',
  expiresAt: new Date(Date.now() + 3_600_000),
})
const silent: PushResult = { kind: 'later', afterMs: null, isAnswered: false }
const accepted: PushResult = { kind: 'accepted' }

/** Sends deliveries with 60 connections for `ms` milliseconds. Hosts for which `isSilent` is true never answer. */
async function sendFor(ms: number, due: ClaimedDelivery[], isSilent: (host: string) => boolean) {
  const begin = Date.now()
  const sentAfter = new Map<number, number>()
  const answers: Answer[] = []
  const sendingByHost = new Map<string, number>()
  let mostSilent = 0
  const later: { at: number; delivery: ClaimedDelivery }[] = []
  const byId = new Map(due.map((one) => [one.id, one]))
  const claims: ClaimStore = {
    take: async (limit) => {
      const ready = later.filter(({ at }) => at <= Date.now())
      for (const one of ready) later.splice(later.indexOf(one), 1)
      due.push(...ready.map(({ delivery }) => delivery))
      return { deliveries: due.splice(0, limit), hasMore: due.length > 0 }
    },
    handOver: async (handed) => new Set(handed.map(({ id }) => id)),
    settle: async (outcomes) => {
      for (const { id, state, waitMs } of outcomes) {
        const found = byId.get(id)
        if (state === 'queued' && found) later.push({ at: Date.now() + waitMs, delivery: found })
      }
    },
    releaseForgotten: async () => {},
  }
  const send = async ({ id, endpoint }: ClaimedDelivery, timeoutMs = 10_000) => {
    const { host } = new URL(endpoint)
    sendingByHost.set(host, (sendingByHost.get(host) ?? 0) + 1)
    if (isSilent(host))
      mostSilent = Math.max(
        mostSilent,
        [...sendingByHost].reduce((sum, [name, count]) => sum + (isSilent(name) ? count : 0), 0),
      )
    await new Promise((resolve) => setTimeout(resolve, isSilent(host) ? timeoutMs : 50))
    sendingByHost.set(host, (sendingByHost.get(host) ?? 0) - 1)
    if (isSilent(host)) return silent
    sentAfter.set(id, Date.now() - begin)
    return accepted
  }
  const sender = createSender({
    claims,
    send,
    connections: 60,
    onError: () => {},
    saveAnswers: async (added) => answers.push(...added),
  })
  const run = async () => {
    while (Date.now() - begin < ms) {
      if (!(await sender.run())) await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  }
  const done = run()
  await vi.advanceTimersByTimeAsync(ms + 3000)
  await done
  return { sentAfter, answers, mostSilent }
}

const deliveriesTo = (
  count: number,
  from: number,
  hostOf: (n: number) => string,
  acceptedBefore: boolean,
) => Array.from({ length: count }, (_, n) => delivery(from + n, hostOf(n), acceptedBefore))

test('3,000 endpoints of services that never answer do not delay deliveries to other services', async () => {
  const due = [
    ...deliveriesTo(3000, 1, (n) => `push.evil-${n}.org`, false),
    ...deliveriesTo(200, 10_001, () => 'push.good.org', true),
  ]
  const { sentAfter, mostSilent } = await sendFor(5000, due, (host) => host.includes('evil'))
  expect(sentAfter.size).toBe(200)
  expect(mostSilent).toBe(5)
})

test('3,000 endpoints of one silent service with many hosts do not delay deliveries to other services', async () => {
  const due = [
    ...deliveriesTo(3000, 1, (n) => `host-${n}.evil.org`, false),
    ...deliveriesTo(200, 10_001, () => 'push.good.org', true),
  ]
  const { sentAfter, mostSilent } = await sendFor(5000, due, (host) => host.includes('evil'))
  expect(sentAfter.size).toBe(200)
  expect(mostSilent).toBe(2)
})

test('a service that answered earlier and is silent now leaves connections to other services', async () => {
  const due = [
    ...deliveriesTo(3000, 1, (n) => `host-${n}.evil.org`, true),
    ...deliveriesTo(200, 10_001, () => 'push.good.org', true),
  ]
  const { sentAfter } = await sendFor(20_000, due, (host) => host.includes('evil'))
  expect(sentAfter.size).toBe(200)
})

test('the first nudge to 2,000 devices of a new service is not delayed', async () => {
  const due = deliveriesTo(2000, 1, () => 'push.good.org', false)
  const { sentAfter, answers } = await sendFor(6000, due, () => false)
  expect(sentAfter.size).toBe(2000)
  expect(answers.every(({ answer }) => answer === 'accepted')).toBe(true)
  expect(new Set(answers.map(({ device }) => device)).size).toBe(2000)
})

test('a missing answer is recorded only for devices of new services', async () => {
  const due = [
    delivery(1, 'push.new.org', false),
    delivery(2, 'push.known.org', true),
    delivery(3, 'push.known.org', false),
  ]
  const { answers } = await sendFor(12_000, due, () => true)
  expect(answers.map(({ device, answer }) => [device, answer])).toEqual([[1, 'none']])
})

test.each([
  ['https://wns2-par02p.notify.windows.com/w/?token=a', 'notify.windows.com'],
  ['https://fcm.googleapis.com/fcm/send/a', 'fcm.googleapis.com'],
  ['https://bucket.storage.googleapis.com/fcm', 'googleapis.com'],
  ['https://evil-fcm.googleapis.com/1', 'googleapis.com'],
  ['https://updates.push.services.mozilla.com/wpush/v2/a', 'updates.push.services.mozilla.com'],
  ['https://web.push.apple.com/a', 'push.apple.com'],
  ['https://a.b.evil.example/1', 'evil.example'],
  ['http://127.0.0.1:4000/1', 'http://127.0.0.1:4000'],
])('the endpoint %s belongs to the service %s', (endpoint, name) =>
  expect(pushServiceName(endpoint)).toBe(name),
)
