import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type PushService, startPushService } from '../../../tests/support/push-service.ts'
import { createPublicLookup } from './addresses.ts'
import type { PushRequest } from './contract.ts'
import { deliver } from './deliver.ts'
import { createKeyPair } from './key-pair.ts'
import { maxPayloadBytes } from './rules.ts'

const vapid = { ...createKeyPair(), subject: 'mailto:desk@venue.example' }
let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.stop())
afterEach(() => {
  service.forget()
  service.replyWith(null)
})

const requestTo = (subscription: PushRequest['subscription'], payload = 'hello'): PushRequest => ({
  subscription,
  payload,
  ttlSeconds: 600.7,
  urgency: 'high',
  topic: 'nudge-7',
})
const deliverTo = (
  subscription: PushRequest['subscription'],
  options: Partial<Parameters<typeof deliver>[1]> = {},
) => deliver(requestTo(subscription), { vapid, localServices: [service.origin], ...options })

describe('a push message', () => {
  test('is encrypted for its device, signed, and sent with TTL, urgency and topic', async () => {
    const device = service.subscribe(vapid.publicKey)
    const payload = 'First ten through the door – “saison” 醸造 🍺'
    const request = requestTo(device, payload)
    const result = await deliver(request, { vapid, localServices: [service.origin] })
    expect(result).toEqual({ kind: 'accepted' })
    expect(service.problems()).toEqual([])
    expect(service.received()).toEqual([
      {
        endpoint: device.endpoint,
        payload,
        ttl: 600,
        urgency: 'high',
        topic: 'nudge-7',
        vapid: expect.objectContaining({
          aud: service.origin,
          sub: 'mailto:desk@venue.example',
          publicKey: vapid.publicKey,
        }),
        at: expect.any(Number),
      },
    ])
  })

  test('is sent with a payload of the maximum length, but not with a longer payload', async () => {
    const device = service.subscribe()
    const options = { vapid, localServices: [service.origin] }
    const longest = requestTo(device, 'a'.repeat(maxPayloadBytes))
    expect(await deliver(longest, options)).toEqual({ kind: 'accepted' })
    const longer = requestTo(device, 'é'.repeat(maxPayloadBytes / 2 + 1))
    expect(await deliver(longer, options)).toEqual({ kind: 'too_large' })
    expect(service.countRequests()).toBe(1)
  })

  test('to each of 200 devices arrives once', async () => {
    const devices = Array.from({ length: 200 }, () => service.subscribe(vapid.publicKey))
    const results = await Promise.all(devices.map((device) => deliverTo(device)))
    expect(results.filter(({ kind }) => kind === 'accepted')).toHaveLength(200)
    expect(new Set(service.received().map(({ endpoint }) => endpoint)).size).toBe(200)
    expect(service.countRequests()).toBe(200)
  })
})

describe('a push service', () => {
  test.each([
    [{ status: 202 }, { kind: 'accepted' }],
    [{ status: 404 }, { kind: 'gone' }],
    [{ status: 410 }, { kind: 'gone' }],
    [{ status: 413 }, { kind: 'too_large' }],
    [
      { status: 429, headers: { 'retry-after': '90' } },
      { kind: 'later', afterMs: 90_000, isAnswered: true },
    ],
    [
      { status: 500, body: 'Oops' },
      { kind: 'later', afterMs: null, isAnswered: true },
    ],
    ['close' as const, { kind: 'later', afterMs: null, isAnswered: false }],
    [{ status: 403 }, { kind: 'refused', status: 403 }],
  ])('that replies %j causes the result %j', async (reply, result) => {
    service.replyWith(reply)
    expect(await deliverTo(service.subscribe())).toEqual(result)
  })

  test('that does not reply before the timeout causes a retry', async () => {
    service.replyWith('never')
    const result = await deliverTo(service.subscribe(), { timeoutMs: 100 })
    expect(result).toEqual({
      kind: 'later',
      afterMs: null,
      isAnswered: false,
    })
  })

  test('that is not running causes a retry', async () => {
    const stopped = await startPushService()
    const device = stopped.subscribe()
    await stopped.stop()
    const result = await deliverTo(device, { localServices: [stopped.origin] })
    expect(result).toEqual({
      kind: 'later',
      afterMs: null,
      isAnswered: false,
    })
  })

  test('that accepts a message and sends a very long body causes no failure', async () => {
    service.replyWith({ status: 201, body: 'a'.repeat(5_000_000) })
    expect(await deliverTo(service.subscribe())).toEqual({ kind: 'accepted' })
  })

  test('that closes an idle connection gets the next message on a new connection', async () => {
    const device = service.subscribe()
    await deliverTo(device)
    service.replyWith('close once')
    expect(await deliverTo(device)).toEqual({ kind: 'accepted' })
    expect(service.countRequests()).toBe(3)
    expect(service.received()).toHaveLength(2)
  })

  test('that redirects to another endpoint causes no request to that endpoint', async () => {
    const target = await startPushService()
    const device = target.subscribe()
    service.replyWith({ status: 307, headers: { location: device.endpoint } })
    expect(await deliverTo(service.subscribe())).toEqual({ kind: 'refused', status: 307 })
    expect(target.countRequests()).toBe(0)
    await target.stop()
  })

  test('with a private address gets no request unless it is listed as a local service', async () => {
    const device = service.subscribe()
    const result = await deliverTo(device, { localServices: [] })
    expect(result).toEqual({ kind: 'refused', status: null })
    expect(service.countRequests()).toBe(0)
  })

  test('whose public name resolves to a private address gets no request', async () => {
    const resolve = vi.fn(async () => [{ address: '127.0.0.1', family: 4 }])
    const { keys } = service.subscribe()
    const lookup = createPublicLookup(resolve)
    const result = await deliverTo({ endpoint: 'https://push.example/a', keys }, { lookup })
    expect(result).toEqual({ kind: 'refused', status: null })
    expect(resolve).toHaveBeenCalledOnce()
  })
})

test.each([{ p256dh: 'A'.repeat(87) }, { auth: 'short' }])(
  'a subscription with the keys %j is refused',
  async (wrong) => {
    const { endpoint, keys } = service.subscribe()
    const result = await deliverTo({ endpoint, keys: { ...keys, ...wrong } })
    expect(result).toEqual({ kind: 'refused', status: null })
    expect(service.countRequests()).toBe(0)
  },
)
