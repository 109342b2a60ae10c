import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { SheetBooking, SheetReply } from '../evening/contract.ts'
import { storedPart } from './stored-sheet.ts'

const booking: SheetBooking = {
  ...{ id: 7, version: 1, area: 'Beer Hall', day: '2026-12-04', time: '19:00', ends: '21:00' },
  ...{ at: '2026-12-04T19:00:00Z', party: 4, name: 'Ada <b>', phone: '07700 900123' },
  ...{ source: 'phone', status: 'expected', tables: [1], late_minutes: 0, quoted_for: '19:20' },
  ...{ waiting_path: '/book/waiting/7-secret', notes: 'Private words', occasion: 'date' },
  ...{ allergies: 'Nuts & "seeds"', high_chair: true, step_free: false, is_desk: false },
  ...{ is_member: true, is_new: false, has_birthday: true, no_shows: 3 },
}
const sheet: SheetReply = {
  ...{ day: '2026-12-04', today: '2026-12-04', time: '18:30', now: '2026-12-04T18:30:00Z' },
  until: '2026-12-05T06:00:00Z',
  areas: [
    {
      area: 'Beer Hall',
      tables: [{ id: 1, name: 'Booth 1', min: 2, max: 6 }],
      desks: [{ id: 9, name: 'Desk 3' }],
      times: [],
    },
  ],
  bookings: [
    booking,
    { ...booking, id: 9, name: 'Grace', tables: [9], is_desk: true },
    { ...booking, id: 8, name: 'Gone', status: 'cancelled' },
  ],
  closures: [],
}

test('what is kept for an evening without a network has names, tables and allergies, and no telephone, link or note', () => {
  const kept = JSON.stringify(storedPart(sheet))
  for (const part of ['Ada', 'Booth 1', 'Nuts', '18:30']) expect(kept).toContain(part)
  for (const part of ['900123', 'secret', 'Private', 'no_shows', 'birthday']) {
    expect(kept).not.toContain(part)
  }
})

const worker = createContext({ self: { addEventListener: () => {} } })
runInContext(readFileSync('public/sw-evening.js', 'utf8'), worker)
const page = (value: unknown, now: string, day: string | null = null): string =>
  runInContext(
    `sheetPage(${JSON.stringify(value)}, Date.parse('${now}'), ${JSON.stringify(day)})`,
    worker,
  )

test('the worker shows what is kept, how old it is, and markup in names as text', () => {
  const html = page(storedPart(sheet), '2026-12-04T19:42:10Z')
  expect(html).toContain('This is how it was at 18:30, 72 minutes ago.')
  expect(html).toContain('Ada &lt;b&gt;')
  expect(html).toContain('Nuts &amp; &quot;seeds&quot;')
  expect(html).toContain('Booth 1')
  expect(html).toContain('Desk 3')
  expect(html).not.toContain('Gone')
  expect(html).toContain('<p>Friday 4 December</p>')
  expect(page(storedPart(sheet), '2026-12-04T19:42:10Z', '2026-12-04')).toContain('Ada')
})

test('asked for another day, the worker says that it has only tonight, and shows nobody', () => {
  const html = page(storedPart(sheet), '2026-12-04T19:42:10Z', '2026-12-05')
  expect(html).toContain('Nothing of that day is kept')
  expect(html).toContain('<a href="/cms/evening">Tonight, Friday 4 December</a>')
  expect(html).not.toContain('Ada')
})

test('the worker itself has nothing of an evening', () => {
  expect(page(null, '2026-12-04T19:42:10Z')).toContain('Nothing of this evening is kept')
})

type FetchEvent = {
  request: { url: string; method: string; mode: string }
  waitUntil: (work: Promise<unknown>) => void
  respondWith: (response: Promise<Response>) => void
}

/** Starts the worker on a device that keeps this sheet, if any, with a server that replies with this status. */
function startWorker(kept: ReturnType<typeof storedPart> | null, status = 200) {
  const databases = new Map<string, unknown>(kept ? [['evening', kept]] : [])
  const started: Promise<unknown>[] = []
  const requestOf = (run: (request: Record<string, () => void>) => object | undefined) => {
    const request: Record<string, () => void> = {}
    started.push(Promise.resolve().then(() => Object.assign(request, run(request))))
    return request
  }
  const succeed = (request: Record<string, unknown>, result?: unknown) => {
    Object.assign(request, { result })
    ;(request.onsuccess as (() => void) | undefined)?.()
  }
  const indexedDB = {
    open: (name: string) =>
      requestOf((request) => {
        if (!databases.has(name)) {
          let isAborted = false
          const abort = () => {
            isAborted = true
          }
          Object.assign(request, { transaction: { abort } })
          request.onupgradeneeded?.()
          if (isAborted) return void request.onerror?.()
          databases.set(name, undefined)
        }
        const get = () => requestOf((read) => void succeed(read, databases.get(name)))
        succeed(request, {
          close: () => {},
          transaction: () => ({ objectStore: () => ({ get }) }),
        })
      }),
    deleteDatabase: (name: string) =>
      requestOf((request) => {
        databases.delete(name)
        succeed(request)
      }),
  }
  let listener: (event: FetchEvent) => void = () => {}
  const self = {
    indexedDB,
    location: { origin: 'https://venue.example' },
    addEventListener: (_: string, found: typeof listener) => {
      listener = found
    },
  }
  const fetch = async () => new Response('From the server', { status })
  const context = createContext({ self, indexedDB, fetch, URL, Response, Error })
  runInContext(readFileSync('public/sw-evening.js', 'utf8'), context)
  const idle = () => new Promise((resolve) => setTimeout(resolve, 20))
  return {
    databases,
    idle,
    /** @returns what the worker replies; null if it leaves the request to the browser */
    open: async (path: string) => {
      let reply: Promise<Response> | null = null
      const waits: Promise<unknown>[] = []
      listener({
        request: { url: `https://venue.example${path}`, method: 'GET', mode: 'navigate' },
        waitUntil: (work) => waits.push(work),
        respondWith: (response) => {
          reply = response
        },
      })
      await Promise.all(waits)
      return reply as Promise<Response> | null
    },
  }
}
const tonight = () => ({
  ...storedPart(sheet),
  until: new Date(Date.now() + 3_600_000).toISOString(),
})

test('what is kept goes when the worker starts after the night, and with any page of the admin, but not before', async () => {
  const old = { ...storedPart(sheet), until: new Date(Date.now() - 1000).toISOString() }
  const started = startWorker(old)
  await started.idle()
  expect([...started.databases.keys()]).toEqual([])
  const device = startWorker(tonight())
  await device.idle()
  await device.open('/cms/collections/news')
  expect([...device.databases.keys()]).toEqual(['evening'])
  device.databases.set('evening', old)
  await device.open('/calendar')
  expect([...device.databases.keys()]).toEqual(['evening'])
  await device.open('/cms/collections/news')
  expect([...device.databases.keys()]).toEqual([])
  // A device without a sheet gets no database.
  await device.open('/cms')
  expect([...device.databases.keys()]).toEqual([])
})

test.each([
  [502, 'Ada'],
  [503, 'Ada'],
  [504, 'Ada'],
  [200, 'From the server'],
  [500, 'From the server'],
])('if the answer is %i, staff see %s', async (status, text) => {
  const reply = await (await startWorker(tonight(), status).open('/cms/evening'))?.text()
  expect(reply).toContain(text)
})
