import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { subscribe } from '../../cms/features/nudges/devices/devices.ts'
import { type Answer, saveAnswers } from '../../cms/features/nudges/queries/answers.ts'
import { type Database, databaseOf } from '../../cms/platform/database/query.ts'
import { createBarrier } from '../support/barrier.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { insertDevices } from '../support/nudges.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import {
  type LocalSubscription,
  type PushService,
  startPushService,
} from '../support/push-service.ts'

// Tests may replace the locks of subscriptions, to show that concurrent subscriptions fail without the locks.
const locks = vi.hoisted(() => ({ replaced: null as (() => Promise<void>) | null }))
vi.mock('../../cms/platform/database/advisory-locks.ts', async (importActual) => {
  const actual =
    await importActual<typeof import('../../cms/platform/database/advisory-locks.ts')>()
  const lockNames: typeof actual.lockNames = (db, names) =>
    locks.replaced?.() ?? actual.lockNames(db, names)
  return { ...actual, lockNames }
})
// Tests may also disable the lock of the rows of devices.
const deviceRows = vi.hoisted(() => ({ isUnlocked: false }))
vi.mock('../../cms/features/nudges/queries/devices.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../cms/features/nudges/queries/devices.ts')>()
  const lockDevices: typeof actual.lockDevices = async (...args) =>
    deviceRows.isUnlocked ? 0 : actual.lockDevices(...args)
  return { ...actual, lockDevices }
})

let url: string
let service: PushService
let payload: Payload
let db: Database
let subscribeAs: (cookie: string | null, subscription: LocalSubscription) => Promise<string>
let save: (answers: readonly Answer[]) => Promise<unknown>
let listActive: () => Promise<number[]>

beforeAll(async () => {
  service = await startPushService()
  url = await makeDatabase('empty')
  payload = await startPayload(url, { PUSH_LOCAL_SERVICES: service.origin })
  db = databaseOf(payload)
  save = (answers) => saveAnswers(db, answers)
  subscribeAs = async (cookie, subscription) => {
    const headers = new Headers(cookie ? { cookie } : {})
    const req: PayloadRequest = await createLocalReq({ req: { headers } }, payload)
    const set = (await subscribe(req, null, subscription)).cookie
    return set.split(';')[0] ?? ''
  }
  listActive = () =>
    onDatabase(url, async (query) =>
      (
        await query<{ id: number }>('select id from push_devices where gone_at is null order by id')
      ).map(({ id }) => id),
    )
})
afterAll(async () => {
  await stopPayload(payload)
  await service?.stop()
})
beforeEach(async () => {
  locks.replaced = null
  deviceRows.isUnlocked = false
  await onDatabase(url, (query) => query('truncate push_devices, nudge_deliveries, nudges cascade'))
})

test('browsers that subscribe with one endpoint at the same time leave one device', async () => {
  const subscription = service.subscribe()
  await Promise.all(Array.from({ length: 8 }, () => subscribeAs(null, subscription)))
  expect(await listActive()).toHaveLength(1)
})

test('some concurrent subscriptions fail without the lock (shows that the test above can fail)', {
  tags: 'extended',
}, async () => {
  locks.replaced = createBarrier(4)
  const subscription = service.subscribe()
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => subscribeAs(null, subscription)),
  )
  expect(results.some(({ status }) => status === 'rejected')).toBe(true)
})

/** Two browsers exchange their endpoints at the same time. @returns how many were refused */
async function exchange(): Promise<number> {
  const [a, b] = [service.subscribe(), service.subscribe()]
  const first = await subscribeAs(null, a)
  const second = await subscribeAs(null, b)
  locks.replaced = createBarrier(2)
  const results = await Promise.allSettled([subscribeAs(first, b), subscribeAs(second, a)])
  locks.replaced = null
  return results.filter(({ status }) => status === 'rejected').length
}

test('browsers that exchange their endpoints do not deadlock', async () => {
  for (let round = 0; round < 10; round++) expect(await exchange()).toBe(0)
})

test('browsers that exchange endpoints deadlock without the lock (shows that the test above can fail)', {
  tags: 'extended',
}, async () => {
  deviceRows.isUnlocked = true
  let refused = 0
  for (let round = 0; round < 10 && !refused; round++) refused = await exchange()
  expect(refused).toBeGreaterThan(0)
})

const answerOf = async (id: number, answer: Answer['answer'], nudge: number): Promise<Answer> => {
  const [row] = await onDatabase(url, (query) =>
    query<{ endpoint: string }>('select endpoint from push_devices where id = $1', [id]),
  )
  return { device: id, endpoint: row?.endpoint ?? '', answer, nudge }
}

test('a device whose push service has never answered gets no nudges after two unanswered ones', async () => {
  await insertDevices(url, service, 3)
  const [silent = 0, late = 0, known = 0] = await listActive()
  await save([await answerOf(known, 'accepted', 1)])
  for (const nudge of [1, 1]) {
    await save([await answerOf(silent, 'none', nudge), await answerOf(late, 'none', nudge)])
  }
  expect(await listActive()).toEqual([silent, late, known])
  await save([await answerOf(late, 'accepted', 2)])
  for (const nudge of [2, 3]) {
    await save([
      await answerOf(silent, 'none', nudge),
      await answerOf(late, 'none', nudge),
      await answerOf(known, 'none', nudge),
    ])
  }
  expect(await listActive()).toEqual([late, known])
})

test('an answer of the push service no longer counts once a device has a new subscription', async () => {
  const cookie = await subscribeAs(null, service.subscribe())
  const [device = 0] = await listActive()
  await save([await answerOf(device, 'accepted', 1)])
  const subscription = service.subscribe()
  await subscribeAs(cookie, subscription)
  for (const nudge of [2, 3]) await save([await answerOf(device, 'none', nudge)])
  expect(await listActive()).toEqual([])
  await subscribeAs(cookie, subscription)
  expect(await listActive()).toEqual([device])
})
