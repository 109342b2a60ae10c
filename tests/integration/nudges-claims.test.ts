import { is, SQL, StringChunk } from 'drizzle-orm'
import { createLocalReq, type Payload } from 'payload'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type ClaimedDelivery,
  createClaimStore,
  recoverDeliveries,
} from '../../cms/features/nudges/queries/claims.ts'
import * as queries from '../../cms/features/nudges/queries/deliveries.ts'
import { lockNudge } from '../../cms/features/nudges/queries/nudges.ts'
import { maxTries } from '../../cms/features/nudges/sending/rules.ts'
import { startNudge } from '../../cms/features/nudges/start.ts'
import { type Database, databaseOf } from '../../cms/platform/database/query.ts'
import { inTransaction } from '../../cms/platform/database/transaction.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { deliveryStates, insertDevices } from '../support/nudges.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import { type PushService, startPushService } from '../support/push-service.ts'
import { whileLocked } from '../support/while-locked.ts'

let url: string
let service: PushService
let payload: Payload
let db: Database
let startOne: (id: number) => Promise<unknown>

beforeAll(async () => {
  service = await startPushService()
  url = await makeDatabase('empty')
  payload = await startPayload(url)
  db = databaseOf(payload)
  startOne = async (id) => {
    const req = await createLocalReq({}, payload)
    return inTransaction(req, async (tx) => {
      const nudge = await lockNudge(tx, id)
      if (nudge?.state !== 'draft') throw new Error('It was started before.')
      return startNudge(req, tx, nudge)
    })
  }
})
afterAll(async () => {
  await stopPayload(payload)
  await service?.stop()
})
beforeEach(() =>
  onDatabase(url, (query) => query('truncate push_devices, nudge_deliveries, nudges cascade')),
)

const insertNudge = async (): Promise<number> => {
  const [row] = await onDatabase(url, (query) =>
    query<{ id: number }>(
      `insert into nudges (text, link, audience, ttl_minutes) values ('Hello', '/beer', 'everyone', 60)
       returning id`,
    ),
  )
  return row?.id ?? 0
}

/** A nudge that is being sent to some devices. */
async function startedNudge(devices: number): Promise<number> {
  await insertDevices(url, service, devices)
  const id = await insertNudge()
  await startOne(id)
  return id
}

const settledAs = (state: 'accepted' | 'gone' | 'queued', deliveries: readonly ClaimedDelivery[]) =>
  deliveries.map(({ id, claim, device, endpoint }) => ({
    id,
    claim,
    device,
    endpoint,
    state,
    waitMs: 0,
    countsTry: true,
    reason: null,
  }))

/** A database that removes a part from statements, to show that a race test can fail without that part. */
const databaseWithout = (part: string): Database => ({
  execute: ({ queryChunks }) => {
    const chunks = queryChunks.map((chunk) =>
      is(chunk, StringChunk)
        ? new StringChunk(chunk.value.map((text) => text.replace(part, '')))
        : chunk,
    )
    return db.execute(new SQL(chunks))
  },
})

describe('many workers together', () => {
  test('claim each delivery once', async () => {
    const id = await startedNudge(200)
    const workers = Array.from({ length: 8 }, (_, n) => createClaimStore(db, n + 1))
    const taken: ClaimedDelivery[] = []
    await Promise.all(
      workers.map(async ({ take }) => {
        for (let most = 50; ; most = 7) {
          const { deliveries } = await take(most)
          if (!deliveries.length) return
          taken.push(...deliveries)
        }
      }),
    )
    expect(taken).toHaveLength(200)
    expect(new Set(taken.map(({ device }) => device)).size).toBe(200)
    expect(await deliveryStates(url, id)).toEqual({ claimed: 200 })
  })

  test('claim deliveries twice without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    await startedNudge(5)
    const workers = [1, 2].map((n) =>
      createClaimStore(databaseWithout('for update skip locked'), n),
    )
    const taken = await whileLocked(
      url,
      (query) => query('select from nudge_deliveries for update'),
      () => Promise.all(workers.map(({ take }) => take(5))),
      2,
    )
    expect(taken.flatMap(({ deliveries }) => deliveries)).toHaveLength(10)
  })
})

