import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CollectRequest } from '../../cms/features/analytics/contract.ts'
import { bounceSeconds } from '../../cms/features/analytics/rules.ts'
import { createVisibleTime } from './early/visible-time.ts'
import { createView } from './early/visit.ts'
import { pauseMs } from './limits.ts'
import { runTracker } from './tracker.ts'

const dispatch = (target: unknown, type: string, properties = {}) =>
  (target as EventTarget).dispatchEvent(Object.assign(new Event(type), properties))
/** The requests that were sent, in their order. */
let sent: CollectRequest[]
/** What the server replies. */
let reply: object

/** Starts the tracker on `/cafe`, in a window whose page is visible. */
function startTracker() {
  const page = Object.assign(new EventTarget(), {
    hidden: false,
    title: 'Cafe',
    cookie: '',
    documentElement: { dataset: {}, scrollHeight: 3_000 },
  })
  const tab = new EventTarget()
  const stubs = {
    ...{ document: page, self: tab, top: tab, location: new URL('https://venue.example/cafe') },
    history: { replaceState() {} },
    scrollY: 0,
    innerHeight: 750,
    PerformanceObserver: class {
      observe() {}
    },
    navigator: {
      sendBeacon: (path: string, body: string) => {
        if (path.endsWith('collect')) sent.push(JSON.parse(body))
        return true
      },
    },
    fetch: async (_: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body))
      return Response.json(reply)
    },
  }
  for (const [name, value] of Object.entries(stubs)) vi.stubGlobal(name, value)
  const visible = createVisibleTime()
  visible.start()
  const first = { view: createView(), origin: { referrer: '', source: {} }, visible }
  runTracker({ ...first, paintsUntilMs: 0, isTracked: false })
  const setHidden = (hidden: boolean) => {
    page.hidden = hidden
    dispatch(page, 'visibilitychange')
  }
  /** Does what the router does after a navigation. */
  const goTo = (path: string) => {
    vi.stubGlobal('location', new URL(path, 'https://venue.example'))
    dispatch(page, 'astro:after-swap')
  }
  return { tab, setHidden, goTo }
}
const viewsOf = ({ events }: CollectRequest) => events.filter((event) => event.type === 'view')
const countViews = () => new Set(sent.flatMap(viewsOf).map(({ id }) => id)).size

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ responseStart: 80 } as never])
  sent = []
  reply = { sessionId: 'a session', accepted: 1 }
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test.each([0, pauseMs + 1])(
  'a page that returns from the back/forward cache after %s ms counts as one more view',
  async (ms) => {
    const { tab, setHidden } = startTracker()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(countViews()).toBe(1)
    // Browsers dispatch the events in this order. No timer runs while a page is in the cache.
    dispatch(tab, 'pagehide', { persisted: true })
    setHidden(true)
    vi.setSystemTime(Date.now() + ms)
    setHidden(false)
    dispatch(tab, 'pageshow', { persisted: true })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(countViews()).toBe(2)
  },
)

test('a view that has lasted too long to be a bounce is reported, even if nothing else happens', async () => {
  const { goTo } = startTracker()
  const timesOf = (path: string) =>
    sent.flatMap(viewsOf).flatMap((view) => (view.path === path ? (view.time ?? 0) : []))
  await vi.advanceTimersByTimeAsync(bounceSeconds * 1000)
  expect(Math.max(...timesOf('/cafe'))).toBeLessThan(bounceSeconds)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(Math.max(...timesOf('/cafe'))).toBeGreaterThanOrEqual(bounceSeconds)
  goTo('/beer')
  await vi.advanceTimersByTimeAsync(bounceSeconds * 1000 + 1_000)
  expect(Math.max(...timesOf('/beer'))).toBeGreaterThanOrEqual(bounceSeconds)
})

test('a view is reported after five visible seconds; seconds in the background do not count', async () => {
  const { setHidden } = startTracker()
  await vi.advanceTimersByTimeAsync(3_000)
  setHidden(true)
  await vi.advanceTimersByTimeAsync(60_000)
  setHidden(false)
  const before = sent.length
  await vi.advanceTimersByTimeAsync(2_500)
  const [view] = sent.slice(before).flatMap(viewsOf)
  expect(view?.time).toBeGreaterThanOrEqual(bounceSeconds)
  expect(view?.time).toBeLessThan(bounceSeconds + 1)
})

test('pages that are left after a moment share one request', async () => {
  const { goTo } = startTracker()
  for (const page of ['/beer', '/cafe', '/hall', '/beer']) {
    await vi.advanceTimersByTimeAsync(200)
    goTo(page)
  }
  const before = sent.length
  await vi.advanceTimersByTimeAsync(8_000)
  // One request with the waiting events, and one with the report of the last page.
  expect(sent.length - before).toBe(2)
})

test('if the server stored nothing, later requests contain the referrer of the visit again', async () => {
  reply = { accepted: 0 }
  const { goTo } = startTracker()
  await vi.advanceTimersByTimeAsync(100)
  const before = sent.length
  goTo('/beer')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(new Set(sent.slice(before).map(({ referrer }) => referrer))).toEqual(new Set(['']))
})

test('no more events are sent after the reply that the visitor is not counted', async () => {
  reply = { sessionId: null, accepted: 0 }
  const { goTo } = startTracker()
  await vi.advanceTimersByTimeAsync(100)
  const before = sent.length
  goTo('/beer')
  await vi.advanceTimersByTimeAsync(8_000)
  expect(sent).toHaveLength(before)
})
