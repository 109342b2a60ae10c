import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { startWorker } from './background.ts'

/** Turns that end when they are told to. */
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
    begun: (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count), 5000),
    count: () => ends.length,
    end: () => ends.at(-1)?.(),
  }
}

test('a worker goes on after a failure, and never does two turns at once', async () => {
  let turns = 0
  let atWork = 0
  let most = 0
  const worker = startWorker('test', 1, async () => {
    most = Math.max(most, ++atWork)
    await sleep(3)
    atWork--
    if (++turns === 2) throw new Error('no')
  })
  await vi.waitFor(() => expect(turns).toBeGreaterThan(3), 5000)
  await worker.stop()
  expect(most).toBe(1)
})

test('a worker that is woken does not wait, and one at work goes on afterwards', async () => {
  const turns = makeTurns()
  const worker = startWorker('test', 600_000, turns.work)
  worker.wake()
  await turns.begun(1)
  worker.wake()
  worker.wake()
  await sleep(20)
  expect(turns.count()).toBe(1)
  turns.end()
  await turns.begun(2)
  turns.end()
  // Woken twice in one turn, it does one more.
  await sleep(20)
  await worker.stop()
  expect([turns.count(), turns.most()]).toEqual([2, 1])
})

test('stopping waits for the turn that runs, and none follows', async () => {
  const turns = makeTurns()
  const worker = startWorker('test', 1, turns.work)
  await turns.begun(1)
  let isStopped = false
  const stopping = worker.stop().then(() => {
    isStopped = true
  })
  await sleep(20)
  expect(isStopped).toBe(false)
  turns.end()
  await stopping
  await sleep(20)
  expect(turns.count()).toBe(1)
})