test('a worker whose claim was recovered can neither hand over nor settle its deliveries', async () => {
  const id = await startedNudge(2)
  const stalled = createClaimStore(db, 1)
  const { deliveries } = await stalled.take(2)
  // Worker 1 holds no lock, so it counts as dead.
  expect(await recoverDeliveries(db)).toEqual({ queued: 2, repeated: 0 })
  const other = createClaimStore(db, 2)
  const { deliveries: again } = await other.take(2)
  expect(again).toHaveLength(2)
  expect(await stalled.handOver(deliveries)).toEqual(new Set())
  await stalled.settle(settledAs('gone', deliveries))
  expect(await deliveryStates(url, id)).toEqual({ claimed: 2 })
  expect(await other.handOver(again)).toEqual(new Set(again.map((each) => each.id)))
  await other.settle(settledAs('accepted', again))
  expect(await deliveryStates(url, id)).toEqual({ accepted: 2 })
})

/** The deliveries of a nudge, the oldest first. */
const rowsOf = (nudge: number) =>
  onDatabase(url, (query) =>
    query<{ id: number; state: string; tries: number; reason: string | null; waits: boolean }>(
      `select id::int as id, state, tries, reason, due_at > now() + interval '5 seconds' as waits
         from nudge_deliveries where nudge = $1 order by id`,
      [nudge],
    ),
  )
/** Adds a queued delivery to a nudge. */
const insertDelivery = (nudge: number) =>
  onDatabase(url, (query) =>
    query(
      `insert into nudge_deliveries (nudge, device, person, state, due_at, expires_at, token)
       values ($1, 0, 'device:0', 'queued', now(), now() + interval '1 hour', 'waiting')`,
      [nudge],
    ),
  )
const makeAllDue = () =>
  onDatabase(url, (query) => query('update nudge_deliveries set due_at = now()'))
const report = (delivery: ClaimedDelivery | undefined) =>
  queries.markSeen(db, delivery?.token ?? '', 'received')

