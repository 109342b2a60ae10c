import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWorker } from './background.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Work for a worker. `end` ends its newest run. */
function makeTurns() {
  const ends: (() => void)[] = []
  let most = 0
  let atWork = 0
  const work = async () => {
    most = Math.max(most, ++atWork)
    await new Promise<void>((resolve) => ends.push(resolve))
    atWork--
  }
  return {
    work,
    most: () => most,
    count: () => ends.length,
    end: () => ends.at(-1)?.(),
  }
}

test('a worker continues after a failure, and never runs twice at once', async () => {
  let turns = 0
  let atWork = 0
  let most = 0
  const worker = startWorker('test', 1, async () => {
    most = Math.max(most, ++atWork)
    await new Promise((resolve) => setTimeout(resolve, 3))
    atWork--
    if (++turns === 2) throw new Error('no')
  })
  await vi.advanceTimersByTimeAsync(20)
  expect(turns).toBeGreaterThan(3)
  const stopping = worker.stop()
  await vi.advanceTimersByTimeAsync(20)
  await stopping
  expect(most).toBe(1)
})

test('wake() runs an idle worker at once, and a busy worker again after its current run', async () => {
  const turns = makeTurns()
  const worker = startWorker('test', 600_000, turns.work)
  worker.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(turns.count()).toBe(1)
  worker.wake()
  worker.wake()
  await vi.advanceTimersByTimeAsync(20)
  expect(turns.count()).toBe(1)
  turns.end()
  await vi.advanceTimersByTimeAsync(20)
  expect(turns.count()).toBe(2)
  turns.end()
  // Two wakes during one run cause one more run.
  await vi.advanceTimersByTimeAsync(20)
  await worker.stop()
  expect([turns.count(), turns.most()]).toEqual([2, 1])
})

test('stop() waits for the current run, and no run follows', async () => {
  const turns = makeTurns()
  const worker = startWorker('test', 1, turns.work)
  await vi.advanceTimersByTimeAsync(1)
  expect(turns.count()).toBe(1)
  let isStopped = false
  const stopping = worker.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(20)
  expect(isStopped).toBe(false)
  turns.end()
  await stopping
  await vi.advanceTimersByTimeAsync(20)
  expect(turns.count()).toBe(1)
})
