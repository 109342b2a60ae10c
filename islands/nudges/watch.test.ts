import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Nudge } from './message.ts'
import { createNudges } from './nudges.ts'
import { findStored } from './stored.ts'

vi.mock('./nudges.ts')
vi.mock('./stored.ts')
vi.mock('./live.ts')
vi.mock('./this-window.ts', () => ({ channel: null, firstPath: '/cafe' }))

const nudges = { sync: vi.fn(), acceptStored: vi.fn(), syncSubscription: vi.fn() }
let page: EventTarget & { hidden: boolean }
let self: EventTarget
const session: Record<string, string> = {}
const now = Date.UTC(2026, 10, 23)

beforeEach(() => {
  vi.useFakeTimers({ now })
  // The module starts when it is imported, so each test imports it again, with event targets of its own.
  vi.resetModules()
  page = Object.assign(new EventTarget(), { hidden: false })
  self = new EventTarget()
  vi.mocked(createNudges).mockReturnValue(nudges as never)
  vi.mocked(findStored).mockResolvedValue([])
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', self.addEventListener.bind(self))
  vi.stubGlobal('location', { href: 'https://site.example/cafe' })
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('navigator', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
  delete session.nudge_url
})

const start = async (ms = 0) => {
  await import('./watch.ts')
  await vi.advanceTimersByTimeAsync(ms)
}

test('the session storage is read every two seconds while the window is visible', async () => {
  session.nudge_url = '/beer'
  await start()
  expect(nudges.sync).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(nudges.sync).toHaveBeenCalledTimes(3)
  page.hidden = true
  await vi.advanceTimersByTimeAsync(4_000)
  expect(nudges.sync).toHaveBeenCalledTimes(3)
})

test('the code that shows nudges is not loaded if there is no nudge', async () => {
  await start(10_000)
  expect(createNudges).not.toHaveBeenCalled()
})

test.each([
  ['half a second after the window became visible', () => page, 'visibilitychange', 500],
  ['when the window gets the focus', () => self, 'focus', 0],
])('stored nudges are looked for %s', async (_, target, event, afterMs) => {
  await start()
  const [expired, current] = [{ url: '/hall' }, { url: '/beer' }] as unknown as [Nudge, Nudge]
  const stored = [expired, current]
  vi.mocked(findStored).mockResolvedValue(stored)
  nudges.acceptStored.mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  target().dispatchEvent(new Event(event))
  await vi.advanceTimersByTimeAsync(Math.max(0, afterMs - 1))
  expect(nudges.acceptStored).toHaveBeenCalledTimes(afterMs ? 0 : 2)
  await vi.advanceTimersByTimeAsync(1)
  expect(nudges.acceptStored.mock.calls).toEqual([[expired], [current]])
})

test.each([
  ['while another nudge is pending', () => Object.assign(session, { nudge_url: '/hall' })],
  ['while the window is hidden', () => Object.assign(page, { hidden: true })],
])('stored nudges are not looked for %s', async (_, prepare) => {
  prepare()
  await start()
  expect(findStored).not.toHaveBeenCalled()
})
