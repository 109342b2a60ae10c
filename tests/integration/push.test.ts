import type { Payload } from 'payload'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dropCachedReads } from '../../cms/platform/database/cached-read.ts'
import { isKeyPair } from '../../cms/platform/push/key-pair.ts'
import { sendPush } from '../../cms/platform/push/send.ts'
import { findVapid } from '../../cms/platform/push/vapid.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { type PushService, startPushService } from '../support/push-service.ts'

let url: string
let service: PushService
let payload: Payload

beforeAll(async () => {
  service = await startPushService()
  url = await makeDatabase('empty')
  payload = await startPayload(url, { PUSH_LOCAL_SERVICES: service.origin })
})
afterAll(async () => {
  await stopPayload(payload)
  await service?.stop()
})
beforeEach(() => dropCachedReads())

/** Finds the keys `count` times at once, each time without the cache, as processes that start together do. */
const findInProcesses = (count: number) =>
  Promise.all(
    Array.from({ length: count }, () => {
      dropCachedReads()
      return findVapid(payload)
    }),
  )
const storedKeys = () =>
  onDatabase(url, (query) =>
    query<{ public_key: string; private_key: string }>(
      'select public_key, private_key from push_keys',
    ),
  )

describe('VAPID keys', () => {
  test('are created once and are the same in all processes', async () => {
    const found = await findInProcesses(8)
    expect(
      new Set(found.map(({ publicKey, privateKey }) => `${publicKey} ${privateKey}`)).size,
    ).toBe(1)
    const [keys] = found
    expect(keys && isKeyPair(keys)).toBe(true)
    dropCachedReads()
    expect(await findVapid(payload)).toEqual(keys)
  })

  test('are stored with an encrypted private key', async () => {
    const { publicKey, privateKey } = await findVapid(payload)
    const [row, ...others] = await storedKeys()
    expect(others).toEqual([])
    expect(row?.public_key).toBe(publicKey)
    expect(row?.private_key).not.toContain(privateKey)
  })

  test('that were encrypted with another secret are replaced once', async () => {
    const before = await findVapid(payload)
    await onDatabase(url, (query) => query(`update push_keys set private_key = 'another secret'`))
    const found = await findInProcesses(8)
    expect(new Set(found.map(({ publicKey }) => publicKey)).size).toBe(1)
    expect(found[0]?.publicKey).not.toBe(before.publicKey)
    expect(await storedKeys()).toHaveLength(1)
  })
})

test('a message is signed with the stored keys and arrives', async () => {
  const { publicKey } = await findVapid(payload)
  const subscription = service.subscribe(publicKey)
  const result = await sendPush(payload, {
    subscription,
    payload: '{"web_push":8030}',
    ttlSeconds: 60,
    urgency: 'normal',
  })
  expect(result).toEqual({ kind: 'accepted' })
  expect(service.received(subscription.endpoint)).toMatchObject([
    { payload: '{"web_push":8030}', ttl: 60, topic: null },
  ])
})
