import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startNudges } from './start.ts'

vi.mock('./load.ts', () => ({ loadWatch: vi.fn(async () => ({ receive: () => {} })) }))
vi.mock('./this-window.ts', () => ({
  channel: { postMessage: (data: object) => sent(data), addEventListener: () => {} },
}))

const sent = vi.fn((_: object) => {})
const toWorker = vi.fn((_: object) => {})
const now = Date.UTC(2026, 10, 23)

beforeEach(() => {
  vi.useFakeTimers({ now })
  const self = new EventTarget()
  vi.stubGlobal('self', self)
  vi.stubGlobal('top', self)
  // The page is not loaded yet, and may never be.
  vi.stubGlobal('document', { readyState: 'loading' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { href: 'https://site.example/cafe' })
  vi.stubGlobal('navigator', {
    serviceWorker: Object.assign(new EventTarget(), {
      controller: { postMessage: (data: object) => toWorker(data) },
    }),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

// Source: spec section 4, "Nudge lifecycle".
test('APP_READY follows 100 ms and TEST 500 ms after the start, before the page has loaded', async () => {
  startNudges()
  await vi.advanceTimersByTimeAsync(99)
  expect(toWorker).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(toWorker.mock.calls).toEqual([
    [
      {
        type: 'APP_READY',
        timestamp: now + 100,
        currentUrl: 'https://site.example/cafe',
        listeners: { serviceWorker: true, broadcastChannel: true, window: true },
      },
    ],
  ])
  await vi.advanceTimersByTimeAsync(399)
  expect(sent).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  const message = [{ type: 'TEST', timestamp: now + 500 }]
  expect([sent.mock.calls, toWorker.mock.calls.slice(1)]).toEqual([[message], [message]])
})
