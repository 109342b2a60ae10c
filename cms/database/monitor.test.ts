import { afterEach, expect, test, vi } from 'vitest'
import { type Monitor, watchDatabase } from './monitor.ts'

let monitor: Monitor
afterEach(() => monitor.stop())

function blockFor(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

/** A database that answers at once, through a socket that is read after the timers. */
function makeClient(asked: (count: number) => 'answer' | 'silence') {
  let count = 0
  return () => ({
    on: () => {},
    connect: async () => {},
    end: async () => {},
    query: (text: string) =>
      new Promise((resolve, reject) => {
        const behaviour = text === 'select' ? asked(++count) : 'answer'
        const late = setTimeout(() => reject(new Error('Query read timeout')), 1000)
        if (behaviour === 'silence') return
        setTimeout(() =>
          setImmediate(() => {
            clearTimeout(late)
            resolve(undefined)
          }),
        )
      }),
  })
}
type Made = NonNullable<Parameters<typeof watchDatabase>[2]>

test('a process that was too busy to read the answer has not lost its database', async () => {
  const lost = vi.fn()
  const asked = vi.fn((count: number) => {
    if (count === 1) process.nextTick(blockFor, 1500)
    return 'answer' as const
  })
  monitor = await watchDatabase('', () => {}, makeClient(asked) as unknown as Made)
  monitor.onDown(lost)
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(2), 5000)
  expect(lost).not.toHaveBeenCalled()
  expect(monitor.isUp()).toBe(true)
})

test('a database that does not answer is lost, and found again', async () => {
  const lost = vi.fn()
  const asked = (count: number) => (count === 1 ? 'silence' : 'answer')
  monitor = await watchDatabase('', () => {}, makeClient(asked) as unknown as Made)
  monitor.onDown(lost)
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce(), 5000)
  await vi.waitFor(() => expect(monitor.isUp()).toBe(true), 5000)
})
