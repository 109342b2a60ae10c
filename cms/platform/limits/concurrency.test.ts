import { expect, test } from 'vitest'
import { createConcurrencyLimiter, createKeyedLimiter } from './concurrency.ts'

test('a limiter runs two tasks at once, queues three in order and refuses the rest', async () => {
  const { run } = createConcurrencyLimiter({ running: 2, waiting: 3 })
  /** Functions that end the running tasks. */
  const finishers: (() => void)[] = []
  const started: number[] = []
  const work = (n: number) =>
    run(async () => {
      started.push(n)
      await new Promise<void>((resolve) => finishers.push(resolve))
      return n
    })
  const all = [1, 2, 3, 4, 5].map(work)
  await expect(work(6)).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '2' },
  })
  expect(started).toEqual([1, 2])
  finishers.shift()?.()
  await expect(all[0]).resolves.toBe(1)
  expect(started).toEqual([1, 2, 3])
  const late = work(7)
  while (finishers.length) {
    finishers.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await Promise.all([...all, late])).toEqual([1, 2, 3, 4, 5, 7])
  expect(started).toEqual([1, 2, 3, 4, 5, 7])
})

test('failed work frees its slot', async () => {
  const { run } = createConcurrencyLimiter({ running: 1, waiting: 0 })
  const fail = () => run(() => Promise.reject(new Error('no')))
  await expect(fail()).rejects.toThrow('no')
  await expect(fail()).rejects.toThrow('no')
})

test('a limiter for each key lets others run while the work of one waits', async () => {
  const { run } = createKeyedLimiter<string>({ running: 1, waiting: 1 })
  const finishers: (() => void)[] = []
  const started: string[] = []
  const work = (key: string) =>
    run(key, async () => {
      started.push(key)
      await new Promise<void>((resolve) => finishers.push(resolve))
    })
  const all = [work('ada'), work('ada'), work('bo')]
  await expect(work('ada')).rejects.toMatchObject({ code: 'unavailable' })
  expect(started).toEqual(['ada', 'bo'])
  while (finishers.length) {
    finishers.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  expect(started).toEqual(['ada', 'bo', 'ada'])
})
