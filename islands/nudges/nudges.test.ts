import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAtWork } from './at-work.ts'
import { followLink, renderButton, trackClick } from './button.ts'
import { reportShown } from './calls.ts'
import { claim } from './claim.ts'
import { type Nudge, readNudge } from './message.ts'
import { createNudges } from './nudges.ts'

vi.mock('./button.ts', () => ({ renderButton: vi.fn(), followLink: vi.fn(), trackClick: vi.fn() }))
vi.mock('./calls.ts')
vi.mock('./claim.ts')
vi.mock('./at-work.ts', () => ({ isAtWork: vi.fn(() => false) }))
vi.mock('./this-window.ts', () => ({ firstPath: '/cafe' }))

let page: EventTarget & { hidden: boolean }
const self = {}
const stored = new Map<string, string>()
const now = Date.UTC(2026, 10, 23)

beforeEach(() => {
  vi.useFakeTimers({ now })
  vi.mocked(claim).mockResolvedValue(true)
  page = Object.assign(new EventTarget(), { hidden: false })
  vi.stubGlobal('document', page)
  vi.stubGlobal('self', self)
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  stored.clear()
})

/** @param database values of the local database by their keys */
function open(database: Record<string, object> = {}) {
  const posted: object[] = []
  const deleted: string[] = []
  const store = { get: (key: string) => database[key], delete: (key: string) => deleted.push(key) }
  const nudges = createNudges({
    postToWorker: (message) => posted.push(message),
    // The methods of this store return results instead of requests.
    resultOf: async (request) => request as never,
    withStore: async (_, use) => use(store as never),
  })
  return { nudges, posted, deleted }
}
const show = { type: 'SHOW_NUDGE', url: '/beer', id: '7' }
const nudgeOf = (value: object) => readNudge(value) as Nudge
const received = (source: string) => ({
  type: 'NUDGE_RECEIVED',
  url: '/beer',
  timestamp: now,
  source,
})

test.each([
  ['this window', self, 'window-listener'],
  ['the channel or the worker', {}, 'service-worker-listener'],
])('the worker gets a confirmation of a nudge that came by %s', async (_, target, source) => {
  const { nudges, posted } = open()
  await nudges.receive(show, target)
  expect(posted).toEqual([received(source)])
  expect(stored.get('nudge_url')).toBe('/beer')
})

test('a stored nudge is confirmed, unless another one is pending or it was shown before', async () => {
  const { nudges, posted } = open()
  await nudges.acceptStored(nudgeOf({ url: '/beer', id: '7' }))
  expect(posted).toEqual([received('service-worker-listener')])
  await nudges.acceptStored(nudgeOf({ url: '/hall', id: '8' }))
  expect(stored.get('nudge_url')).toBe('/beer')
  vi.mocked(claim).mockResolvedValue(false)
  await nudges.receive(show, self)
  expect(posted).toHaveLength(1)
})

test.each([
  ['was shown before', () => vi.mocked(claim).mockResolvedValue(false), {}],
  ['has expired', () => {}, { expires_at: now }],
])('a stored nudge that %s is deleted', async (_, prepare, more) => {
  prepare()
  const { nudges, posted, deleted } = open({ current: { ...show, ...more } })
  await nudges.acceptStored(nudgeOf({ ...show, ...more }))
  expect([posted, deleted]).toEqual([[], ['current']])
})

test('a stored nudge is not deleted if a message brings the same nudge at the same moment', async () => {
  vi.mocked(claim).mockResolvedValueOnce(true).mockResolvedValueOnce(false)
  const { nudges, posted, deleted } = open({ current: show })
  await Promise.all([nudges.receive(show, {}), nudges.acceptStored(nudgeOf(show))])
  expect([posted.length, deleted]).toEqual([1, []])
})

test('a message that is no nudge is logged and stored nowhere', async () => {
  const logged = vi.spyOn(console, 'debug').mockImplementation(() => {})
  const { nudges, posted } = open()
  await nudges.receive({ type: 'SHOW_NUDGE', url: '' }, self)
  expect(logged.mock.calls.flat().join(' ')).toContain('was ignored')
  expect([posted, stored.size]).toEqual([[], 0])
})

test('a hidden window leaves a nudge with an id to other windows, but keeps a nudge without an id', async () => {
  page.hidden = true
  const { nudges, posted } = open()
  await nudges.receive(show, self)
  expect([posted, stored.size, vi.mocked(claim).mock.calls]).toEqual([[], 0, []])
  await nudges.receive({ ...show, id: undefined }, self)
  expect(stored.get('nudge_url')).toBe('/beer')
})

test('a clicked notification opens its link, also in a hidden window, and ends the nudge', async () => {
  const { nudges, posted } = open()
  await nudges.receive(show, self)
  page.hidden = true
  await nudges.receive({ ...show, type: 'SW_NAVIGATE', clicked: true }, {})
  expect(vi.mocked(followLink).mock.calls).toEqual([['/beer']])
  expect(trackClick).toHaveBeenCalledOnce()
  expect(stored.has('nudge_url')).toBe(false)
  expect(posted[1]).toEqual(received('service-worker-listener'))
})

test('a button that cannot be shown causes no unhandled error, and the nudge stays', async () => {
  vi.mocked(renderButton).mockImplementation(() => {
    throw new TypeError('The script could not be loaded.')
  })
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  await open().nudges.receive(show, self)
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).not.toHaveBeenCalled()
  expect(stored.get('nudge_url')).toBe('/beer')
})

test('a nudge waits on a page where somebody works, and is shown and reported on the next one', async () => {
  const lastShown = () => vi.mocked(renderButton).mock.calls.at(-1)?.[0]
  const goTo = async (pathname: string, isWork: boolean) => {
    vi.stubGlobal('location', { pathname })
    vi.mocked(isAtWork).mockReturnValue(isWork)
    page.dispatchEvent(new Event('astro:after-swap'))
    await vi.advanceTimersByTimeAsync(0)
  }
  vi.mocked(renderButton).mockReset()
  vi.mocked(isAtWork).mockReturnValue(true)
  const { nudges } = open()
  await nudges.receive({ ...show, token: 'window' }, self)
  await vi.advanceTimersByTimeAsync(0)
  expect([lastShown(), stored.get('nudge_url')]).toEqual([null, '/beer'])
  expect(reportShown).not.toHaveBeenCalled()

  await goTo('/hall', false)
  expect(lastShown()).toMatchObject({ url: '/beer' })
  expect(reportShown).toHaveBeenCalledOnce()
  // From now on it is a nudge like others: the next navigation ends it. Source: spec section 4.
  await goTo('/kitchens', false)
  expect(stored.has('nudge_url')).toBe(false)
})

test('the ten minutes of a nudge run on while it waits', async () => {
  vi.mocked(isAtWork).mockReturnValue(true)
  const { nudges } = open()
  await nudges.receive(show, self)
  vi.setSystemTime(now + 10 * 60_000)
  nudges.sync()
  expect(stored.has('nudge_url')).toBe(false)
  vi.mocked(isAtWork).mockReturnValue(false)
})
