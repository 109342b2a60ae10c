import { expect, test, vi } from 'vitest'
import { batched } from './batched.ts'

test('items that arrive while a batch runs form the next batch', async () => {
  const calls: number[][] = []
  let resume = () => {}
  const resumed = new Promise<void>((resolve) => {
    resume = resolve
  })
  const double = batched(async (items: number[]) => {
    calls.push(items)
    await resumed
    return new Map(items.map((item) => [item, item * 2]))
  })
  const first = [1, 2].map(double)
  await vi.waitFor(() => expect(calls).toHaveLength(1), 5000)
  const second = [3, 4, 5].map(double)
  resume()
  const answers = await Promise.all([...first, ...second])
  expect(calls).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  expect(answers[4]?.get(5)).toBe(10)
})

test('a failed batch rejects only the promises of its own items', async () => {
  let calls = 0
  const work = batched(async (items: number[]) => {
    if (++calls === 1) throw new Error('no')
    return items
  })
  await expect(work(1)).rejects.toThrow('no')
  expect(await work(2)).toEqual([2])
})
