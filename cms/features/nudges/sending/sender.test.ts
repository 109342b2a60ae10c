import { expect, test } from 'vitest'
import type { PushResult } from '../../../platform/push/contract.ts'
import type { ClaimedDelivery, ClaimStore, SettledDelivery } from '../queries/claims.ts'
import { createSender } from './sender.ts'

const delivery = (id: number, endpoint = 'https://push.example/1'): ClaimedDelivery => ({
  id,
  endpoint,
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
  acceptedBefore: true,
})

function fakeClaims(due: ClaimedDelivery[], changes: Partial<ClaimStore> = {}) {
  const settled: SettledDelivery[] = []
  const claims: ClaimStore = {
    take: async (most) => {
      const taken = due.splice(0, most)
      return { deliveries: taken, hasMore: due.length > 0 }
    },
    handOver: async (handed) => new Set(handed.map(({ id }) => id)),
    settle: async (outcomes) => {
      settled.push(...outcomes)
    },
    releaseForgotten: async () => {},
    ...changes,
  }
  const states = () =>
    Object.fromEntries(settled.map(({ id, state, waitMs }) => [id, waitMs ? 'delayed' : state]))
  return { claims, states, settled }
}

const saveAnswers = async () => {}
const accepted: PushResult = { kind: 'accepted' }

/** Runs the sender until no more deliveries are due. */
async function runAll(sender: ReturnType<typeof createSender>) {
  for (let idle = 0; idle < 3; idle++) {
    while (await sender.run().catch(() => true)) {
      // More deliveries are due, or the database failed.
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await sender.stop()
}

test('no more deliveries are sent at a time than there are connections, and each is sent once', async () => {
  const { claims, states } = fakeClaims(
    Array.from({ length: 50 }, (_, n) => delivery(n, `https://push-${n % 5}.example/1`)),
  )
  const sent: number[] = []
  let sending = 0
  let mostSending = 0
  const send = async ({ id }: ClaimedDelivery) => {
    mostSending = Math.max(mostSending, ++sending)
    await new Promise((resolve) => setTimeout(resolve, 1))
    sending--
    sent.push(id)
    return accepted
  }
  await runAll(createSender({ claims, saveAnswers, send, connections: 4, onError: () => {} }))
  expect(mostSending).toBe(4)
  expect(sent.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  expect(Object.values(states()).every((state) => state === 'accepted')).toBe(true)
})

test('a delivery that this worker no longer owns is not sent', async () => {
  const { claims, settled } = fakeClaims([delivery(1)], { handOver: async () => new Set() })
  let sent = 0
  const send = async () => {
    sent++
    return accepted
  }
  await runAll(createSender({ claims, saveAnswers, send, connections: 4, onError: () => {} }))
  expect(sent).toBe(0)
  expect(settled).toEqual([])
})

test('a push service that asks for a pause five times gets no more requests; other services do', async () => {
  const busy = (id: number) => delivery(id, `https://busy.example/${id}`)
  const { claims, states } = fakeClaims([...[1, 2, 3, 4, 5, 6].map(busy), delivery(7)])
  let requests = 0
  const send = async ({ endpoint }: ClaimedDelivery): Promise<PushResult> => {
    if (!endpoint.includes('busy')) return accepted
    requests++
    return { kind: 'later', afterMs: 60_000, isAnswered: true }
  }
  await runAll(createSender({ claims, saveAnswers, send, connections: 1, onError: () => {} }))
  expect(requests).toBe(5)
  const { 7: other, ...delayed } = states()
  expect(other).toBe('accepted')
  expect(Object.values(delayed)).toEqual(Array.from({ length: 6 }, () => 'delayed'))
})

test('a push service that often does not answer gets no requests for a while', async () => {
  const { claims } = fakeClaims(Array.from({ length: 20 }, (_, n) => delivery(n)))
  let requests = 0
  const send = async (): Promise<PushResult> => {
    requests++
    return { kind: 'later', afterMs: null, isAnswered: false }
  }
  await runAll(createSender({ claims, saveAnswers, send, connections: 1, onError: () => {} }))
  expect(requests).toBe(5)
})

test('a delivery whose hand-over fails in an outage is queued again, and outcomes are stored later', async () => {
  const errors: unknown[] = []
  const { claims, states } = fakeClaims([delivery(1), delivery(2)])
  let failures = 0
  const failing: ClaimStore = {
    ...claims,
    handOver: async (handed) => {
      if (handed.some(({ id }) => id === 1)) throw new Error('lost')
      return claims.handOver(handed)
    },
    settle: async (outcomes) => {
      if (failures++ === 0) throw new Error('lost')
      await claims.settle(outcomes)
    },
  }
  const sender = createSender({
    claims: failing,
    saveAnswers,
    connections: 1,
    send: async () => accepted,
    onError: (error) => errors.push(error),
  })
  await runAll(sender)
  expect(errors).toHaveLength(1)
  expect(states()).toEqual({ 1: 'delayed', 2: 'accepted' })
})

test('the delivery of a nudge that cannot be composed fails', async () => {
  const { claims, states } = fakeClaims([delivery(1)])
  const send = async () => {
    throw new RangeError('too long')
  }
  await runAll(createSender({ claims, saveAnswers, send, connections: 1, onError: () => {} }))
  expect(states()).toEqual({ 1: 'failed' })
})

test('deliveries are released if the reply to their claim was lost', async () => {
  const released: (readonly number[])[] = []
  let takes = 0
  const { claims } = fakeClaims([], {
    take: async () => {
      if (takes++ === 0) throw new Error('lost')
      return { deliveries: [], hasMore: false }
    },
    releaseForgotten: async (known) => {
      released.push(known)
    },
  })
  const sender = createSender({
    claims,
    saveAnswers,
    send: async () => accepted,
    connections: 1,
    onError: () => {},
  })
  await expect(sender.run()).rejects.toThrow('lost')
  await sender.run()
  await sender.run()
  expect(released).toEqual([[]])
})
