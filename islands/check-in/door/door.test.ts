import { beforeEach, expect, test, vi } from 'vitest'
import type { ListReply, ScanResult } from '../../../cms/features/check-in/contract.ts'
import type { createDoor } from './door.ts'

const now = Date.now()
const venue = { timeZone: 'Europe/London', currency: 'GBP', areaNames: {} }
const guests = [{ id: 1, name: 'Ada Lovelace', party: 1 }]
const list: ListReply = {
  ...{ now, version: '1', night: { day: '2026-12-04', ends_at: now + 3_600_000 } },
  ...{ areas: [{ area: 'Event Spaces', inside: 90, limit: 100, re_entry: true }] },
  ...{ area: 'Event Spaces', unchanged: false, title: 'Quiz', guests, keys: [], members: [] },
  lost: { members: [], suspended: [], devices: [] },
}
const result = (given: Partial<ScanResult>): ScanResult => ({
  kind: null,
  ...{ client_id: '', result: 'yes', count: 1, reservation: 1, member: null, name: 'Ada Lovelace' },
  ...{ party: 1, inside: 1, due_cents: 0, since: null, where: null, by: null, day: null },
  ...given,
})

/** A database of the browser, as far as the door needs one. */
function memory(): { indexedDB: object; stores: Map<string, Map<string, unknown>> } {
  const stores = new Map([
    ['kept', new Map<string, unknown>()],
    ['scans', new Map<string, unknown>()],
  ])
  const later = <T extends object>(request: T, done: keyof T): T => {
    setTimeout(() => (request[done] as () => void)?.())
    return request
  }
  const storeOf = (name: string) => {
    const values = stores.get(name) as Map<string, unknown>
    return {
      get: (key: string) => ({ result: values.get(key) }),
      getAll: () => ({ result: [...values.values()] }),
      put: (value: unknown, key: string) => ({ result: values.set(key, structuredClone(value)) }),
      delete: (key: string) => ({ result: values.delete(key) }),
      clear: () => ({ result: values.clear() }),
    }
  }
  const transaction = () => later({ objectStore: storeOf, oncomplete: () => {} }, 'oncomplete')
  const open = () =>
    later({ onsuccess: () => {}, result: { transaction, close() {} } }, 'onsuccess')
  return { indexedDB: { open }, stores }
}

type Reply = object | Promise<object>
let answers: Record<string, (body: { client_id: string; items: object[] }) => Reply>
let sent: [string, { client_id: string; items: { what: object }[] }][]
let stores: ReturnType<typeof memory>['stores']
const lost = (): never => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  vi.resetModules()
  const fake = memory()
  stores = fake.stores
  vi.stubGlobal('indexedDB', fake.indexedDB)
  sent = []
  answers = {
    enrol: () => ({ shift: 'secret', id: 1, ends_at: now + 3_600_000, now }),
    list: () => ({ ...list, now: Date.now() }),
    counts: () => ({ now: Date.now(), areas: list.areas, area: list.area }),
  }
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const name = path.split('/').at(-1) ?? ''
    const read = JSON.parse(body)
    sent.push([name, read])
    return Response.json(await (answers[name] ?? lost)(read))
  })
})

async function openDoor(): Promise<ReturnType<typeof createDoor>> {
  const { createDoor: create } = await import('./door.ts')
  const door = create({ base: '/api/check-in/door', venue, isStaff: true })
  const chosen = { name: 'Anna', door: 'event:7', area: null, title: 'Quiz', mayOverride: false }
  await door.enrol(chosen)
  return door
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const shownOf = async (door: ReturnType<typeof createDoor>) => {
  await settled()
  const { shown } = door.$state.get()
  return shown && `${shown.verdict}: ${shown.reason}`
}
const onlineCard = '12.mabcdef.abcdefghijklmnopqrstuv'

test('a browser that denies its database never says yes without a network', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('Denied', 'SecurityError')
    },
  })
  const door = await openDoor()
  expect(door.$state.get().storage).toBe('denied')
  await door.scanGuest(1)
  expect(await shownOf(door)).toBe('Stop: Not stored')
  expect(door.$state.get().waiting).toEqual([])
  // With one it works.
  answers.scan = () => ({ now: Date.now(), scan: result({}), areas: list.areas })
  door.retry()
  await settled()
  await vi.waitFor(() => expect(door.$state.get().isCut).toBe(false))
  await door.scanGuest(1)
  expect(await shownOf(door)).toBe('Yes: Come in')
})

test('a card whose reply was lost is asked for again, with the same key, before it is refused', async () => {
  const door = await openDoor()
  let tries = 0
  answers.scan = () => {
    if (++tries === 1) lost()
    return { now: Date.now(), scan: result({ reservation: null, member: 12 }), areas: list.areas }
  }
  await door.scanCode(onlineCard)
  expect(await shownOf(door)).toBe('Yes: Come in')
  const keys = sent.filter(([name]) => name === 'scan').map(([, { client_id }]) => client_id)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
})

test('a card that is refused although the server may have it is taken back there', async () => {
  const door = await openDoor()
  await door.scanCode(onlineCard)
  expect(await shownOf(door)).toBe('Ask: No network: find them by name')
  const [first] = sent.filter(([name]) => name === 'scan')
  expect([...(stores.get('scans')?.values() ?? [])]).toMatchObject([
    { what: { type: 'undo', scan: first?.[1].client_id }, shift: 'secret' },
  ])
})

test('a list that was asked for before a scan does not forget it', async () => {
  const door = await openDoor()
  let answer = (_: object) => {}
  const asked = Date.now() - 1000
  answers.list = () =>
    new Promise((resolve) => {
      answer = () => resolve({ ...list, now: asked, version: '2' })
    })
  answers.scan = () => ({ now: Date.now(), scan: result({}), areas: list.areas })
  door.retry()
  await vi.waitFor(() => expect(sent.at(-1)?.[0]).toBe('list'))
  await door.scanGuest(1)
  expect(await shownOf(door)).toBe('Yes: Come in')
  answer({})
  await vi.waitFor(() => expect(door.$state.get().book?.list.version).toBe('2'))
  answers.scan = lost
  door.closeResult()
  await door.scanGuest(1)
  expect(await shownOf(door)).toMatch(/^No: Already inside/)
})

test('what waits is sent with the shift in which it was stored, also when that is over', async () => {
  const door = await openDoor()
  await door.scanGuest(1)
  expect(door.$state.get().waiting).toHaveLength(1)
  answers.sync = ({ items }) => ({
    ...{ now: Date.now(), areas: [], clock_behind_ms: 0, clock_wrong: false },
    items: items.map((item) => ({ ...item, state: 'counted', reason: null })),
  })
  answers.end = () => ({ ok: true })
  const online = globalThis.fetch
  vi.stubGlobal('fetch', lost)
  await door.end()
  expect(door.$state.get()).toMatchObject({ phase: 'start', shift: null, waiting: [{}] })
  vi.stubGlobal('fetch', online)
  door.retry()
  await vi.waitFor(() => expect(door.$state.get().waiting).toEqual([]))
  expect(sent.at(-1)).toMatchObject(['sync', { shift: 'secret', items: [{ reservation: 1 }] }])
})

test('a yes says that the area is nearly full', async () => {
  const door = await openDoor()
  const areas = [{ area: 'Event Spaces', inside: 92, limit: 100, re_entry: true }]
  answers.scan = () => ({ now: Date.now(), scan: result({}), areas })
  await door.scanGuest(1)
  await settled()
  expect(door.$state.get().shown?.lines).toContain('Nearly full: 92 of 100')
})
