import { setTimeout as sleep } from 'node:timers/promises'
import type { Payload } from 'payload'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { applyNextRows } from '../../cms/features/newsletter/imports/apply-import.ts'
import type { lockAddresses } from '../../cms/features/newsletter/subscribing/address-lock.ts'
import { createBarrier } from '../support/barrier.ts'
import { makeDatabase, onDatabase } from '../support/database.ts'
import { importsOf, nonZeroCounts } from '../support/newsletter-imports.ts'
import { startPayload, stopPayload } from '../support/payload.ts'
import type { ServerProcess } from '../support/server.ts'
import { makeStaff } from '../support/staff.ts'
import { makeServerStarter } from '../support/started-servers.ts'
import { waitUntil } from '../support/wait-until.ts'

type Lock = typeof lockAddresses
// Replaces the lock of addresses in the race below.
const locking = vi.hoisted(() => ({ replace: null as ((lock: Lock) => Lock) | null }))
vi.mock('../../cms/features/newsletter/subscribing/address-lock.ts', async (importActual) => {
  const { lockAddresses: actual } =
    await importActual<typeof import('../../cms/features/newsletter/subscribing/address-lock.ts')>()
  const lock: Lock = (...args) => (locking.replace?.(actual) ?? actual)(...args)
  return { lockAddresses: lock }
})

const agreed = '2026-01-02,web form'
/** A list of `count` people; every fifth row has no consent. */
const listOf = (count: number, name = 'row', from = 1) =>
  [
    'email,name,phone,birthday,interests,consent_at,consent_how',
    ...Array.from({ length: count }, (_, index) => {
      const n = from + index
      const stated = n % 5 ? agreed : ','
      return `${name}${n}@venue.example,Reader ${n},'+44 114 ${100_000 + n},${1 + (n % 28)}/${1 + (n % 12)},Film & Cinema; Cooking Classes,${stated}`
    }),
  ].join('\n')
const { start, startProcess, stop } = makeServerStarter()
afterEach(stop)

/** Expects that nothing is stored twice or in part. @returns the counts */
async function expectComplete(
  url: string,
  { active, pending }: { active: number; pending: number },
) {
  const [found] = await onDatabase(url, (query) =>
    query<Record<string, number>>(
      `select (select count(*)::int from subscribers where state = 'active') as active,
              (select count(*)::int from subscribers where state = 'pending') as pending,
              (select count(*)::int from consents where kind = 'given') as consents,
              (select count(distinct subscriber_id)::int from consents) as agreed,
              (select count(*)::int from subscribers_interests) as interests,
              (select count(*)::int from subscription_requests) as requests,
              (select count(*)::int from mails) as mails,
              (select count(distinct to_address)::int from mails) as addresses,
              (select count(*)::int from audit where action = 'imported') as entries`,
    ),
  )
  expect(found).toMatchObject({
    active,
    pending,
    consents: active,
    agreed: active,
    interests: active * 2,
    requests: pending,
    mails: pending,
    addresses: pending,
  })
  return found
}

