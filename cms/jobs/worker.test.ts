import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startWorker } from './worker.ts'

test('a worker goes on after a failure, and never does two turns at once', async () => {
  let turns = 0
  let at = 0
  let most = 0
  const worker = startWorker('test', 1, async () => {
    most = Math.max(most, ++at)
    await sleep(3)
    at--
    if (++turns === 2) throw new Error('no')
  })
  await sleep(100)
  await worker.stop()
  expect(turns).toBeGreaterThan(3)
  expect(most).toBe(1)
})

test('a worker that is woken does not wait, and one at work goes on afterwards', async () => {
  let turns = 0
  const worker = startWorker('test', 60_000, async () => {
    turns++
    await sleep(20)
  })
  worker.wake()
  await sleep(10)
  expect(turns).toBe(1)
  worker.wake()
  worker.wake()
  await sleep(50)
  expect(turns).toBe(2)
  await worker.stop()
})

test('stopping waits for the turn that runs, and none follows', async () => {
  const done: string[] = []
  const worker = startWorker('test', 1, async () => {
    await sleep(30)
    done.push('turn')
  })
  await sleep(15)
  await worker.stop()
  expect(done).toEqual(['turn'])
  await sleep(50)
  expect(done).toEqual(['turn'])
})
