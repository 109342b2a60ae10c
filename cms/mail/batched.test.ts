import { expect, test, vi } from 'vitest'
import { batched } from './batched.ts'

test('what is asked for while a call runs goes into the next one together', async () => {
  const calls: number[][] = []
  let goOn = () => {}
  const mayGoOn = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const double = batched(async (items: number[]) => {
    calls.push(items)
    await mayGoOn
    return new Map(items.map((item) => [item, item * 2]))
  })
  const first = [1, 2].map(double)
  await vi.waitFor(() => expect(calls).toHaveLength(1), 5000)
  const second = [3, 4, 5].map(double)
  goOn()
  const answers = await Promise.all([...first, ...second])
  expect(calls).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  expect(answers[4]?.get(5)).toBe(10)
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
