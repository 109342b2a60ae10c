import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Monitor, watchDatabase } from './monitor.ts'

let monitor: Monitor
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(async () => {
  await monitor.stop()
  vi.useRealTimers()
})

/**
 * Makes a database client whose pings succeed or time out.
 * @param onPing gets the number of the ping; returns `answer`, or the milliseconds until the ping times out
 */
function makeClient(onPing: (count: number) => number | 'answer') {
  let count = 0
  return () => ({
    on: () => {},
    connect: async () => {},
    end: async () => {},
    query: async (text: string) => {
      const outcome = text === 'select' ? onPing(++count) : 'answer'
      if (outcome === 'answer') return
      await new Promise((resolve) => setTimeout(resolve, outcome))
      throw new Error('Query read timeout')
    },
  })
}
type MakeClient = NonNullable<Parameters<typeof watchDatabase>[2]>

test('a busy process does not count as a lost database', async () => {
  const onLost = vi.fn()
  // The timeout is due after 1000 ms. It fires later if the process is blocked.
  const onPing = vi.fn((count: number) => (count === 1 ? 1500 : 'answer'))
  monitor = await watchDatabase('', () => {}, makeClient(onPing) as unknown as MakeClient)
  monitor.onDown(onLost)
  await vi.advanceTimersByTimeAsync(5000)
  expect(onPing.mock.calls.length).toBeGreaterThan(2)
  expect(onLost).not.toHaveBeenCalled()
  expect(monitor.isUp()).toBe(true)
})

test('the monitor detects a database that does not answer, and its recovery', async () => {
  const onLost = vi.fn()
  const onPing = (count: number) => (count <= 2 ? 1000 : 'answer')
  monitor = await watchDatabase('', () => {}, makeClient(onPing) as unknown as MakeClient)
  monitor.onDown(onLost)
  await vi.advanceTimersByTimeAsync(2400)
  expect(onLost).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(onLost).toHaveBeenCalledOnce()
  expect(monitor.isUp()).toBe(false)
  await vi.advanceTimersByTimeAsync(500)
  expect(monitor.isUp()).toBe(true)
})
