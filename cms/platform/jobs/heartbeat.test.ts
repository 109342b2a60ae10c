import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../database/query.ts'
import { createHeartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a heartbeat is recorded at most every ten seconds', async () => {
  const execute = vi.fn(async () => {})
  const beat = createHeartbeat({ execute } as unknown as Database)
  for (let i = 0; i < 10; i++) {
    await beat()
    vi.advanceTimersByTime(999)
  }
  expect(execute).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10)
  await beat()
  expect(execute).toHaveBeenCalledTimes(2)
})

test('a failed heartbeat is retried ten seconds later', async () => {
  const execute = vi.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue({})
  const beat = createHeartbeat({ execute } as unknown as Database)
  await expect(beat()).rejects.toThrow('no database')
  await beat()
  expect(execute).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(10_000)
  await beat()
  expect(execute).toHaveBeenCalledTimes(2)
})
