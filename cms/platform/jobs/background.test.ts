import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorker } from './background.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Work for a worker. `end` ends the latest run; `count` counts the runs that started. */
function makeWork() {
  const ends: (() => void)[] = []
  let maxRunning = 0
  let running = 0
  const work = async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
  }
  return {
    work,
    maxRunning: () => maxRunning,
    count: () => ends.length,
    end: () => ends.at(-1)?.(),
  }
}

test('a worker continues after a failure, and never runs its work twice at the same time', async () => {
  let runCount = 0
  let running = 0
  let maxRunning = 0
  const worker = startWorker('test', 1, async () => {
    maxRunning = Math.max(maxRunning, ++running)
    await new Promise((resolve) => setTimeout(resolve, 3))
    running--
    if (++runCount === 2) throw new Error('no')
  })
  await vi.advanceTimersByTimeAsync(20)
  expect(runCount).toBeGreaterThan(3)
  const stopping = worker.stop()
  await vi.advanceTimersByTimeAsync(20)
  await stopping
  expect(maxRunning).toBe(1)
})

test('wake() runs an idle worker at once, and a busy worker again after its current run', async () => {
  const runs = makeWork()
  const worker = startWorker('test', 600_000, runs.work)
  worker.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(runs.count()).toBe(1)
  worker.wake()
  worker.wake()
  await vi.advanceTimersByTimeAsync(20)
  expect(runs.count()).toBe(1)
  runs.end()
  await vi.advanceTimersByTimeAsync(20)
  expect(runs.count()).toBe(2)
  runs.end()
  // Two wakes during one run cause one more run.
  await vi.advanceTimersByTimeAsync(20)
  await worker.stop()
  expect([runs.count(), runs.maxRunning()]).toEqual([2, 1])
})

test('stop() waits for the current run, and no run follows', async () => {
  const runs = makeWork()
  const worker = startWorker('test', 1, runs.work)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs.count()).toBe(1)
  let isStopped = false
  const stopping = worker.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(20)
  expect(isStopped).toBe(false)
  runs.end()
  await stopping
  await vi.advanceTimersByTimeAsync(20)
  expect(runs.count()).toBe(1)
})
