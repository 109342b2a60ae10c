import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Claims, Settled, Taken } from '../queries/claims.ts'
import type { Outcome } from '../rules.ts'
import { maxRefused } from './refusals.ts'
import { createMailSender } from './sender.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const from = { name: 'Venue', address: 'hello@venue.example' }
const content = { subject: 'Hello', html: '<p>Hello</p>', text: 'Hello', headers: {} }
const mailOf = (id: number): Taken => ({
  ...content,
  id,
  key: `letter ${id}`,
  kind: 'letter',
  priority: 100,
  tries: 0,
  claim: '1.1',
  to_address: `reader${id}@venue.example`,
  to_name: null,
  sealed: null,
  attachments: [],
  letter: null,
  subscriber: id,
})

/** A sender with `count` mails in the outbox; `answerTo` makes the mail server's reply. */
function createTestSender(count: number, answerTo: (to: string) => Outcome | Promise<Outcome>) {
  const settled: Settled[] = []
  const troubles: (string | null)[] = []
  let taken = 0
  const claims: Claims = {
    take: async (most) => {
      const mails = Array.from({ length: Math.min(most, count - taken) }, () => mailOf(++taken))
      return { mails, retryAfterMs: mails.length ? 0 : null }
    },
    handOver: async (mails) => new Set(mails.map(({ id }) => id)),
    settle: async (mails) => {
      settled.push(...mails)
    },
  }
  const sender = createMailSender({
    claims,
    smtp: { send: async ({ to }) => answerTo(to), close: () => {} },
    connections: 5,
    maxWaiting: 10,
    contentOf: async () => content,
    findSender: async () => ({ from, replyTo: null, bounceAddress: from.address, signature: null }),
    onTrouble: (trouble) => troubles.push(trouble),
  })
  return { sender, settled, troubles }
}

const accepted: Outcome = { how: 'accepted', response: '250 OK' }
const refusedAt = (at: 'recipient' | 'elsewhere'): Outcome => ({
  how: 'refused',
  code: 550,
  at,
  response: '550 5.1.1 No such user',
})

test.each(['recipient', 'elsewhere'] as const)(
  'if the server refuses every mail (at: %s), mails are deferred without bounces and trouble is reported',
  async (at) => {
    const { sender, settled, troubles } = createTestSender(500, () => refusedAt(at))
    await sender.run()
    await sender.stop()
    const tried = settled.filter(({ counts }) => counts)
    expect(tried.length).toBeGreaterThanOrEqual(maxRefused)
    expect(tried.length).toBeLessThan(maxRefused + 5)
    for (const each of settled) {
      expect(each.bounce).toBeUndefined()
      expect(['deferred', 'queued']).toContain(each.state)
    }
    expect(troubles).toEqual([expect.stringContaining('5.1.1 No such user')])
  },
)

test('single refusals among accepted mails are bounces', async () => {
  const { sender, settled, troubles } = createTestSender(100, (to) =>
    /[05]@/.test(to) ? refusedAt('recipient') : accepted,
  )
  while (settled.length < 100) {
    await sender.run()
    // Mails in progress finish after the run.
    await setImmediate()
  }
  expect(settled.filter(({ bounce }) => bounce === 'hard')).toHaveLength(20)
  expect(settled.filter(({ state }) => state === 'sent')).toHaveLength(80)
  expect(troubles).toEqual([])
})

test('a run ends although more mails wait, and the next run continues', async () => {
  const { sender, settled } = createTestSender(Number.POSITIVE_INFINITY, () => {
    vi.advanceTimersByTime(50)
    return accepted
  })
  expect(await sender.run()).toBe(true)
  const before = settled.length
  expect(await sender.run()).toBe(true)
  await sender.stop()
  expect(settled.length).toBeGreaterThan(before)
})

test('a run ends although the server does not answer', async () => {
  const { sender } = createTestSender(100, () => new Promise<Outcome>(() => {}))
  const turn = sender.run()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await turn).toBe(true)
})