describe('an import', () => {
  test('whose process is killed repeatedly is complete in the end', {
    tags: 'extended',
  }, async () => {
    const url = await makeDatabase('empty')
    const count = 6000
    let server = await startProcess(url)
    const { publisher } = await makeStaff(server)
    let lists = importsOf(server, publisher)
    const { id } = (await lists.upload(listOf(count))).json<{ id: number }>()
    const restart = async () => {
      await server.stop('SIGKILL')
      server = await startProcess(url)
      lists = importsOf(server, publisher)
    }
    // The process is killed while it reads the file. The next process reads the whole file again.
    await lists.waitForState(id, ['reading', 'ready'])
    await restart()
    const ready = await lists.waitForState(id, ['ready'])
    expect(ready.counts).toMatchObject({ joins: count * 0.8, asks: count * 0.2 })
    expect(await onDatabase(url, (query) => query('select from subscribers'))).toEqual([])
    await lists.begin(id, 'ask')
    // The process is killed at a random moment of the import, after some of its transactions.
    for (let kill = 0; kill < 2; kill++) {
      const share = kill * 0.4 + Math.random() * 0.3
      const { state } = await waitUntil(
        () => lists.progress(id),
        ({ progress }) => progress > share,
      )
      expect(state).toBe('doing')
      await restart()
    }
    await lists.waitForState(id, ['done'])
    expect(nonZeroCounts(await lists.progress(id))).toEqual({
      joins: count * 0.8,
      asks: count * 0.2,
    })
    const { entries } =
      (await expectComplete(url, { active: count * 0.8, pending: count * 0.2 })) ?? {}
    expect(entries).toBe(1)
  })

  test('of the same list in three processes at once adds each address once', {
    tags: 'extended',
  }, async () => {
    const url = await makeDatabase('empty')
    const first = await start(url)
    const { publisher } = await makeStaff(first)
    const three = [first, await start(url), await start(url)].map((server) =>
      importsOf(server, publisher),
    )
    const file = listOf(3000)
    const made = await Promise.all(three.map((lists) => lists.uploadAndPreview(file)))
    await Promise.all(three.map((lists, n) => lists.begin(made[n]?.id ?? 0, 'ask')))
    const done = await Promise.all(
      three.map((lists, n) => lists.waitForState(made[n]?.id ?? 0, ['done'])),
    )
    await expectComplete(url, { active: 2400, pending: 600 })
    const sum = (verdict: 'joins' | 'asks' | 'same') =>
      done.reduce((total, { counts }) => total + counts[verdict], 0)
    expect([sum('joins'), sum('asks'), sum('same')]).toEqual([2400, 600, 6000])
  })

  test('that is started twice runs once', async () => {
    const url = await makeDatabase('empty')
    const server = await start(url)
    const { publisher } = await makeStaff(server)
    const lists = importsOf(server, publisher)
    const { id } = await lists.uploadAndPreview(listOf(500))
    const responses = await Promise.all(Array.from({ length: 8 }, () => lists.begin(id, 'ask')))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    await lists.waitForState(id, ['done'])
    await expectComplete(url, { active: 400, pending: 100 })
  })

  test('of 15,000 rows does not block pages or fill the memory', { tags: 'extended' }, async () => {
    const url = await makeDatabase('demo')
    const server = await startProcess(url)
    const { publisher } = await makeStaff(server)
    const lists = importsOf(server, publisher)
    const file = listOf(15_000)
    await server.get('/cafe')
    const idleMb = await residentMb(server)
    const watch = watchResponseTimes(server)
    const began = performance.now()
    const response = await lists.upload(file)
    const { id } = response.json<{ id: number }>()
    const ready = await lists.waitForState(id, ['ready'], 90_000)
    const readAt = performance.now()
    expect(ready.counts).toMatchObject({ joins: 12_000, asks: 3_000 })
    await lists.begin(id, 'ask')
    const done = await lists.waitForState(id, ['done'], 120_000)
    const doneAt = performance.now()
    expect(nonZeroCounts(done)).toEqual({ joins: 12_000, asks: 3_000 })
    const { slowest, median, count } = await watch.stop()
    const growthMb = (await residentMb(server)) - idleMb
    console.log(
      `15,000 rows (${(file.length / 1024 / 1024).toFixed(1)} MB): read in ${((readAt - began) / 1000).toFixed(1)} s, applied in ${((doneAt - readAt) / 1000).toFixed(1)} s; ${count} pages meanwhile, median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; ${growthMb.toFixed(0)} MB more`,
    )
    // With a blocked event loop the program would answer only two or three requests.
    expect(count).toBeGreaterThan(20)
    expect(growthMb).toBeLessThan(300)
  })
})

/** Requests a page repeatedly and records the duration of each request. */
function watchResponseTimes(server: ServerProcess) {
  const times: number[] = []
  let isRunning = true
  const running = (async () => {
    while (isRunning) {
      const began = performance.now()
      // Bypasses the cache, so that the page is rendered.
      await server.get(`/cafe?${times.length}`)
      times.push(performance.now() - began)
      await sleep(50)
    }
  })()
  return {
    stop: async () => {
      isRunning = false
      await running
      const sorted = times.toSorted((one, other) => one - other)
      return {
        slowest: sorted.at(-1) ?? 0,
        median: sorted[Math.floor(sorted.length / 2)] ?? 0,
        count: sorted.length,
      }
    },
  }
}

const residentMb = async (server: ServerProcess) =>
  (await server.metric('process_resident_memory_bytes')) / 1024 / 1024

describe('two imports of one address at the same moment', () => {
  let url: string
  let payload: Payload
  beforeAll(async () => {
    url = await makeDatabase('demo')
    payload = await startPayload(url)
  })
  afterAll(() => stopPayload(payload))

  /** Runs two imports that both reach the lock before either continues. @returns the number of consent requests */
  async function race(email: string, { isLocked }: { isLocked: boolean }): Promise<number> {
    const imports = await onDatabase(url, (query) =>
      query<{ import_id: number }>(
        `with made as (
           insert into subscriber_imports (name, state, birthday_order, by_id, by_name, header, rows, asks)
           select 'list', 'doing', 'day/month', 1, 'Ada', '["email"]', 1, true from generate_series(1, 2)
           returning id)
         insert into subscriber_import_rows (import_id, number, email, cells, verdict)
         select id, 1, $1, jsonb_build_array($1::text), 'asks' from made returning import_id`,
        [email],
      ),
    )
    const bothReached = createBarrier(2)
    locking.replace =
      (actual) =>
      async (...args) => {
        await bothReached()
        if (isLocked) await actual(...args)
      }
    await Promise.all(imports.map(({ import_id }) => applyNextRows(payload, import_id)))
    locking.replace = null
    await Promise.all(imports.map(({ import_id }) => applyNextRows(payload, import_id)))
    const requests = await onDatabase(url, (query) =>
      query('select from subscription_requests where email = $1', [email]),
    )
    return requests.length
  }

  test('send one consent request', async () => {
    for (let round = 0; round < 10; round++)
      expect(await race(`race${round}@venue.example`, { isLocked: true })).toBe(1)
  })

  test('send two consent requests without the lock (shows that the test above can fail)', {
    tags: 'extended',
  }, async () => {
    let twice = 0
    for (let round = 0; round < 10; round++) {
      if ((await race(`unlocked${round}@venue.example`, { isLocked: false })) > 1) twice++
    }
    expect(twice).toBeGreaterThan(0)
  })
})