describe('a delivery that a worker had handed over when its process ended', () => {
  /** A nudge whose deliveries worker 1 has handed over. Worker 1 holds no lock, so it counts as dead. */
  async function handOverByDeadWorker(devices: number) {
    const id = await startedNudge(devices)
    const dead = createClaimStore(db, 1)
    const { deliveries } = await dead.take(devices)
    await dead.handOver(deliveries)
    return { id, dead, deliveries: deliveries.toSorted((a, b) => a.id - b.id) }
  }

  test('is sent again after a while, as a second attempt', async () => {
    const { id } = await handOverByDeadWorker(2)
    expect(await recoverDeliveries(db)).toEqual({ queued: 0, repeated: 2 })
    const waiting = { state: 'queued', tries: 1, reason: 'worker ended', waits: true }
    expect(await rowsOf(id)).toMatchObject([waiting, waiting])
    expect((await createClaimStore(db, 2).take(10)).deliveries).toEqual([])
    await makeAllDue()
    expect((await createClaimStore(db, 2).take(10)).deliveries).toMatchObject([
      { tries: 1 },
      { tries: 1 },
    ])
  })

  test('is not sent again if its device reports it', async () => {
    const { id, deliveries } = await handOverByDeadWorker(4)
    await report(deliveries[0])
    await recoverDeliveries(db)
    await report(deliveries[1])
    await makeAllDue()
    const other = createClaimStore(db, 2)
    const { deliveries: again } = await other.take(10)
    expect(again.map((each) => each.id).sort()).toEqual(deliveries.slice(2).map((each) => each.id))
    await report(deliveries[2])
    expect(await other.handOver(again)).toEqual(new Set([deliveries[3]?.id]))
    await report(deliveries[3])
    await other.settle(settledAs('queued', again))
    expect(await deliveryStates(url, id)).toEqual({ accepted: 4 })
  })

  test('gets the state that its worker stores later, if the worker only seemed dead', async () => {
    const { id, dead, deliveries } = await handOverByDeadWorker(3)
    await recoverDeliveries(db)
    await dead.settle(settledAs('accepted', deliveries.slice(0, 1)))
    await dead.settle(settledAs('gone', deliveries.slice(1, 2)))
    await dead.settle(settledAs('queued', deliveries.slice(2)))
    expect(await rowsOf(id)).toMatchObject([
      { state: 'accepted', tries: 1, reason: null },
      { state: 'gone', tries: 1 },
      { state: 'queued', tries: 1, waits: false },
    ])
  })

  test('stays with the second worker that has claimed it', async () => {
    const { id, dead, deliveries } = await handOverByDeadWorker(1)
    await recoverDeliveries(db)
    await makeAllDue()
    await createClaimStore(db, 2).take(1)
    await dead.settle(settledAs('gone', deliveries))
    expect(await deliveryStates(url, id)).toEqual({ claimed: 1 })
  })

  test('gets the state unknown if it expired or its nudge is cancelled, until its device reports it', async () => {
    const { id, deliveries } = await handOverByDeadWorker(2)
    await recoverDeliveries(db)
    await makeAllDue()
    await onDatabase(url, async (query) => {
      await query('update nudge_deliveries set expires_at = now() where id = $1', [
        deliveries[0]?.id,
      ])
    })
    await createClaimStore(db, 2).take(1)
    await onDatabase(url, (query) => query(`update nudges set state = 'cancelled'`))
    await createClaimStore(db, 2).take(1)
    expect(await deliveryStates(url, id)).toEqual({ unknown: 2 })
    await report(deliveries[0])
    expect(await deliveryStates(url, id)).toEqual({ accepted: 1, unknown: 1 })
  })

  test('gets the state unknown if its nudge is cancelled before it is sent again', async () => {
    const { id, deliveries } = await handOverByDeadWorker(2)
    await recoverDeliveries(db)
    await insertDelivery(id)
    expect(await queries.cancelDeliveries(db, id)).toBe(1)
    expect(await deliveryStates(url, id)).toEqual({ unknown: 2, skipped: 1 })
    await report(deliveries[0])
    expect(await deliveryStates(url, id)).toEqual({ accepted: 1, unknown: 1, skipped: 1 })
  })

  test('gets the state unknown after its last permitted attempt', async () => {
    const { id } = await handOverByDeadWorker(1)
    await onDatabase(url, (query) => query(`update nudge_deliveries set tries = ${maxTries - 1}`))
    await recoverDeliveries(db)
    expect(await deliveryStates(url, id)).toEqual({ unknown: 1 })
  })
})

test.each(['gone', 'failed', 'expired', 'skipped'])(
  'a delivery in state %s becomes accepted when its device reports it',
  async (state) => {
    const id = await startedNudge(1)
    const { deliveries } = await createClaimStore(db, 1).take(1)
    await onDatabase(url, (query) => query('update nudge_deliveries set state = $1', [state]))
    await report(deliveries[0])
    expect(await queries.findTotals(db, id)).toMatchObject({ [state]: 0, accepted: 1, received: 1 })
  },
)

describe('a device that another member uses now', () => {
  const link = (device: number, member: number) =>
    onDatabase(url, (query) =>
      query('update push_devices set member = $2 where id = $1', [device, member]),
    )
  /** A nudge with a queued delivery to the only device of member 7. */
  async function waitingNudge() {
    const id = await startedNudge(1)
    const [device] = await onDatabase(url, (query) =>
      query<{ id: number }>('select id from push_devices'),
    )
    if (!device) throw new Error('There is no device.')
    await queries.assignDeliveries(db, device.id, 7)
    await link(device.id, 7)
    return { id, device: device.id }
  }

  test.each([
    ['claimed', async () => void (await createClaimStore(db, 1).take(1))],
    ['queued', async () => {}],
  ])('is not sent deliveries that are %s for the former member', async (_, prepare) => {
    const { id, device } = await waitingNudge()
    await prepare()
    await queries.assignDeliveries(db, device, 7)
    expect(await rowsOf(id)).not.toMatchObject([{ state: 'skipped' }])
    await queries.assignDeliveries(db, device, 8)
    expect(await rowsOf(id)).toMatchObject([{ state: 'skipped', reason: 'other member' }])
  })

  test('is not sent deliveries that stayed assigned to the former member', async () => {
    const { id, device } = await waitingNudge()
    await link(device, 8)
    expect((await createClaimStore(db, 1).take(1)).deliveries).toEqual([])
    expect(await deliveryStates(url, id)).toEqual({ skipped: 1 })
  })

  test('lists no nudge that was only for the former member', async () => {
    const { id, device } = await waitingNudge()
    const claims = createClaimStore(db, 1)
    const { deliveries } = await claims.take(1)
    await claims.settle(settledAs('accepted', deliveries))
    const listedFor = async (person: string | null) =>
      (await queries.listMessages(db, device, person)).map((message) => message.id)
    expect(await listedFor('member:7')).toEqual([id])
    expect(await listedFor('member:8')).toEqual([])
    expect(await listedFor(null)).toEqual([id])
    await onDatabase(url, (query) => query(`update nudges set audience = 'person'`))
    expect(await listedFor('member:7')).toEqual([id])
    expect(await listedFor('member:8')).toEqual([])
    expect(await listedFor(null)).toEqual([])
  })
})

