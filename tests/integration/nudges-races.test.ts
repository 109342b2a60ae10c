import { createLocalReq, type Payload, type PayloadRequest } from 'payload'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sendNudge } from '../../cms/features/nudges/actions.ts'
import { startDueNudges } from '../../cms/features/nudges/due.ts'
import type { NudgeRow } from '../../cms/features/nudges/queries/nudges.ts'
import type { Database } from '../../cms/platform/database/query.ts'
import { createBarrier } from '../support/barrier.ts'
import { countSuccesses } from '../support/conflicts.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { deliveryStates, insertDevices } from '../support/nudges.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { adminEmail, password } from '../support/staff.ts'

type Lock = (db: Database, id: number) => Promise<NudgeRow | null>
// Tests may replace both locks of nudges, for example to show that a nudge is sent several times without locks.
const locks = vi.hoisted(() => ({ replaced: null as Lock | null }))
vi.mock('../../cms/features/nudges/queries/nudges.ts', async (importActual) => {
  const actual = await importActual<typeof import('../../cms/features/nudges/queries/nudges.ts')>()
  const replaceable =
    (lock: Lock): Lock =>
    (...args) =>
      (locks.replaced ?? lock)(...args)
  return {
    ...actual,
    lockNudge: replaceable(actual.lockNudge),
    tryLockNudge: replaceable(actual.tryLockNudge),
  }
})

// Tests may also replace the lock that makes starts of nudges wait for each other.
const starts = vi.hoisted(() => ({ replaced: null as (() => Promise<void>) | null }))
vi.mock('../../cms/platform/database/advisory-locks.ts', async (importActual) => {
  const actual =
    await importActual<typeof import('../../cms/platform/database/advisory-locks.ts')>()
  const lockNames: typeof actual.lockNames = (db, names) =>
    starts.replaced && names.includes('nudges start')
      ? starts.replaced()
      : actual.lockNames(db, names)
  return { ...actual, lockNames }
})

let url: string
let service: PushService
let payload: Payload
let createRequest: () => Promise<PayloadRequest>
let actual: typeof import('../../cms/features/nudges/queries/nudges.ts')

beforeAll(async () => {
  service = await startPushService()
  url = await makeDatabase('empty')
  actual = await vi.importActual('../../cms/features/nudges/queries/nudges.ts')
  payload = await startPayload(url)
  const data = { name: 'Ada', email: adminEmail, password, role: 'admin' as const }
  const user = await payload.create({ collection: 'users', data })
  createRequest = () => createLocalReq({ user: { ...user, collection: 'users' } }, payload)
})
afterAll(async () => {
  await stopPayload(payload)
  await service?.stop()
})
beforeEach(async () => {
  await onDatabase(url, (query) => query('truncate push_devices, nudge_deliveries, nudges cascade'))
  await insertDevices(url, service, 3)
})
afterEach(() => {
  locks.replaced = null
  starts.replaced = null
})

const insertNudge = async (changes = `state = 'draft'`) => {
  const [row] = await onDatabase(url, async (query) => {
    const [added] = await query<{ id: number }>(
      `insert into nudges (text, link, audience, ttl_minutes) values ('Hello', '/beer', 'everyone', 60)
       returning id`,
    )
    return query<{ id: number; seen: Date }>(
      `update nudges set ${changes} where id = $1 returning id, updated_at as seen`,
      [added?.id],
    )
  })
  if (!row) throw new Error('The nudge was not inserted.')
  return { id: row.id, seen: row.seen.toISOString() }
}
const send = async ({ id, seen }: { id: number; seen: string }) =>
  sendNudge(await createRequest(), id, { seen, in_slot: false })

/** Makes callers wait until `count` of them have reached the lock of the nudge, then takes it with `lock`. */
function lockTogether(count: number, lock: Lock): void {
  const all = createBarrier(count)
  locks.replaced = async (...args) => {
    await all()
    return lock(...args)
  }
}

describe('six nudges that are started at the same time', () => {
  const race = async () => {
    const nudges = await Promise.all(Array.from({ length: 6 }, () => insertNudge()))
    await Promise.all(nudges.map(send))
    const states = await Promise.all(nudges.map(({ id }) => deliveryStates(url, id)))
    return states.filter(({ queued }) => queued === 3).length
  }

  test('respect the cap together', async () => {
    expect(await race()).toBe(2)
  })

  test('exceed the cap without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    starts.replaced = createBarrier(6)
    expect(await race()).toBeGreaterThan(2)
  })
})

describe('two concurrent publishers', () => {
  const race = async (lock: Lock) => {
    const nudge = await insertNudge()
    lockTogether(2, lock)
    return countSuccesses([send(nudge), send(nudge)])
  }

  test('send a nudge once, and one of them gets an error', async () => {
    for (let round = 0; round < 5; round++) expect(await race(actual.lockNudge)).toBe(1)
  })

  test('send a nudge twice without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    expect(await race(actual.findNudge)).toBe(2)
  })
})

describe('three concurrent workers', () => {
  const race = async (lock: Lock) => {
    const { id } = await insertNudge(`state = 'scheduled', at = now() - interval '1 second'`)
    lockTogether(3, lock)
    await Promise.all(Array.from({ length: 3 }, () => startDueNudges(payload)))
    const started = await onDatabase(url, (query) =>
      query(`select from audit where action = 'nudge_started' and document = $1`, [String(id)]),
    )
    return started.length
  }

  test('start a scheduled nudge once', async () => {
    for (let round = 0; round < 5; round++) expect(await race(actual.tryLockNudge)).toBe(1)
  })

  test('start a scheduled nudge three times without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    expect(await race(actual.findNudge)).toBe(3)
  })
})

describe('scheduled nudges', () => {
  const due = `state = 'scheduled', at = now() - interval '1 second'`
  const findNudge = async (id: number) => {
    const [row] = await onDatabase(url, (query) =>
      query<{ state: string; missed: boolean }>(
        'select state, missed_at is not null as missed from nudges where id = $1',
        [id],
      ),
    )
    return row
  }

  test('start although an earlier one cannot be started', async () => {
    const broken = await insertNudge(
      `${due.replace('1 second', '2 seconds')}, own_topics = '"no list"'`,
    )
    const next = await insertNudge(due)
    await startDueNudges(payload)
    expect(await findNudge(broken.id)).toEqual({ state: 'scheduled', missed: false })
    expect(await findNudge(next.id)).toEqual({ state: 'sending', missed: false })
  })

  test.each([
    ['member', `audience = 'person', person_id = null`, 'Choose a member.'],
    [
      'topic',
      `audience = 'chosen', own_topics = '["Gone"]'`,
      'The venue no longer has one of these topics. Choose again.',
    ],
  ])('become drafts if their %s no longer exists', async (_, audience, reason) => {
    const { id } = await insertNudge(`${due}, ${audience}`)
    await startDueNudges(payload)
    expect(await findNudge(id)).toEqual({ state: 'draft', missed: true })
    const entries = await onDatabase(url, (query) =>
      query(`select details from audit where action = 'nudge_missed' and document = $1`, [
        String(id),
      ]),
    )
    expect(entries).toEqual([{ details: { reason } }])
  })
})
