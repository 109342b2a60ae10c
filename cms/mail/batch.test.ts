import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from './batch.ts'

test('what is asked for while a call runs goes into the next one together', async () => {
  const calls: number[][] = []
  const double = batched(async (items: number[]) => {
    calls.push(items)
    await sleep(5)
    return new Map(items.map((item) => [item, item * 2]))
  })
  const first = [1, 2].map(double)
  await sleep(2)
  const second = [3, 4, 5].map(double)
  const answers = await Promise.all([...first, ...second])
  expect(calls).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  expect(answers[4]?.get(5)).toBe(10)
})

test('no more calls run at the same moment than may, and what comes meanwhile goes into the next', async () => {
  const calls: number[] = []
  let running = 0
  let most = 0
  const work = batched(async (items: number[]) => {
    calls.push(items.length)
    most = Math.max(most, ++running)
    await sleep(5)
    running--
    return items.length
  }, 2)
  const asked: Promise<number>[] = []
  for (let n = 0; n < 12; n++) {
    asked.push(work(n))
    await sleep(1)
  }
  await Promise.all(asked)
  expect(most).toBe(2)
  expect(calls.length).toBeLessThan(12)
  expect(calls.reduce((sum, count) => sum + count, 0)).toBe(12)
})

test('a call that fails does so for those who asked, and the next goes on', async () => {
  let calls = 0
  const work = batched(async (items: number[]) => {
    if (++calls === 1) throw new Error('no')
    return items
  })
  await expect(work(1)).rejects.toThrow('no')
  expect(await work(2)).toEqual([2])
})