test('the worker of a living process keeps its claims', async () => {
  await startedNudge(1)
  await createClaimStore(db, 5).take(1)
  await onDatabase(url, async (query) => {
    await query('select pg_advisory_lock(7262032, 5)')
    expect(await recoverDeliveries(db)).toEqual({ queued: 0, repeated: 0 })
  })
})

test('claims whose reply was lost are released, and claims that the worker knows are kept', async () => {
  await startedNudge(3)
  const claims = createClaimStore(db, 12)
  const { deliveries } = await claims.take(3)
  const [known] = deliveries
  if (!known) throw new Error('Nothing was claimed.')
  // Worker 1 must not release the claims of worker 12, although the number 12 begins with 1.
  await createClaimStore(db, 1).releaseForgotten([])
  await claims.releaseForgotten([known.id])
  expect((await claims.take(3)).deliveries.map(({ id }) => id).sort()).toEqual(
    deliveries
      .map(({ id }) => id)
      .filter((id) => id !== known.id)
      .sort(),
  )
})

test.each([
  [
    'no longer valid',
    `update nudge_deliveries set expires_at = now() - interval '1 second' where nudge = $1`,
    'expired',
  ],
  ['cancelled', `update nudges set state = 'cancelled' where id = $1`, 'skipped'],
])('deliveries of a nudge that is %s are not claimed', async (_, change, state) => {
  const id = await startedNudge(2)
  await onDatabase(url, (query) => query(change, [id]))
  expect((await createClaimStore(db, 1).take(10)).deliveries).toEqual([])
  expect(await deliveryStates(url, id)).toEqual({ [state]: 2 })
})

test('a device that is gone gets no more nudges, unless it has a new subscription', async () => {
  await startedNudge(2)
  const claims = createClaimStore(db, 1)
  const { deliveries } = await claims.take(2)
  const [first, renewed] = deliveries
  await claims.handOver(deliveries)
  await onDatabase(url, (query) =>
    query(`update push_devices set endpoint = 'https://push.example/new' where id = $1`, [
      renewed?.device,
    ]),
  )
  await claims.settle(settledAs('gone', deliveries))
  const gone = await onDatabase(url, (query) =>
    query<{ id: number }>('select id from push_devices where gone_at is not null'),
  )
  expect(gone).toEqual([{ id: first?.device }])
})

test('old deliveries, and devices that have been gone for a month, are deleted', async () => {
  const { deleteGoneDevices } = await import('../../cms/features/nudges/queries/devices.ts')
  const id = await startedNudge(3)
  await onDatabase(url, async (query) => {
    await query(`update nudge_deliveries set queued_at = now() - interval '91 days'
                  where id in (select id from nudge_deliveries order by id limit 1)`)
    await query(`update push_devices set gone_at = now() - interval '31 days'
                  where id in (select id from push_devices order by id limit 2)`)
  })
  await queries.deleteOldDeliveries(db)
  await deleteGoneDevices(db)
  expect(await deliveryStates(url, id)).toEqual({ queued: 2 })
  // A delivery that is left for a deleted device is not sent.
  expect((await createClaimStore(db, 1).take(10)).deliveries).toHaveLength(1)
  expect(await deliveryStates(url, id)).toEqual({ gone: 1, claimed: 1 })
})
