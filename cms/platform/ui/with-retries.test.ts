import { expect, test } from 'vitest'
import { withRetries } from './with-retries.ts'

const failing = (failures: number) => {
  const pauses: number[] = []
  const attempt = async () => {
    failures -= 1
    if (failures >= 0) throw new Error(`${failures} more`)
    return 'done'
  }
  return { attempt, pauses, sleep: async (ms: number) => void pauses.push(ms) }
}

test('spec section 7: a read is retried three times, with pauses of one, two and four seconds', async () => {
  const { attempt, sleep, pauses } = failing(3)
  expect(await withRetries(attempt, { sleep })).toBe('done')
  expect(pauses).toEqual([1000, 2000, 4000])
})

test('the fourth failure is final', async () => {
  const { attempt, sleep } = failing(5)
  await expect(withRetries(attempt, { sleep })).rejects.toThrow('1 more')
})

test('a final error is not retried', async () => {
  const { attempt, sleep, pauses } = failing(1)
  const isFinal = () => true
  await expect(withRetries(attempt, { sleep, isFinal })).rejects.toThrow('0 more')
  expect(pauses).toEqual([])
})
