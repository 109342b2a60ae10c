import { expect, test } from 'vitest'
import { createQueue } from './render-queue.ts'

test('runs two at a time in the order in which they came, and refuses what would wait too long', async () => {
  const queue = createQueue({ atOnce: 2, waiting: 2 })
  const begun: number[] = []
  const ends: (() => void)[] = []
  const works = [0, 1, 2, 3].map((n) =>
    queue(() => {
      begun.push(n)
      return new Promise<number>((resolve) => ends.push(() => resolve(n)))
    }),
  )
  await expect(queue(async () => 4)).rejects.toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
  })
  expect(begun).toEqual([0, 1])
  ends[0]?.()
  await works[0]
  await expect.poll(() => begun).toEqual([0, 1, 2])
  for (const n of [1, 2]) ends[n]?.()
  await works[2]
  await expect.poll(() => ends.length).toBe(4)
  ends[3]?.()
  expect(await Promise.all(works)).toEqual([0, 1, 2, 3])
})

test('goes on after a work that failed', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 1 })
  const failed = queue(() => Promise.reject(new Error('broken')))
  const next = queue(async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})
